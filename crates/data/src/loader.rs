//! Batches of inputs from files of training positions.
//!
//! ```text
//!   files ── blocks ── samples ── filters ── window ── batches
//!            read      decoded    tested     drawn     inputs found
//!                      on N threads          at random on N threads
//! ```
//!
//! Samples are left out before they enter the window, so no inputs are found for them. A sample in the window takes 64
//! bytes: the labels and the parts of its position, which is made only when it is read from a batch. Chance is decided
//! by the seed and the place of a sample in its source: not by threads, nor by the machine that reads it. Only
//! [`Condition::PieceTargets`] and [`Loader::choosing`] see the samples of all sources of this machine together.
//! Machines share blocks, games, or the samples that pass the filters ([`Share`]).
//!
//! Games that [`Condition::RandomGame`] or the share leaves out are not decoded if the file has a [chain
//! index](crate::chain_index). What is read is the same without one.
//!
//! The samples are shuffled in a window: each one drawn at random is replaced by the next one of the files.
//! The order depends only on the seed, not on the number of threads. While one thread draws, others decode the samples
//! that come next; [`Loader::draw`] lets the caller's threads find inputs meanwhile.
//!
//! Another loader goes on after any batch that was drawn: by the [`Marks`] of the batch it reads little more again than
//! what the window held ([`Loader::resume`]).
//!
//! A chunk of binpack has about 400,000 samples, too many to hold for each thread. So sixteen chunks are open at
//! a time, and 4,096 samples of each are decoded in turn, at AVX-512 those of up to eight chunks together, in the lanes
//! of vectors. Only a window of one keeps the order of the files; then chunks are decoded one after the other.
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

mod bad;
mod batch;
mod blocks;
mod choice;
mod games;
mod mark;
mod options;
mod source;
mod sources;
mod window;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::mem::take;
use core::slice;
use std::io;

use quadbit_inputs::sets::Index;
use quadbit_pack::Format;
use quadbit_rule::{Condition, Need, Rule};

use crate::sieve::Sieve;
use crate::work::in_order;
use blocks::Open;
use choice::Choice;
use sources::{OPEN, Sources};
use window::Window;

pub use bad::{Bad, BadRecord};
pub use batch::{Batch, Drawn, Samples};
pub use mark::{Mark, Marks};
pub use options::{Options, Share};
pub use source::Source;

/// Reads sources once and returns their positions in batches, with the indices of their network inputs as numbers of
/// type `I`. For another epoch, make another loader, with another seed.
///
/// A loader holds in memory the window ([`Options::window`]), sixteen blocks of the files (64 KiB each, or a chunk of
/// binpack) with twice at most 4,096 samples of each chunk, and a batch for each thread.
pub struct Loader<I> {
    options: Options,
    sources: Sources,
    /// The blocks that are being decoded.
    open: Vec<Open>,
    choice: Choice<I>,
    window: Window,
    /// The marks set so far, first the one at which reading begins, if any.
    marks: Arc<VecDeque<Mark>>,
    begin: Option<Mark>,
    /// The checksum of the options and sources, by which a mark is refused that another kind of loader has set.
    key: u64,
    returned: Returned<I>,
}

