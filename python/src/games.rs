//! The games of a PGN file in batches, in memory of bounded size.
//!
//! 1. [`read_pgn`] opens the source, reads the options, and returns the iterator; no game is read yet.
//! 2. Workers take parts of the file and play their games ahead (`parts`). The caller does so too, instead of waiting;
//!    with several threads, not if the source may have to wait for bytes.
//! 3. Parts wait in [`Ready`]; a batch is whole games of the first parts, with enough rows together.
//! 4. A [`GameBatch`] takes over the columns of a part that is a batch by itself, or copies the columns of its games.
//!
//! Unless bad games are skipped, a bad game ends the file after the batches of the games before it, on any number of
//! threads.

mod batch;
mod from_pgn;
mod lists;
mod options;
mod part;
mod parts;
mod ready;
pub(crate) mod source;
mod tags;

use std::ffi::CString;
use std::io;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use pyo3::exceptions::{PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadbit_pgn::Reader;
use quadbit_rule::{Need, Rule};

use crate::choices::{name_of, validity};
use crate::errors::{Fault, PgnError};
use crate::keywords::Keywords;
use crate::numbers::{self, MOST_POSITIONS};
use crate::positions::questions::rule_of;
use crate::work::Workers;

pub(crate) use batch::GameBatch;
use options::{Options, Rows, Wanted};
use part::Part;
use parts::{Played, Spares};
use ready::Ready;
use source::Source;
use tags::TagChoice;

/// The least number of rows (moves or games) of a batch, unless another is asked for.
const BATCH: usize = 1 << 14;

/// The largest offset in a file that can be asked for.
const MOST_BYTES: u64 = i64::MAX as u64;

/// The largest number of faults that are kept as text.
const NAMED: usize = 1000;

/// An iterator over the batches of `read_pgn`, in the order of the file.
///
/// No more of the file is in memory than the present batch and some parts read ahead.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Games {
    state: Mutex<State>,
}

struct State {
    parts: Workers<Played>,
    options: Arc<Options>,
    spares: Arc<Spares>,
    /// Whether a batch has been asked for.
    has_begun: bool,
    is_at_end: bool,
    /// Parts whose games have been played, and of which no batch has taken all games.
    ready: Ready,
    /// Parts of the file of which batches have taken all games; their memory is used again.
    passed: Vec<Part>,
    /// The number of games in the parts that have been added so far, including games that rules leave out.
    counted: u64,
    /// The error that is raised after the games of `ready`.
    error: Option<PyErr>,
    skipped: u64,
    faults: Vec<String>,
    unread: u64,
}

#[pymethods]
impl Games {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<GameBatch>> {
        self.state()?.next_batch(py)
    }

    /// A batch without rows, which has the columns of the others. It begins a stream of Arrow, which has all games:
    /// after the first batch, and after the end, it raises an error.
    fn _empty_batch(&self, py: Python<'_>) -> PyResult<GameBatch> {
        let state = self.state()?;
        if state.has_begun {
            return Err(PyRuntimeError::new_err("the games have been read already: call read_pgn again"));
        }
        GameBatch::new(py, &[], &state.options.wanted)
    }

    /// The number of clocks and evaluations in comments that could not be read so far, as in `[%clk 1:30]`.
    #[getter]
    fn unread(&self) -> PyResult<u64> {
        Ok(self.state()?.unread)
    }

    /// The number of games so far that could not be played to their end, with `on_error="skip"`.
    #[getter]
    fn skipped(&self) -> PyResult<u64> {
        Ok(self.state()?.skipped)
    }

    /// Why games could not be played to their end so far, with their numbers, as in `PgnError`: the first 1000.
    #[getter]
    fn faults(&self) -> PyResult<Vec<String>> {
        Ok(self.state()?.faults.clone())
    }
}

