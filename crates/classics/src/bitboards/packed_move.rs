//! A move together with the piece that moves and the kind of move, which making it needs.

use core::fmt;

use quadbit_movegen::Move;
use quadbit_x88::{Role, Square};

/// A move in four bytes: the 16 bits of a [`Move`], the role of the piece that moves, and the kind of move.
///
/// ```text
///   bit 21      20 19   18 17 16   14 13 12    11 .. 6   5 .. 0
///       turned  kind    mover      promotion   to        from
/// ```
/// On a flipped board, the squares are as the side to move sees them. *Turned* says that black is to move, so
/// that the move is flipped back when it leaves the board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct PackedMove(u32);

/// What making a move does besides moving one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A move of one piece, perhaps with a capture or a promotion.
    Plain,
    /// A pawn's step of two squares, after which the pawn may be captured en passant.
    DoublePush,
    /// A pawn captures one that has just gone two squares.
    EnPassant,
    /// The move is castling: it goes from the king's square to its rook's.
    Castling,
}

impl PackedMove {
    const MOVER: u32 = 16;
    const KIND: u32 = 19;
    const TURNED: u32 = 1 << 21;
    /// An xor with this constant flips the ranks of both squares of a [`Move`].
    const TURN: u16 = 0o7070;

    #[inline(always)]
    pub(crate) const fn new(mv: Move, mover: Role, kind: Kind, turned: bool) -> Self {
        Self(
            (mv.to_bits() as u32)
                | ((mover.code() as u32) << Self::MOVER)
                | ((kind as u32) << Self::KIND)
                | (Self::TURNED * turned as u32),
        )
    }

    /// The square that the piece leaves; for castling, that of the king.
    #[inline(always)]
    pub(crate) const fn from(self) -> Square {
        Square::from_low_bits(self.0)
    }

    /// The square that the piece goes to; for castling, that of the rook.
    #[inline(always)]
    pub(crate) const fn to(self) -> Square {
        Square::from_low_bits(self.0 >> 6)
    }

    /// The role that a pawn becomes; `None` if the move is no promotion.
    #[inline(always)]
    pub(crate) const fn promotion(self) -> Option<Role> {
        Role::from_code((self.0 >> 12) as u8 & 7)
    }

    /// The role of the piece that moves.
    #[inline(always)]
    pub(crate) const fn mover(self) -> Role {
        match Role::from_code((self.0 >> Self::MOVER) as u8 & 7) {
            Some(role) => role,
            None => Role::Pawn,
        }
    }

    /// What making the move does besides moving one piece.
    #[inline(always)]
    pub(crate) const fn kind(self) -> Kind {
        match self.0 >> Self::KIND & 3 {
            0 => Kind::Plain,
            1 => Kind::DoublePush,
            2 => Kind::EnPassant,
            _ => Kind::Castling,
        }
    }
}

impl From<PackedMove> for Move {
    /// Returns the move with its squares as White sees them, flipped back if the board is seen from Black's side.
    #[inline]
    fn from(mv: PackedMove) -> Self {
        let turn = if mv.0 & PackedMove::TURNED == 0 { 0 } else { PackedMove::TURN };
        Self::from_bits(mv.0 as u16 ^ turn)
    }
}

impl fmt::Debug for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mv: Move = (*self).into();
        fmt::Debug::fmt(&mv, f)
    }
}