/// What `next_batch` has returned, and what it is to return next.
struct Returned<I> {
    progress: Progress,
    /// The number of batches drawn so far.
    batches: u64,
    /// The number of batches at the beginning that are drawn but not returned.
    skipped: u64,
    /// The number of bytes that had been read from the sources when `decoded` was counted.
    read: u64,
    /// The number of samples that have been decoded and have passed all filters; if machines share samples, only those
    /// of this machine.
    decoded: u64,
    /// What `next_batch` returns next, each with the progress up to there.
    ready: VecDeque<(io::Result<Batch<I>>, Progress)>,
    /// The errors of sources that `next_batch` and `draw` have not returned yet.
    errors: VecDeque<io::Error>,
    bad: Bad,
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

impl<I: Index + Send> Loader<I> {
    /// A loader that reads `sources` in their order.
    ///
    /// # Panics
    /// If `batch`, `window` or `threads` of `options` is 0, `rank` is not below `world_size`, or the numbers of type
    /// `I` are too few for the inputs of `sets`.
    #[track_caller]
    pub fn new(mut options: Options, sources: impl IntoIterator<Item = Source>) -> Self {
        assert!(options.batch > 0 && options.window > 0 && options.threads > 0, "sizes above 0");
        assert!(options.rank < options.world_size, "the rank must be below the world size");
        if let Some(sets) = options.sets {
            assert!(sets.fits::<I>(), "{sets} has too many inputs for this kind of numbers");
        }
        let sources: VecDeque<Source> = sources.into_iter().collect();
        let key = mark::key(&options, &sources);
        let mut chance = 1.0;
        let mut rules = options.rule.conjuncts();
        rules.retain(|rule| match rule.as_condition() {
            Some((&Condition::RandomGame(of_game), true)) => {
                chance = f64::min(chance, of_game);
                false
            }
            _ => true,
        });
        let needs_all = |rule: &Rule| rule.needs().any(|need| need == Need::WholeStream);
        let (last, others): (Vec<_>, Vec<_>) = rules.into_iter().partition(needs_all);
        let last = (!last.is_empty()).then(|| Sieve::new(options.level, &Rule::all(last), options.seed));
        options.rule = Rule::all(others);
        let whole = sources.iter().map(|source| source.len).sum();
        Self {
            sources: Sources::new(sources, chance),
            open: Vec::new(),
            choice: Choice::new(last),
            window: Window::new(options.window),
            options,
            marks: Arc::default(),
            begin: None,
            key,
            returned: Returned {
                progress: Progress { bytes: 0, whole, positions: 0 },
                batches: 0,
                skipped: 0,
                read: 0,
                decoded: 0,
                ready: VecDeque::new(),
                errors: VecDeque::new(),
                bad: Bad::default(),
            },
        }
    }

    /// Lets `choose` decide which of the samples that fulfil the filters are kept, thousands at a time, before their
    /// inputs are found: it receives them as a batch without inputs, and returns whether to keep each position. What it
    /// receives depends only on the seed. Its error ends the loader.
    #[must_use]
    pub fn choosing(
        mut self,
        choose: impl FnMut(Batch<I>) -> io::Result<Vec<bool>> + Send + 'static,
    ) -> Self {
        self.choice.choose = Some(Box::new(choose));
        self
    }

    /// Makes the loader endless: whenever no source is left, it goes on with those that `again` returns, so every batch
    /// is full. Random filters decide anew in each round. If several machines share the sources, none of them runs out
    /// of batches, and each reads every block of the files at some time if the number of machines,
    /// [`Options::world_size`], has no common divisor with the number of blocks. The loader ends if no sample of all
    /// sources passes the filters.
    #[must_use]
    pub fn endless(mut self, again: impl FnMut() -> Vec<Source> + Send + 'static) -> Self {
        self.sources.again = Some(Box::new(again));
        self
    }

    /// Leaves out the first `batches` batches: their samples are read, but no inputs are found.
    #[must_use]
    pub const fn skip(mut self, batches: u64) -> Self {
        self.returned.skipped = batches;
        self
    }

