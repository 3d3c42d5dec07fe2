//! Boards that wait until there are enough for a batch.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, QuadBitboard};

use crate::board::positions::Positions;

/// Boards that wait until there are enough for a batch, with the rooks of both sides that may castle: a column for each
/// plane and one for the rooks, so that loading a batch takes five loads. A sixth column has, for each board, the index
/// of the count to which its leaves belong (its *owner*), if the counter needs it.
///
/// Boards from any lanes of any batches can be appended, so all batches except the last are full.
#[derive(Clone)]
pub(crate) struct Queue {
    columns: [[u64; Self::ROOM]; 5],
    /// For each board, the index of the count to which its leaves belong.
    owners: [u64; Self::ROOM],
    len: usize,
}

impl Queue {
    /// The number of boards that a queue holds: enough for an incomplete batch and the boards after all moves of one
    /// position (at most 218), and more, so that many batches are counted at a time.
    const ROOM: usize = 384;

    pub(crate) const fn new() -> Self {
        Self { columns: [[0; Self::ROOM]; 5], owners: [0; Self::ROOM], len: 0 }
    }

    /// The number of waiting boards.
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Whether there may be no room for another batch.
    #[inline(always)]
    pub(crate) const fn is_full(&self) -> bool {
        self.len > Self::ROOM - 8
    }

    /// Adds one board with the castling rooks of both sides. `owner` is the index of the count to which its leaves
    /// belong.
    pub(crate) fn push(&mut self, board: QuadBitboard, castling_rooks: Bitboard, owner: u64) {
        let [a, b, c, d] = board.planes();
        for (column, set) in self.columns.iter_mut().zip([a, b, c, d, castling_rooks]) {
            column[self.len] = set.0;
        }
        self.owners[self.len] = owner;
        self.len += 1;
    }

    /// Adds the boards of `positions` in those lanes whose bits are set in `lanes`.
    #[inline(always)]
    pub(crate) fn append<S: BoardSimd>(&mut self, s: S, positions: &Positions<S>, lanes: u64) {
        let at = self.len;
        let [a, b, c, d, e] = &mut self.columns;
        let [p, q, r, t] = positions.boards.planes;
        write::<S>(a, at, s.compress_words(p, lanes));
        write::<S>(b, at, s.compress_words(q, lanes));
        write::<S>(c, at, s.compress_words(r, lanes));
        write::<S>(d, at, s.compress_words(t, lanes));
        write::<S>(e, at, s.compress_words(positions.castling_rooks, lanes));
        self.len += lanes.count_ones() as usize;
    }

    /// Sets the owners of the boards that the next [`append`](Self::append) with the same `lanes` adds. `owners` has,
    /// for each lane, the index of the count to which the leaves of its board belong.
    #[inline(always)]
    pub(crate) fn own<S: BoardSimd>(&mut self, s: S, owners: &[u64], lanes: u64) {
        write::<S>(&mut self.owners, self.len, s.compress_words(S::u64s::from_slice(s, owners), lanes));
    }

    /// The owners of the boards from index `at` on, one for each lane: the indices of the counts to which their leaves
    /// belong.
    #[inline(always)]
    pub(crate) fn owners<S: BoardSimd>(&self, at: usize) -> &[u64] {
        &self.owners[at..at + Boards::<S>::LEN]
    }

    /// The boards from index `at` on, one per lane; lanes after the last board are meaningless.
    #[inline(always)]
    pub(crate) fn batch<S: BoardSimd>(&self, s: S, at: usize) -> Positions<S> {
        let [a, b, c, d, e] = &self.columns;
        Positions {
            boards: Boards { planes: [read(s, a, at), read(s, b, at), read(s, c, at), read(s, d, at)] },
            castling_rooks: read(s, e, at),
        }
    }

    /// Removes `first` boards from the front of the queue; all, if fewer are waiting. Less than a batch must remain.
    #[inline(always)]
    pub(crate) fn forget<S: BoardSimd>(&mut self, s: S, first: usize) {
        let rest = self.len.saturating_sub(first);
        if first > 0 && rest > 0 {
            let rest_of_batch: Positions<S> = self.batch(s, first);
            let owners = read::<S>(s, &self.owners, first);
            write::<S>(&mut self.owners, 0, owners);
            self.len = 0;
            self.append(s, &rest_of_batch, (1 << rest) - 1);
        } else {
            self.len = rest;
        }
    }
}

#[inline(always)]
fn read<S: BoardSimd>(s: S, column: &[u64; Queue::ROOM], at: usize) -> S::u64s {
    S::u64s::from_slice(s, &column[at..at + Boards::<S>::LEN])
}

#[inline(always)]
fn write<S: BoardSimd>(column: &mut [u64; Queue::ROOM], at: usize, words: S::u64s) {
    words.store_slice(&mut column[at..at + Boards::<S>::LEN]);
}
