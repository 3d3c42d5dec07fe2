//! A batch of games, as arrays.
//!
//! 1. Pieces of parts come in: each is a run of successive games with their columns.
//! 2. Columns that differ from row to row are taken over from a part that is a batch by itself, or copied into a part
//!    of their own.
//! 3. Columns with one value for each game are repeated for its rows.
//! 4. The lists become arrays without another copy. `quadbit/_columns.py` makes texts of bytes when they are asked for.
//!
//! All columns have the same number of rows, in the order of the file.

use std::ops::Range;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::PyAttributeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use super::lists::{Lists, texts};
use super::options::{Rows, Wanted};
use super::part::{Game, NOTED, Part};
use super::ready::Piece;
use super::tags::{TagChoice, numbers, split};
use crate::memory::{joined, with_capacity};
use crate::output::array_of as array;
use crate::positions::Positions;
use crate::work;

/// Whole games with what belongs to them: n rows in every column.
///
/// By default a row is a move. The clock and the evaluation of a row are those written after its move: they describe
/// the position after it. With `rows="games"` and `rows="headers"` a row is a game. A column that was not read is an
/// `AttributeError`.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct GameBatch {
    pub(super) positions: Option<Py<Positions>>,
    /// The move of each row, 0 in rows without one.
    pub(super) moves: Py<PyAny>,
    /// White's points: (n,) float32, 1, 0.5 or 0; NaN if unknown.
    #[pyo3(get)]
    pub(super) results: Py<PyAny>,
    /// The numbers of the games in the file, from 0: (n,) int64. Games that are left out are counted too.
    #[pyo3(get)]
    pub(super) games: Py<PyAny>,
    plies: Option<Py<PyAny>>,
    bytes: Option<Py<PyAny>>,
    /// The columns of the numbers in [`NOTED`]; `None` for those that were not asked for.
    noted: [Option<Py<PyAny>>; NOTED.len()],
    nags: Option<Py<PyTuple>>,
    comments: Option<Py<PyTuple>>,
    /// The tags by name. For each, an array with a number for each row, or the bytes of the texts of all games and
    /// where each of them begins.
    raw_tags: Py<PyDict>,
    /// The text of all tags of each game, if all are wanted.
    tag_texts: Lists<u8>,
    tags: PyOnceLock<Py<PyAny>>,
    /// The number of rows of each game.
    #[pyo3(get, name = "_lengths")]
    lengths: Vec<usize>,
    rows: usize,
    wanted: Wanted,
}

