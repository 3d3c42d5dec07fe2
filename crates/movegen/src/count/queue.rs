//! Boards that wait for their batch.

use core::array;

use fearless_simd::prelude::*;
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::{BoardSimd, Lanes};

/// Boards on which the replies are still to be counted: a column for each plane, so that a batch is four loads.
#[derive(Clone)]
pub(super) struct Queue {
    planes: [[u64; Self::ROOM]; 4],
    pub(super) len: usize,
}

impl Queue {
    /// Room for all moves of eight parents, and for the garbage of one batch.
    const ROOM: usize = 2048;

    pub(super) const fn new() -> Self {
        Self { planes: [[0; Self::ROOM]; 4], len: 0 }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds one board.
    pub(super) fn push(&mut self, board: &QuadBitboard) {
        for (column, plane) in self.planes.iter_mut().zip(board.planes()) {
            column[self.len] = plane.0;
        }
        self.len += 1;
    }

    /// Adds the boards of those lanes whose bits are set.
    #[inline(always)]
    pub(super) fn append<S: BoardSimd>(&mut self, s: S, boards: &Lanes<S>, lanes: u64) {
        let [a, b, c, d] = &mut self.planes;
        let [p, q, r, t] = boards.planes;
        let at = self.len & (Self::ROOM - 1);
        write::<S>(a, at, s.compress_words(p, lanes));
        write::<S>(b, at, s.compress_words(q, lanes));
        write::<S>(c, at, s.compress_words(r, lanes));
        write::<S>(d, at, s.compress_words(t, lanes));
        self.len += lanes.count_ones() as usize;
    }

    /// The boards from a place on, as many as there are lanes; garbage behind the last.
    #[inline(always)]
    pub(super) fn load<S: BoardSimd>(&self, s: S, at: usize) -> Lanes<S> {
        let [a, b, c, d] = &self.planes;
        let end = at + Lanes::<S>::LEN;
        Lanes {
            planes: [
                S::u64s::from_slice(s, &a[at..end]),
                S::u64s::from_slice(s, &b[at..end]),
                S::u64s::from_slice(s, &c[at..end]),
                S::u64s::from_slice(s, &d[at..end]),
            ],
        }
    }

    /// Takes the first boards away; at most a batch of them remains.
    #[inline(always)]
    pub(super) fn forget(&mut self, first: usize) {
        let rest = self.len.saturating_sub(first);
        if first > 0 && rest > 0 {
            for column in &mut self.planes {
                let moved: [u64; 8] = array::from_fn(|n| column[(first + n) & (Self::ROOM - 1)]);
                column[..8].copy_from_slice(&moved);
            }
        }
        self.len = rest;
    }
}

#[inline(always)]
fn write<S: BoardSimd>(column: &mut [u64; Queue::ROOM], at: usize, words: S::u64s) {
    if let Some(place) = column.get_mut(at..at + S::u64s::LEN) {
        words.store_slice(place);
    }
}
