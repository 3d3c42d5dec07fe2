//! Batches of inputs from files of training positions.
//!
//! ```text
//!   files ── blocks ── samples ── filters ── window ── batches
//!            read      decoded               drawn     inputs found
//!                      on N threads          at random on N threads
//! ```
//!
//! The samples are shuffled in a window: each one drawn at random is replaced by the next one of the files.
//! The order depends only on the seed, not on the number of threads.
//!
//! ```
//! use quadbit_inputs::loader::{Loader, Options, Source};
//! use quadbit_pack::Format;
//! let file = "8/8/8/8/8/8/P7/K6k w - - 0 1 | 31 | 1.0\n8/8/8/8/8/8/p7/K6k b - - 0 1 | -7 | 0.5\n";
//! let options = Options { batch: 2, window: 1000, seed: 1, ..Options::new("full_threats+chess768".parse()?) };
//! let mut loader = Loader::<i32>::new(options, [Source::new("two lines", Format::Text, move || Ok(file.as_bytes()))]);
//! let batch = loader.next_batch()?.unwrap();
//! assert_eq!((batch.len(), batch.scores.iter().sum::<f32>()), (2, 24.0));
//! assert!(loader.next_batch()?.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::thread;

use quadbit_movegen::{Color, GameResult, Level, Position, Validity};
use quadbit_pack::{Block, Format, RecordReader, Sample};
use quadbit_quad::zobrist::split_mix;

use crate::filter::{self, Filter};
use crate::sets::{Csr, Index, Order, Sets};

/// The settings of a [`Loader`].
#[derive(Clone, Debug)]
pub struct Options {
    /// The sets of inputs.
    pub sets: Sets,
    /// The order of the inputs of a position.
    pub order: Order,
    /// Positions in a batch; the last one may have fewer. By default 16,384.
    pub batch: usize,
    /// Positions in the window for shuffling, 128 bytes each; 1 keeps the order of the files.
    /// By default 1,048,576.
    pub window: usize,
    /// The seed of the random order.
    pub seed: u64,
    /// The conditions that a sample must fulfil.
    pub filters: Vec<Filter>,
    /// The rules by which positions are refused.
    pub validity: Validity,
    /// Threads that decode and find inputs, at least 1.
    pub threads: usize,
    /// The vector instructions.
    pub level: Level,
    /// The number of this machine, below `world_size`.
    pub rank: u64,
    /// The number of machines that share the files: each takes every `world_size`-th block.
    pub world_size: u64,
}

impl Options {
    /// The default settings: one thread, one machine, no filters.
    pub fn new(sets: Sets) -> Self {
        Self {
            sets,
            order: Order::Found,
            batch: 1 << 14,
            window: 1 << 20,
            seed: 0,
            filters: Vec::new(),
            validity: Validity::Strict,
            threads: 1,
            level: Level::auto(),
            rank: 0,
            world_size: 1,
        }
    }
}

type Stream = Box<dyn Read + Send>;

/// A file or stream of records, opened when the loader gets to it.
pub struct Source {
    name: String,
    format: Format,
    open: Box<dyn FnOnce() -> io::Result<Stream> + Send>,
}

impl Source {
    /// A stream of any kind, such as one that decompresses. The name is for messages.
    pub fn new<R: Read + Send + 'static>(
        name: &str,
        format: Format,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> Self {
        let open = move || Ok(Box::new(open()?) as Stream);
        Self { name: name.to_owned(), format, open: Box::new(open) }
    }

