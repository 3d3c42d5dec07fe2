//! Counts the mates among positions in check.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};

use crate::board::positions::Positions;
use crate::board::white_to_move::WhiteToMove;
use crate::make::enqueue::first_bits;
use crate::make::queue::Queue;

/// Positions in check, black to move, that wait to be tested for mate.
///
/// Most kings in check can move, which is quickly tested. So there are two queues: positions in the first are tested
/// for a move of the king, and only those without one go to the second, where all moves are counted.
#[derive(Clone)]
pub(crate) struct Mates {
    checked: Queue,
    /// Positions whose king cannot move, already flipped: white to move.
    cornered: Queue,
}

impl Mates {
    /// The number of waiting positions at which a queue is processed.
    const ENOUGH: usize = 64;

    pub(crate) const fn new() -> Self {
        Self { checked: Queue::new(), cornered: Queue::new() }
    }

    /// Adds those of `positions` whose lanes have their bits set in `lanes`; their sides to move must be in check. Once
    /// enough positions wait, tests them for mate. Returns the number of mates that this call found, usually 0.
    #[inline(always)]
    pub(crate) fn append<S: BoardSimd>(&mut self, s: S, positions: &Positions<S>, lanes: u64) -> u64 {
        self.checked.append(s, positions, lanes);
        if self.checked.len() < Self::ENOUGH { 0 } else { self.look(s, false) }
    }

    /// Empties the queues, and returns the number of mates among the positions that still waited.
    #[inline(always)]
    pub(crate) fn finish<S: BoardSimd>(&mut self, s: S) -> u64 {
        self.look(s, true) + self.count(s, true)
    }

    /// Tests whether the kings of the positions in `checked` can move, and passes the positions whose kings cannot to
    /// `cornered`: all full batches, and if `all` the incomplete one too. Returns the number of mates found in
    /// `cornered` if that queue became full enough to be counted, else 0.
    #[inline(never)]
    fn look<S: BoardSimd>(&mut self, s: S, all: bool) -> u64 {
        vectorize!(s, {
            let lanes = Boards::<S>::LEN;
            let (len, mut at, mut mates) = (self.checked.len(), 0, 0);
            while at + lanes <= len || (all && at < len) {
                let positions = self.checked.batch(s, at).flip_colors(s);
                let white = WhiteToMove::new(&positions);
                let (_, threats) = white.limits(s, &Slides::new(s, white.boards.occupied()));
                let stuck = white.king_steps(&threats).simd_eq(S::u64s::splat(s, 0)).to_bitmask();
                self.cornered.append(s, &positions, stuck & first_bits((len - at).min(lanes)));
                if self.cornered.len() >= Self::ENOUGH {
                    mates += self.count(s, false);
                }
                at += lanes;
            }
            self.checked.forget(s, at);
            mates
        })
    }

    /// Counts the positions in `cornered` that have no legal move: those of all full batches, and if `all` of the
    /// incomplete one too.
    #[inline(never)]
    fn count<S: BoardSimd>(&mut self, s: S, all: bool) -> u64 {
        vectorize!(s, {
            let lanes = Boards::<S>::LEN;
            let (len, mut at, mut mates) = (self.cornered.len(), 0, 0);
            while at + lanes <= len || (all && at < len) {
                let positions: Positions<S> = self.cornered.batch(s, at);
                let counts = WhiteToMove::count_moves(s, &positions);
                let none = counts.simd_eq(S::u64s::splat(s, 0)).to_bitmask();
                mates += u64::from((none & first_bits((len - at).min(lanes))).count_ones());
                at += lanes;
            }
            self.cornered.forget(s, at);
            mates
        })
    }
}
