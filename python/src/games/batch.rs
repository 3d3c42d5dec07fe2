//! A batch of games, as arrays.
//!
//! 1. Pieces of parts come in, each some games in a row with their columns.
//! 2. Columns that differ from row to row are taken over from a part that is a batch alone, or copied
//!    ([`Columns`]).
//! 3. Columns with one value for each game are repeated for its rows.
//! 4. The lists become arrays without another copy.
//!
//! All columns have a row for each position, in the order of the file.

use std::mem;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::options::Wanted;
use super::part::{Game, Part, Value};
use super::ready::Piece;
use crate::memory::{joined, with_capacity};
use crate::positions::Positions;
use crate::work::Threads;

/// The positions of whole games before each move, and what belongs to them: n rows in every column.
///
/// The clock and the evaluation of a row are those written behind its move: they describe the position after
/// it. A column that was not asked for is an `AttributeError`.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct GameBatch {
    /// The positions before each move: `Positions`, n of them.
    #[pyo3(get)]
    pub(super) positions: Py<Positions>,
    /// The moves that were played: (n,) uint16, 0 for a null move.
    #[pyo3(get)]
    pub(super) moves: Py<PyAny>,
    /// White's points: (n,) float32, 1, 0.5 or 0; NaN if unknown.
    #[pyo3(get)]
    pub(super) results: Py<PyAny>,
    /// The numbers of the games in the file, from 0: (n,) int64. Games that are left out are counted too.
    #[pyo3(get)]
    pub(super) games: Py<PyAny>,
    /// The moves played before, from 0 in each game: (n,) int32.
    #[pyo3(get)]
    plies: Py<PyAny>,
    /// The tags by name: (n,) float64, NaN if one is missing or not a number; or (n,) objects, `str` or
    /// `None`.
    #[pyo3(get)]
    tags: Py<PyDict>,
    clocks: Option<Py<PyAny>>,
    centipawns: Option<Py<PyAny>>,
    mates: Option<Py<PyAny>>,
    nags: Option<Py<PyTuple>>,
    /// The number of positions of each game.
    lengths: Vec<usize>,
}

#[pymethods]
impl GameBatch {
    /// The time left after the move, in seconds: (n,) float32, NaN if there is none.
    #[getter]
    fn clocks(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        asked_for(py, self.clocks.as_ref(), "clocks", "clocks")
    }

    /// The evaluation after the move in centipawns, from white's view: (n,) float32, NaN if there is none or it
    /// is a mate.
    #[getter]
    fn centipawns(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        asked_for(py, self.centipawns.as_ref(), "centipawns", "evals")
    }

    /// The moves to mate after the move, negative if black mates: (n,) float32, NaN if there is none.
    #[getter]
    fn mates(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        asked_for(py, self.mates.as_ref(), "mates", "evals")
    }

    /// Annotation glyphs (NAGs): all of them, uint16, and where those of each move begin, (n + 1,) int64. The
    /// marks `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
    #[getter]
    fn nags(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        asked_for(py, self.nags.as_ref(), "nags", "nags")
    }

    /// Like `positions.history`, for the games of this batch: the `starts` are known here.
    #[pyo3(
        signature = (*, layout = "lc0", dtype = None, out = None, threads = Threads(1)),
        text_signature = "($self, *, layout='lc0', dtype='uint8', out=None, threads=1)"
    )]
    fn history<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.positions.get().history_of(py, &self.lengths, layout, dtype, out, threads)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.positions.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("GameBatch: {} positions", self.__len__(py)?))
    }
}

/// A column that may not have been read: without it, an error that names the option.
fn asked_for<T>(py: Python<'_>, column: Option<&Py<T>>, name: &str, option: &str) -> PyResult<Py<T>> {
    let missing =
        || PyAttributeError::new_err(format!("{name} were not read: call read_pgn with {option}=True"));
    column.map(|column| column.clone_ref(py)).ok_or_else(missing)
}

impl GameBatch {
    /// The batch of the games in `pieces`, whose columns are copied.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn new(py: Python<'_>, pieces: &[Piece<'_>], wanted: &Wanted) -> PyResult<Self> {
        let games: Vec<_> = pieces.iter().map(|piece| &piece.part.games[piece.games.clone()]).collect();
        Self::of(py, Columns::copy(pieces, wanted)?, &games, wanted)
    }

    /// The batch of all games of a part, whose columns are not copied.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn whole(py: Python<'_>, mut part: Part, wanted: &Wanted) -> PyResult<Self> {
        Self::of(py, Columns::take(&mut part, wanted)?, &[&part.games], wanted)
    }

    fn of(py: Python<'_>, columns: Columns, games: &[&[Game]], wanted: &Wanted) -> PyResult<Self> {
        let games = || games.iter().copied().flatten();
        let tags = PyDict::new(py);
        let rows = columns.moves.len();
        for (index, tag) in wanted.tags.iter().enumerate() {
            tags.set_item(&tag.name, tag_column(py, rows, games(), index, tag.is_number)?)?;
        }
        let nags = wanted.nags.then(|| {
            let nags = (columns.glyphs.into_pyarray(py), columns.glyph_offsets.into_pyarray(py));
            nags.into_pyobject(py).map(Bound::unbind)
        });
        let lengths = games().map(|game| game.length).collect();
        Ok(Self {
            positions: Py::new(py, columns.positions)?,
            moves: array(py, columns.moves),
            results: array(py, repeated(rows, games(), |game| game.result)?),
            games: array(py, repeated(rows, games(), |game| game.number)?),
            plies: array(py, plies(rows, games())?),
            clocks: wanted.clocks.then(|| array(py, columns.clocks)),
            centipawns: wanted.evals.then(|| array(py, columns.centipawns)),
            mates: wanted.evals.then(|| array(py, columns.mates)),
            nags: nags.transpose()?,
            tags: tags.unbind(),
            lengths,
        })
    }
}

