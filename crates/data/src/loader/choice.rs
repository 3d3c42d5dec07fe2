//! The choices that must see the samples of all sources one after the other: those of the caller's function, those of
//! filters that remember earlier samples, and the dealing of samples among machines.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use std::io;

use quadbit_inputs::sets::Index;

use super::batch::{Batch, Samples};
use super::options::Options;
use crate::kept::Kept;
use crate::sieve::{Sieve, retain};

/// What chooses among the samples that have passed the filters of their blocks: the caller's function, the filters that
/// need all samples, and the dealing among machines.
pub(super) struct Choice<I> {
    /// The filters that must see the samples of all sources, in order.
    pub(super) last: Option<Sieve>,
    pub(super) choose: Option<Box<Choose<I>>>,
    /// The number of samples dealt out among the machines so far.
    pub(super) dealt: u64,
    /// This machine's sample of the current round, held back until each of the other machines has got one too.
    pub(super) held: Option<Kept>,
}

/// The caller's function that chooses among samples: it gets them as a batch without inputs, and returns whether to
/// keep each of its positions.
pub(super) type Choose<I> = dyn FnMut(Batch<I>) -> io::Result<Vec<bool>> + Send;

impl<I: Index> Choice<I> {
    pub(super) const fn new(last: Option<Sieve>) -> Self {
        Self { last, choose: None, dealt: 0, held: None }
    }

    /// Keeps only those samples that the caller's function chooses, and of these the ones that the filters in `last`
    /// choose.
    ///
    /// # Errors
    /// The function's error, or that it does not return one answer for each sample.
    pub(super) fn retain(&mut self, options: &Options, samples: &mut Vec<Kept>) -> io::Result<()> {
        if let (Some(choose), false) = (&mut self.choose, samples.is_empty()) {
            let matches = choose(Batch::new(options, Samples(samples.clone()), Default::default()))?;
            if matches.len() != samples.len() {
                let text = format!("expected {} answers, got {}", samples.len(), matches.len());
                return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
            }
            retain(samples, &matches);
        }
        if let Some(last) = &mut self.last {
            last.retain_targets(samples);
        }
        Ok(())
    }

    /// Deals `samples` out among the machines in turn and keeps those of this machine. A sample is kept
    /// only once each of the other machines has got one too, so that all have equally many.
    pub(super) fn deal(&mut self, &Options { rank, world_size, .. }: &Options, samples: &mut Vec<Kept>) {
        let mut end = 0;
        for place in 0..samples.len() {
            let turn = self.dealt % world_size;
            self.dealt += 1;
            if turn == rank {
                self.held = Some(samples[place]);
            }
            if turn + 1 == world_size
                && let Some(sample) = self.held.take()
            {
                samples[end] = sample;
                end += 1;
            }
        }
        samples.truncate(end);
    }
}
