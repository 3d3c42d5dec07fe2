//! The games of a PGN file in batches, in memory of bounded size.

mod batch;
mod columns;
mod part;
mod source;

use std::collections::VecDeque;
use std::io;
use std::iter;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadbit_movegen::pgn::{Reader, TagRule};

use crate::choices::choose;
use crate::errors::{Fault, Kind};
use crate::numbers::{self, MOST_POSITIONS, kind};
use crate::work::{self, Threads, locked};

pub(crate) use batch::GameBatch;
use columns::Wanted;
use part::{Part, Piece};
use source::Source;

/// The positions of a batch, unless another number is asked for.
const BATCH: u64 = 1 << 14;

/// The most bytes of a file.
const MOST_BYTES: u64 = i64::MAX as u64;

/// The number of faults that are kept as text.
const NAMED: usize = 1000;

/// The parts of a file that are read at a time, for each thread.
const AHEAD: usize = 4;

/// The most positions that are read between two checks for signals.
const PART: usize = 1 << 14;

/// More positions than the last game of a part usually adds.
const SPARE: usize = 512;

/// The batches of `read_pgn`, in the order of the file.
///
/// It is an iterator; no more of the file is in memory than the present batch and some parts read ahead.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Games {
    state: Mutex<State>,
}

struct State {
    reader: Reader<Source>,
    wanted: Wanted,
    batch: usize,
    skips: bool,
    threads: Threads,
    /// Whether games are taken off the file in blocks, to be played afterwards: on several threads, and with
    /// rules, which may leave out so many games that Ctrl-C has to be checked for between blocks.
    has_blocks: bool,
    /// The positions of the last part.
    last: usize,
    /// What has been read and not yet returned.
    ready: VecDeque<Piece>,
    /// The positions in it.
    positions: usize,
    is_at_end: bool,
    /// The error at the end of what is ready.
    error: Option<PyErr>,
    skipped: u64,
    faults: Vec<String>,
}

#[pymethods]
impl Games {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<GameBatch>> {
        self.state()?.next_batch(py)
    }

    /// A batch without rows, which has the columns of the others.
    fn _empty_batch(&self, py: Python<'_>) -> PyResult<GameBatch> {
        let state = self.state()?;
        GameBatch::new(py, &mut [], &state.wanted, state.threads)
    }

    /// The number of games that could not be played and were left out so far, with `on_error="skip"`.
    #[getter]
    fn skipped(&self) -> PyResult<u64> {
        Ok(self.state()?.skipped)
    }

    /// Why games were left out so far, with their numbers, as in `PgnError`: the first 1000.
    #[getter]
    fn faults(&self) -> PyResult<Vec<String>> {
        Ok(self.state()?.faults.clone())
    }
}

impl Games {
    /// # Errors
    /// Another thread of Python is at work.
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(state)) => Ok(state.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("the games are being read by another thread"))
            }
        }
    }
}

