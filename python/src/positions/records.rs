//! Packed records of other programs.
//!
//! Reading: the bytes are divided into records, blocks of them are decoded on threads, and the columns of the
//! blocks are joined in order; bad records are an error, or are listed.
//!
//! Writing: labels, moves and plies are checked first, one for each position; then blocks are written, and joined in
//! order.
//!
//! Some formats have a number that stands for no score. The columns have it where a record has no score, and it must
//! not be written as a score.

use numpy::{Element, IntoPyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use quadbit_movegen::{GameResult, Move, Position, Validity};
use quadbit_pack::{Field, Fields, Format, Labels, ReadErrorKind, Sample, WriteError, binpack};

use super::Positions;
use crate::choices::{SKIPS, choose, validity};
use crate::errors::{Fault, RecordError};
use crate::keywords::Keywords;
use crate::lines::bytes_of;
use crate::memory::joined;
use crate::numbers::{Words, as_array, expect_length, kind};
use crate::results::{points, result};
use crate::work::{self, BLOCK};

/// Returns the format that `name` stands for.
fn format_of(name: &str) -> PyResult<Format> {
    choose("format", name, &Format::ALL.map(|format| (format.name(), format)))
}

#[pymethods]
impl Positions {
    /// What packed records hold: `bulletformat`, `marlinformat`, `viriformat` (all positions of all
    /// games), `binaryfen` (a length byte before each record), `tgct`, Stockfish's `binpack`, `plain` and
    /// `bin` (packed sfen; the score 32002 means none), and lines of `fen` or `text` (`FEN | score | result`).
    ///
    /// A bad record raises `RecordError`, which names its number. With `on_error="skip"` it is left out, except for the
    /// positions of a game or chunk that come before the damage, and its number is in `skipped`.
    #[staticmethod]
    #[pyo3(signature = (buffer, format, *, on_error = "raise", relaxed = false, standard = false, threads = 1))]
    fn from_bytes(
        py: Python<'_>,
        buffer: &Bound<'_, PyAny>,
        format: &str,
        on_error: &str,
        relaxed: bool,
        standard: bool,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Records> {
        let format = format_of(format)?;
        let reading =
            Reading { validity: validity(relaxed, standard)?, skips: choose("on_error", on_error, &SKIPS)? };
        let bytes = bytes_of(buffer)?;
        let columns = reading.read(py, bytes.as_slice()?, format, threads)?;
        Ok(Records {
            positions: Py::new(py, Self::from(columns.positions))?,
            scores: column(py, format.gives(Field::Score), columns.scores),
            results: column(py, format.gives(Field::Result), columns.results),
            moves: column(py, format.gives(Field::Move), columns.moves),
            plies: column(py, format.gives(Field::Ply), columns.plies),
            skipped: columns.skipped.into_pyarray(py).unbind(),
        })
    }

    /// The positions as packed records, in the formats of `from_bytes`. In viriformat, each is
    /// a game without moves; in binpack, positions that follow each other in a game form chains.
    ///
    /// `scores` are integers, `results` 1, 0.5 or 0, both from white's view: one for each position, or one number for
    /// all. `moves` (0 for none) and `plies` have one number for each position. In `binpack`, `plain` and `bin` the
    /// score 32002 means none. A position that the format cannot hold raises `RecordError`, unless `drop` names the
    /// fields that may be lost: `castling`, `ep`, `clocks`, `score`, `result`, `extra`, `move`, `ply` or `all`, one
    /// name or several.
    #[pyo3(
        signature = (format, **options),
        text_signature = "($self, format, *, moves=None, plies=None, scores=None, results=None, drop=(), threads=1)"
    )]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        options: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format = format_of(format)?;
        let (given, length) = (Keywords::new(options), self.range.len());
        let words = |name| {
            let words = given.take(name)?;
            words.map(|words| Words::new(&words, name, Some(length), 0..=u16::MAX)).transpose()
        };
        let (moves, plies) = (words("moves")?, words("plies")?);
        let (scores, results) = (given.take("scores")?, given.take("results")?);
        let columns = Given {
            moves: moves.as_ref().map(Words::as_slice).transpose()?,
            plies: plies.as_ref().map(Words::as_slice).transpose()?,
            scores: labels(scores, "scores", b"iu", length, (score, "-32768 to 32767"))?,
            results: labels(results, "results", b"iuf", length, (result, "1, 0.5, 0 or NaN"))?,
        };
        let drop = given.take("drop")?.map_or(Ok(Fields::EMPTY), |drop| dropped(&drop))?;
        let threads = given.threads()?;
        given.finish("to_bytes")?;
        // In binpack, a chain may run through all positions, so they are one block.
        let size = if format == Format::Binpack { length.max(1) } else { BLOCK };
        let mut blocks = vec![Vec::new(); length.div_ceil(size)];
        let tasks = self.as_slice().chunks(size).zip(&mut blocks).enumerate();
        work::run(py, threads, tasks, |(block, (positions, bytes))| {
            columns.write(format, drop, block * size, positions, bytes)
        })?;
        PyBytes::new_with(py, blocks.iter().map(Vec::len).sum(), |mut room| {
            for block in &blocks {
                let (place, rest) = room.split_at_mut(block.len());
                place.copy_from_slice(block);
                room = rest;
            }
            Ok(())
        })
    }
}