    /// A file.
    pub fn file(path: impl Into<PathBuf>, format: Format) -> Self {
        let path = path.into();
        Self::new(&path.display().to_string(), format, move || File::open(path))
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

/// Positions with their inputs and labels. Scores and results are white's.
#[derive(Clone, Debug, Default)]
pub struct Batch<I> {
    /// The inputs as white and as black see the positions.
    pub sides: [Csr<I>; 2],
    /// The scores, in centipawns or in the engine's unit; NaN if there is none.
    pub scores: Vec<f32>,
    /// The results: 1 won, 0.5 drawn, 0 lost; NaN if unknown.
    pub results: Vec<f32>,
    /// Plies since the beginning of the game, by the sample or else by its move number.
    pub plies: Vec<u32>,
    /// Whether black is to move.
    pub black_to_move: Vec<bool>,
}

impl<I> Batch<I> {
    /// The number of positions.
    pub const fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether the batch has no positions.
    pub const fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }
}

/// Reads sources once and returns their positions in batches. For another epoch, make another
/// loader, with another seed.
///
/// It holds in memory the window and, for each thread, a block of the file with its samples (about 400,000 of
/// 128 bytes in a chunk of binpack) and a batch.
pub struct Loader<I> {
    options: Options,
    sources: VecDeque<Source>,
    reader: Option<(String, RecordReader<Stream>)>,
    /// The blocks of all machines so far.
    blocks: u64,
    /// Samples that have not entered the window yet.
    incoming: VecDeque<Sample>,
    window: Vec<Sample>,
    drawn: u64,
    ready: VecDeque<Batch<I>>,
    bad: Bad,
    error: Option<io::Error>,
}

/// Records that were left out because of an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bad {
    /// The number of records.
    pub records: u64,
    /// The source, the number and the error of the first one.
    pub first: Option<String>,
}

impl<I: Index + Send> Loader<I> {
    /// A loader of some sources, in their order.
    ///
    /// # Panics
    /// If batch, window or threads are 0, the rank is not below the world size, or the sets have more inputs
    /// than `I` has numbers.
    #[track_caller]
    pub fn new(options: Options, sources: impl IntoIterator<Item = Source>) -> Self {
        assert!(options.batch > 0 && options.window > 0 && options.threads > 0, "sizes above 0");
        assert!(options.rank < options.world_size, "the rank must be below the world size");
        assert!(options.sets.fits::<I>(), "{} has too many inputs for this kind of numbers", options.sets);
        Self {
            options,
            sources: sources.into_iter().collect(),
            reader: None,
            blocks: 0,
            incoming: VecDeque::new(),
            window: Vec::new(),
            drawn: 0,
            ready: VecDeque::new(),
            bad: Bad::default(),
            error: None,
        }
    }

    /// The bad records so far, including records that are cut off.
    pub const fn bad(&self) -> &Bad {
        &self.bad
    }

    /// The next batch; `None` at the end.
    ///
    /// # Errors
    /// A source cannot be opened or read; the message names it. The next call continues with the next source;
    /// samples that were read before are kept.
    pub fn next_batch(&mut self) -> io::Result<Option<Batch<I>>> {
        if self.ready.is_empty() {
            let mut drawn = Vec::new();
            while drawn.len() < self.options.threads {
                let samples = self.draw();
                if samples.is_empty() {
                    break;
                }
                drawn.push(samples);
            }
            self.ready = in_parallel(&drawn, |samples| self.options.batch_of(samples)).into();
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(self.ready.pop_front()),
        }
    }

    /// The samples of a batch.
    fn draw(&mut self) -> Vec<Sample> {
        let mut batch = Vec::with_capacity(self.options.batch);
        while batch.len() < self.options.batch {
            while self.window.len() < self.options.window {
                match self.incoming() {
                    Some(sample) => self.window.push(sample),
                    None => break,
                }
            }
            if self.window.is_empty() {
                break;
            }
            let random = split_mix(split_mix(self.options.seed) ^ self.drawn);
            self.drawn += 1;
            // A multiplication instead of a division: the upper half of the product is below the length.
            let at = ((u128::from(random) * self.window.len() as u128) >> 64) as usize;
            batch.push(match self.incoming() {
                Some(next) => core::mem::replace(&mut self.window[at], next),
                None => self.window.swap_remove(at),
            });
        }
        batch
    }