/// Reads the games of a PGN file in batches: an iterator of `GameBatch`.
///
/// `source` is a path, a file that is open for reading bytes, a pipe, bytes or a buffer. Input that begins as
/// zstd or gzip is decompressed, on a thread of its own.
///
/// A batch has whole games with at least `batch` positions together; the last may have fewer. A game gives the
/// position before each of its moves. `tags` names tags that become columns of texts, as in `["White", "Opening"]`,
/// or of numbers, as in `{"WhiteElo": float}`. With `clocks`, `evals` and `nags`, there are columns for
/// `[%clk ..]`, `[%eval ..]` and annotation glyphs.
///
/// `where` chooses games: a rule such as `WhiteElo>=2000`, `Result=1-0`, `Date<"2020"`, or a list of them, with
/// `=`, `!=`, `<`, `<=`, `>`, `>=`. Numbers are compared as numbers, other values and those in quotation
/// marks as text; a missing tag never matches. The moves of other games are not looked at.
///
/// A game that cannot be played raises `PgnError`, which names its number and the byte and ply, behind the batches of
/// the games before it; with `on_error="skip"` it is left out, and counted in `skipped`. The batches do not
/// depend on `threads`.
///
/// With `start` or `end`, only games are read that begin in this range of bytes of the file at a path, which must not be
/// compressed. A game begins behind the previous one, so ranges that cover the file have each game once. Games are
/// numbered from the first of the range.
///
/// The iterator and its batches are Arrow data too, if pyarrow is installed: `pyarrow.table(batch)`,
/// `polars.DataFrame(batch)`, `duckdb.sql("FROM batch")`.
#[pyfunction]
#[pyo3(
    signature = (
        source, *, batch = None, tags = None, clocks = false, evals = false, nags = false, r#where = None,
        on_error = "raise", threads = Threads(1), start = None, end = None
    ),
    text_signature = "(source, *, batch=16384, tags=(), clocks=False, evals=False, nags=False, where=None, \
        on_error='raise', threads=1, start=None, end=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn read_pgn(
    source: &Bound<'_, PyAny>,
    batch: Option<&Bound<'_, PyAny>>,
    tags: Option<&Bound<'_, PyAny>>,
    clocks: bool,
    evals: bool,
    nags: bool,
    r#where: Option<&Bound<'_, PyAny>>,
    on_error: &str,
    threads: Threads,
    start: Option<&Bound<'_, PyAny>>,
    end: Option<&Bound<'_, PyAny>>,
) -> PyResult<Games> {
    let batch = batch.map_or(Ok(BATCH), |batch| numbers::number(batch, "batch", 1..=MOST_POSITIONS))?;
    let wanted = Wanted { tags: tags.map_or(Ok(Vec::new()), columns::tags)?, clocks, evals, nags };
    let skips = choose("on_error", on_error, &[("raise", false), ("skip", true)])?;
    let rules = r#where.map_or(Ok(Vec::new()), tag_rules)?;
    let has_blocks = threads != Threads(1) || !rules.is_empty();
    let reader = if start.is_none() && end.is_none() {
        Reader::new(source::open(source)?)
    } else {
        let place = |place: Option<&Bound<'_, PyAny>>, name, otherwise| {
            place.map_or(Ok(otherwise), |place| numbers::number(place, name, 0..=MOST_BYTES))
        };
        let range = place(start, "start", 0)?..place(end, "end", MOST_BYTES)?;
        let file = source::open_file(source)?;
        let py = source.py();
        py.detach(|| Reader::of_range(file, range)).map_err(|error| failure(py, error))?
    };
    let mut reader = reader.with_rules(rules).with_positions();
    if clocks || evals || nags {
        reader = reader.with_notes();
    }
    Ok(Games {
        state: Mutex::new(State {
            reader,
            wanted,
            batch: usize::try_from(batch)?,
            skips,
            threads,
            has_blocks,
            last: 0,
            ready: VecDeque::new(),
            positions: 0,
            is_at_end: false,
            error: None,
            skipped: 0,
            faults: Vec::new(),
        }),
    })
}

/// The rules of `where`: one, or a list.
fn tag_rules(rules: &Bound<'_, PyAny>) -> PyResult<Vec<TagRule>> {
    let texts: Vec<String> = if let Ok(text) = rules.cast::<PyString>() {
        vec![text.to_str()?.to_owned()]
    } else {
        let wrong = |_| {
            PyTypeError::new_err(format!("where: expected a rule or a list of rules, got {}", kind(rules)))
        };
        rules.extract().map_err(wrong)?
    };
    let rule = |text: &String| {
        text.parse().map_err(|error| PyValueError::new_err(format!("where: '{text}': {error}")))
    };
    texts.iter().map(rule).collect()
}

impl State {
    /// Whole games with at least as many positions as a batch should have, or what is left.
    fn next_batch(&mut self, py: Python<'_>) -> PyResult<Option<GameBatch>> {
        while self.positions < self.batch && !self.is_at_end {
            let read = if self.has_blocks { self.read_blocks(py) } else { self.read(py) };
            let read = read.and_then(|()| py.check_signals());
            if let Err(error) = read {
                // Parts of the file are lost.
                self.is_at_end = true;
                (self.ready, self.positions, self.error) = (VecDeque::new(), 0, None);
                return Err(error);
            }
        }
        if self.positions == 0 {
            return self.error.take().map_or(Ok(None), Err);
        }
        let mut pieces = self.take();
        GameBatch::new(py, &mut pieces, &self.wanted, self.threads).map(Some)
    }

