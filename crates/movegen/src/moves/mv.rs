//! A move in 16 bits.

use core::fmt;
use core::num::NonZero;

use quadbit_x88::{Role, Square};

/// A move: from a square, to a square, and the promotion of a pawn.
///
/// ```text
///   bit 15  14 13 12   11 .. 6   5 .. 0
///        0  promotion  to        from
/// ```
/// The promotion is a [`Role`] code, 0 if there is none. Castling is written **king takes rook**: from the king's
/// square to that of the rook it castles with, so that Chess960 is the general case. An en passant capture goes to the
/// square behind the captured pawn. Whether a move castles, captures or is a double push is not stored: the position
/// shows it.
///
/// ```
/// use quadbit_movegen::{Move, Role, Square};
/// let mv = Move::promoting(Square::E7, Square::E8, Role::Queen);
/// assert_eq!((mv.from(), mv.to(), mv.promotion()), (Square::E7, Square::E8, Some(Role::Queen)));
/// assert_eq!((size_of::<Move>(), size_of::<Option<Move>>()), (2, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(NonZero<u16>);

static_assertions::assert_eq_size!(Option<Move>, u16);

/// The bit that is set in the stored number of every move, so that this number is never 0 and `Option<Move>` needs no
/// more than 16 bits.
const MARK: u16 = 1 << 15;

/// The move from a1 to a1, which is legal in no position.
impl Default for Move {
    #[inline]
    fn default() -> Self {
        Self::new(Square::A1, Square::A1)
    }
}

impl Move {
    /// The move from the square `from` to the square `to`, without a promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::from_bits((to.index() << 6 | from.index()) as u16)
    }

    /// The move of a pawn from `from` to `to` on the last rank, where it becomes a piece of `role`.
    #[inline]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Self {
        Self::from_bits((role.code() as u16) << 12 | Self::new(from, to).to_bits())
    }

    /// The square that the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u32)
    }

    /// The square that the piece goes to; for castling, the rook's square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0.get() as u32 >> 6)
    }

    /// The role to which the pawn promotes; `None` if the move is not a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        Role::from_code((self.to_bits() >> 12) as u8)
    }

    /// Whether the move is a promotion.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.promotion().is_some()
    }

    /// The 16 bits of the move, for a table or a file: at most `0x7fff`. They are 0 only for a move from a1 to a1,
    /// which is never legal. A table in memory is as small with `Option<Move>`.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get() & !MARK
    }

    /// A move from any 16 bits; a number above `0x7fff`, which no move has, gives one that is never legal. To check
    /// that a move is legal, call [`Position::is_legal`](crate::Position::is_legal).
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        // A promotion to the code 7, which is no role.
        let impossible = (bits >> 15) * 0x7000;
        match NonZero::new(MARK | bits | impossible) {
            Some(marked) => Self(marked),
            None => unreachable!(),
        }
    }
}

/// Prints coordinates, castling as king takes rook: `e2e4`, `e7e8q`, `e1h1`. [`to_uci`](Move::to_uci) takes the
/// position and writes the text that a GUI expects.
///
/// ```
/// use quadbit_movegen::{Move, Square};
/// let castling = Move::new(Square::E1, Square::H1);
/// assert_eq!(format!("{castling} {castling:>6}"), "e1h1   e1h1");
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] =
            [self.from(), self.to()].map(|square| [square.file().to_char(), square.rank().to_char()]);
        let promotion = self.promotion().map_or('\0', |role| role.to_upper_char().to_ascii_lowercase());
        let text = [from[0], from[1], to[0], to[1], promotion].map(|c| c as u8);
        let len = if self.is_promotion() { 5 } else { 4 };
        f.pad(str::from_utf8(&text[..len]).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
