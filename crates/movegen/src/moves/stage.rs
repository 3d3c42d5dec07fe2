//! Legal moves in stages, as a search tries them.

use quadbit_quad::Bitboard;
use quadbit_x88::{Rank, Role};

use super::generate::{Scope, Sink};
use super::move_list::MoveList;
use crate::position::Position;

/// A part of the legal moves. [`Tactical`](Self::Tactical) and [`Quiet`](Self::Quiet) moves together are [`All`](Self::All).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// All legal moves.
    All,
    /// Captures, en passant included, and promotions: what a quiescence search tries.
    Tactical,
    /// All other moves, castling included.
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
        let mut list = MoveList::new();
        self.moves_into(stage, &mut list);
        list
    }

    /// Clears a list and writes the legal moves of a stage into it, so that one list can be reused.
    #[inline]
    pub fn moves_into(&self, stage: Stage, list: &mut MoveList) {
        list.clear();
        self.generate_stage(stage, list);
    }

    /// Passes the moves of a stage to a sink.
    #[inline]
    pub(super) fn generate_stage<S: Sink>(&self, stage: Stage, sink: &mut S) {
        match stage {
            Stage::All => self.generate(sink),
            Stage::Tactical => {
                self.generate_some(Scope::captures(self), sink);
                let us = self.side_to_move();
                let seventh = self.pieces(us, Role::Pawn) & Bitboard::rank(Rank::Seventh.relative_to(us));
                if (seventh.forward(us) - self.board().occupied()).any() {
                    let targets = !self.board().occupied();
                    self.generate_rest(
                        Scope { pieces: seventh, targets, castling: false, ..Scope::ALL },
                        sink,
                    );
                }
            }
            Stage::Quiet => self.generate_rest(Scope { promotions: false, ..Scope::quiets(self) }, sink),
        }
    }

    /// One copy of the generator for all that is not asked for at every node.
    #[inline(never)]
    fn generate_rest<S: Sink>(&self, scope: Scope, sink: &mut S) {
        self.generate_some(scope, sink);
    }
}
