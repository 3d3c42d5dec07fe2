//! Packed records of other programs.

use numpy::{PyArrayDescrMethods, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadbit_movegen::{GameResult, Level, Validity};
use quadbit_pack::{
    Field, Fields, Record, RecordError, Sample, batch, binaryfen, bulletformat, marlinformat, text, tgct,
    viriformat,
};

use super::Positions;
use crate::choices::choose;
use crate::errors::{Fault, Kind};
use crate::harvest::{Harvest, array, result};
use crate::lines::bytes_of;
use crate::numbers::{as_array, integers};
use crate::work::{self, BLOCK, Threads};

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Bulletformat,
    Marlinformat,
    Viriformat,
    Binaryfen,
    Tgct,
    Fen,
    Text,
}

const FORMATS: [(&str, Format); 7] = [
    ("bulletformat", Format::Bulletformat),
    ("marlinformat", Format::Marlinformat),
    ("viriformat", Format::Viriformat),
    ("binaryfen", Format::Binaryfen),
    ("tgct", Format::Tgct),
    ("fen", Format::Fen),
    ("text", Format::Text),
];

impl Format {
    /// Whether there are scores and results.
    const fn has_labels(self) -> bool {
        matches!(self, Self::Bulletformat | Self::Marlinformat | Self::Viriformat | Self::Text)
    }
}

