//! Batches of inputs from files of training positions.
//!
//! ```text
//!   files ── blocks ── samples ── filters ── window ── batches
//!            read      decoded    tested     drawn     inputs found
//!                      on N threads          at random on N threads
//! ```
//!
//! Samples are left out before they enter the window, so no inputs are found for them. Only parts of positions are
//! known until then; the positions themselves are made with the batches. Chance is decided by the seed
//! and the place of a sample in its source: not by threads, nor by the machine that reads it. Only
//! [`Filter::PieceTargets`] and [`Loader::choosing`] see the samples of all sources of this machine together. Machines
//! share blocks, or samples behind the filters ([`Options::share_samples`]).
//!
//! The samples are shuffled in a window: each one drawn at random is replaced by the next one of the files.
//! The order depends only on the seed, not on the number of threads. While one thread draws, others decode the samples
//! that come next; [`Loader::draw`] lets the caller's threads find inputs meanwhile.
//!
//! A chunk of binpack has about 400,000 samples, too many to hold for each thread. So sixteen chunks are open at
//! a time, and 4,096 samples of each are decoded in turn, at AVX-512 those of up to eight chunks side by side. Only a
//! window of one keeps the order of the files; then chunks are decoded one after the other.
//!
//! ```
//! use quadbit_data::loader::{Loader, Options, Source};
//! use quadbit_inputs::sets::Sets;
//! use quadbit_pack::Format;
//! let file = "8/8/8/8/8/8/P7/K6k w - - 0 1 | 31 | 1.0\n8/8/8/8/8/8/p7/K6k b - - 0 1 | -7 | 0.5\n";
//! let sets: Sets = "full_threats+chess768".parse()?;
//! let options = Options { batch: 2, window: 1000, seed: 1, ..Options::new(sets) };
//! let mut loader = Loader::<i32>::new(options, [Source::new("two lines", Format::Text, move || Ok(file.as_bytes()))]);
//! let batch = loader.next_batch()?.unwrap();
//! assert_eq!((batch.len(), batch.scores.iter().sum::<f32>()), (2, 24.0));
//! assert!(loader.next_batch()?.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod options;
mod source;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::mem::{replace, take};
use std::io;
use std::sync::{Mutex, PoisonError};
use std::{iter, thread};

use quadbit_pack::{Block, Format, Parts, RecordReader};
use quadbit_quad::zobrist::split_mix;

use crate::files::{Counter, Input};
use crate::filter::Filter;
use crate::sieve::{Sieve, retain};
use crate::work::in_order;
use quadbit_inputs::sets::Index;
use source::Fault;

pub use batch::Batch;
pub use options::Options;
pub use source::Source;

/// Reads sources once and returns their positions in batches, with the indices of their network inputs as numbers of
/// type `I`. For another epoch, make another loader, with another seed.
///
/// A loader holds in memory the window ([`Options::window`]), sixteen blocks of the files (64 KiB each, or a chunk of
/// binpack) with twice at most 4,096 samples of each chunk, and a batch for each thread.
pub struct Loader<I> {
    options: Options,
    sources: VecDeque<Source>,
    /// The number of sources that have been opened.
    opened: u64,
    reader: Option<Reader>,
    bytes: Counter,
    /// The number of bytes from which the samples were decoded.
    read: u64,
    /// The number of samples that have been decoded and have passed the filters.
    decoded: u64,
    progress: Progress,
    /// The number of blocks so far, those of the other machines included.
    blocks: u64,
    open: Vec<Open>,
    /// The filters that must see the samples of all sources, in order.
    last: Option<Sieve>,
    choose: Option<Box<Choose<I>>>,
    again: Option<Box<Again>>,
    /// How many times the sources have begun again since the last sample that passed the filters.
    fruitless: u64,
    /// Samples that passed the filters and are to enter the window, from which batches are drawn at random.
    incoming: Vec<Parts>,
    /// The number of samples dealt out among the machines so far. `held` is this machine's sample of the present round,
    /// until each of the other machines has got one too.
    dealt: u64,
    held: Option<Parts>,
    window: Vec<Parts>,
    drawn: u64,
    /// The samples drawn for the batch that is not full yet.
    batch: Vec<Parts>,
    /// The samples of each batch that is drawn but not taken.
    full: VecDeque<Vec<Parts>>,
    /// What `next_batch` returns next, each with the progress up to there.
    ready: VecDeque<(io::Result<Batch<I>>, Progress)>,
    bad: Bad,
    /// The errors of sources that have not been returned.
    errors: VecDeque<io::Error>,
}

