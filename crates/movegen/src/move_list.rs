//! The moves of a position, without allocation.

use core::fmt;
use core::ops::{Deref, DerefMut};

use crate::Move;

/// Up to 256 moves in place. No position that a [`Position`](crate::Position) can hold has more than 218.
///
/// ```
/// use quadbit_movegen::Position;
/// let moves = Position::start().legal_moves();
/// assert_eq!(moves.len(), 20);
/// for mv in moves {
///     assert_eq!(mv.promotion(), None);
/// }
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// How many moves fit: more than any position has.
    pub const CAPACITY: usize = 256;

    /// A list of no moves.
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Move::NULL; Self::CAPACITY], len: 0 }
    }

    /// Takes all moves out.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// If the list holds 256 moves already.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    #[inline]
    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

/// The moves of a [`MoveList`] taken by value.
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(mv)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.list.len() - self.next;
        (n, Some(n))
    }
}

impl ExactSizeIterator for IntoMoves {}
impl core::iter::FusedIterator for IntoMoves {}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        for mv in moves {
            self.push(mv);
        }
    }
}

impl FromIterator<Move> for MoveList {
    /// # Panics
    /// If there are more than 256 moves.
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        list.extend(moves);
        list
    }
}
