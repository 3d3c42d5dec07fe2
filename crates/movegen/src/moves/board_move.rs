//! The moves of any board.

use quadbit_x88::Square;

use super::mv::Move;

/// A move of some [`Board`](crate::Board).
pub trait BoardMove: Copy {
    /// A value for the unused end of a list; it is never made on a board.
    const FILLER: Self;

    /// The move without the board's own data.
    fn to_move(self) -> Move;
}

impl BoardMove for Move {
    const FILLER: Self = Self::new(Square::A1, Square::A1);

    #[inline]
    fn to_move(self) -> Move {
        self
    }
}