/// The most blocks that are open at a time. It does not depend on the number of threads, because the order of the
/// samples depends on it.
const OPEN: usize = 16;

/// The most samples of a binpack chunk that are decoded before it is the next chunk's turn.
const PART: usize = 4096;

/// The fewest blocks for which decoding side by side pays.
const FEWEST: usize = 5;

/// The most blocks that a thread decodes side by side.
const TOGETHER: usize = 8;

/// The most samples for which a batch or the window has room from the beginning. Memory that is not used costs nothing.
const ROOM: usize = 1 << 18;

/// The caller's function that chooses among samples: of a batch without inputs, whether to keep each position.
type Choose<I> = dyn FnMut(Batch<I>) -> io::Result<Vec<bool>> + Send;

/// The caller's function that returns all sources of an endless loader anew.
type Again = dyn FnMut() -> Vec<Source> + Send;

/// A block that is being decoded.
struct Open {
    /// The name of the source from which the block comes.
    name: String,
    block: Block,
    sieve: Sieve,
    /// The samples that have been decoded and chosen.
    samples: Vec<Parts>,
    bad: Bad,
}

/// A source that is being read.
struct Reader {
    name: String,
    /// The number of the source, from 0.
    number: u64,
    records: RecordReader<Input>,
    fault: Fault,
}

/// How far a loader has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many bytes of the sources the batches so far stand for; of a compressed file, the compressed ones are
    /// counted. At the end these are the bytes that were read; before, an estimate, because some positions are still in
    /// the window.
    pub bytes: u64,
    /// The number of bytes of all sources; `None` if one of them is a stream or cannot be found.
    pub whole: Option<u64>,
    /// The number of positions in the batches so far.
    pub positions: u64,
}

/// How many records were left out because they could not be read, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bad {
    /// The number of bad records.
    pub records: u64,
    /// The first bad record, as the loader met them; `None` if there is none.
    pub first: Option<BadRecord>,
}

/// A record that cannot be read. Its text is like `games.bin: record 17: ..`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRecord {
    /// The name of the record's source.
    pub source: String,
    /// The number of the record in its source, from 1.
    pub number: u64,
    /// The text of the error.
    pub error: String,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: record {}: {}", self.source, self.number, self.error)
    }
}

impl<I: Index + Send> Loader<I> {
    /// A loader that reads `sources` in their order.
    ///
    /// # Panics
    /// If `batch`, `window` or `threads` of `options` is 0, `rank` is not below `world_size`, or the numbers of type
    /// `I` are too few for the inputs of `sets`.
    #[track_caller]
    pub fn new(options: Options, sources: impl IntoIterator<Item = Source>) -> Self {
        assert!(options.batch > 0 && options.window > 0 && options.threads > 0, "sizes above 0");
        assert!(options.rank < options.world_size, "the rank must be below the world size");
        if let Some(sets) = options.sets {
            assert!(sets.fits::<I>(), "{sets} has too many inputs for this kind of numbers");
        }
        let sources: VecDeque<Source> = sources.into_iter().collect();
        let (last, filters): (Vec<_>, Vec<_>) = options.filters.into_iter().partition(Filter::needs_all);
        let last = (!last.is_empty()).then(|| Sieve::new(options.level, &last, options.seed));
        let (whole, window) = (sources.iter().map(|source| source.len).sum(), options.window);
        Self {
            options: Options { filters, ..options },
            last,
            choose: None,
            again: None,
            fruitless: 0,
            opened: 0,
            sources,
            reader: None,
            bytes: Counter::default(),
            read: 0,
            decoded: 0,
            progress: Progress { bytes: 0, whole, positions: 0 },
            blocks: 0,
            open: Vec::new(),
            incoming: Vec::new(),
            dealt: 0,
            held: None,
            window: Vec::with_capacity(window.min(ROOM)),
            drawn: 0,
            batch: Vec::new(),
            full: VecDeque::new(),
            ready: VecDeque::new(),
            bad: Bad::default(),
            errors: VecDeque::new(),
        }
    }

