//! Marks: points of the sources from which another loader can go on with the same batches.
//!
//! 1. While it reads, a loader sets marks, at least as many samples apart as its window holds. A mark says where the
//!    blocks begin that are open, and how much of each has been decoded.
//! 2. What the window holds is not stored. The places where samples were put are random numbers that can be computed
//!    again: counting back from a batch until every place has been met gives the oldest sample in the window. The last
//!    mark before that sample is enough.
//! 3. A loader that begins at this mark has blanks in its window. All of them are drawn before the batch, in batches
//!    that are dropped.
//!
//! ```text
//!        mark          oldest sample in the window     batch
//!   ──────┴──────────────────────┴──────────────────────┴──────▶ samples
//!         decoded again, and drawn in batches that are dropped
//! ```

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::replace;

use quadbit_pack::BlockStart;

use super::options::Options;
use super::source::Source;
use super::window::place;
use crate::chain_index::checksum;

/// The most marks that a loader keeps. A window of 2 to the power of 32 samples needs 22 on average: the oldest sample
/// in a window of `n` is about `n * ln(n)` samples old.
pub(super) const MOST: usize = 40;

/// A point of a loader's sources, from which another loader goes on after a certain batch: see
/// [`Loader::resume`](super::Loader::resume).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of batches that the other loader is not to give again.
    pub(super) batches: u64,
    /// A checksum of the options and sources on which the batches depend.
    pub(super) key: u64,
    /// Where the first block begins that is open, or if none is open, the next block.
    pub(super) start: Start,
    /// The number of blocks that had been read, including those of other machines.
    pub(super) blocks: u64,
    /// The number of samples that had been decoded and kept.
    pub(super) samples: u64,
    /// The number of samples that had been dealt out among machines.
    pub(super) dealt: u64,
    /// The blocks that were open: the number of each, and how many times samples of it had been decoded.
    pub(super) open: Vec<[u64; 2]>,
    /// The memory of the filters that must see the samples of all sources.
    pub(super) memory: Vec<u64>,
}

/// Where a block begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Start {
    /// The number of the block's source, from 0.
    pub(super) source: u64,
    /// The number of blocks before this one in all sources.
    pub(super) blocks: u64,
    /// The place of the block in its source.
    pub(super) at: BlockStart,
}

impl Mark {
    /// The mark as numbers, to be stored. The last one is a checksum.
    pub fn to_numbers(&self) -> Vec<u64> {
        let Self { batches, key, start, blocks, samples, dealt, open, memory } = self;
        let Start { source, blocks: before, at: BlockStart { offset, records, ahead } } = *start;
        let len = open.len() as u64;
        let head = [*batches, *key, source, before, offset, records, ahead, *blocks, *samples, *dealt, len];
        let mut numbers = Vec::from(head);
        numbers.extend(open.as_flattened());
        numbers.extend(memory);
        numbers.push(checksum(numbers.iter().copied()));
        numbers
    }

    /// The mark that [`to_numbers`](Self::to_numbers) has stored; `None` if a number is missing or has changed.
    pub fn from_numbers(numbers: &[u64]) -> Option<Self> {
        let (&sum, numbers) = numbers.split_last()?;
        let (head, rest) = numbers.split_first_chunk()?;
        let [batches, key, source, before, offset, records, ahead, blocks, samples, dealt, len] = *head;
        let (open, memory) = rest.split_at_checked(usize::try_from(len).ok()?.checked_mul(2)?)?;
        let start = Start { source, blocks: before, at: BlockStart { offset, records, ahead } };
        let (open, memory) = (open.as_chunks().0.to_vec(), memory.to_vec());
        let is_whole = sum == checksum(numbers.iter().copied());
        is_whole.then_some(Self { batches, key, start, blocks, samples, dealt, open, memory })
    }

    /// The number of batches before the one with which the other loader begins.
    pub const fn batches(&self) -> u64 {
        self.batches
    }
}

/// A checksum of the options and sources on which the batches depend.
pub(super) fn key<'a>(options: &Options, sources: impl IntoIterator<Item = &'a Source>) -> u64 {
    let Options { batch, window, seed, rule, validity, rank, world_size, share, .. } = options;
    let options = format!("{batch} {window} {seed} {rule:?} {validity:?} {rank} {world_size} {share:?}");
    let sources = sources.into_iter().map(|source| format!(" {} {:?}", source.format, source.len));
    checksum(options.bytes().map(u64::from).chain(sources.flat_map(String::into_bytes).map(u64::from)))
}

/// The marks that a loader had set when it drew a batch.
#[derive(Clone, Debug)]
pub struct Marks {
    pub(super) set: Arc<VecDeque<Mark>>,
    /// The number of batches drawn so far, including that batch.
    pub(super) batches: u64,
    /// The number of samples that had been drawn and replaced in the window by others.
    pub(super) drawn: u64,
    pub(super) window: usize,
    pub(super) seed: u64,
}

impl Marks {
    /// The last mark from which another loader can go on after this batch; `None` if it must begin at the beginning.
    /// Takes time in proportion to the window, about 0.1 s for the usual one.
    pub fn last(&self) -> Option<Mark> {
        let oldest = self.oldest()?;
        let mark = self.set.iter().rfind(|mark| mark.samples <= oldest)?;
        Some(Mark { batches: self.batches, ..mark.clone() })
    }

    /// The number of the oldest sample in the window, from 0; `None` if it is one of those that filled the window.
    fn oldest(&self) -> Option<u64> {
        let (mut is_met, mut left) = (vec![false; self.window], self.window);
        (0..self.drawn).rev().find_map(|drawn| {
            left -= usize::from(!replace(&mut is_met[place(self.seed, drawn, self.window)], true));
            (left == 0).then_some(drawn + self.window as u64)
        })
    }
}
