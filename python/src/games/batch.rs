//! A batch of games, as arrays.

use std::mem;
use std::sync::Mutex;

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use quadbit_movegen::Position;

use super::columns::Wanted;
use super::part::{Part, Piece, Value};
use crate::memory::with_capacity;
use crate::positions::Positions;
use crate::work::{self, Threads, locked};

/// The positions of whole games before each move, and what belongs to them: n rows in every column.
///
/// The clock and the evaluation of a row are those written behind its move: they describe the position after
/// it. A column that was not asked for is an `AttributeError`.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct GameBatch {
    /// The positions before each move: `Positions`, n of them.
    #[pyo3(get)]
    positions: Py<Positions>,
    /// The moves that were played: (n,) uint16, 0 for a null move.
    #[pyo3(get)]
    moves: Py<PyAny>,
    /// White's points: (n,) float32, 1, 0.5 or 0; NaN if unknown.
    #[pyo3(get)]
    results: Py<PyAny>,
    /// The numbers of the games in the file, from 0: (n,) int64. Games that are left out are counted too.
    #[pyo3(get)]
    games: Py<PyAny>,
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

    /// `positions.history` for these games.
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

/// A column that may not have been read.
fn asked_for<T>(py: Python<'_>, column: Option<&Py<T>>, name: &str, option: &str) -> PyResult<Py<T>> {
    let missing =
        || PyAttributeError::new_err(format!("{name} were not read: call read_pgn with {option}=True"));
    column.map(|column| column.clone_ref(py)).ok_or_else(missing)
}

impl GameBatch {
    /// # Errors
    /// `MemoryError`, and the exception of a signal.
    pub(super) fn new(
        py: Python<'_>,
        pieces: &mut [Piece],
        wanted: &Wanted,
        threads: Threads,
    ) -> PyResult<Self> {
        let tags = PyDict::new(py);
        for (index, tag) in wanted.tags.iter().enumerate() {
            tags.set_item(&tag.name, column(py, pieces, index, tag.is_number)?)?;
        }
        let whole = if let [piece] = pieces { piece.whole() } else { None };
        let columns = match whole {
            Some(part) => Columns::take(part, wanted)?,
            None => Columns::copy(py, pieces, wanted, threads)?,
        };
        let nags = wanted.nags.then(|| {
            let nags = (columns.glyphs.into_pyarray(py), columns.glyph_offsets.into_pyarray(py));
            nags.into_pyobject(py).map(Bound::unbind)
        });
        let lengths = lengths(&columns.plies);
        Ok(Self {
            positions: Py::new(py, Positions::from(columns.positions))?,
            moves: array(py, columns.moves),
            results: array(py, columns.results),
            games: array(py, columns.numbers),
            plies: array(py, columns.plies),
            clocks: wanted.clocks.then(|| array(py, columns.clocks)),
            centipawns: wanted.evals.then(|| array(py, columns.centipawns)),
            mates: wanted.evals.then(|| array(py, columns.mates)),
            nags: nags.transpose()?,
            tags: tags.unbind(),
            lengths,
        })
    }
}

/// The number of positions of each game: the first has ply 0.
fn lengths(plies: &[i32]) -> Vec<usize> {
    plies.chunk_by(|_, &next| next != 0).map(<[i32]>::len).collect()
}

/// A list as an array, without copying.
fn array<T: numpy::Element>(py: Python<'_>, list: Vec<T>) -> Py<PyAny> {
    list.into_pyarray(py).into_any().unbind()
}

/// The columns of a batch, joined.
#[derive(Default)]
struct Columns {
    positions: Vec<Position>,
    moves: Vec<u16>,
    results: Vec<f32>,
    numbers: Vec<i64>,
    plies: Vec<i32>,
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
        Ok(Self {
            positions: mem::take(&mut part.positions),
            moves: mem::take(&mut part.moves),
            results: mem::take(&mut part.results),
            numbers: mem::take(&mut part.numbers),
            plies: mem::take(&mut part.plies),
            clocks: mem::take(&mut part.clocks),
            centipawns: mem::take(&mut part.centipawns),
            mates: mem::take(&mut part.mates),
            glyphs: mem::take(&mut part.glyphs),
            glyph_offsets,
        })
    }

    /// Copies the positions and the other columns as two tasks, because positions are two thirds of the bytes.
    fn copy(py: Python<'_>, pieces: &[Piece], wanted: &Wanted, threads: Threads) -> PyResult<Self> {
        let (positions, others) = (Mutex::new(None), Mutex::new(None));
        work::run(py, threads, 0..2, |task| {
            if task == 0 {
                *locked(&positions) = Some(joined(pieces, |part| &part.positions));
            } else {
                *locked(&others) = Some(Self::others(pieces, wanted));
            }
            Ok(())
        })?;
        let mut columns = locked(&others).take().unwrap_or_else(|| Ok(Self::default()))?;
        columns.positions = locked(&positions).take().unwrap_or_else(|| Ok(Vec::new()))?;
        Ok(columns)
    }

    /// All but the positions.
    fn others(pieces: &[Piece], wanted: &Wanted) -> PyResult<Self> {
        let mut columns = Self {
            moves: joined(pieces, |part| &part.moves)?,
            results: joined(pieces, |part| &part.results)?,
            numbers: joined(pieces, |part| &part.numbers)?,
            plies: joined(pieces, |part| &part.plies)?,
            ..Self::default()
        };
        if wanted.clocks {
            columns.clocks = joined(pieces, |part| &part.clocks)?;
        }
        if wanted.evals {
            columns.centipawns = joined(pieces, |part| &part.centipawns)?;
            columns.mates = joined(pieces, |part| &part.mates)?;
        }
        if wanted.nags {
            for piece in pieces {
                columns.glyphs.extend_from_slice(&piece.part.glyphs[piece.glyphs.clone()]);
            }
            columns.glyph_offsets = offsets(&joined(pieces, |part| &part.glyph_counts)?)?;
        }
        Ok(columns)
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

/// The rows of all pieces in one list.
///
/// # Errors
/// `MemoryError`.
fn joined<T: Copy>(pieces: &[Piece], list: impl Fn(&Part) -> &Vec<T>) -> PyResult<Vec<T>> {
    let mut all = with_capacity(pieces.iter().map(Piece::len).sum())?;
    for piece in pieces {
        all.extend_from_slice(&list(&piece.part)[piece.positions.clone()]);
    }
    Ok(all)
}

/// The column of a tag.
fn column<'py>(
    py: Python<'py>,
    pieces: &[Piece],
    index: usize,
    is_number: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let games = || pieces.iter().flat_map(|piece| &piece.part.games[piece.games.clone()]);
    let rows = pieces.iter().map(Piece::len).sum();
    if is_number {
        let mut numbers: Vec<f64> = with_capacity(rows)?;
        for game in games() {
            let number = if let Value::Number(number) = game.tags[index] { number } else { f64::NAN };
            numbers.resize(numbers.len() + game.length, number);
        }
        return Ok(numbers.into_pyarray(py).into_any());
    }
    let mut texts: Vec<Py<PyAny>> = with_capacity(rows)?;
    for game in games() {
        let text = match &game.tags[index] {
            Value::Text(Some(text)) => PyString::new(py, text).into_any().unbind(),
            _ => py.None(),
        };
        texts.extend((0..game.length).map(|_| text.clone_ref(py)));
    }
    Ok(PyArray1::from_vec(py, texts).into_any())
}
