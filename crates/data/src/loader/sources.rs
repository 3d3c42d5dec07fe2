//! Sources, read one after the other, as blocks of records.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use std::io;

use quadbit_pack::{BlockStart, RecordReader};
use quadbit_quad::zobrist::split_mix;

use super::bad::Bad;
use super::blocks::Open;
use super::games::Games;
use super::mark::Start;
use super::options::{Options, Share};
use super::source::{Fault, Source};
use crate::chain_index::Lengths;
use crate::files::{ByteCounter, Input};
use crate::sieve::Sieve;

/// The most blocks that are open at a time: a fixed number, because it decides the order of the samples, which must not
/// depend on the number of threads.
pub(super) const OPEN: usize = 16;

/// The sources of a loader, of which one may be open.
pub(super) struct Sources {
    /// The sources that have not been opened.
    pub(super) waiting: VecDeque<Source>,
    pub(super) again: Option<Box<Again>>,
    /// How many times the sources have begun again since the last sample that passed the filters.
    pub(super) fruitless: u64,
    /// The number of bytes read so far from all sources together.
    pub(super) bytes: ByteCounter,
    /// The number of sources opened so far, and the number of blocks read so far, including those of other machines.
    counts: [u64; 2],
    reader: Option<Reader>,
    /// The place from which the next source is read.
    begin: BlockStart,
    /// The probability with which a game is read.
    chance: f64,
}

/// The caller's function that returns all sources of an endless loader anew.
pub(super) type Again = dyn FnMut() -> Vec<Source> + Send;

/// A source that is being read.
struct Reader {
    name: String,
    /// The number of the source, from 0.
    number: u64,
    records: RecordReader<Input>,
    fault: Fault,
    /// The lengths of the chains of the chunks that have not been read. Empty without an index, and if all games are
    /// read.
    chains: Lengths,
}

impl Sources {
    pub(super) fn new(waiting: VecDeque<Source>, chance: f64) -> Self {
        let (again, bytes, counts, reader) = (None, ByteCounter::default(), [0; 2], None);
        Self { waiting, again, fruitless: 0, bytes, counts, reader, begin: BlockStart::default(), chance }
    }

    /// The number of blocks that have been read.
    pub(super) const fn blocks(&self) -> u64 {
        self.counts[1]
    }

    /// Where the next block begins.
    pub(super) fn start(&self) -> Start {
        let [sources, blocks] = self.counts;
        let (source, at) = match &self.reader {
            Some(reader) => (reader.number, reader.records.start()),
            None => (sources, self.begin),
        };
        Start { source, blocks, at }
    }

    /// Passes over the blocks before `start`, none of which has been read.
    pub(super) fn seek(&mut self, start: Start) {
        for _ in 0..start.source {
            self.refill();
            let passed = self.waiting.pop_front().and_then(|source| source.len);
            self.bytes.add(passed.unwrap_or(0));
        }
        (self.counts, self.begin, self.fruitless) = ([start.source, start.blocks], start.at, 0);
    }

    /// Gets the sources of an endless loader anew if none is left.
    fn refill(&mut self) {
        if let (Some(again), true) = (&mut self.again, self.waiting.is_empty()) {
            self.waiting = again().into();
            self.fruitless += 1;
        }
    }

    /// Drops all sources.
    pub(super) fn end(&mut self) {
        (self.again, self.reader) = (None, None);
        self.waiting.clear();
    }

    /// The next block that this machine decodes, or the error that has ended a source; `None` at the end.
    pub(super) fn next_block(&mut self, options: &Options) -> Option<io::Result<Open>> {
        let Options { rank, world_size, share, .. } = *options;
        let games_of = if share == Share::Games { [rank, world_size] } else { [0, 1] };
        let passes_over = self.chance < 1.0 || games_of != [0, 1];
        loop {
            // Up to this many rounds may begin before a block of this machine is decoded and resets `fruitless`. If
            // more rounds give no sample, no sample passes the filters.
            if self.reader.is_none() && self.fruitless <= options.world_size.saturating_mul(OPEN as u64) {
                self.refill();
            }
            if self.reader.is_none() {
                let source = self.waiting.pop_front()?;
                let (name, format, fault) = (source.name.clone(), source.format, Fault::default());
                let number = self.counts[0];
                self.counts[0] += 1;
                let chains = if passes_over { source.chains() } else { Ok(Lengths::default()) };
                let begin = mem::take(&mut self.begin);
                let open = |mut chains: Lengths| {
                    chains.next(begin.records);
                    let input = source.open(self.bytes.clone(), fault.clone(), begin.offset)?;
                    Ok((chains, RecordReader::resume(input, format, begin)?))
                };
                match chains.and_then(open) {
                    Ok((chains, records)) => {
                        self.reader = Some(Reader { name, number, records, fault, chains });
                    }
                    Err(error) => return Some(Err(named(&name, &error))),
                }
            }
            let start = self.start();
            let Some(Reader { name, number, records, fault, chains }) = &mut self.reader else { continue };
            match records.next_block() {
                Ok(Some(block)) => {
                    self.counts[1] += 1;
                    let lengths = chains.next(block.records());
                    if share != Share::Blocks || (self.counts[1] - 1) % world_size == rank {
                        // Each block has random numbers of its own, by the numbers of its source and of its first
                        // record.
                        let seed = split_mix(split_mix(options.seed ^ *number << 48) ^ block.before());
                        let sieve = Sieve::new(options.level, &options.rule, seed);
                        let games = Games { chance: self.chance, seed, share: games_of, lengths };
                        let games = passes_over.then_some(games);
                        let (name, samples, bad) = (name.clone(), Vec::new(), Bad::default());
                        return Some(Ok(Open { name, start, block, parts: 0, games, sieve, samples, bad }));
                    }
                }
                end => {
                    let (name, error) = (name.clone(), end.err().or_else(|| fault.take()));
                    self.reader = None;
                    if let Some(error) = error {
                        return Some(Err(named(&name, &error)));
                    }
                }
            }
        }
    }
}

/// Adds the name of a source to its error.
fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}