    /// Lets `choose` decide which of the samples that fulfil the filters are kept, thousands at a time, before their
    /// inputs are found: it receives them as a batch without inputs, and returns whether to keep each position. What it
    /// receives depends on the seed alone. Its error ends the loader.
    #[must_use]
    pub fn choosing(
        mut self,
        choose: impl FnMut(Batch<I>) -> io::Result<Vec<bool>> + Send + 'static,
    ) -> Self {
        self.choose = Some(Box::new(choose));
        self
    }

    /// Makes the loader endless: whenever no source is left, it goes on with those that `again` returns, so every batch
    /// is full. Random filters decide anew in each round. If several machines share the sources, none of them runs out
    /// of batches, and each reads every block of the files at some time if the number of machines,
    /// [`Options::world_size`], has no common divisor with the number of blocks. The loader ends if no sample of all
    /// sources passes the filters.
    #[must_use]
    pub fn endless(mut self, again: impl FnMut() -> Vec<Source> + Send + 'static) -> Self {
        self.again = Some(Box::new(again));
        self
    }

    /// The bad records that were left out so far, including those that are cut off.
    pub const fn bad(&self) -> &Bad {
        &self.bad
    }

    /// How far the loader has got.
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// The next batch; `None` at the end.
    ///
    /// # Errors
    /// See [`draw`](Self::draw).
    pub fn next_batch(&mut self) -> io::Result<Option<Batch<I>>> {
        if self.ready.is_empty() {
            let threads = 0..self.options.threads;
            let draw = |_| self.draw().transpose().map(|made| (made, self.progress));
            let drawn: Vec<_> = threads.map_while(draw).collect();
            let keep = |batch| -> Result<(), Infallible> {
                self.ready.push_back(batch);
                Ok(())
            };
            let Ok(()) = in_order(drawn, 1, |(made, at), give| _ = give((made.map(|make| make()), at)), keep);
        }
        let Some((batch, progress)) = self.ready.pop_front() else { return Ok(None) };
        self.progress = progress;
        batch.map(Some)
    }

    /// Draws the positions of the next batch and returns the function that makes the batch, on any thread; `None` at
    /// the end. To go on where an earlier run has ended, drop as many functions without calling them: then positions
    /// are read, but no inputs are found. Do not call `draw` behind [`next_batch`](Self::next_batch), which draws
    /// ahead.
    ///
    /// # Errors
    /// A source cannot be opened or read; the message names it. The next call continues with the next source;
    /// samples that were read before are kept. An error of the function that was given to [`choosing`](Self::choosing)
    /// is returned as it is, and ends the batches.
    pub fn draw(&mut self) -> io::Result<Option<impl FnOnce() -> Batch<I> + Send + use<I>>> {
        while self.full.is_empty() && self.turn() {}
        if let Some(error) = self.errors.pop_front() {
            return Err(error);
        }
        let samples = self.full.pop_front().unwrap_or_default();
        self.advance(samples.len());
        let options = self.options.clone();
        Ok((!samples.is_empty()).then_some(move || Batch::new(&options, options.sets, &samples)))
    }

    /// Adds `positions`, those of a batch, to the progress. The bytes are estimated, because reading is ahead of the
    /// batches by the window and more.
    fn advance(&mut self, positions: usize) {
        let Progress { bytes, positions: returned, .. } = &mut self.progress;
        *returned += positions as u64;
        let read = u128::from(self.read);
        let worth = (read * u128::from(*returned)).checked_div(self.decoded.into()).unwrap_or(read);
        // A file may have more bytes for each position than the file before it.
        *bytes = (*bytes).max(u64::try_from(worth).unwrap_or(u64::MAX));
    }

