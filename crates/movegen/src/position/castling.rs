//! Castling: rights, the two sides of the king, and the squares of king and rook.
//!
//! 1. A right is the file of a rook, for standard chess as for Chess960. [`CastlingRights`] holds them as sets of
//!    files.
//! 2. The squares of king and rook tell on which side the rook is ([`CastlingSide::of`]), and the side gives the
//!    squares to which both go.
//! 3. The rights that end with a move are found by set operations ([`CastlingRights::on`]), without asking which piece
//!    moves.
//!
//! In a position every right belongs to a rook on the first rank of its side, with the king on the same rank: moves
//! that change this must end the right.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, File, Rank, Role, Square};

use super::Position;

/// The side of the board on which the castling rook stands, seen from the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CastlingSide {
    /// Towards the h-file: `O-O`. The king goes to the g-file, the rook to the f-file.
    King,
    /// Towards the a-file: `O-O-O`. The king goes to the c-file, the rook to the d-file.
    Queen,
}

impl CastlingSide {
    /// Both sides of the king, the king's side first, as a FEN writes them: `ALL[side as usize]` is `side`.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The side on which a rook stands, seen from its king on the same rank.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> Self {
        if rook.index() > king.index() { Self::King } else { Self::Queen }
    }

    /// The king's square after castling, in standard chess and in Chess960.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        Square::new([File::G, File::C][self as usize], Rank::First.relative_to(color))
    }

    /// The rook's square after castling, in standard chess and in Chess960.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        Square::new([File::F, File::D][self as usize], Rank::First.relative_to(color))
    }

    /// The outermost rook of `color` on `board` on this side of its king, both on the first rank: the rook that `K` or
    /// `Q` means in a FEN. `None` if the king is not on the first rank, or no rook is on this side of the king.
    pub(crate) const fn outermost_rook(self, board: QuadBitboard, color: Color) -> Option<Square> {
        let own = board.color(color).0 & Bitboard::rank(Rank::First.relative_to(color)).0;
        let rooks = Bitboard(board.role(Role::Rook).0 & own);
        let outermost = match self {
            Self::King => rooks.last(),
            Self::Queen => rooks.first(),
        };
        match (Bitboard(board.role(Role::King).0 & own).first(), outermost) {
            (Some(king), Some(rook)) if Self::of(king, rook) as u8 == self as u8 => Some(rook),
            _ => None,
        }
    }
}

/// The castling rights of both sides: for each the set of the files of its castling rooks, one bit a
/// file, a-file lowest.
///
/// The [`CastlingSide`] of a rook is not stored: it follows from the square of the king. Rooks may start on any file,
/// and on different files for the two sides, so that Chess960 and double Chess960 need nothing more.
///
/// ```
/// use quadbit_movegen::{Color, Position};
/// let rights = Position::start().castling_rights();
/// assert_eq!(
///     rights.rooks().to_string(),
///     "1 . . . . . . 1\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      1 . . . . . . 1\n"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    /// The files of white's rooks in the lower eight bits, the files of black's in the upper eight.
    bits: u16,
}

impl CastlingRights {
    /// No rights for either side.
    pub const EMPTY: Self = Self { bits: 0 };

    /// The rights of rooks on the first rank (white's) and on the eighth (black's); squares of
    /// other ranks are ignored.
    ///
    /// ```
    /// use quadbit_movegen::{CastlingRights, Position};
    /// let rights = Position::start().castling_rights();
    /// assert_eq!(CastlingRights::from_rooks(rights.rooks()), rights);
    /// ```
    #[inline]
    pub const fn from_rooks(rooks: Bitboard) -> Self {
        Self { bits: rooks.0 as u16 & 0xff | (rooks.0 >> 48) as u16 & 0xff00 }
    }

    /// Whether neither side has a right to castle.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether `color` has the right to castle with the rook on `file` of its first rank.
    #[inline]
    pub(crate) const fn has(self, color: Color, file: File) -> bool {
        self.bits >> (8 * color.index() + file.index()) & 1 != 0
    }

    /// Adds the right of the rook of `color` on `file`, and returns the rights.
    #[inline]
    #[must_use]
    pub const fn with(mut self, color: Color, file: File) -> Self {
        self.bits |= 1 << (8 * color.index() + file.index());
        self
    }

    /// Keeps only the rights whose rooks stand on `squares`.
    #[inline]
    pub(crate) const fn on(self, squares: Bitboard) -> Self {
        Self { bits: self.bits & Self::from_rooks(squares).bits }
    }

    /// Only the rights of `color`.
    #[inline]
    pub(crate) const fn of(self, color: Color) -> Self {
        Self { bits: self.bits & 0xff << (8 * color.index()) }
    }

    /// The rights that are in `self`, in `others`, or in both.
    #[inline]
    pub(crate) const fn union(self, others: Self) -> Self {
        Self { bits: self.bits | others.bits }
    }

    /// The rights that are in `self` and not in `others`.
    #[inline]
    pub(crate) const fn without(self, others: Self) -> Self {
        Self { bits: self.bits & !others.bits }
    }

    /// The squares of the castling rooks of both sides, on the first and the eighth rank.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1".parse()?;
    /// assert_eq!(
    ///     position.castling_rights().rooks().to_string(),
    ///      "1 . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       1 . . . . . . 1\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        Bitboard(self.bits as u64 & 0xff | (self.bits as u64 >> 8) << 56)
    }

    /// The files of both sides' castling rooks, white's in the lower eight bits.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.bits
    }

    /// The rights for which [`bits`](Self::bits) returns `bits`.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self { bits }
    }

    /// The squares of the castling rooks of `color`, on its first rank.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Position};
    /// let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1".parse()?;
    /// assert_eq!(
    ///     position.castling_rights().rooks_of(Color::White).to_string(),
    ///      ". . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       1 . . . . . . 1\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn rooks_of(self, color: Color) -> Bitboard {
        Bitboard(match color {
            Color::White => self.bits as u64 & 0xff,
            Color::Black => (self.bits as u64 >> 8) << 56,
        })
    }
}

impl<const KEYED: bool> Position<KEYED> {
    /// The square of the rook with which `color` has the right to castle on `side`; `None` if it has no such right.
    ///
    /// ```
    /// use quadbit_movegen::{CastlingSide, Color, Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
    /// assert_eq!(position.castling_rook(Color::White, CastlingSide::Queen), Some(Square::A1));
    /// assert_eq!(position.castling_rook(Color::White, CastlingSide::King), None);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        self.state.castling().rooks_of(color).into_iter().find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Whether all castling rights are those of standard chess: kings on the e-file, rooks
    /// on the a- or h-file.
    pub fn has_standard_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rooks = self.castling_rights().rooks_of(color);
            let king_at_home = self.king(color) == Square::new(File::E, Rank::First.relative_to(color));
            rooks.is_empty()
                || king_at_home && rooks.into_iter().all(|rook| matches!(rook.file(), File::A | File::H))
        })
    }
}
