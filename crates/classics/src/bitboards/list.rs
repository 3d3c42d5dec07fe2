//! The [`Sink`] that writes the moves of the generator into a list.

use quadbit_movegen::{Move, MoveList};
use quadbit_quad::Bitboard;
use quadbit_x88::{Role, Square};

use crate::bitboards::generate::Sink;
use crate::bitboards::packed_move::Kind;
use crate::bitboards::packed_move::PackedMove;

/// A sink that writes packed moves into a list.
#[derive(Debug)]
pub(crate) struct Packer<'a> {
    pub(crate) list: &'a mut MoveList<PackedMove>,
    /// Whether the board is flipped because Black is to move, so that squares have to be flipped back in a [`Move`].
    pub(crate) turned: bool,
}

impl Packer<'_> {
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move, mover: Role, kind: Kind) {
        self.list.push(PackedMove::new(mv, mover, kind, self.turned));
    }
}

/// The square whose number is that of `to` minus `step`.
#[inline(always)]
pub(crate) const fn back(to: Square, step: i32) -> Square {
    Square::from_low_bits((to.index() as u32).wrapping_sub(step.cast_unsigned()))
}

impl Sink for Packer<'_> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to), role, Kind::Plain);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.push(Move::new(back(to, step), to), Role::Pawn, Kind::Plain);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.push(Move::new(back(to, step), to), Role::Pawn, Kind::DoublePush);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.push(Move::promoting(back(to, step), to, role), Role::Pawn, Kind::Plain);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::new(from, to), Role::Pawn, Kind::EnPassant);
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.push(Move::new(king, rook), Role::King, Kind::Castling);
    }
}
