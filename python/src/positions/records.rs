//! Packed records of other programs.
//!
//! Reading: the bytes are divided into records, blocks of them are decoded on threads, and the columns of the
//! blocks are joined in order; bad records are an error, or are listed.
//!
//! Writing: labels, moves and plies are checked first, one for each position; then blocks are written, and joined in
//! order.
//!
//! A score that stands for none in the format must neither be read nor written as a score.

use numpy::{IntoPyArray, PyArrayDescrMethods, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use quadbit_movegen::{GameResult, Move, Position, Validity};
use quadbit_nibble::simd::Level;
use quadbit_pack::{Field, Fields, Format, ReadErrorKind, Sample, WriteError, binpack};

use super::Positions;
use crate::choices::{SKIPS, choose};
use crate::errors::{Fault, RecordError};
use crate::lines::bytes_of;
use crate::memory::joined;
use crate::numbers::{Words, as_array, integers};
use crate::results::{points, result};
use crate::work::{self, BLOCK};

/// The format that `name` stands for.
fn format_of(name: &str) -> PyResult<Format> {
    choose("format", name, &Format::ALL.map(|format| (format.name(), format)))
}

#[pymethods]
impl Positions {
    /// The positions of packed records: `bulletformat`, `marlinformat`, `viriformat` (all positions of all
    /// games), `binaryfen` (a length byte before each record), `tgct`, Stockfish's `binpack`, `plain` and
    /// `bin` (packed sfen; the score 32002 means none), and lines of `fen` or `text` (`FEN | score | result`).
    ///
    /// A bad record raises `RecordError`, which names its number. With `on_error="skip"` it is left out, except for the
    /// positions of a game or chunk that come before the damage, and the result ends with `skipped`, the numbers of bad
    /// records, int64: (positions, skipped). With `labels`, the result is (positions, scores, results) or (positions,
    /// scores, results, skipped): int16 and float32, both from white's view. With `moves` the moves (0 for none) and
    /// the plies since the beginning of the game stand behind them, both uint16.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "each has a name in Python")]
    #[pyo3(
        signature = (
            buffer, format, *, labels = false, moves = false, on_error = "raise", relaxed = false, threads = 1
        )
    )]
    fn from_bytes<'py>(
        py: Python<'py>,
        buffer: &Bound<'py, PyAny>,
        format: &str,
        labels: bool,
        moves: bool,
        on_error: &str,
        relaxed: bool,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = format;
        let format = format_of(format)?;
        if labels && !format.holds(Field::Score) {
            return Err(PyValueError::new_err(format!("labels: {name} has neither scores nor results")));
        }
        if moves && !format.holds(Field::Move) && format != Format::Viriformat {
            return Err(PyValueError::new_err(format!("moves: {name} has no moves")));
        }
        let reading = Reading {
            validity: if relaxed { Validity::Relaxed } else { Validity::Strict },
            skips: choose("on_error", on_error, &SKIPS)?,
            level: Level::auto(),
        };
        let bytes = bytes_of(buffer)?;
        let samples = reading.read(py, bytes.as_slice()?, format, threads)?;
        let positions = Self::from(samples.positions);
        if !(labels || moves || reading.skips) {
            return Ok(positions.into_pyobject(py)?.into_any());
        }
        let mut parts = vec![positions.into_pyobject(py)?.into_any()];
        if labels {
            parts.push(samples.scores.into_pyarray(py).into_any());
            parts.push(samples.results.into_pyarray(py).into_any());
        }
        if moves {
            parts.push(samples.moves.into_pyarray(py).into_any());
            parts.push(samples.plies.into_pyarray(py).into_any());
        }
        if reading.skips {
            parts.push(samples.skipped.into_pyarray(py).into_any());
        }
        Ok(PyTuple::new(py, parts)?.into_any())
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
        signature = (
            format, *, moves = None, plies = None, scores = None, results = None, drop = Fields::NONE, threads = 1
        ),
        text_signature = "($self, format, *, moves=None, plies=None, scores=None, results=None, drop=(), threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "each has a name in Python")]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        moves: Option<&Bound<'py, PyAny>>,
        plies: Option<&Bound<'py, PyAny>>,
        scores: Option<&Bound<'py, PyAny>>,
        results: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = dropped)] drop: Fields,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format = format_of(format)?;
        let length = self.range.len();
        let labels = Labels::new(scores, results, length)?;
        let words = |words: Option<&Bound<'py, PyAny>>, name| {
            words.map(|words| Words::new(words, name, Some(length), 0..=u16::MAX)).transpose()
        };
        let (moves, plies) = (words(moves, "moves")?, words(plies, "plies")?);
        let columns = Columns {
            moves: moves.as_ref().map(Words::as_slice).transpose()?,
            plies: plies.as_ref().map(Words::as_slice).transpose()?,
            labels,
        };
        // A chain goes on from block to block.
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
    let names: Vec<String> =
        if drop.is_instance_of::<PyString>() { vec![drop.extract()?] } else { drop.extract()? };
    names.iter().try_fold(Fields::NONE, |all, name| {
        let fields = name.parse::<Fields>().map(|fields| all.union(fields));
        fields.map_err(|error| PyValueError::new_err(format!("drop: {error}, got '{name}'")))
    })
}

