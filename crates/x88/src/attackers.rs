//! Sets of kinds of pieces, such as those that attack from one square to another.

use core::fmt;

use crate::piece::Piece;
use crate::role::Role;

/// A set of kinds of pieces, one bit each, with separate bits for white and black pawns.
///
/// ```text
///   bit 6 5 4 3 2 1 0
///       K Q R B N p P
/// ```
///
/// [`Diff::attackers`](crate::Diff::attackers) is the set of kinds that attack from one square to another, if
/// nothing stands between them.
///
/// ```
/// use quadbit_x88::{Diff, Piece, Square};
///
/// let kinds = |from, to| Diff::of_squares(from, to).attackers().to_string();
/// assert_eq!(kinds(Square::E4, Square::E5), "KQR");
/// assert_eq!(kinds(Square::E4, Square::E6), "QR");
/// assert_eq!(kinds(Square::E4, Square::F5), "KQBP");
/// assert_eq!(kinds(Square::E4, Square::F3), "KQBp");
/// assert_eq!(kinds(Square::E4, Square::F6), "N");
/// assert_eq!(kinds(Square::E4, Square::F7), "");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Attackers(u8);

impl Attackers {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// White pawns.
    pub(crate) const WHITE_PAWN: Self = Self(1 << 0);
    /// Black pawns.
    pub(crate) const BLACK_PAWN: Self = Self(1 << 1);
    /// Knights of both sides.
    pub(crate) const KNIGHT: Self = Self(1 << Role::Knight.code());
    /// Bishops of both sides.
    pub(crate) const BISHOP: Self = Self(1 << Role::Bishop.code());
    /// Rooks of both sides.
    pub(crate) const ROOK: Self = Self(1 << Role::Rook.code());
    /// Queens of both sides.
    pub(crate) const QUEEN: Self = Self(1 << Role::Queen.code());
    /// Kings of both sides.
    pub(crate) const KING: Self = Self(1 << Role::King.code());

    /// Bishops, rooks and queens: the kinds that attack only along a clear line.
    #[cfg(feature = "simd")]
    pub(crate) const SLIDERS: Self = Self::BISHOP.with(Self::ROOK).with(Self::QUEEN);

    /// The set that holds only the kind of `piece`: its role, and for a pawn its colour.
    #[inline]
    pub const fn of(piece: Piece) -> Self {
        // The number of the bit for each piece code, as a table of sixteen nibbles in one word: 0 for `P` (code 2), 1
        // for `p` (3), 2 for `N` and `n` (4 and 5), and so on up to 6 for `K` and `k` (12 and 13).
        const BIT: u64 = 0x0066_5544_3322_1000;
        Self(1 << (BIT >> (4 * piece.code()) & 15))
    }

    /// The set as bits: 0 and 1 for white and black pawns, 2 for knights, 3 for bishops, 4 for rooks, 5 for queens, 6
    /// for kings.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The union of two sets.
    #[inline]
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the two sets have a kind of piece in common.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the kind of a piece is in the set.
    #[inline]
    pub(crate) const fn has(self, piece: Piece) -> bool {
        self.intersects(Self::of(piece))
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Prints the letters of the kinds in the set, the king first: `KQR`. White pawns are `P`, black ones `p`.
impl fmt::Display for Attackers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LETTERS: [(Attackers, &str); 7] = [
            (Attackers::KING, "K"),
            (Attackers::QUEEN, "Q"),
            (Attackers::ROOK, "R"),
            (Attackers::BISHOP, "B"),
            (Attackers::KNIGHT, "N"),
            (Attackers::WHITE_PAWN, "P"),
            (Attackers::BLACK_PAWN, "p"),
        ];
        for (_, letter) in LETTERS.into_iter().filter(|&(kind, _)| self.intersects(kind)) {
            f.write_str(letter)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn every_piece_has_the_bit_of_its_kind() {
        for piece in Piece::ALL {
            let expected = match (piece.role(), piece.color()) {
                (Role::Pawn, Color::White) => Attackers::WHITE_PAWN,
                (Role::Pawn, Color::Black) => Attackers::BLACK_PAWN,
                (Role::Knight, _) => Attackers::KNIGHT,
                (Role::Bishop, _) => Attackers::BISHOP,
                (Role::Rook, _) => Attackers::ROOK,
                (Role::Queen, _) => Attackers::QUEEN,
                (Role::King, _) => Attackers::KING,
            };
            assert_eq!(Attackers::of(piece), expected, "{piece}");
            assert_eq!(expected.bits().count_ones(), 1);
            assert!(expected.has(piece));
            assert!(!Attackers::EMPTY.has(piece));
            assert_eq!(
                Attackers::SLIDERS.has(piece),
                matches!(piece.to_char(), 'B' | 'R' | 'Q' | 'b' | 'r' | 'q')
            );
        }
        // The twelve pieces share seven bits: only pawns have one for each side.
        let all = Piece::ALL.into_iter().fold(Attackers::EMPTY, |all, piece| all.with(Attackers::of(piece)));
        assert_eq!(all.bits(), 0b111_1111);
        assert!(Attackers::EMPTY.is_empty() && !all.is_empty());
    }
}
