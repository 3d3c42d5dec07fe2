//! Legal moves in stages, as a search tries them.

use quadbit_quad::Bitboard;
use quadbit_x88::{Rank, Role};

use super::candidate::{Candidate, Visit};
use super::generate::{Scope, Sink};
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
    /// All moves that are not tactical, including castling.
    Quiet,
}

impl Position {
    /// Clears `list` and writes the legal moves of `stage` into it, in no particular order. One list can be used for
    /// many positions.
    ///
    /// ```
    /// use quadbit_movegen::{MoveList, Position, Stage};
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let mut list = MoveList::new();
    /// position.moves_into(Stage::Tactical, &mut list);
    /// assert_eq!(list.len(), 8); // four promotions each on d8, where the pawn captures, and e8
    /// position.moves_into(Stage::Quiet, &mut list);
    /// assert_eq!(list.len(), 3); // moves of the king
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn moves_into(&self, stage: Stage, list: &mut MoveList) {
        list.clear();
        self.generate_stage(stage, list);
    }

    /// Passes the legal moves of `stage` to `each`, with the roles of the moving and of the captured piece, in no
    /// particular order. So moves can be ranked without making a list first and without reading the board again.
    ///
    /// ```
    /// use quadbit_movegen::{PieceValues, Position, Stage};
    /// let position: Position = "4k3/8/2n1r3/3P4/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// // The most valuable victim first.
    /// let mut captures = Vec::new();
    /// position.visit(Stage::Tactical, |candidate| {
    ///     let gain = candidate.victim.map_or(0, |role| PieceValues::default().of(role));
    ///     captures.push((gain, candidate.mv));
    /// });
    /// captures.sort();
    /// captures.reverse();
    /// assert_eq!(format!("{captures:?}"), "[(5, d5e6), (3, d5c6)]");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn visit(&self, stage: Stage, each: impl FnMut(Candidate)) {
        self.generate_stage(stage, &mut Visit { board: self.board, visit: each });
    }

    /// Passes the legal moves of `stage` to `sink`.
    #[inline]
    fn generate_stage<S: Sink>(&self, stage: Stage, sink: &mut S) {
        match stage {
            Stage::All => self.generate_some(Scope::ALL, sink),
            Stage::Tactical => {
                self.generate_some(Scope::captures(self), sink);
                let us = self.side_to_move();
                let seventh = self.pieces(us, Role::Pawn) & Bitboard::rank(Rank::Seventh.relative_to(us));
                let targets = !self.board.occupied();
                if seventh.forward(us).meets(targets) {
                    let promotions = Scope { pieces: seventh, targets, castling: false, ..Scope::ALL };
                    self.generate_rest(promotions, sink);
                }
            }
            Stage::Quiet => self.generate_rest(Scope { promotions: false, ..Scope::quiets(self) }, sink),
        }
    }

    /// Passes the legal moves in `scope` to `sink`. Not inlined: the stages that a search does not generate at every
    /// node share one copy of the generator.
    #[inline(never)]
    fn generate_rest<S: Sink>(&self, scope: Scope, sink: &mut S) {
        self.generate_some(scope, sink);
    }
}
