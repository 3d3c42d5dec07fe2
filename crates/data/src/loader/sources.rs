//! Sources, read one after the other, as blocks of records.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::io;

use quadbit_pack::RecordReader;
use quadbit_quad::zobrist::split_mix;

use super::bad::Bad;
use super::blocks::Open;
use super::games::Games;
use super::options::{Options, Share};
use super::source::{Fault, Source};
use crate::chain_index::Lengths;
use crate::files::{ByteCounter, Input};
use crate::sieve::Sieve;

/// The most blocks that are open at a time. It does not depend on the number of threads, because the order of the
/// samples depends on it.
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
        Self { waiting, again, fruitless: 0, bytes, counts, reader, chance }
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
            if let (Some(again), None, true) = (&mut self.again, &self.reader, self.waiting.is_empty())
                // Up to this many rounds may begin before a block of this machine is decoded and resets `fruitless`. If
                // more rounds give no sample, no sample passes the filters.
                && self.fruitless <= options.world_size.saturating_mul(OPEN as u64)
            {
                self.waiting = again().into();
                self.fruitless += 1;
            }
            if self.reader.is_none() {
                let source = self.waiting.pop_front()?;
                let (name, format, fault) = (source.name.clone(), source.format, Fault::default());
                let number = self.counts[0];
                self.counts[0] += 1;
                let chains = if passes_over { source.chains() } else { Ok(Lengths::default()) };
                let open = |chains| Ok((chains, source.open(self.bytes.clone(), fault.clone())?));
                match chains.and_then(open) {
                    Ok((chains, input)) => {
                        let records = RecordReader::new(input, format);
                        self.reader = Some(Reader { name, number, records, fault, chains });
                    }
                    Err(error) => return Some(Err(named(&name, &error))),
                }
            }
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
                        return Some(Ok(Open { name, block, games, sieve, samples, bad }));
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

/// The error of a source with its name.
fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}