#[pymethods]
impl Positions {
    /// The positions of packed records: `bulletformat`, `marlinformat`, `viriformat` (all positions of all games), `binaryfen` (a
    /// length byte before each record), `tgct`, and lines of `fen` or `text` (`FEN | score | result`).
    ///
    /// A bad record raises `RecordError`, which names its number, or is left out: `on_error="skip"`. With `labels`, the answer is
    /// (positions, scores, results): int16 and float32, both white's.
    #[staticmethod]
    #[pyo3(signature = (buffer, format, *, labels = false, on_error = "raise", relaxed = false, threads = Threads(1)))]
    fn from_bytes<'py>(
        py: Python<'py>,
        buffer: &Bound<'py, PyAny>,
        format: &str,
        labels: bool,
        on_error: &str,
        relaxed: bool,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = format;
        let format = choose("format", format, &FORMATS)?;
        if labels && !format.has_labels() {
            return Err(PyValueError::new_err(format!("labels: {name} has neither scores nor results")));
        }
        let reading = Reading {
            validity: if relaxed { Validity::Relaxed } else { Validity::Strict },
            skips: choose("on_error", on_error, &[("raise", false), ("skip", true)])?,
            level: Level::auto(),
        };
        let bytes = bytes_of(buffer)?;
        let harvest = reading.read(py, bytes.as_slice()?, format, threads)?;
        if !labels {
            return Ok(Self::from(harvest.positions).into_pyobject(py)?.into_any());
        }
        let Harvest { positions, scores, results, .. } = harvest;
        let whole = (Self::from(positions), array(py, scores), array(py, results));
        Ok(whole.into_pyobject(py)?.into_any())
    }

    /// The positions as packed records, in the formats of `from_bytes`. For viriformat, each is a game without moves.
    ///
    /// `scores` are integers, `results` 1, 0.5 or 0, both white's. A position that the format cannot hold raises `RecordError`, unless
    /// `drop` names what may be lost: `castling`, `ep`, `clocks`, `score`, `result`, `extra` or `all`.
    #[pyo3(signature = (format, *, scores = None, results = None, drop = Vec::new(), threads = Threads(1)))]
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        scores: Option<&Bound<'py, PyAny>>,
        results: Option<&Bound<'py, PyAny>>,
        drop: Vec<String>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format = choose("format", format, &FORMATS)?;
        let may_drop = drop.iter().try_fold(Fields::NONE, |fields, name| match name.as_str() {
            "all" => Ok(Fields::ALL),
            _ => name
                .parse::<Field>()
                .map(|field| fields.with(field))
                .map_err(|error| PyValueError::new_err(format!("drop: {error}, or all, got '{name}'"))),
        })?;
        let labels = Labels::new(scores, results, self.range.len())?;
        let level = Level::auto();
        let mut blocks = vec![Vec::new(); self.range.len().div_ceil(BLOCK)];
        let tasks = self.as_slice().chunks(BLOCK).zip(&mut blocks).enumerate();
        work::run(py, threads, tasks, |(block, (positions, bytes))| {
            let first = block * BLOCK;
            let samples: Vec<Sample> =
                (first..).zip(positions).map(|(index, &position)| labels.sample(index, position)).collect();
            write(level, format, may_drop, &samples, bytes)
                .map_err(|(place, fault)| Fault::new(Kind::Record, "position", first + place, fault))
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

/// How records are read.
#[derive(Clone, Copy)]
struct Reading {
    validity: Validity,
    skips: bool,
    level: Level,
}

impl Reading {
    fn read(self, py: Python<'_>, bytes: &[u8], format: Format, threads: Threads) -> PyResult<Harvest> {
        let validity = self.validity;
        match format {
            Format::Bulletformat => self.read_fixed::<bulletformat::Board>(py, bytes, threads),
            Format::Marlinformat => self.read_fixed::<marlinformat::Board>(py, bytes, threads),
            Format::Tgct => self.read_fixed::<tgct::Board>(py, bytes, threads),
            Format::Binaryfen => self.read_each(py, binaryfen::framed(bytes), threads, |record, harvest| {
                harvest.push(&binaryfen::read(record?, validity)?);
                Ok::<_, RecordError>(())
            }),
            Format::Viriformat => self.read_each(py, viriformat::games(bytes), threads, |game, harvest| {
                let game = game.map_err(|error| error.to_string())?;
                let samples: Result<Vec<Sample>, String> = game
                    .samples(validity)
                    .map_err(|error| error.to_string())?
                    .map(|sample| sample.map_err(|error| error.to_string()))
                    .collect();
                samples?.iter().for_each(|sample| harvest.push(sample));
                Ok::<_, String>(())
            }),
            Format::Fen => self.read_each(py, lines(bytes), threads, |line, harvest| {
                harvest.push(&text::read_fen(&String::from_utf8_lossy(line), validity)?);
                Ok::<_, text::TextError>(())
            }),
            Format::Text => self.read_each(py, lines(bytes), threads, |line, harvest| {
                harvest.push(&text::read(&String::from_utf8_lossy(line), validity)?);
                Ok::<_, text::TextError>(())
            }),
        }
    }

    /// Reads records of a fixed size, in lanes.
    fn read_fixed<R: Record + Sync>(
        self,
        py: Python<'_>,
        bytes: &[u8],
        threads: Threads,
    ) -> PyResult<Harvest> {
        let (records, rest) = R::view(bytes);
        if !rest.is_empty() && !self.skips {
            return Err(
                Fault::new(Kind::Record, "record", records.len(), RecordError::Truncated).into_exception(py)
            );
        }
        let mut parts = Vec::new();
        parts.resize_with(records.len().div_ceil(BLOCK), Harvest::default);
        let tasks = records.chunks(BLOCK).zip(&mut parts).enumerate();
        work::run(py, threads, tasks, |(block, (records, part))| {
            let mut samples = vec![Err(RecordError::Truncated); records.len()];
            batch::read(self.level, self.validity, records, &mut samples);
            for (place, sample) in samples.iter().enumerate() {
                match sample {
                    Ok(sample) => part.push(sample),
                    Err(_) if self.skips => {}
                    Err(error) => {
                        return Err(Fault::new(Kind::Record, "record", block * BLOCK + place, error));
                    }
                }
            }
            Ok(())
        })?;
        Harvest::concat(&parts)
    }

    /// Reads records of any size, one at a time.
    fn read_each<T: Send, E: std::fmt::Display>(
        self,
        py: Python<'_>,
        records: impl Iterator<Item = T> + Send,
        threads: Threads,
        read: impl Fn(T, &mut Harvest) -> Result<(), E> + Sync,
    ) -> PyResult<Harvest> {
        let parts = std::sync::Mutex::new(Vec::new());
        let mut records = records.enumerate();
        let tasks = std::iter::from_fn(|| {
            let block: Vec<(usize, T)> = records.by_ref().take(BLOCK).collect();
            (!block.is_empty()).then_some(block)
        });
        work::run(py, threads, tasks, |block| {
            let mut part = Harvest::default();
            let first = block[0].0;
            for (index, record) in block {
                match read(record, &mut part) {
                    Err(error) if !self.skips => {
                        return Err(Fault::new(Kind::Record, "record", index, error));
                    }
                    _ => {}
                }
            }
            work::locked(&parts).push((first, part));
            Ok(())
        })?;
        let mut parts = parts.into_inner().unwrap_or_default();
        parts.sort_unstable_by_key(|&(first, _)| first);
        let parts: Vec<Harvest> = parts.into_iter().map(|(_, part)| part).collect();
        Harvest::concat(&parts)
    }
}

/// The lines of a text, without their breaks.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
}

/// Writes the records of some positions. An error names its place among them.
fn write(
    level: Level,
    format: Format,
    may_drop: Fields,
    samples: &[Sample],
    bytes: &mut Vec<u8>,
) -> Result<(), (usize, String)> {
    match format {
        Format::Bulletformat => write_fixed::<bulletformat::Board>(level, may_drop, samples, &[], bytes),
        Format::Marlinformat => write_fixed::<marlinformat::Board>(level, may_drop, samples, &[], bytes),
        Format::Tgct => write_fixed::<tgct::Board>(level, may_drop, samples, &[], bytes),
        // Games without a move.
        Format::Viriformat => {
            write_fixed::<marlinformat::Board>(level, may_drop, samples, &viriformat::END, bytes)
        }
        Format::Binaryfen => write_each(samples, |sample| {
            bytes.extend(binaryfen::Record::write(sample, may_drop)?.framed());
            Ok(())
        }),
        Format::Fen => write_each(samples, |sample| {
            bytes.extend(format!("{}\n", text::write_fen(sample, may_drop)?).bytes());
            Ok(())
        }),
        Format::Text => write_each(samples, |sample| {
            bytes.extend(format!("{}\n", text::write(sample, may_drop)?).bytes());
            Ok(())
        }),
    }
}

fn write_fixed<R: Record>(
    level: Level,
    may_drop: Fields,
    samples: &[Sample],
    end: &[u8],
    bytes: &mut Vec<u8>,
) -> Result<(), (usize, String)> {
    let mut records = vec![Err(quadbit_pack::WriteError::Chess960); samples.len()];
    batch::write::<R>(level, may_drop, samples, &mut records);
    for (place, record) in records.iter().enumerate() {
        let record = record.as_ref().map_err(|error| (place, error.to_string()))?;
        bytes.extend_from_slice(bytemuck::bytes_of(record));
        bytes.extend_from_slice(end);
    }
    Ok(())
}

fn write_each(
    samples: &[Sample],
    mut write: impl FnMut(&Sample) -> Result<(), quadbit_pack::WriteError>,
) -> Result<(), (usize, String)> {
    for (place, sample) in samples.iter().enumerate() {
        write(sample).map_err(|error| (place, error.to_string()))?;
    }
    Ok(())
}

/// Scores and results for records.
struct Labels {
    scores: Option<Vec<i16>>,
    results: Option<Vec<GameResult>>,
}

impl Labels {
    /// Arrays or lists of as many labels as there are positions.
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
            let scores = integers(scores, "scores")?;
            expect("scores", scores.len())?;
            let narrow = |(index, score): (usize, i64)| {
                let beyond = || format!("scores: item {index} is {score}, expected -32768 to 32767");
                i16::try_from(score).map_err(|_| PyValueError::new_err(beyond()))
            };
            scores.into_iter().enumerate().map(narrow).collect::<PyResult<Vec<i16>>>()
        });
        let results = results.map(|results| {
            let array = as_array(results)?;
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

    fn sample(&self, index: usize, position: quadbit_movegen::Position) -> Sample {
        Sample {
            score: self.scores.as_ref().map(|scores| scores[index]),
            result: self.results.as_ref().map_or(GameResult::Unknown, |results| results[index]),
            ..Sample::from(position)
        }
    }
}
