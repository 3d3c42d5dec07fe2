//! The moves of any board.

use quadbit_x88::Square;

use super::mv::Move;

/// A move of a board representation, that is, of a type that implements [`Board`](crate::Board).
pub trait BoardMove: Copy {
    /// An arbitrary move that fills the unused end of a list; it is never made on a board.
    const FILLER: Self;

    /// Converts the move to a [`Move`], without data that only this board needs.
    fn to_move(self) -> Move;
}

impl BoardMove for Move {
    const FILLER: Self = Self::new(Square::A1, Square::A1);

    #[inline]
    fn to_move(self) -> Move {
        self
    }
}
