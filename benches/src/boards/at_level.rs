//! Boards that use no vectors themselves, compiled for a level, which is a set of CPU instructions.
//!
//! A board in a cache line is two registers of AVX2, but four of SSE2, which the default build has. Generating
//! moves gains from a level too, so a comparison needs both boards in this form.

use quadbit_classics::{Board, SearchBoard};
use quadbit_movegen::{MoveList, Position};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_x88::{Color, Piece, Square};

/// A board whose methods are compiled for a level, which is a set of CPU instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtLevel<B> {
    level: Level,
    board: B,
}

impl<B: Board> AtLevel<B> {
    /// Sets up the board of `position`. Its methods run the code that is compiled for the CPU instructions of `level`.
    pub fn at(level: Level, position: &Position) -> Self {
        Self { level, board: B::from_position(position) }
    }
}

#[expect(clippy::no_effect_underscore_binding, reason = "the board itself takes no token")]
impl<B: Board> Board for AtLevel<B> {
    type Move = B::Move;
    type Undo = B::Undo;

    fn from_position(position: &Position) -> Self {
        Self::at(Level::auto(), position)
    }

    #[inline]
    fn legal_moves(&self, list: &mut MoveList<B::Move>) {
        dispatch!(self.level, _s => self.board.legal_moves(list));
    }

    #[inline]
    fn legal_count(&self) -> usize {
        dispatch!(self.level, _s => self.board.legal_count())
    }

    #[inline]
    fn make(&mut self, mv: B::Move) -> B::Undo {
        dispatch!(self.level, _s => self.board.make(mv))
    }

    #[inline]
    fn unmake(&mut self, mv: B::Move, undo: B::Undo) {
        dispatch!(self.level, _s => self.board.unmake(mv, undo));
    }
}

#[expect(clippy::no_effect_underscore_binding, reason = "the board itself takes no token")]
impl<B: SearchBoard> SearchBoard for AtLevel<B> {
    #[inline]
    fn captures(&self, list: &mut MoveList<B::Move>) {
        dispatch!(self.level, _s => self.board.captures(list));
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    #[inline]
    fn is_check(&self) -> bool {
        dispatch!(self.level, _s => self.board.is_check())
    }

    #[inline]
    fn piece(&self, square: Square) -> Option<Piece> {
        self.board.piece(square)
    }

    #[inline]
    fn mover(&self, mv: B::Move) -> Option<Piece> {
        self.board.mover(mv)
    }

    #[inline]
    fn state_key(&self) -> u64 {
        self.board.state_key()
    }

    #[inline]
    fn kept_key(&self) -> Option<u64> {
        self.board.kept_key()
    }
}
