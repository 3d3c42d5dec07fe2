//! The window: samples, from which batches are drawn at random.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem::{replace, take};

use quadbit_quad::zobrist::split_mix;

use super::options::Options;
use crate::kept::Kept;

/// The most samples for which a batch or the window reserves memory from the beginning. Reserved memory that is not
/// used costs nothing.
const ROOM: usize = 1 << 18;

/// Samples that wait to be drawn, and the batches that are drawn.
pub(super) struct Window {
    samples: Vec<Kept>,
    /// Samples that are to enter the window.
    pub(super) incoming: Vec<Kept>,
    /// The number of samples that have been drawn.
    pub(super) drawn: u64,
    /// The samples drawn for the batch that is not full yet.
    batch: Vec<Kept>,
    /// The samples of each batch that has been drawn but not taken by the caller.
    pub(super) full: VecDeque<Vec<Kept>>,
}

impl Window {
    /// An empty window for at most `most` samples.
    pub(super) fn new(most: usize) -> Self {
        let (incoming, batch, full) = (Vec::new(), Vec::new(), VecDeque::new());
        Self { samples: Vec::with_capacity(most.min(ROOM)), incoming, drawn: 0, batch, full }
    }

    /// Fills the window and the batch with blanks, as if `drawn` samples had been drawn.
    pub(super) fn fill(&mut self, Options { window, batch, .. }: &Options, drawn: u64) {
        self.drawn = drawn;
        self.samples.resize(*window, Kept::BLANK);
        self.batch.resize(usize::try_from(drawn % *batch as u64).unwrap_or(0), Kept::BLANK);
    }

    /// Drops the samples that are not in a full batch.
    pub(super) fn clear(&mut self) {
        self.samples.clear();
        self.incoming.clear();
        self.batch.clear();
    }

    /// Moves the incoming samples into the window: while there is room they only enter it; then each takes the place of
    /// a sample that is drawn at random. If `is_end`, completes the present batch from the samples that are left.
    pub(super) fn draw(&mut self, options: &Options, is_end: bool) {
        let mut place = |len: usize| {
            self.drawn += 1;
            place(options.seed, self.drawn - 1, len)
        };
        let Options { batch: size, window: most, drop_last, .. } = *options;
        let mut incoming = self.incoming.drain(..);
        let room = most - self.samples.len();
        self.samples.extend(incoming.by_ref().take(room));
        while !incoming.as_slice().is_empty() {
            // Reserves at most `ROOM`, because a batch may be larger than all sources together.
            self.batch.reserve(size.min(ROOM) - self.batch.len().min(ROOM));
            let missing = incoming.by_ref().take(size - self.batch.len());
            self.batch.extend(missing.map(|next| replace(&mut self.samples[place(most)], next)));
            if self.batch.len() == size {
                self.full.push_back(take(&mut self.batch));
            }
        }
        if is_end {
            let left = (size - self.batch.len()).min(self.samples.len());
            let last = (0..left).map(|_| self.samples.swap_remove(place(self.samples.len())));
            self.batch.extend(last);
            if self.batch.len() == size || !drop_last && !self.batch.is_empty() {
                self.full.push_back(take(&mut self.batch));
            }
        }
    }
}

/// The random place, below `len`, of the sample that is drawn as number `drawn`, from 0.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a random place is below the length of the window")]
pub(super) const fn place(seed: u64, drawn: u64, len: usize) -> usize {
    let random = split_mix(split_mix(seed) ^ drawn);
    // A multiplication instead of a division: the upper half of the product is below the length.
    ((random as u128 * len as u128) >> 64) as usize
}