/// A list as an array, without copying.
fn array<T: numpy::Element>(py: Python<'_>, list: Vec<T>) -> Py<PyAny> {
    list.into_pyarray(py).into_any().unbind()
}

/// The columns of a batch that differ from row to row within a game.
struct Columns {
    positions: Positions,
    moves: Vec<u16>,
    clocks: Vec<f32>,
    centipawns: Vec<f32>,
    mates: Vec<f32>,
    glyphs: Vec<u16>,
    glyph_offsets: Vec<i64>,
}

impl Columns {
    /// Takes the rows of a part away from it.
    fn take(part: &mut Part, wanted: &Wanted) -> PyResult<Self> {
        let glyph_offsets = if wanted.nags { offsets(&part.glyph_counts)? } else { Vec::new() };
        let rows = 0..part.len();
        Ok(Self {
            positions: Positions::shared(mem::take(&mut part.positions), rows),
            moves: mem::take(&mut part.moves),
            clocks: mem::take(&mut part.clocks),
            centipawns: mem::take(&mut part.centipawns),
            mates: mem::take(&mut part.mates),
            glyphs: mem::take(&mut part.glyphs),
            glyph_offsets,
        })
    }

    /// Copies the rows of pieces. The positions of a single piece, four fifths of the bytes, stay where they are.
    fn copy(pieces: &[Piece<'_>], wanted: &Wanted) -> PyResult<Self> {
        let positions = match pieces {
            [piece] => Positions::shared(Arc::clone(&piece.part.positions), piece.positions.clone()),
            _ => joined(pieces, |piece| piece.rows(&piece.part.positions))?.into(),
        };
        let glyph_offsets = if wanted.nags {
            offsets(&joined(pieces, |piece| piece.rows(&piece.part.glyph_counts))?)?
        } else {
            Vec::new()
        };
        Ok(Self {
            positions,
            moves: joined(pieces, |piece| piece.rows(&piece.part.moves))?,
            clocks: joined(pieces, |piece| piece.rows(&piece.part.clocks))?,
            centipawns: joined(pieces, |piece| piece.rows(&piece.part.centipawns))?,
            mates: joined(pieces, |piece| piece.rows(&piece.part.mates))?,
            glyphs: joined(pieces, |piece| &piece.part.glyphs[piece.glyphs.clone()])?,
            glyph_offsets,
        })
    }
}

/// Where the glyphs of each position begin, and where the last end.
///
/// # Errors
/// `MemoryError`.
fn offsets(counts: &[i64]) -> PyResult<Vec<i64>> {
    let mut offsets = with_capacity(counts.len() + 1)?;
    let mut end = 0;
    offsets.push(end);
    offsets.extend(counts.iter().map(|count| {
        end += count;
        end
    }));
    Ok(offsets)
}

/// A column with the same value in all rows of a game.
///
/// # Errors
/// `MemoryError`.
fn repeated<'a, T: Copy>(
    rows: usize,
    games: impl Iterator<Item = &'a Game>,
    value: impl Fn(&Game) -> T,
) -> PyResult<Vec<T>> {
    let mut column = with_capacity(rows)?;
    games.for_each(|game| column.resize(column.len() + game.length, value(game)));
    Ok(column)
}

/// The column of the moves played before.
///
/// # Errors
/// `MemoryError`.
fn plies<'a>(rows: usize, games: impl Iterator<Item = &'a Game>) -> PyResult<Vec<i32>> {
    let mut column = with_capacity(rows)?;
    games.for_each(|game| column.extend((0..).take(game.length)));
    Ok(column)
}

/// Makes the column of tag number `index`: numbers, or texts.
fn tag_column<'a, 'py>(
    py: Python<'py>,
    rows: usize,
    games: impl Iterator<Item = &'a Game>,
    index: usize,
    is_number: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if is_number {
        let number =
            |game: &Game| if let Value::Number(number) = game.tags[index] { number } else { f64::NAN };
        return Ok(repeated(rows, games, number)?.into_pyarray(py).into_any());
    }
    let mut texts: Vec<Py<PyAny>> = with_capacity(rows)?;
    for game in games {
        let text = match &game.tags[index] {
            Value::Text(Some(text)) => PyString::new(py, text).into_any().unbind(),
            _ => py.None(),
        };
        texts.extend((0..game.length).map(|_| text.clone_ref(py)));
    }
    Ok(PyArray1::from_vec(py, texts).into_any())
}
