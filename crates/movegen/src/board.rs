//! What every board representation can do.

use crate::{Move, MoveList};

/// A board that knows its legal moves and can make and unmake them: [`Position`](crate::Position), and every historical
/// representation that is measured against it.
///
/// A perft, a divide or a comparison of generators needs no more. Boards that are cheap to copy take themselves as
/// [`Undo`](Self::Undo).
pub trait Board: Clone {
    /// What [`unmake`](Self::unmake) needs to know about the position before.
    type Undo;

    /// Empties the list and writes all legal moves into it, in the board's own order.
    fn legal_moves(&self, list: &mut MoveList);

    /// The number of legal moves. Boards that can count without a list do.
    fn legal_count(&self) -> usize {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list.len()
    }

    /// Makes a legal move of this position.
    fn make(&mut self, mv: Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&mut self, mv: Move, undo: Self::Undo);
}
