//! The window: samples, from which batches are drawn at random.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem::{replace, take};

use quadbit_quad::zobrist::split_mix;

use super::options::Options;
use crate::kept::Kept;

/// The most samples for which a batch or the window has room from the beginning. Memory that is not used costs nothing.
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

    /// Drops the samples that are not in a full batch.
    pub(super) fn clear(&mut self) {
        self.samples.clear();
        self.incoming.clear();
        self.batch.clear();
    }

    /// Moves the incoming samples into the window: while there is room they only enter it; then each takes the place of
    /// a sample that is drawn at random. If `is_end`, completes the present batch from the samples that are left.
    #[expect(clippy::cast_possible_truncation, reason = "a random place is below the length of the window")]
    pub(super) fn draw(&mut self, options: &Options, is_end: bool) {
        let seed = split_mix(options.seed);
        let mut place = |len: usize| {
            let random = split_mix(seed ^ self.drawn);
            self.drawn += 1;
            // A multiplication instead of a division: the upper half of the product is below the length.
            ((u128::from(random) * len as u128) >> 64) as usize
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
