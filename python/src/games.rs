//! The games of a PGN file in batches, in memory of bounded size.

mod batch;
mod columns;
mod part;
mod ready;
mod source;
mod team;

use std::io;
use std::iter;
use std::mem;
use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadbit_pgn::{Reader, TagRule};

use crate::choices::choose;
use crate::errors::{Fault, Kind};
use crate::numbers::{self, MOST_POSITIONS, kind};
use crate::work::{self, Threads};

pub(crate) use batch::GameBatch;
use columns::Wanted;
use part::Part;
use ready::Ready;
use source::Source;
use team::Team;

/// The positions of a batch, unless another number is asked for.
const BATCH: u64 = 1 << 14;

/// The most bytes of a file.
const MOST_BYTES: u64 = i64::MAX as u64;

/// The number of faults that are kept as text.
const NAMED: usize = 1000;

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
    input: Input,
    wanted: Wanted,
    batch: usize,
    skips: bool,
    threads: Threads,
    /// Whether rules choose games.
    has_rules: bool,
    /// The positions of the last part.
    last: usize,
    /// What has been read and not yet returned.
    ready: Ready,
    /// Parts of which all games have been returned.
    passed: Vec<Part>,
    /// The error at the end of what is ready.
    error: Option<PyErr>,
    skipped: u64,
    faults: Vec<String>,
}

/// What reads the file.
enum Input {
    Reader(Box<Reader<Source>>),
    /// From the first batch on, if there are several threads.
    Team(Team),
    AtEnd,
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
        GameBatch::new(py, &[], &state.wanted)
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
/// the games before it; with `on_error="skip"` it is left out, and counted in `skipped`.
///
/// Several `threads` read ahead while Python works, up to about 130,000 positions each, from the first batch on. The
/// batches do not depend on their number.
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
    let has_rules = !rules.is_empty();
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
    let mut reader = reader.with_rules(rules);
    if clocks || evals || nags {
        reader = reader.with_notes();
    }
    Ok(Games {
        state: Mutex::new(State {
            input: Input::Reader(Box::new(reader)),
            wanted,
            batch: usize::try_from(batch)?,
            skips,
            threads,
            has_rules,
            last: 0,
            ready: Ready::default(),
            passed: Vec::new(),
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
        if self.threads != Threads(1)
            && let Input::Reader(_) = self.input
            && let Input::Reader(reader) = mem::replace(&mut self.input, Input::AtEnd)
        {
            self.input = Input::Team(Team::new(*reader, &self.wanted, self.skips, self.threads)?);
        }
        if let Input::Team(team) = &mut self.input {
            team.check_process()?;
            // Since then, the last batch has probably been dropped, and their positions with it.
            self.passed.drain(..).for_each(|part| team.give_back(part));
        }
        while self.ready.len() < self.batch && !matches!(self.input, Input::AtEnd) {
            if let Err(error) = self.read(py).and_then(|()| py.check_signals()) {
                // Parts of the file are lost.
                (self.input, self.ready, self.error) = (Input::AtEnd, Ready::default(), None);
                return Err(error);
            }
        }
        if self.ready.len() == 0 {
            return self.error.take().map_or(Ok(None), Err);
        }
        if let Some(part) = self.ready.take_part(self.batch) {
            return GameBatch::whole(py, part, &self.wanted).map(Some);
        }
        let batch = GameBatch::new(py, &self.ready.pieces(self.batch), &self.wanted)?;
        self.passed = self.ready.pass(self.batch);
        Ok(Some(batch))
    }

    /// Reads a part of the file. A bad game or a file that cannot be read ends it.
    fn read(&mut self, py: Python<'_>) -> PyResult<()> {
        let (part, read) = match &mut self.input {
            Input::Team(team) => match team.next_part(py)? {
                Some((part, read)) => (part, read.map(|()| true)),
                None => (Part::default(), Ok(false)),
            },
            Input::Reader(reader) => {
                let positions = (self.batch - self.ready.len()).min(PART);
                // No more than the last part had: a small file takes little memory.
                let room = if self.last == 0 { 0 } else { self.last.min(positions) + SPARE };
                let mut part = Part::with_capacity(room, &self.wanted);
                let mut read = Ok(false);
                let (wanted, skips, has_rules) = (&self.wanted, self.skips, self.has_rules);
                let task = iter::once((reader, &mut part, &mut read));
                work::run(py, self.threads, task, |(reader, part, read)| {
                    *read = if has_rules {
                        read_block(reader, part, wanted, skips)
                    } else {
                        part.read(reader, wanted, skips, positions)
                    };
                    Ok(())
                })?;
                self.last = part.len();
                (part, read)
            }
            Input::AtEnd => return Ok(()),
        };
        if !self.add(py, part) {
            return Ok(());
        }
        match read {
            Ok(true) => {}
            Ok(false) => self.input = Input::AtEnd,
            Err(error) => {
                self.error = Some(failure(py, error));
                self.input = Input::AtEnd;
            }
        }
        Ok(())
    }

    /// Adds the games of a part to what is ready. Returns whether the file goes on: a bad game ends it, unless
    /// such games are left out.
    fn add(&mut self, py: Python<'_>, mut part: Part) -> bool {
        let faults = mem::take(&mut part.faults);
        if part.len() > 0 {
            self.ready.push(part);
        } else if let Input::Team(team) = &mut self.input {
            team.give_back(part);
        }
        for (game, fault) in faults {
            if !self.skips {
                self.error = Some(Fault::new(Kind::Pgn, "game", game, fault).into_exception(py));
                self.input = Input::AtEnd;
                return false;
            }
            self.skipped += 1;
            if self.faults.len() < NAMED {
                self.faults.push(format!("game {game}: {fault}"));
            }
        }
        true
    }
}

/// Reads the games of a block. Where rules leave out most games, a number of positions may take long to find, but Ctrl-C has
/// to be checked for. Returns whether there may be more.
fn read_block(
    reader: &mut Reader<Source>,
    part: &mut Part,
    wanted: &Wanted,
    skips: bool,
) -> io::Result<bool> {
    let Some(mut block) = reader.next_block()? else { return Ok(false) };
    part.fill(&mut block, wanted, skips);
    reader.give_back(block);
    Ok(true)
}

/// The exception of a stream that cannot be read.
fn failure(py: Python<'_>, error: io::Error) -> PyErr {
    // A format that is not decompressed here.
    if error.kind() == io::ErrorKind::InvalidData {
        return Fault::new(Kind::Pgn, "game", 0, format!("byte 0: {error}")).into_exception(py);
    }
    source::failure(error)
}