    /// Goes on after the [batches](Mark::batches) of another loader, which had the same options and sources and has set
    /// `mark`. What is read again depends on the window, not on what was read before: about the last `n * ln(n)`
    /// samples before the mark's last batch, of which no inputs are found, for a window of `n`. Bad records before the
    /// mark are not counted again, and the function of [`choosing`](Self::choosing) does not see their samples.
    ///
    /// # Errors
    /// The mark belongs to other options or to sources of other lengths or formats.
    pub fn resume(self, mark: Mark) -> io::Result<Self> {
        if mark.key != self.key {
            let text = "the mark is of a loader with other files or options";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        let batches = mark.batches;
        Ok(Self { begin: Some(mark), ..self }.skip(batches))
    }

    /// The bad records that were left out so far, including those that are cut off.
    pub const fn bad(&self) -> &Bad {
        &self.returned.bad
    }

    /// How far the loader has got.
    pub const fn progress(&self) -> Progress {
        self.returned.progress
    }

    /// The next batch; `None` at the end.
    ///
    /// # Errors
    /// See [`draw`](Self::draw).
    pub fn next_batch(&mut self) -> io::Result<Option<Batch<I>>> {
        if self.returned.ready.is_empty() {
            let threads = self.options.threads;
            let draw = |_| self.draw().transpose().map(|drawn| Ok((drawn, self.returned.progress)));
            let make = |(drawn, at): (io::Result<Drawn>, Progress), give: &mut dyn FnMut(_) -> bool| {
                give((drawn.map(Drawn::make), at));
            };
            let mut ready = VecDeque::new();
            let Ok(()) =
                in_order(threads, (0..threads).map_while(draw), 1, make, |made| -> Result<(), Infallible> {
                    ready.push_back(made);
                    Ok(())
                });
            self.returned.ready = ready;
        }
        let Some((batch, progress)) = self.returned.ready.pop_front() else { return Ok(None) };
        self.returned.progress = progress;
        batch.map(Some)
    }

    /// Draws the samples of the next batch, which can be made on any thread; `None` at the end. Do not call `draw`
    /// after [`next_batch`](Self::next_batch), which draws ahead.
    ///
    /// # Errors
    /// A source cannot be opened or read; the message names it. The next call continues with the next source;
    /// samples that were read before are kept. An error of the function that was given to [`choosing`](Self::choosing)
    /// is returned as it is, and ends the batches.
    pub fn draw(&mut self) -> io::Result<Option<Drawn>> {
        loop {
            while self.window.full.is_empty() && self.turn() {}
            if let Some(error) = self.returned.errors.pop_front() {
                return Err(error);
            }
            let Some(samples) = self.window.full.pop_front() else { return Ok(None) };
            self.returned.advance(samples.len());
            if self.returned.batches > self.returned.skipped {
                let marks = self.marks();
                return Ok(Some(Drawn { options: self.options.clone(), samples: Samples(samples), marks }));
            }
        }
    }

    /// The marks after the batch that was drawn last.
    fn marks(&self) -> Marks {
        let Options { batch, window, seed, .. } = self.options;
        let Returned { batches, decoded, .. } = self.returned;
        // The last samples, which empty the window, are not replaced by others, so they do not count as drawn here.
        let drawn = (batches * batch as u64).min(decoded.saturating_sub(window as u64));
        Marks { set: Arc::clone(&self.marks), batches, drawn, window, seed }
    }

    /// Moves the samples that were decoded last into the window, and draws one for each that finds the window full.
    /// Meanwhile other threads decode the next samples. Returns whether anything is left to decode or to draw.
    fn turn(&mut self) -> bool {
        if let Some(mark) = self.begin.take() {
            self.begin_at(&mark);
        }
        self.collect();
        self.mark();
        // With a window of one the order of the files is kept: no block is opened after a chunk of binpack that has not
        // been read to its end.
        let in_order = self.options.window == 1;
        while self.open.len() < OPEN
            && !(in_order && self.open.last().is_some_and(|open| open.block.format() == Format::Binpack))
        {
            match self.sources.next_block(&self.options) {
                Some(Ok(open)) => self.open.push(open),
                Some(Err(error)) => self.returned.errors.push_back(error),
                None => break,
            }
        }
        let (options, is_end) = (&self.options, self.open.is_empty());
        options.decode_all(&mut self.open, || self.window.draw(options, is_end));
        !is_end || !self.window.full.is_empty()
    }

    /// Brings the loader to the point of the sources where another one has set `mark`, with blanks in the window.
    fn begin_at(&mut self, mark: &Mark) {
        self.sources.seek(mark.start);
        while self.sources.blocks() < mark.blocks
            && let Some(block) = self.sources.next_block(&self.options)
        {
            match block {
                Ok(mut open) => {
                    let Some(&[_, parts]) = mark.open.iter().find(|&&[n, _]| n == open.start.blocks) else {
                        continue;
                    };
                    for _ in 0..parts {
                        self.options.decode(slice::from_mut(&mut open));
                        open.samples.clear();
                    }
                    self.open.push(Open { bad: Bad::default(), ..open });
                }
                Err(error) => self.returned.errors.push_back(error),
            }
        }
        Arc::make_mut(&mut self.marks).push_back(mark.clone());
        self.choice.dealt = mark.dealt;
        if let Some(last) = &mut self.choice.last {
            last.remember(&mark.memory);
        }
        let Options { batch, window, .. } = self.options;
        let drawn = mark.samples.saturating_sub(window as u64);
        self.window.fill(&self.options, drawn);
        let batches = drawn / batch as u64;
        (self.returned.decoded, self.returned.batches) = (mark.samples, batches);
        self.returned.progress.positions = batches * batch as u64;
    }

    /// Sets a mark, if the window is full and has been filled anew since the last mark.
    fn mark(&mut self) {
        let (samples, window) = (self.returned.decoded, self.options.window as u64);
        let next = self.marks.back().map_or(0, |mark| mark.samples) + window;
        // No mark is set while a sample waits for other machines to get theirs, because a mark does not hold it.
        if samples < next || self.choice.held.is_some() {
            return;
        }
        let start = self.open.first().map_or_else(|| self.sources.start(), |open| open.start);
        let marks = Arc::make_mut(&mut self.marks);
        if marks.len() == mark::MOST {
            marks.pop_front();
        }
        marks.push_back(Mark {
            batches: 0,
            key: self.key,
            start,
            blocks: self.sources.blocks(),
            samples,
            dealt: self.choice.dealt,
            open: self.open.iter().map(|open| [open.start.blocks, open.parts]).collect(),
            memory: self.choice.last.as_ref().map_or_else(Vec::new, Sieve::memory),
        });
    }

    /// Gathers the samples that were decoded last, and keeps those that are to enter the window.
    fn collect(&mut self) {
        let samples = &mut self.window.incoming;
        for open in &mut self.open {
            samples.append(&mut open.samples);
            self.returned.bad.add(take(&mut open.bad));
        }
        self.open.retain(|open| !open.block.is_end());
        if self.options.stops_at_bad && self.returned.bad.records > 0 {
            self.sources.end();
            self.open.clear();
        }
        if let Err(error) = self.choice.retain(&self.options, samples) {
            self.sources.end();
            self.open.clear();
            self.window.clear();
            self.returned.errors.push_back(error);
            return;
        }
        if !samples.is_empty() {
            self.sources.fruitless = 0;
        }
        if self.options.share == Share::Samples {
            self.choice.deal(&self.options, samples);
        }
        self.returned.read = self.sources.bytes.get();
        self.returned.decoded += samples.len() as u64;
    }
}

impl<I> Returned<I> {
    /// Adds a batch of `positions` positions to the progress. The bytes are estimated, because reading is ahead of the
    /// batches by the window and more.
    fn advance(&mut self, positions: usize) {
        let Progress { bytes, positions: returned, .. } = &mut self.progress;
        *returned += positions as u64;
        self.batches += 1;
        let read = u128::from(self.read);
        let worth = (read * u128::from(*returned)).checked_div(self.decoded.into()).unwrap_or(read);
        // The estimate must not fall, which it would where a file has fewer bytes for each position than the file
        // before it.
        *bytes = (*bytes).max(u64::try_from(worth).unwrap_or(u64::MAX));
    }
}

impl<I> fmt::Debug for Loader<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader")
            .field("options", &self.options)
            .field("sources", &self.sources.waiting)
            .field("drawn", &self.window.drawn)
            .finish_non_exhaustive()
    }
}