/// Positions and their labels, in order. If a format has no scores, their list
/// is empty.
#[derive(Debug, Default)]
struct Samples {
    positions: Vec<Position>,
    /// The scores from white's view, in the engine's unit.
    scores: Vec<i16>,
    /// White's points, 1, 0.5 or 0; NaN if unknown.
    results: Vec<f32>,
    /// The moves that were played, 0 for none, and the plies since the beginning of the game.
    moves: Vec<u16>,
    plies: Vec<u16>,
    /// The numbers of bad records.
    skipped: Vec<i64>,
}

impl Samples {
    fn push(&mut self, sample: &Sample) {
        self.positions.push(sample.position);
        self.scores.extend(sample.score);
        self.results.push(points(sample.result));
        self.moves.push(sample.mv.map_or(0, Move::to_bits));
        self.plies.push(sample.ply.unwrap_or_else(|| sample.ply_of_clocks().try_into().unwrap_or(u16::MAX)));
    }
}

/// The options with which records are read.
#[derive(Clone, Copy)]
struct Reading {
    validity: Validity,
    skips: bool,
    level: Level,
}

impl Reading {
    fn read(self, py: Python<'_>, bytes: &[u8], format: Format, threads: u16) -> PyResult<Samples> {
        let lengths = format.lengths(bytes, true);
        let whole: usize = lengths.iter().sum();
        if whole < bytes.len() && !self.skips {
            return Err(Fault::new(RecordError::new_err, "record", lengths.len(), ReadErrorKind::Truncated)
                .into_exception(py));
        }
        let mut parts = Vec::new();
        parts.resize_with(lengths.len().div_ceil(BLOCK), Samples::default);
        let mut rest = bytes;
        let blocks = lengths.chunks(BLOCK).map(|lengths| {
            let (block, behind) = rest.split_at(lengths.iter().sum());
            rest = behind;
            (block, lengths)
        });
        let tasks = blocks.zip(&mut parts).enumerate();
        work::run(py, threads, tasks, |(block, ((bytes, lengths), part))| {
            let mut fault = None;
            format.read_at(self.level, self.validity, bytes, lengths, |place, sample| match sample {
                Ok(sample) => part.push(&Sample { score: sample.score.or(format.no_score()), ..sample }),
                Err(error) => {
                    let number = block * BLOCK + place;
                    part.skipped.extend(i64::try_from(number));
                    fault.get_or_insert_with(|| Fault::new(RecordError::new_err, "record", number, error));
                }
            });
            fault.filter(|_| !self.skips).map_or(Ok(()), Err)
        })?;
        if whole < bytes.len() {
            let cut = Samples { skipped: vec![i64::try_from(lengths.len())?], ..Samples::default() };
            parts.push(cut);
        }
        Ok(Samples {
            positions: joined(&parts, |part| &part.positions)?,
            scores: joined(&parts, |part| &part.scores)?,
            results: joined(&parts, |part| &part.results)?,
            moves: joined(&parts, |part| &part.moves)?,
            plies: joined(&parts, |part| &part.plies)?,
            skipped: joined(&parts, |part| &part.skipped)?,
        })
    }
}