/// Writes the getters of the columns that a batch may lack. Each line says where the batch keeps the column, and which
/// options of `read_pgn` read it.
macro_rules! optional_columns {
    ($($(#[doc = $text:tt])* $name:ident: $type:ty = $place:expr, $options:literal;)*) => {
        #[pymethods]
        impl GameBatch {$(
            $(#[doc = $text])*
            #[getter]
            pub(super) fn $name(&self, py: Python<'_>) -> PyResult<Py<$type>> {
                let place: fn(&Self) -> &Option<Py<$type>> = $place;
                asked_for(py, place(self).as_ref(), stringify!($name), $options)
            }
        )*}
    };
}

optional_columns! {
    /// The positions before each move: `Positions`, n of them; with `rows="games"` the final ones.
    positions: Positions = |batch| &batch.positions, "rows='moves' or rows='games'";

    /// For each move, the number of moves of its game before it, from 0: (n,) int32; with `rows="games"`, the number
    /// of moves of each game.
    plies: PyAny = |batch| &batch.plies, "rows='moves' or rows='games'";

    /// For each game, the byte of the (decompressed) file at which it begins, and the first byte after it and its
    /// blank lines: (n, 2) int64. Such slices of a file, joined in any order, are a file of games.
    bytes: PyAny = |batch| &batch.bytes, "rows='games' or rows='headers'";

    /// The time that the move took (`[%emt ..]`), in seconds: (n,) float32, NaN if there is none.
    spent: PyAny = |batch| &batch.noted[4], "spent=True";

    /// The time left after the move, in seconds: (n,) float32, NaN if there is none.
    clocks: PyAny = |batch| &batch.noted[0], "clocks=True";

    /// The evaluation after the move in centipawns, from white's view: (n,) float32, NaN if there is none or it
    /// is a mate.
    centipawns: PyAny = |batch| &batch.noted[1], "evals=True";

    /// The moves to mate after the move, negative if black mates: (n,) float32, NaN if there is none.
    mates: PyAny = |batch| &batch.noted[2], "evals=True";

    /// The depth of the evaluation in plies: (n,) float32, NaN if there is none.
    depths: PyAny = |batch| &batch.noted[3], "depths=True";

    /// Annotation glyphs (NAGs): all of them, uint16, and where those of each move begin, (n + 1,) int64. The
    /// marks `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
    nags: PyTuple = |batch| &batch.nags, "nags=True";
}

#[pymethods]
impl GameBatch {
    /// The moves that were played: (n,) uint16, 0 for a null move.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        asked_for(py, (!self.wanted.rows.is_one()).then_some(&self.moves), "moves", "rows='moves'")
    }

    /// The tags by name: (n,) float64, NaN if one is missing or not a number; or (n,) objects, `str` or
    /// `None`.
    #[getter]
    fn tags(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let (py, batch) = (slf.py(), slf.get());
        let make = || Ok(texts(py)?.call_method1(intern!(py, "tags"), (slf,))?.unbind());
        batch.tags.get_or_try_init(py, make).map(|tags| tags.clone_ref(py))
    }

    /// The tags as lists of bytes. Lists of all tags (whatever their names) are made anew by each call, from tags that
    /// were read but not split.
    #[getter]
    fn _tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = self.raw_tags.bind(py).copy()?;
        if matches!(self.wanted.tags, TagChoice::All) {
            let (begins, [names, values]) = split(&self.tag_texts);
            tags.set_item(
                py.None(),
                (begins.into_pyarray(py), names.into_arrays(py)?, values.into_arrays(py)?),
            )?;
        }
        Ok(tags)
    }

    /// The comments of the move without the commands that have columns of their own, joined by blanks: (n,) objects,
    /// `str`, or `None` if there is nothing. Comments in variations and before the first move are left out.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let raw = asked_for(py, self.comments.as_ref(), "comments", "comments=True")?;
        texts(py)?.call_method1(intern!(py, "comments"), (raw,))
    }

    /// The circles and arrows that are drawn at the move (`[%csl Ge4]`, `[%cal Rd1d8,Yg1f3]`), as in
    /// `"Ge4 Rd1d8 Yg1f3"`: (n,) objects, `str`, or `None` if there are none.
    #[getter]
    fn shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let raw = asked_for(py, self.comments.as_ref(), "shapes", "comments=True")?;
        texts(py)?.call_method1(intern!(py, "shapes"), (raw,))
    }

    /// The names of the columns of a table made from the batch by way of Arrow, such as by `pyarrow.table(batch)`, in
    /// order.
    #[getter]
    fn _columns(&self) -> &[String] {
        &self.wanted.columns
    }

    /// Like `positions.history`, for the games of this batch: the `starts` are known here.
    #[pyo3(
        signature = (*, layout = "lc0", dtype = None, out = None, threads = 1),
        text_signature = "($self, *, layout='lc0', dtype='uint8', out=None, threads=1)"
    )]
    fn history<'py>(
        &self,
        py: Python<'py>,
        layout: &str,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.moves(py)?;
        self.positions(py)?.get().history_of(py, &self.lengths, layout, dtype, out, threads)
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    fn __repr__(&self) -> String {
        format!("GameBatch: {} {}", self.rows, if self.wanted.rows.is_one() { "games" } else { "positions" })
    }
}

/// Returns `column`, the values of the attribute `name`; if they have not been read, an `AttributeError` that names the
/// `option` of `read_pgn` to ask for.
fn asked_for<T>(py: Python<'_>, column: Option<&Py<T>>, name: &str, option: &str) -> PyResult<Py<T>> {
    let missing = || PyAttributeError::new_err(format!("{name} were not read: call read_pgn with {option}"));
    column.map(|column| column.clone_ref(py)).ok_or_else(missing)
}

