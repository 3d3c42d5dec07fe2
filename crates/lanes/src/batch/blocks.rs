//! Move counts of the positions of an iterator.

use core::borrow::Borrow;
use core::fmt;
use core::iter::{Fuse, FusedIterator};

use quadbit_movegen::{Level, Position};

use super::{BLOCK, legal_counts};

/// Methods of iterators that yield positions or references to positions.
pub trait PositionIterator: Iterator<Item: Borrow<Position>> + Sized {
    /// The number of legal moves of each position, in order, by [`legal_counts`].
    ///
    /// It reads ahead 64 positions at a time, with one dispatch for all of them, and does not allocate.
    ///
    /// ```
    /// use quadbit_lanes::batch::PositionIterator;
    /// use quadbit_movegen::{Level, Position};
    /// let counts = (0..960).filter_map(Position::chess960).legal_counts(Level::auto());
    /// assert_eq!(counts.max(), Some(21)); // a rook beside its king may castle at once
    /// ```
    fn legal_counts(self, level: Level) -> LegalCounts<Self> {
        LegalCounts { positions: self.fuse(), level, counts: [0; BLOCK], at: 0, len: 0 }
    }
}

impl<I: Iterator<Item: Borrow<Position>>> PositionIterator for I {}

/// An iterator over numbers of legal moves: see [`PositionIterator::legal_counts`].
#[derive(Clone)]
pub struct LegalCounts<I> {
    positions: Fuse<I>,
    level: Level,
    /// The computed counts; those from `at` to `len` have not been returned yet.
    counts: [u8; BLOCK],
    at: usize,
    len: usize,
}

impl<I: Iterator<Item: Borrow<Position>>> LegalCounts<I> {
    /// Counts the next positions; does nothing if there are none.
    fn refill(&mut self) {
        (self.at, self.len) = (0, 0);
        let Some(first) = self.positions.next() else {
            return;
        };
        let mut block = [*first.borrow(); BLOCK];
        let mut len = 1;
        for (place, position) in block[1..].iter_mut().zip(&mut self.positions) {
            *place = *position.borrow();
            len += 1;
        }
        legal_counts(self.level, &block[..len], &mut self.counts[..len]);
        self.len = len;
    }
}

impl<I: Iterator<Item: Borrow<Position>>> Iterator for LegalCounts<I> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.at == self.len {
            self.refill();
        }
        let count = self.counts[..self.len].get(self.at).copied()?;
        self.at += 1;
        Some(count)
    }

    /// Does not test for the end of the block at each number. `sum`, `max`, `for_each` and
    /// similar methods use it.
    fn fold<A, F: FnMut(A, u8) -> A>(mut self, start: A, mut f: F) -> A {
        let mut folded = start;
        loop {
            for &count in &self.counts[self.at..self.len] {
                folded = f(folded, count);
            }
            self.refill();
            if self.len == 0 {
                return folded;
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let ahead = self.len - self.at;
        let (low, high) = self.positions.size_hint();
        (low.saturating_add(ahead), high.and_then(|high| high.checked_add(ahead)))
    }
}

impl<I: Iterator<Item: Borrow<Position>>> FusedIterator for LegalCounts<I> {}

impl<I: ExactSizeIterator<Item: Borrow<Position>>> ExactSizeIterator for LegalCounts<I> {}

impl<I> fmt::Debug for LegalCounts<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LegalCounts").field("level", &self.level).finish_non_exhaustive()
    }
}
