//! A game as the deltas of its moves.

use core::fmt;

use quadbit_movegen::{Board, BoardMove, Move};

use super::{Delta, DeltaMove};

/// A board and the deltas that led to it, by the number of the move: `delta[moveNr]`.
///
/// The board counts its half moves itself, so the stack has no length of its own. Up to `N`
/// moves fit, 96 bytes each.
///
/// ```
/// use quadbit_classics::delta::{Delta, Record};
/// use quadbit_movegen::{Board, BoardMove, List, Position};
/// let board = Delta::from_position(&Position::start())?;
/// let mut record = Record::<4>::new(board);
/// let mut moves = List::default();
/// board.legal_moves(&mut moves);
///
/// record.make(moves[0]).unwrap();
/// assert_eq!(record.board().half_moves(), 1);
/// assert_eq!(record.unmake(), Some(moves[0].to_move()));
/// assert_eq!((*record.board(), record.unmake()), (board, None));
/// # Ok::<(), core::convert::Infallible>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record<const N: usize> {
    board: Delta,
    /// The number of the first move that is recorded.
    first: u64,
    deltas: [DeltaMove; N],
}

/// The record has no room for another move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordFull;

impl fmt::Display for RecordFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the record is full")
    }
}

impl core::error::Error for RecordFull {}

impl<const N: usize> Record<N> {
    /// A record of no moves.
    pub fn new(board: Delta) -> Self {
        Self { board, first: board.half_moves(), deltas: [DeltaMove::FILLER; N] }
    }

    /// The board after all moves.
    pub fn board(&self) -> &Delta {
        &self.board
    }

    /// Makes a legal move of the board.
    ///
    /// # Errors
    /// There is no room for it; the board is unchanged then.
    pub fn make(&mut self, mv: DeltaMove) -> Result<(), RecordFull> {
        let number = self.recorded();
        *self.deltas.get_mut(number).ok_or(RecordFull)? = mv;
        self.board.make(mv);
        Ok(())
    }

    /// Takes back the last move, and says which it was; `None` if there is none.
    pub fn unmake(&mut self) -> Option<Move> {
        let last = self.recorded().checked_sub(1)?;
        let mv = self.deltas[last];
        self.board.unmake(mv, ());
        Some(mv.to_move())
    }

    /// How many moves are recorded.
    fn recorded(&self) -> usize {
        (self.board.half_moves() - self.first) as usize
    }
}