impl Games {
    /// Locks the state.
    ///
    /// # Errors
    /// `RuntimeError` if another thread of Python reads the games.
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
/// `source` is a path, a file that is open for reading bytes, a pipe, bytes or a buffer, or a list of them: their games
/// are numbered, and their bytes counted, as if they were one file with a blank line between. A folder stands for its
/// files that end in `.pgn`, also compressed, a pattern such as `2024/*.pgn.zst` for the files that it matches, `-` for
/// standard input. Input that begins as zstd or gzip is decompressed, on a thread of its own.
///
/// `rows` says what a row is: one of the `moves` of a game, with the position before it, and if `last` is true also one
/// for its last position, without a move; or the game, also one without moves. `games` have their number of plies,
/// their final position and their bytes in the file. `headers` are read without a look at the moves, so that those of
/// games that cannot be played are there too: result, tags and bytes. The numbers of games are the same in all.
///
/// A batch has whole games with at least `batch` rows together; the last may have fewer. `tags` names tags that become
/// columns of texts, as in `["White", "Opening"]`, or of numbers, as in `{"WhiteElo": float}`; if a row is a game, also
/// `"all"`. With `clocks`, `spent`, `evals`, `nags` and `comments`, there are columns for `[%clk ..]`, `[%emt ..]`,
/// `[%eval ..]`, annotation glyphs, and comments with what they draw on the board. `depths` adds the depths of
/// evaluations, and also reads evaluations as programs for matches of engines write them, `{+0.22/8 1.2s}`. Clocks and
/// evaluations that cannot be read are counted in `unread`. Variations are skipped. `standard` refuses games that begin
/// with castling rights of Chess960.
///
/// `where` is a rule of the book's language: about tags, such as `WhiteElo>=2000`, `Result=1-0`, `Date<2020.05` or
/// `Opening contains Najdorf`; about positions and moves, such as `Q-q>=1`, `r1bq?rk1/pp3ppp`, `KRPvKR`,
/// `near "FEN" <= 4` or `sacrifice>=2`; joined by `and`, `or`, `not`, parentheses, and in time by `then`, `within` and
/// `for`. Rows are the positions for which it holds, or the games with such a position. All rules of a list have to
/// hold. The moves of games whose tags rule them out are not looked at.
///
/// A game that cannot be played raises `PgnError`, which names its number and the byte and ply, after the batches of
/// the games before it; with `on_error="skip"` it ends before its first bad move, with the result that it has, and is
/// counted in `skipped` and named in `faults`. Of a game without a start position nothing is left.
///
/// Several `threads` share the work: the one that asks for a batch, and others, which read ahead while Python works, up
/// to about 100,000 positions each, from the first batch on. If the source is a pipe or an open file, where bytes may
/// come late, all `threads` are others. The batches do not depend on their number.
///
/// With `start` or `end`, only games are read that begin in this range of bytes of the file at a path, which must not
/// be compressed. A game begins where the previous one ends, so ranges that cover the file have each game once. Games
/// are numbered from the first of the range.
///
/// The iterator and its batches are Arrow data too, if pyarrow is installed: `pyarrow.table(batch)`,
/// `polars.DataFrame(batch)`, `duckdb.sql("FROM batch")`. The arrays of a batch share their memory with such data, so
/// they can no longer be written to. `columns` names their first columns, as in `["key", "san", "result"]`: `fen`,
/// `epd` (a FEN without clocks), `key`, `polyglot_key`, `material` (such as `KRPvKR`), `result`, `game`; of moves also
/// `ply`, `move`, `uci` and `san`, of games `plies`, `begin_byte` and `end_byte`. Columns that were asked for in other
/// ways and the tags follow. The iterator is read once; a second stream raises `RuntimeError`.
#[pyfunction]
#[pyo3(
    signature = (source, **options),
    text_signature = "(source, *, rows='moves', batch=16384, tags=(), clocks=False, evals=False, nags=False, spent=False, \
        comments=False, columns=None, where=None, last=False, \
        depths=False, standard=False, on_error='raise', threads=1, start=None, end=None)"
)]
pub(crate) fn read_pgn(source: &Bound<'_, PyAny>, options: Option<Bound<'_, PyDict>>) -> PyResult<Games> {
    let (py, given) = (source.py(), Keywords::new(options));
    let batch = given.size("batch", 1..=MOST_POSITIONS, BATCH)?;
    let rows = given.choice("rows", &Rows::NAMES)?;
    let tags = given.take("tags")?.map_or(Ok(TagChoice::default()), |tags| TagChoice::new(&tags))?;
    if !rows.is_one() && matches!(tags, TagChoice::All) {
        return Err(PyValueError::new_err("tags: 'all' only with rows='games' or rows='headers'"));
    }
    let of_moves = |name| match given.flag(name)? {
        true if rows.is_one() => Err(PyValueError::new_err(format!("{name}: only with rows='moves'"))),
        is_wanted => Ok(is_wanted),
    };
    let evals = of_moves("evals")?;
    let noted = [of_moves("clocks")?, evals, evals, of_moves("depths")?, of_moves("spent")?];
    let (nags, comments, last) = (of_moves("nags")?, of_moves("comments")?, of_moves("last")?);
    let columns = (name_of(&Rows::NAMES, rows), given.take("columns")?);
    let columns = lists::texts(py)?.call_method1("columns", columns)?.extract()?;
    let rows = if last { Rows::Every } else { rows };
    let wanted = Wanted { rows, tags, noted, nags, comments, columns };
    let knows = |need| match rows {
        Rows::Tags => need == Need::Tags,
        _ => !matches!(need, Need::Stream | Need::WholeStream),
    };
    let rule = given.take("where")?;
    let rule = rule.map_or(Ok(Rule::default()), |text| rule_of(&text, "where", knows, "games have"))?;
    let (start, end) = (given.take("start")?, given.take("end")?);
    let (reader, may_wait) = if start.is_none() && end.is_none() {
        let (source, may_wait) = source::open(source)?;
        (Reader::new(source), may_wait)
    } else {
        let place = |place: Option<Bound<'_, PyAny>>, name, otherwise| {
            place.map_or(Ok(otherwise), |place| numbers::number(&place, name, 0..=MOST_BYTES))
        };
        let range = place(start, "start", 0)?..place(end, "end", MOST_BYTES)?;
        let file = source::open_file(source)?;
        (py.detach(|| Reader::of_range(file, range)).map_err(|error| failure(py, error))?, false)
    };
    let asks_notes = rule.needs().any(|need| matches!(need, Need::Time | Need::Score));
    let mut reader = reader.with_rule(rule.clone()).with_validity(validity(false, given.flag("standard")?)?);
    if noted[3] {
        reader = reader.with_match_notes();
    } else if noted.contains(&true) || nags || comments || asks_notes {
        reader = reader.with_notes();
    } else if rows == Rows::Tags {
        reader = reader.without_moves();
    }
    let options = Options { wanted, skips: given.skips()?, rule, may_wait, batch };
    let games = State::new(reader, options, given.threads()?);
    given.finish("read_pgn")?;
    Ok(Games { state: Mutex::new(games) })
}