    /// Takes the samples that were decoded last, and draws from the window as many. Meanwhile other threads decode the
    /// next samples. Returns whether anything is left to decode or to draw.
    fn turn(&mut self) -> bool {
        self.collect();
        // In the order of the files, nothing may pass a chunk that is not at its end.
        let in_order = self.options.window == 1;
        while self.open.len() < OPEN
            && !(in_order && self.open.last().is_some_and(|open| open.block.format() == Format::Binpack))
        {
            let Some(open) = self.next_block() else { break };
            self.open.push(open);
        }
        let (mut open, options) = (take(&mut self.open), self.options.clone());
        let (threads, is_end) = (options.threads.min(open.len()), open.is_empty());
        // Chunks are decoded side by side only at AVX-512. Elsewhere the next free thread takes the next block.
        let size = match open.len().div_ceil(threads.max(1)) {
            size @ FEWEST.. if options.level.name() == "avx512" => size.min(TOGETHER),
            _ => 1,
        };
        let groups = Mutex::new(open.chunks_mut(size));
        let next = || groups.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || iter::from_fn(next).for_each(|group| options.decode(group));
        thread::scope(|scope| {
            // If a thread cannot be started, the others do the work.
            _ = (1..threads).try_for_each(|_| thread::Builder::new().spawn_scoped(scope, work).map(drop));
            self.draw_incoming(is_end);
            work();
        });
        self.open = open;
        !is_end || !self.full.is_empty()
    }

    /// Draws a sample from the window for each one that is incoming and takes its place, or enters while there is room.
    /// At the end draws one batch more.
    #[expect(clippy::cast_possible_truncation, reason = "a random place is below the length of the window")]
    fn draw_incoming(&mut self, is_end: bool) {
        let seed = split_mix(self.options.seed);
        let mut place = |len: usize| {
            let random = split_mix(seed ^ self.drawn);
            self.drawn += 1;
            // A multiplication instead of a division: the upper half of the product is below the length.
            ((u128::from(random) * len as u128) >> 64) as usize
        };
        let Options { batch: size, window: most, drop_last, .. } = self.options;
        let room = (most - self.window.len()).min(self.incoming.len());
        self.window.extend(self.incoming.drain(..room));
        let mut incoming = self.incoming.drain(..);
        while !incoming.as_slice().is_empty() {
            // A batch may be larger than all sources.
            self.batch.reserve(size.min(ROOM) - self.batch.len().min(ROOM));
            let missing = incoming.by_ref().take(size - self.batch.len());
            self.batch.extend(missing.map(|next| replace(&mut self.window[place(most)], next)));
            if self.batch.len() == size {
                self.full.push_back(take(&mut self.batch));
            }
        }
        drop(incoming);
        if is_end {
            let left = (size - self.batch.len()).min(self.window.len());
            let last = (0..left).map(|_| self.window.swap_remove(place(self.window.len())));
            self.batch.extend(last);
            if self.batch.len() == size || !drop_last && !self.batch.is_empty() {
                self.full.push_back(take(&mut self.batch));
            }
        }
    }

    /// Gathers the samples that were decoded last and chooses those that are to enter the window.
    fn collect(&mut self) {
        self.read = self.bytes.get();
        for open in &mut self.open {
            if let (None, Some(last)) = (&self.choose, &mut self.last) {
                last.retain_targets(&mut open.samples);
            }
            self.incoming.append(&mut open.samples);
            let bad = take(&mut open.bad);
            self.bad.records += bad.records;
            self.bad.first = self.bad.first.take().or(bad.first);
        }
        self.open.retain(|open| !open.block.is_end());
        if let Err(error) = self.choose() {
            self.end();
            self.errors.push_back(error);
        }
        if !self.incoming.is_empty() {
            self.fruitless = 0;
        }
        if self.options.share_samples {
            self.deal();
        }
        self.decoded += self.incoming.len() as u64;
    }