impl GameBatch {
    /// Makes the batch of the games in `pieces`, whose columns are copied. With a single piece the positions, four
    /// fifths of the bytes, are shared instead.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn new(py: Python<'_>, pieces: &[Piece<'_>], wanted: &Wanted) -> PyResult<Self> {
        let (positions, places) = if let [piece] = pieces {
            (Arc::clone(&piece.part.positions), piece.rows.clone())
        } else {
            let positions = joined(pieces, |piece| piece.rows(&piece.part.positions))?;
            let places = 0..positions.len();
            (Arc::new(positions), places)
        };
        let tag =
            |index: usize| Lists::joined(pieces, |piece| (&piece.part.tags[index], piece.games.clone()));
        let mut noted: [Vec<f32>; NOTED.len()] = Default::default();
        for (n, column) in noted.iter_mut().enumerate() {
            *column = joined(pieces, |piece| piece.rows(&piece.part.noted[n]))?;
        }
        let columns = Part {
            positions,
            moves: joined(pieces, |piece| piece.rows(&piece.part.moves))?,
            noted,
            comments: Lists::joined(pieces, |piece| (&piece.part.comments, piece.rows.clone()))?,
            glyphs: Lists::joined(pieces, |piece| (&piece.part.glyphs, piece.rows.clone()))?,
            games: joined(pieces, |piece| &piece.part.games[piece.games.clone()])?,
            tags: (0..wanted.tags.columns().count()).map(tag).collect::<PyResult<_>>()?,
            ..Part::default()
        };
        Self::of(py, columns, places, wanted)
    }

    /// Makes the batch of all games of `part`, whose columns are not copied.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn whole(py: Python<'_>, part: Part, wanted: &Wanted) -> PyResult<Self> {
        let places = 0..part.positions.len();
        Self::of(py, part, places, wanted)
    }

    /// Makes the batch of all rows of `columns`. Its positions are those of `columns.positions` in the range `places`.
    fn of(py: Python<'_>, columns: Part, places: Range<usize>, wanted: &Wanted) -> PyResult<Self> {
        let (rows, games) = (columns.len(), &columns.games[..]);
        let (has_positions, is_one) = (wanted.rows != Rows::Tags, wanted.rows.is_one());
        let nags = wanted.nags.then(|| columns.glyphs.into_arrays(py)?.into_pyobject(py).map(Bound::unbind));
        let comments =
            wanted.comments.then(|| columns.comments.into_arrays(py)?.into_pyobject(py).map(Bound::unbind));
        let bytes = || -> PyResult<_> {
            let bytes: Vec<i64> = games.iter().flat_map(|game| game.bytes).collect();
            Ok(bytes.into_pyarray(py).reshape([rows, 2])?.into_any().unbind())
        };
        let plies = match wanted.rows {
            Rows::Tags => None,
            Rows::Final => Some(repeated(rows, games, |game| game.plies)?),
            Rows::Played | Rows::Every => Some(plies(rows, games)?),
        };
        let mut is_wanted = wanted.noted.into_iter();
        let noted = columns.noted.map(|column| is_wanted.next()?.then(|| array(py, column)));
        let lengths: Vec<usize> = games.iter().map(|game| game.length).collect();
        let (raw_tags, mut tag_texts) = (PyDict::new(py), Lists::default());
        for ((name, is_number), texts) in wanted.tags.columns().zip(columns.tags) {
            if name.is_none() {
                tag_texts = texts;
            } else if is_number {
                raw_tags.set_item(name, array(py, numbers(&texts, &lengths)?))?;
            } else {
                raw_tags.set_item(name, texts.into_arrays(py)?)?;
            }
        }
        let positions = || Py::new(py, Positions::shared(columns.positions, places));
        Ok(Self {
            positions: has_positions.then(positions).transpose()?,
            moves: array(py, columns.moves),
            results: array(py, repeated(rows, games, |game| game.result)?),
            games: array(py, repeated(rows, games, |game| game.number)?),
            plies: plies.map(|plies| array(py, plies)),
            bytes: is_one.then(bytes).transpose()?,
            noted,
            nags: nags.transpose()?,
            comments: comments.transpose()?,
            raw_tags: raw_tags.unbind(),
            tag_texts,
            tags: PyOnceLock::new(),
            lengths,
            rows,
            wanted: wanted.clone(),
        })
    }
}

/// Returns a column of `rows` rows: each row of a game has the value that `value` gives for the game.
///
/// # Errors
/// `MemoryError`.
fn repeated<T: Copy>(rows: usize, games: &[Game], value: impl Fn(&Game) -> T) -> PyResult<Vec<T>> {
    let mut column = with_capacity(rows)?;
    for game in games {
        column.resize(column.len() + game.length, value(game));
    }
    Ok(column)
}

/// Returns, for each row, the number of moves played before it in its game.
///
/// # Errors
/// `MemoryError`.
fn plies(rows: usize, games: &[Game]) -> PyResult<Vec<i32>> {
    let mut column = with_capacity(rows)?;
    for game in games {
        column.extend((game.first..).take(game.length));
    }
    Ok(column)
}