/// What is written beside the positions in their records.
struct Columns<'a> {
    moves: Option<&'a [u16]>,
    plies: Option<&'a [u16]>,
    labels: Labels,
}

impl Columns<'_> {
    /// Writes the records of positions, the first of which has the index `first`.
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

    /// The sample of the position `index`, without a score that stands for none in the format.
    fn sample(&self, format: Format, index: usize, position: &Position) -> Result<Sample, Fault> {
        let bits = self.moves.map_or(0, |moves| moves[index]);
        let mv = Some(Move::from_bits(bits)).filter(|_| bits != 0);
        if mv.is_some_and(|mv| !position.is_legal(mv)) {
            return Err(Fault::not_legal(index, bits, position));
        }
        let labelled = self.labels.sample(index, *position);
        let score = labelled.score.filter(|&score| format.no_score() != Some(score));
        Ok(Sample { mv, score, ply: self.plies.map(|plies| plies[index]), ..labelled })
    }
}

/// The text of the error of a position, with the argument that would avoid it.
fn advice(error: WriteError) -> String {
    match error {
        WriteError::Missing(Field::Move) => format!("{error}: pass moves="),
        WriteError::Missing(Field::Score) => format!("{error}: pass scores="),
        WriteError::Missing(Field::Result) => format!("{error}: pass results="),
        WriteError::Lost(field) => format!("{error}: pass drop=\"{field}\" to leave it out"),
        _ => error.to_string(),
    }
}

/// The scores and results that are written to records.
struct Labels {
    scores: Option<Vec<i16>>,
    results: Option<Vec<GameResult>>,
}

impl Labels {
    /// Labels from arrays or lists with one for each position, or from single numbers.
    fn new(
        scores: Option<&Bound<'_, PyAny>>,
        results: Option<&Bound<'_, PyAny>>,
        length: usize,
    ) -> PyResult<Self> {
        let expect = |name: &str, found: usize| {
            if found == length {
                return Ok(());
            }
            Err(PyValueError::new_err(format!("{name}: expected shape ({length},), got ({found},)")))
        };
        let scores = scores.map(|scores| {
            let scores = integers(&for_each(scores, length)?, "scores")?;
            expect("scores", scores.len())?;
            let narrow = |(index, score): (usize, i64)| {
                let beyond = || format!("scores: item {index} is {score}, expected -32768 to 32767");
                i16::try_from(score).map_err(|_| PyValueError::new_err(beyond()))
            };
            scores.into_iter().enumerate().map(narrow).collect::<PyResult<Vec<i16>>>()
        });
        let results = results.map(|results| {
            let array = as_array(&for_each(results, length)?)?;
            let is_number = array.is_empty() || matches!(array.dtype().kind(), b'f' | b'i' | b'u');
            if array.ndim() != 1 || !is_number {
                let text = format!("results: expected one dimension of numbers, got dtype {}", array.dtype());
                return Err(PyTypeError::new_err(text));
            }
            let floats = array.call_method1("astype", ("float64",))?.cast_into::<numpy::PyArray1<f64>>()?;
            let floats = floats.to_vec()?;
            expect("results", floats.len())?;
            let named = |(index, points): (usize, f64)| {
                let other = || format!("results: item {index} is {points}, expected 1, 0.5, 0 or NaN");
                result(points).ok_or_else(|| PyValueError::new_err(other()))
            };
            floats.into_iter().enumerate().map(named).collect::<PyResult<Vec<GameResult>>>()
        });
        Ok(Self { scores: scores.transpose()?, results: results.transpose()? })
    }

    fn sample(&self, index: usize, position: Position) -> Sample {
        Sample {
            score: self.scores.as_ref().map(|scores| scores[index]),
            result: self.results.as_ref().map_or(GameResult::Unknown, |results| results[index]),
            ..Sample::from(position)
        }
    }
}

/// A list of labels, or one label repeated.
fn for_each<'py>(labels: &Bound<'py, PyAny>, length: usize) -> PyResult<Bound<'py, PyAny>> {
    if as_array(labels)?.ndim() == 0 {
        return labels.py().import("numpy")?.call_method1("full", (length, labels));
    }
    Ok(labels.clone())
}