    /// Keeps only those incoming samples that the caller's function chooses, and of these the ones that the filters in
    /// `last` choose.
    fn choose(&mut self) -> io::Result<()> {
        let (Some(choose), false) = (&mut self.choose, self.incoming.is_empty()) else { return Ok(()) };
        let matches = choose(Batch::new(&self.options, None, &self.incoming))?;
        if matches.len() != self.incoming.len() {
            let text = format!("expected {} answers, got {}", self.incoming.len(), matches.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        retain(&mut self.incoming, &matches);
        if let Some(last) = &mut self.last {
            last.retain_targets(&mut self.incoming);
        }
        Ok(())
    }

    /// Deals the incoming samples out among the machines in turn and keeps those of this machine. A sample is kept
    /// only once each of the other machines has got one too, so that all have equally many.
    fn deal(&mut self) {
        let Options { rank, world_size, .. } = self.options;
        let mut end = 0;
        for place in 0..self.incoming.len() {
            let turn = self.dealt % world_size;
            self.dealt += 1;
            if turn == rank {
                self.held = Some(self.incoming[place]);
            }
            if turn + 1 == world_size
                && let Some(sample) = self.held.take()
            {
                self.incoming[end] = sample;
                end += 1;
            }
        }
        self.incoming.truncate(end);
    }

    /// Ends the loader: drops all samples and batches that are still to be returned, and the sources.
    fn end(&mut self) {
        self.again = None;
        self.sources.clear();
        self.reader = None;
        self.open.clear();
        self.incoming.clear();
        self.window.clear();
        self.batch.clear();
    }

    /// The next block of this machine. An error ends the source and is kept.
    fn next_block(&mut self) -> Option<Open> {
        loop {
            if let (Some(again), None, true) = (&mut self.again, &self.reader, self.sources.is_empty())
                // So many rounds may pass while the blocks of this machine are open but not decoded yet.
                && self.fruitless <= self.options.world_size.saturating_mul(OPEN as u64)
            {
                self.sources = again().into();
                self.fruitless += 1;
            }
            if self.reader.is_none() {
                let source = self.sources.pop_front()?;
                let (name, format, fault) = (source.name.clone(), source.format, Fault::default());
                let number = self.opened;
                self.opened += 1;
                match source.open(self.bytes.clone(), fault.clone()) {
                    Ok(input) => {
                        let records = RecordReader::new(input, format);
                        self.reader = Some(Reader { name, number, records, fault });
                    }
                    Err(error) => self.fail(&name, &error),
                }
            }
            let Some(Reader { name, number, records, fault }) = &mut self.reader else { continue };
            match records.next_block() {
                Ok(Some(block)) => {
                    self.blocks += 1;
                    let Options { rank, world_size, share_samples, .. } = self.options;
                    if share_samples || (self.blocks - 1) % world_size == rank {
                        // Each block is a stream of its own for chance.
                        let seed = split_mix(split_mix(self.options.seed ^ *number << 48) ^ block.before());
                        let sieve = Sieve::new(self.options.level, &self.options.filters, seed);
                        let (name, samples, bad) = (name.clone(), Vec::new(), Bad::default());
                        return Some(Open { name, block, sieve, samples, bad });
                    }
                }
                end => {
                    let (name, error) = (name.clone(), end.err().or_else(|| fault.take()));
                    self.reader = None;
                    if let Some(error) = error {
                        self.fail(&name, &error);
                    }
                }
            }
        }
    }

    /// Keeps the error of a source for [`next_batch`](Self::next_batch), which returns one at a time.
    fn fail(&mut self, name: &str, error: &io::Error) {
        let named = io::Error::new(error.kind(), format!("{name}: {error}"));
        self.errors.push_back(named);
    }
}

impl<I> fmt::Debug for Loader<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader")
            .field("options", &self.options)
            .field("sources", &self.sources)
            .field("drawn", &self.drawn)
            .finish_non_exhaustive()
    }
}

impl Options {
    /// Decodes the next samples of some blocks and keeps those that pass the filters, except the filters that must see
    /// all samples.
    fn decode(&self, open: &mut [Open]) {
        let (mut blocks, mut kept, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for Open { name, block, sieve, samples, bad } in &mut *open {
            refused.push((name, block.before(), bad));
            blocks.push(block);
            kept.push((sieve, samples));
        }
        let every = self.filters.is_empty();
        Block::read_parts(
            &mut blocks,
            self.level,
            self.validity,
            PART,
            #[inline(always)]
            |entry| {
                let (sieve, samples) = &mut kept[entry.block];
                if every || sieve.admits(entry.labels, &|| entry.parts()) {
                    samples.push(entry.sample());
                }
            },
            |index, place, error| {
                let (name, before, bad) = &mut refused[index];
                bad.records += 1;
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