/// Reads the fields that may be lost, the argument `drop`: one name, or several.
fn dropped(drop: &Bound<'_, PyAny>) -> PyResult<Fields> {
    let other = |_| PyTypeError::new_err(format!("drop: expected names of fields, got {}", kind(drop)));
    let one = drop.cast::<PyString>().map(|name| vec![name.to_string()]);
    let names = one.or_else(|_| drop.extract::<Vec<String>>().map_err(other))?;
    names.iter().try_fold(Fields::EMPTY, |all, name| {
        let fields = name.parse::<Fields>().map(|fields| all.union(fields));
        fields.map_err(|error| PyValueError::new_err(format!("drop: {error}, got '{name}'")))
    })
}

/// Packed records that have been read: their positions, and an array for each label that the format has; `None` for the
/// others.
#[pyclass(frozen, get_all, module = "quadbit")]
#[derive(Debug)]
pub(crate) struct Records {
    /// The positions.
    positions: Py<Positions>,
    /// The scores from white's view, in the engine's unit: int16; 32002 means none.
    scores: Option<Py<PyArray1<i16>>>,
    /// White's points: float32, 1, 0.5, 0, or NaN if unknown.
    results: Option<Py<PyArray1<f32>>>,
    /// The moves that were played or found best, 0 for none: uint16.
    moves: Option<Py<PyArray1<u16>>>,
    /// The plies since the beginning of the game, by the records or else by their move numbers: uint16.
    plies: Option<Py<PyArray1<u16>>>,
    /// The numbers of bad records, which are left out: int64.
    skipped: Py<PyArray1<i64>>,
}

#[pymethods]
impl Records {
    fn __len__(&self) -> usize {
        self.positions.get().range.len()
    }

    fn __repr__(&self) -> String {
        format!("<quadbit.Records of {} positions>", self.__len__())
    }
}

/// Returns `column` as an array; `None` unless `is_there`, which says whether the format has the column.
fn column<T: Element>(py: Python<'_>, is_there: bool, column: Vec<T>) -> Option<Py<PyArray1<T>>> {
    is_there.then(|| column.into_pyarray(py).unbind())
}

/// Positions and their labels, in order. If a format has no scores, `scores` is empty.
#[derive(Debug, Default)]
struct Columns {
    positions: Vec<Position>,
    scores: Vec<i16>,
    results: Vec<f32>,
    moves: Vec<u16>,
    plies: Vec<u16>,
    /// The numbers of bad records, in order.
    skipped: Vec<i64>,
}

impl Columns {
    fn push(&mut self, sample: &Sample) {
        self.positions.push(sample.position);
        self.scores.extend(sample.labels.score);
        self.results.push(points(sample.labels.result));
        self.moves.push(sample.labels.mv.map_or(0, Move::to_bits));
        self.plies
            .push(sample.labels.ply.unwrap_or_else(|| sample.ply_of_clocks().try_into().unwrap_or(u16::MAX)));
    }
}

/// The options with which records are read.
#[derive(Clone, Copy)]
struct Reading {
    validity: Validity,
    skips: bool,
}

impl Reading {
    fn read(self, py: Python<'_>, bytes: &[u8], format: Format, threads: u16) -> PyResult<Columns> {
        let lengths = format.lengths(bytes, true);
        let whole: usize = lengths.iter().sum();
        if whole < bytes.len() && !self.skips {
            return Err(Fault::new(RecordError::new_err, "record", lengths.len(), ReadErrorKind::Truncated)
                .into_exception(py));
        }
        let mut parts = Vec::new();
        parts.resize_with(lengths.len().div_ceil(BLOCK), Columns::default);
        let mut rest = bytes;
        let blocks = lengths.chunks(BLOCK).map(|lengths| {
            let (block, behind) = rest.split_at(lengths.iter().sum());
            rest = behind;
            (block, lengths)
        });
        let tasks = blocks.zip(&mut parts).enumerate();
        work::run(py, threads, tasks, |(block, ((bytes, lengths), part))| {
            let mut fault = None;
            format.read(self.validity, bytes, lengths, |place, sample| match sample {
                Ok(Sample { position, labels }) => {
                    let labels = Labels { score: labels.score.or(format.no_score()), ..labels };
                    part.push(&Sample { position, labels });
                }
                Err(error) => {
                    let number = block * BLOCK + place;
                    part.skipped.extend(i64::try_from(number));
                    fault.get_or_insert_with(|| Fault::new(RecordError::new_err, "record", number, error));
                }
            });
            fault.filter(|_| !self.skips).map_or(Ok(()), Err)
        })?;
        if whole < bytes.len() {
            let cut = Columns { skipped: vec![i64::try_from(lengths.len())?], ..Columns::default() };
            parts.push(cut);
        }
        Ok(Columns {
            positions: joined(&parts, |part| &part.positions)?,
            scores: joined(&parts, |part| &part.scores)?,
            results: joined(&parts, |part| &part.results)?,
            moves: joined(&parts, |part| &part.moves)?,
            plies: joined(&parts, |part| &part.plies)?,
            skipped: joined(&parts, |part| &part.skipped)?,
        })
    }
}

