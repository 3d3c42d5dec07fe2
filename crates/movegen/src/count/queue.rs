//! Boards that wait for their batch.

use fearless_simd::prelude::*;
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::{BoardSimd, Lanes};

use crate::lanes::Movers;

/// Boards, and the rooks of either side that may castle: a column for each plane and one for the rooks, so that a batch is five
/// loads.
///
/// What is appended may come from any lanes of any number of batches, so all batches are full but for the last.
#[derive(Clone)]
pub(super) struct Queue {
    columns: [[u64; Self::ROOM]; 5],
    len: usize,
}

/// Boards in lanes with their castling rooks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boards<S: BoardSimd> {
    pub(super) boards: Lanes<S>,
    pub(super) rooks: S::u64s,
}

/// Whether boards are seen from the side to move already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turned {
    Already,
    NotYet,
}

impl Queue {
    /// Room for the moves of one position, of which there are 218 at most, behind an incomplete batch; and for more, so that many
    /// batches are counted at a time.
    const ROOM: usize = 384;

    pub(super) const fn new() -> Self {
        Self { columns: [[0; Self::ROOM]; 5], len: 0 }
    }

    /// How many boards wait.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Whether there may be no room for another batch.
    #[inline(always)]
    pub(super) const fn is_full(&self) -> bool {
        self.len > Self::ROOM - 8
    }

    /// Adds one board.
    pub(super) fn push(&mut self, board: QuadBitboard, rooks: u64) {
        let [a, b, c, d] = board.planes();
        for (column, word) in self.columns.iter_mut().zip([a.0, b.0, c.0, d.0, rooks]) {
            column[self.len] = word;
        }
        self.len += 1;
    }

    /// Adds the boards of those lanes whose bits are set.
    #[inline(always)]
    pub(super) fn append<S: BoardSimd>(&mut self, s: S, boards: &Boards<S>, lanes: u64) {
        let at = self.len;
        let [a, b, c, d, e] = &mut self.columns;
        let [p, q, r, t] = boards.boards.planes;
        write::<S>(a, at, s.compress_words(p, lanes));
        write::<S>(b, at, s.compress_words(q, lanes));
        write::<S>(c, at, s.compress_words(r, lanes));
        write::<S>(d, at, s.compress_words(t, lanes));
        write::<S>(e, at, s.compress_words(boards.rooks, lanes));
        self.len += lanes.count_ones() as usize;
    }

    /// Boards from a place on, as many as there are lanes; garbage behind the last.
    #[inline(always)]
    pub(super) fn batch<S: BoardSimd>(&self, s: S, at: usize) -> Boards<S> {
        let [a, b, c, d, e] = &self.columns;
        Boards {
            boards: Lanes { planes: [read(s, a, at), read(s, b, at), read(s, c, at), read(s, d, at)] },
            rooks: read(s, e, at),
        }
    }

    /// Counts the moves of the boards, as far as they fill batches, and takes them away; with `all`, of all of them. What can be
    /// captured en passant no board shows.
    #[inline(never)]
    pub(super) fn count_moves<S: BoardSimd>(&mut self, s: S, turned: Turned, all: bool) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                let lanes = Lanes::<S>::LEN;
                let mut sum = S::u64s::splat(s, 0);
                let mut at = 0;
                while at + lanes <= self.len || (all && at < self.len) {
                    let Boards { mut boards, mut rooks } = self.batch(s, at);
                    if turned == Turned::NotYet {
                        boards = boards.flip_colors(s);
                        rooks = s.reverse_bytes(rooks);
                    }
                    sum += Movers::new(boards, rooks).regular_counts(s) & s.first_lanes(self.len - at);
                    at += lanes;
                }
                self.forget(s, at);
                (0..lanes).map(|lane| sum[lane]).sum()
            },
        )
    }

    /// Takes the first boards away, of which less than a batch remains.
    #[inline(always)]
    pub(super) fn forget<S: BoardSimd>(&mut self, s: S, first: usize) {
        let rest = self.len.saturating_sub(first);
        if first > 0 && rest > 0 {
            let boards: Boards<S> = self.batch(s, first);
            self.len = 0;
            self.append(s, &boards, (1 << rest) - 1);
        } else {
            self.len = rest;
        }
    }
}

#[inline(always)]
fn read<S: BoardSimd>(s: S, column: &[u64; Queue::ROOM], at: usize) -> S::u64s {
    S::u64s::from_slice(s, &column[at..at + Lanes::<S>::LEN])
}

#[inline(always)]
fn write<S: BoardSimd>(column: &mut [u64; Queue::ROOM], at: usize, words: S::u64s) {
    words.store_slice(&mut column[at..at + Lanes::<S>::LEN]);
}
