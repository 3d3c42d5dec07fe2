//! A move between two cells of a board, and its kind.

use core::fmt;
use core::marker::PhantomData;

use quadbit_movegen::{CastlingSide, Move};
use quadbit_x88::Role;

use super::cells::Cursor;

/// A move of a board with cells `C`: the numbers of two cells and the kind of move, in four bytes.
///
/// ```text
///   bits 0 .. 7    where from          8 .. 15    where to; for castling, where the rook stands
///       16 .. 23   the kind: 0 any, 1 double push, 2 en passant, 3 and 4 castling to the king's and the
///                  queen's side, 8 + role promotion
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CellMove<C> {
    bits: u32,
    cells: PhantomData<C>,
}

/// What a move does besides going from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Any,
    DoublePush,
    EnPassant,
    Castling(CastlingSide),
    Promotion(Role),
}

impl Kind {
    #[inline(always)]
    const fn bits(self) -> u32 {
        match self {
            Self::Any => 0,
            Self::DoublePush => 1,
            Self::EnPassant => 2,
            Self::Castling(CastlingSide::King) => 3,
            Self::Castling(CastlingSide::Queen) => 4,
            Self::Promotion(role) => 8 + role.code() as u32,
        }
    }
}

impl<C> CellMove<C> {
    #[inline(always)]
    pub(crate) const fn new(from: u8, to: u8, kind: Kind) -> Self {
        Self { bits: from as u32 | (to as u32) << 8 | kind.bits() << 16, cells: PhantomData }
    }

    /// The number of the cell that the piece leaves.
    #[inline]
    pub(crate) const fn from(self) -> u8 {
        self.bits.to_le_bytes()[0]
    }

    /// The number of the cell that the piece goes to; for castling, that of the rook.
    #[inline]
    pub(crate) const fn to(self) -> u8 {
        self.bits.to_le_bytes()[1]
    }

    #[inline(always)]
    pub(crate) const fn kind(self) -> Kind {
        match self.bits >> 16 {
            0 => Kind::Any,
            1 => Kind::DoublePush,
            2 => Kind::EnPassant,
            3 => Kind::Castling(CastlingSide::King),
            4 => Kind::Castling(CastlingSide::Queen),
            10 => Kind::Promotion(Role::Knight),
            11 => Kind::Promotion(Role::Bishop),
            12 => Kind::Promotion(Role::Rook),
            _ => Kind::Promotion(Role::Queen),
        }
    }
}

impl<C: Cursor> Default for CellMove<C> {
    fn default() -> Self {
        Self { bits: 0, cells: PhantomData }
    }
}

impl<C: Cursor> From<CellMove<C>> for Move {
    #[inline]
    fn from(mv: CellMove<C>) -> Self {
        let (from, to) = (C::from_number(mv.from()).square(), C::from_number(mv.to()).square());
        match mv.kind() {
            Kind::Promotion(role) => Move::promoting(from, to, role),
            _ => Move::new(from, to),
        }
    }
}

impl<C: Cursor> fmt::Debug for CellMove<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mv: Move = (*self).into();
        write!(f, "{mv:?} {:?}", self.kind())
    }
}