    /// The next sample of the files.
    fn incoming(&mut self) -> Option<Sample> {
        while self.incoming.is_empty() {
            let mut blocks = Vec::new();
            while blocks.len() < self.options.threads {
                let Some(block) = self.next_block() else { break };
                blocks.push(block);
            }
            if blocks.is_empty() {
                return None;
            }
            for (samples, bad) in in_parallel(&blocks, |(name, block)| self.options.decode(name, block)) {
                self.incoming.extend(samples);
                self.bad.records += bad.records;
                self.bad.first = self.bad.first.take().or(bad.first);
            }
        }
        self.incoming.pop_front()
    }

    /// The next block of this machine, with the name of its source. An error ends the source and is kept.
    fn next_block(&mut self) -> Option<(String, Block)> {
        loop {
            if self.reader.is_none() {
                let Source { name, format, open } = self.sources.pop_front()?;
                match open() {
                    Ok(input) => self.reader = Some((name, RecordReader::new(input, format))),
                    Err(error) => self.fail(&name, &error),
                }
            }
            let Some((name, reader)) = &mut self.reader else { continue };
            match reader.next_block() {
                Ok(Some(block)) => {
                    self.blocks += 1;
                    if (self.blocks - 1) % self.options.world_size == self.options.rank {
                        return Some((name.clone(), block));
                    }
                }
                Ok(None) => self.reader = None,
                Err(error) => {
                    let name = name.clone();
                    self.reader = None;
                    self.fail(&name, &error);
                }
            }
        }
    }

    /// Keeps the first error until the next call of [`next_batch`](Self::next_batch).
    fn fail(&mut self, name: &str, error: &io::Error) {
        let named = io::Error::new(error.kind(), format!("{name}: {error}"));
        self.error.get_or_insert(named);
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
    /// The samples of a block that pass the filters, and its bad records.
    fn decode(&self, name: &str, block: &Block) -> (Vec<Sample>, Bad) {
        let (mut samples, mut bad) = (Vec::new(), Bad::default());
        let mut refuse = |place: u64, error: &dyn fmt::Display| {
            bad.records += 1;
            bad.first.get_or_insert_with(|| format!("{name}: record {}: {error}", block.before() + place));
        };
        block.read(self.level, self.validity, |place, sample| match sample {
            Ok(sample) => samples.push(sample),
            Err(error) => refuse(place, &error),
        });
        if !self.filters.is_empty() {
            let mut matches = vec![false; samples.len()];
            filter::matches(self.level, &self.filters, &samples, &mut matches);
            let mut matches = matches.into_iter();
            samples.retain(|_| matches.next().unwrap_or(false));
        }
        (samples, bad)
    }

    fn batch_of<I: Index>(&self, samples: &[Sample]) -> Batch<I> {
        let positions: Vec<Position> = samples.iter().map(|sample| sample.position).collect();
        let mut sides: [Csr<I>; 2] = Default::default();
        self.sets.append(self.level, self.order, &positions, &mut sides);
        let ply = |sample: &Sample| sample.ply.map_or_else(|| sample.ply_of_clocks(), u32::from);
        let points = |sample: &Sample| match sample.result {
            GameResult::Win(Color::White) => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Win(Color::Black) => 0.0,
            GameResult::Unknown => f32::NAN,
        };
        Batch {
            sides,
            scores: samples.iter().map(|sample| sample.score.map_or(f32::NAN, f32::from)).collect(),
            results: samples.iter().map(points).collect(),
            plies: samples.iter().map(ply).collect(),
            black_to_move: positions.iter().map(|position| position.side_to_move() == Color::Black).collect(),
        }
    }
}

/// The results of a function for each item, in order, each but the first on a thread of its own.
fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let Some((first, others)) = items.split_first() else { return Vec::new() };
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> = others.iter().map(|item| scope.spawn(move || work(item))).collect();
        let mut answers = vec![work(first)];
        for thread in others {
            match thread.join() {
                Ok(answer) => answers.push(answer),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        answers
    })
}