/// What is written with the positions into their records: scores, results, moves and plies.
struct Given<'a> {
    moves: Option<&'a [u16]>,
    plies: Option<&'a [u16]>,
    scores: Option<Vec<i16>>,
    results: Option<Vec<GameResult>>,
}

impl Given<'_> {
    /// Appends the records of `positions`, the first of which has the index `first` in the batch.
    ///
    /// # Errors
    /// The first position that cannot be written, or whose move is not legal.
    fn write(
        &self,
        format: Format,
        may_drop: Fields,
        first: usize,
        positions: &[Position],
        bytes: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let refused = |index, error| Fault::new(RecordError::new_err, "position", index, advice(error));
        let samples = (first..).zip(positions).map(|(index, position)| self.sample(format, index, position));
        if format == Format::Binpack {
            let mut writer = binpack::Writer::new();
            for (index, sample) in (first..).zip(samples) {
                writer.push(&sample?, may_drop, bytes).map_err(|error| refused(index, error))?;
            }
            writer.finish(bytes);
            return Ok(());
        }
        let (samples, mut fault) = (samples.collect::<Result<Vec<Sample>, Fault>>()?, None);
        format.write(may_drop, &samples, bytes, |place, error| {
            fault.get_or_insert((first + place, error));
        });
        fault.map_or(Ok(()), |(index, error)| Err(refused(index, error)))
    }

    /// Makes the sample of the position `index`. The sample has no score if the given number stands for none in the
    /// format. It is an error if the move is not legal.
    fn sample(&self, format: Format, index: usize, &position: &Position) -> Result<Sample, Fault> {
        let bits = self.moves.map_or(0, |moves| moves[index]);
        let mv = Some(Move::from_bits(bits)).filter(|_| bits != 0);
        if mv.is_some_and(|mv| !position.is_legal(mv)) {
            return Err(Fault::not_legal(index, bits, &position));
        }
        let score = self.scores.as_ref().map(|scores| scores[index]);
        let labels = Labels {
            score: score.filter(|&score| format.no_score() != Some(score)),
            result: self.results.as_ref().map_or(GameResult::Unknown, |results| results[index]),
            mv,
            ply: self.plies.map(|plies| plies[index]),
            ..Labels::NONE
        };
        Ok(Sample { position, labels })
    }
}

/// Returns the message of an error, with the argument that would avoid it.
fn advice(error: WriteError) -> String {
    match error {
        WriteError::Missing(Field::Move) => format!("{error}: pass moves=, where 0 is a null move or none"),
        WriteError::Missing(Field::Score) => format!("{error}: pass scores="),
        WriteError::Missing(Field::Result) => format!("{error}: pass results="),
        WriteError::Lost(field) => format!("{error}: pass drop=\"{field}\" to leave it out"),
        _ => error.to_string(),
    }
}

/// Returns the labels of `length` positions, from an array or a list of one of the `kinds` of numpy, or from one number
/// for all; `None` if nothing is `given`. `read` returns the label for a number, or `None` for one that is not
/// `expected`.
fn labels<T>(
    given: Option<Bound<'_, PyAny>>,
    name: &str,
    kinds: &[u8],
    length: usize,
    (read, expected): (impl Fn(f64) -> Option<T>, &str),
) -> PyResult<Option<Vec<T>>> {
    let Some(given) = given else { return Ok(None) };
    let mut array = as_array(&given)?;
    if array.ndim() == 0 {
        array = given.py().import("numpy")?.call_method1("full", (length, given))?.cast_into()?;
    }
    if array.ndim() != 1 || !array.is_empty() && !kinds.contains(&array.dtype().kind()) {
        let text = format!("{name}: expected one dimension of numbers, got dtype {}", array.dtype());
        return Err(PyTypeError::new_err(text));
    }
    let numbers = array.call_method1("astype", ("float64",))?.cast_into::<PyArray1<f64>>()?.to_vec()?;
    expect_length(name, numbers.len(), Some(length))?;
    let label = |(index, number)| {
        let other = || format!("{name}: item {index} is {number}, expected {expected}");
        read(number).ok_or_else(|| PyValueError::new_err(other()))
    };
    numbers.into_iter().enumerate().map(label).collect::<PyResult<_>>().map(Some)
}

/// Converts `number` to a score of 16 bits; `None` if it is not a whole number or does not fit.
fn score(number: f64) -> Option<i16> {
    let is_one = number.fract() == 0.0 && (f64::from(i16::MIN)..=f64::from(i16::MAX)).contains(&number);
    #[expect(clippy::cast_possible_truncation, reason = "it is one of 16 bits")]
    is_one.then_some(number as i16)
}