/// Reads all games of `source`, given as for [`read_pgn`], into one batch. If `skips`, a game that cannot be played
/// ends before its first bad move, and a warning says how many games do.
///
/// # Errors
/// Errors of the source; `PgnError`, unless games that cannot be played are skipped; `MemoryError`.
fn read_all(
    source: &Bound<'_, PyAny>,
    rows: Rows,
    standard: bool,
    skips: bool,
    threads: u16,
) -> PyResult<GameBatch> {
    let wanted = Wanted { rows, ..Wanted::default() };
    let py = source.py();
    let (source, may_wait) = source::open(source)?;
    let options = Options { wanted, skips, rule: Rule::default(), may_wait, batch: usize::MAX };
    let reader = Reader::new(source).with_validity(validity(false, standard)?);
    let mut games = State::new(reader, options, threads);
    let all = games.next_batch(py)?;
    if let Some(first) = games.faults.first() {
        let text = format!("{} games end at a bad move; {first}", games.skipped);
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(text)?, 1)?;
    }
    match (games.error, all) {
        (Some(error), _) => Err(error),
        (None, Some(all)) => Ok(all),
        (None, None) => GameBatch::new(py, &[], &games.options.wanted),
    }
}

impl State {
    fn new(reader: Reader<Source>, options: Options, threads: u16) -> Self {
        let (options, spares) = (Arc::new(options), Arc::default());
        Self {
            parts: parts::workers(reader, &options, &spares, threads),
            options,
            spares,
            has_begun: false,
            is_at_end: false,
            ready: Ready::default(),
            passed: Vec::new(),
            counted: 0,
            error: None,
            skipped: 0,
            faults: Vec::new(),
            unread: 0,
        }
    }

