//! The moves of any board.

use super::mv::Move;

/// A move of some [`Board`](crate::Board).
pub trait BoardMove: Copy {
    /// Fills the unused end of a list, and is never made.
    const FILLER: Self;

    /// The move that it is, whatever the board knows of it besides.
    fn to_move(self) -> Move;
}

impl BoardMove for Move {
    const FILLER: Self = Self::NULL;

    #[inline]
    fn to_move(self) -> Move {
        self
    }
}