    /// Takes the games of a batch off what is ready.
    fn take(&mut self) -> Vec<Piece> {
        let (mut pieces, mut missing) = (Vec::new(), self.batch);
        while missing > 0
            && let Some(mut piece) = self.ready.pop_front()
        {
            if let Some(rest) = piece.split_off_behind(missing) {
                self.ready.push_front(rest);
            }
            missing = missing.saturating_sub(piece.len());
            self.positions -= piece.len();
            pieces.push(piece);
        }
        pieces
    }

    /// Reads games for the present batch. A bad game or a file that cannot be read ends it.
    fn read(&mut self, py: Python<'_>) -> PyResult<()> {
        let positions = (self.batch - self.positions).min(PART);
        // No more than the last part had: a small file takes little memory.
        let room = if self.last == 0 { 0 } else { self.last.min(positions) + SPARE };
        let mut part = Part::with_capacity(room, &self.wanted);
        let mut read = Ok(false);
        let (wanted, skips) = (&self.wanted, self.skips);
        let task = iter::once((&mut self.reader, &mut part, &mut read));
        work::run(py, self.threads, task, |(reader, part, read)| {
            *read = part.read(reader, wanted, skips, positions);
            Ok(())
        })?;
        self.last = part.len();
        if !self.add(py, part) {
            return Ok(());
        }
        match read {
            Ok(has_more) => self.is_at_end = !has_more,
            Err(error) => self.fail(py, error),
        }
        Ok(())
    }

    /// Reads some blocks of games, on all threads. A bad game or a file that cannot be read ends it.
    fn read_blocks(&mut self, py: Python<'_>) -> PyResult<()> {
        let (parts, broken) = (Mutex::new(Vec::new()), Mutex::new(None));
        let (reader, wanted, skips) = (&mut self.reader, &self.wanted, self.skips);
        let most = if self.threads == Threads(1) { 1 } else { AHEAD * usize::from(self.threads.0) };
        let mut numbers = 0..most;
        let is_at_end = AtomicBool::new(false);
        let tasks = iter::from_fn(|| {
            let number = numbers.next()?;
            match reader.next_block() {
                Ok(Some(block)) => return Some((number, block)),
                Ok(None) => is_at_end.store(true, Relaxed),
                Err(error) => *locked(&broken) = Some(error),
            }
            numbers = 0..0;
            None
        });
        let done = work::run(py, self.threads, tasks, |(number, mut block)| {
            let part = Part::of(&mut block, wanted, skips);
            let is_bad = !skips && !part.faults.is_empty();
            locked(&parts).push((number, part));
            // The exception is made below, from the first bad game.
            if is_bad { Err(Fault::new(Kind::Pgn, "part", number, "a bad game")) } else { Ok(()) }
        });
        let mut parts = parts.into_inner().unwrap_or_default();
        parts.sort_unstable_by_key(|&(number, _)| number);
        for (_, part) in parts {
            if !self.add(py, part) {
                return Ok(());
            }
        }
        done?;
        self.is_at_end = is_at_end.into_inner();
        if let Some(error) = locked(&broken).take() {
            self.fail(py, error);
        }
        Ok(())
    }

    /// Adds the games of a part to what is ready. Returns whether the file goes on: a bad game ends it, unless
    /// such games are left out.
    fn add(&mut self, py: Python<'_>, mut part: Part) -> bool {
        let faults = mem::take(&mut part.faults);
        self.positions += part.len();
        if part.len() > 0 {
            self.ready.push_back(Piece::from(part));
        }
        for (game, fault) in faults {
            if !self.skips {
                self.error = Some(Fault::new(Kind::Pgn, "game", game, fault).into_exception(py));
                self.is_at_end = true;
                return false;
            }
            self.skipped += 1;
            if self.faults.len() < NAMED {
                self.faults.push(format!("game {game}: {fault}"));
            }
        }
        true
    }

    /// Ends the file where it cannot be read.
    fn fail(&mut self, py: Python<'_>, error: io::Error) {
        self.error = Some(failure(py, error));
        self.is_at_end = true;
    }
}

/// The exception of a stream that cannot be read.
fn failure(py: Python<'_>, error: io::Error) -> PyErr {
    // A format that is not decompressed here.
    if error.kind() == io::ErrorKind::InvalidData {
        return Fault::new(Kind::Pgn, "game", 0, format!("byte 0: {error}")).into_exception(py);
    }
    source::failure(error)
}