    /// Returns whole games that together have at least as many rows ([`Rows`]) as `options.batch`, or all games that
    /// are left; `None` at the end. An error of the file or of a game comes after the batches of the games before it.
    fn next_batch(&mut self, py: Python<'_>) -> PyResult<Option<GameBatch>> {
        self.parts.check_process()?;
        self.has_begun = true;
        // By now the caller has probably dropped the last batch, which shared the positions of the parts in `passed`;
        // if so, their memory can be used again.
        self.passed.drain(..).for_each(|part| self.spares.give_back(part));
        let (batch, wanted) = (self.options.batch, &Arc::clone(&self.options).wanted);
        while self.ready.len() < batch && !self.is_at_end {
            match self.parts.next(py)? {
                Some((part, end)) => self.add(py, part, end),
                None => self.is_at_end = true,
            }
        }
        if self.ready.len() == 0 {
            return self.error.take().map_or(Ok(None), Err);
        }
        if let Some(part) = self.ready.take_part(batch) {
            return GameBatch::whole(py, part, wanted).map(Some);
        }
        let found = GameBatch::new(py, &self.ready.pieces(batch), wanted)?;
        self.passed = self.ready.pass(batch);
        Ok(Some(found))
    }

    /// Adds the games of `part`, which have been played, to those that wait for a batch. A game that cannot be played
    /// ends the file, unless bad games are skipped; so does `end`, if it is an error.
    fn add(&mut self, py: Python<'_>, mut part: Part, end: io::Result<()>) {
        let faults = mem::take(&mut part.faults);
        let before = self.counted;
        self.counted += part.counted;
        self.unread += part.unread;
        for game in &mut part.games {
            game.number += i64::try_from(before).unwrap_or(0);
        }
        if part.len() > 0 {
            self.ready.push(part);
        } else {
            self.spares.give_back(part);
        }
        for (game, fault) in faults {
            let game = game + usize::try_from(before).unwrap_or(0);
            if !self.options.skips {
                self.error = Some(Fault::new(PgnError::new_err, "game", game, fault).into_exception(py));
                self.is_at_end = true;
                return;
            }
            self.skipped += 1;
            if self.faults.len() < NAMED {
                self.faults.push(format!("game {game}: {fault}"));
            }
        }
        if let Err(error) = end {
            self.error = Some(failure(py, error));
            self.is_at_end = true;
        }
    }
}

/// Makes the exception of a source that cannot be read: `PgnError` if its bytes are not games, or else that of
/// [`source::failure`].
pub(crate) fn failure(py: Python<'_>, error: io::Error) -> PyErr {
    // The error `InvalidData` says that the first bytes are those of an unsupported compression or of UTF-16, or that
    // all bytes hold no tag, move or result.
    if error.kind() == io::ErrorKind::InvalidData {
        return Fault::new(PgnError::new_err, "game", 0, format!("byte 0: {error}")).into_exception(py);
    }
    source::failure(error)
}
