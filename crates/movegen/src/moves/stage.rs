//! Legal moves in stages, as a search tries them.

use super::move_list::MoveList;
use crate::position::Position;

/// A part of the legal moves. [`Tactical`](Self::Tactical) and [`Quiet`](Self::Quiet) moves together
/// are [`All`](Self::All).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// All legal moves.
    All,
    /// Captures, including en passant, and promotions, as a quiescence search tries them.
    Tactical,
    /// All other moves, including castling.
    Quiet,
}

impl Position {
    /// The legal moves of a stage, in no particular order.
    ///
    /// ```
    /// use quadbit_movegen::{Position, Stage};
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// // Four promotions each on d8, where the pawn captures, and e8; three moves of the king.
    /// assert_eq!(position.moves(Stage::Tactical).len(), 8);
    /// assert_eq!(position.moves(Stage::Quiet).len(), 3);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn moves(&self, stage: Stage) -> MoveList {
        self.node().moves(stage)
    }

    /// Clears a list and writes the legal moves of a stage into it, so that one list can be reused.
    #[inline]
    pub fn moves_into(&self, stage: Stage, list: &mut MoveList) {
        self.node().moves_into(stage, list);
    }
}
