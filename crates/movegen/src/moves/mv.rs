//! A move in 16 bits.

use core::fmt;

use quadbit_x88::{Role, Square};

/// A move: where from, where to, and what a pawn becomes.
///
/// ```text
///   bit 15  14 13 12   11 .. 6   5 .. 0
///        0  promotion  to        from
/// ```
/// The promotion is a [`Role`] code, 0 if there is none. Castling is written **king takes rook**: from the king's
/// square to that of the rook it castles with, so that Chess960 is the general case. En passant goes to the square
/// behind the captured pawn. What kind of move it is follows from the position.
///
/// ```
/// use quadbit_movegen::{Move, Role, Square};
/// let mv = Move::promoting(Square::E7, Square::E8, Role::Queen);
/// assert_eq!((mv.from(), mv.to(), mv.promotion()), (Square::E7, Square::E8, Some(Role::Queen)));
/// assert_eq!(size_of::<Move>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(u16);

static_assertions::assert_eq_size!(Move, u16);

impl Move {
    /// From a1 to a1: no chess move at all, and never in a list. A filler and the null move of searchers.
    pub const NULL: Self = Self(0);

    /// A move without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self((to.index() << 6 | from.index()) as u16)
    }

    /// A pawn's move to the last rank.
    #[inline]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Self {
        Self((role.code() as u16) << 12 | Self::new(from, to).0)
    }

    /// Where the piece stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 as u32)
    }

    /// Where the piece goes; for castling, where the rook stands.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0 as u32 >> 6)
    }

    /// What the pawn becomes; `None` if the move is not a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        Role::from_code((self.0 >> 12) as u8)
    }

    /// Whether a pawn becomes another piece.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.promotion().is_some()
    }

    /// The 16 bits, for a table or a file.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// A move from 16 bits of any origin. What they mean is for
    /// [`Position::is_legal`](crate::Position::is_legal) to say.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

/// Coordinates, castling as king takes rook: `e2e4`, `e7e8q`, `e1h1`.
/// [`to_uci`](Move::to_uci) knows the position and writes what a GUI expects.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{role}"),
            None => Ok(()),
        }
    }
}
