//! Blocks that are being decoded: the samples of each that pass its filters.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::sync::{Mutex, PoisonError};
use std::{iter, thread};

use quadbit_pack::Block;

use super::bad::{Bad, BadRecord};
use super::games::Games;
use super::mark::Start;
use super::options::Options;
use crate::kept::Kept;
use crate::sieve::Sieve;

/// The most samples of a binpack chunk that are decoded before it is the next chunk's turn.
const PART: usize = 4096;

/// The fewest blocks for which it pays that one thread decodes them together, in the lanes of vectors.
const FEWEST: usize = 5;

/// The most blocks that one thread decodes together, in the lanes of vectors.
const TOGETHER: usize = 8;

/// A block that is being decoded.
pub(super) struct Open {
    /// The name of the source from which the block comes.
    pub(super) name: String,
    pub(super) start: Start,
    pub(super) block: Block,
    /// How many times samples of the block have been decoded.
    pub(super) parts: u64,
    /// Which games of the block are read; `None` if all are, or once the others have been taken out of `block`.
    pub(super) games: Option<Games>,
    pub(super) sieve: Sieve,
    /// The samples that have been decoded and have passed the block's filters.
    pub(super) samples: Vec<Kept>,
    pub(super) bad: Bad,
}

impl Options {
    /// Decodes the next samples of all blocks, on at most `self.threads` threads. The calling thread is one of them,
    /// but first calls `meanwhile`.
    pub(super) fn decode_all(&self, open: &mut [Open], meanwhile: impl FnOnce()) {
        let threads = self.threads.min(open.len());
        // Only AVX-512 decodes several chunks in lanes. At other levels the next free thread takes the next block.
        let size = match open.len().div_ceil(threads.max(1)) {
            size @ FEWEST.. if self.level.name() == "avx512" => size.min(TOGETHER),
            _ => 1,
        };
        let groups = Mutex::new(open.chunks_mut(size));
        let next = || groups.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || iter::from_fn(next).for_each(|group| self.decode(group));
        thread::scope(|scope| {
            // If a thread cannot be started, the threads that run do the work.
            _ = (1..threads).try_for_each(|_| thread::Builder::new().spawn_scoped(scope, work).map(drop));
            meanwhile();
            work();
        });
    }

    /// Decodes the next samples of the blocks `open` and keeps those that pass the filters, except the filters that
    /// must see all samples.
    pub(super) fn decode(&self, open: &mut [Open]) {
        let (mut blocks, mut kept, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for Open { name, block, parts, games, sieve, samples, bad, .. } in &mut *open {
            *parts += 1;
            if let Some(games) = games.take() {
                games.retain(block);
            }
            refused.push((name, block.before(), bad));
            blocks.push(block);
            kept.push((sieve, samples));
        }
        let every = self.rule.is_empty();
        Block::read_parts(
            &mut blocks,
            self.level,
            self.validity,
            PART,
            #[inline(always)]
            |entry| {
                let (sieve, samples) = &mut kept[entry.block];
                if every || sieve.admits(entry.labels, &|| entry.parts()) {
                    samples.push(Kept::new(entry.parts(), *entry.labels));
                }
            },
            |index, place, error| {
                let (name, before, bad) = &mut refused[index];
                bad.records += 1;
                bad.bytes += error.undecoded.unwrap_or(0) as u64;
                bad.first.get_or_insert_with(|| BadRecord {
                    source: name.as_str().into(),
                    number: *before + place,
                    error: error.to_string(),
                });
            },
        );
        if !every {
            for Open { sieve, samples, .. } in open {
                sieve.retain(samples);
            }
        }
    }
}
