//! Blocks of records of any format, with the best instructions of the machine.

use alloc::vec;
use alloc::vec::Vec;

use quadbit_movegen::{Position, Validity};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::packed_pieces::PackSimd;

use super::Format;
use super::error::ReadError;
use crate::fens;
use crate::field::{Fields, WriteError};
use crate::record::Record;
use crate::record_error::RecordError;
use crate::sample::Sample;
use crate::text::Labels;
use crate::{batch, binaryfen, binpack, bulletformat, marlinformat, text, tgct, viriformat};

impl Format {
    /// Reads the records of a block, given by their [`lengths`](Self::lengths): the same samples and errors
    /// as [`read`](Self::read) gives one by one. Calls a function with the index of each record, from 0, and
    /// each of its samples or its error.
    pub fn read_block(
        self,
        level: Level,
        validity: Validity,
        bytes: &[u8],
        lengths: &[usize],
        mut each: impl FnMut(usize, Result<Sample, ReadError>),
    ) {
        match self {
            Self::Bulletformat | Self::Marlinformat | Self::Tgct => {
                for (place, sample) in self.read_fixed(level, validity, bytes).into_iter().enumerate() {
                    each(place, sample.map_err(ReadError::Record));
                }
            }
            Self::Fen => {
                let whole = &bytes[..lengths.iter().sum()];
                let mut records = records(bytes, lengths).enumerate();
                read_fens(level, validity, whole, lengths.len(), |position| {
                    let Some((place, record)) = records.next() else { return };
                    each(
                        place,
                        position.map(Sample::from).map_or_else(|| self.read_line(record, validity), Ok),
                    );
                });
            }
            Self::Text => {
                let mut fens = Vec::with_capacity(bytes.len());
                let labels = split_lines(records(bytes, lengths), &mut fens);
                let mut records = records(bytes, lengths).zip(labels).enumerate();
                read_fens(level, validity, &fens, lengths.len(), |position| {
                    let Some((place, (record, labels))) = records.next() else { return };
                    let sample = position.zip(labels).map(|(position, Labels { score, result })| Sample {
                        score: Some(score),
                        result,
                        ..Sample::from(position)
                    });
                    each(place, sample.map_or_else(|| self.read_line(record, validity), Ok));
                });
            }
            Self::Binpack => {
                let mut samples = Vec::with_capacity(CHUNK_PART);
                for (place, record) in records(bytes, lengths).enumerate() {
                    let mut next = Some(binpack::Place::new(validity));
                    while let Some(from) = next.take() {
                        let read = read_chunk(level, record, from, CHUNK_PART, &mut samples);
                        samples.drain(..).for_each(|sample| each(place, Ok(sample)));
                        match read {
                            Ok(place) => next = place,
                            Err(error) => each(place, Err(error)),
                        }
                    }
                }
            }
            Self::Viriformat | Self::Binaryfen | Self::Plain | Self::Bin => {
                for (place, record) in records(bytes, lengths).enumerate() {
                    if let Err(error) = self.read(record, validity, |sample| each(place, Ok(sample))) {
                        each(place, Err(error));
                    }
                }
            }
        }
    }

    /// Appends the records of some samples, as [`write`](Self::write) does one by one. A sample that cannot
    /// be written is left out, and a function is called with its index and the error.
    pub fn write_block(
        self,
        level: Level,
        may_drop: Fields,
        samples: &[Sample],
        bytes: &mut Vec<u8>,
        mut refused: impl FnMut(usize, WriteError),
    ) {
        self.write_samples(level, may_drop, samples, bytes, &mut refused);
    }
}

// The kernels are compiled here and not with each caller's function.
impl Format {
    /// The samples of records of one length.
    fn read_fixed(self, level: Level, validity: Validity, bytes: &[u8]) -> Vec<Result<Sample, RecordError>> {
        match self {
            Self::Bulletformat => read_records::<bulletformat::Board>(level, validity, bytes),
            Self::Marlinformat => read_records::<marlinformat::Board>(level, validity, bytes),
            Self::Tgct => read_records::<tgct::Board>(level, validity, bytes),
            _ => Vec::new(),
        }
    }

    /// [`write_block`](Self::write_block).
    fn write_samples(
        self,
        level: Level,
        may_drop: Fields,
        samples: &[Sample],
        bytes: &mut Vec<u8>,
        refused: &mut dyn FnMut(usize, WriteError),
    ) {
        match self {
            Self::Bulletformat => {
                write_fixed::<bulletformat::Board>(level, may_drop, samples, &[], bytes, refused);
            }
            Self::Marlinformat => {
                write_fixed::<marlinformat::Board>(level, may_drop, samples, &[], bytes, refused);
            }
            Self::Tgct => write_fixed::<tgct::Board>(level, may_drop, samples, &[], bytes, refused),
            Self::Viriformat => {
                let end = &viriformat::END;
                write_fixed::<marlinformat::Board>(level, may_drop, samples, end, bytes, refused);
            }
            Self::Binpack => {
                let mut writer = binpack::Writer::new();
                for (place, sample) in samples.iter().enumerate() {
                    if let Err(error) = writer.push(sample, may_drop, bytes) {
                        refused(place, error);
                    }
                }
                writer.finish(bytes);
            }
            Self::Fen => write_fens(level, may_drop, samples, bytes, refused),
            Self::Binaryfen => {
                dispatch!(level, s => write_binaryfens(s, may_drop, samples, bytes, &mut *refused));
            }
            Self::Text | Self::Plain | Self::Bin => {
                for (place, sample) in samples.iter().enumerate() {
                    if let Err(error) = self.write(sample, may_drop, bytes) {
                        refused(place, error);
                    }
                }
            }
        }
    }
}

impl Format {
    /// Reads a single line again to find out what is wrong with it.
    #[cold]
    fn read_line(self, record: &[u8], validity: Validity) -> Result<Sample, ReadError> {
        let mut read = Err(ReadError::Record(RecordError::Truncated));
        self.read(record, validity, |sample| read = Ok(sample))?;
        read
    }
}

/// Appends so many samples of a chunk of binpack, from a place on, and returns the place behind them; `None` at
/// the end, and then there may be fewer.
pub(crate) fn read_chunk(
    level: Level,
    record: &[u8],
    from: binpack::Place,
    count: usize,
    samples: &mut Vec<Sample>,
) -> Result<Option<binpack::Place>, ReadError> {
    let whole = binpack::chunk(record);
    let chains = whole.or_else(|| binpack::cut_chunk(record)).ok_or(RecordError::Chunk)?;
    let (mut reader, end) = (from.resume(chains), samples.len().saturating_add(count));
    match (reader.read(level, count, samples), whole) {
        (Err(error), Some(_)) => Err(error.into()),
        (Ok(()), _) if samples.len() == end => Ok(Some(reader.pause())),
        (_, Some(_)) => Ok(None),
        (_, None) => Err(RecordError::Truncated.into()),
    }
}

/// How many samples of a chunk are decoded at a time.
const CHUNK_PART: usize = 256;

/// The records of a block.
fn records<'a>(bytes: &'a [u8], lengths: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = bytes;
    lengths.iter().map(move |&length| {
        let (record, behind) = rest.split_at(length);
        rest = behind;
        record
    })
}

fn read_records<R: Record>(
    level: Level,
    validity: Validity,
    bytes: &[u8],
) -> Vec<Result<Sample, RecordError>> {
    let (records, _) = R::view(bytes);
    let mut samples = vec![Err(RecordError::Truncated); records.len()];
    batch::read(level, validity, records, &mut samples);
    samples
}

fn write_fixed<R: Record>(
    level: Level,
    may_drop: Fields,
    samples: &[Sample],
    behind: &[u8],
    bytes: &mut Vec<u8>,
    refused: &mut dyn FnMut(usize, WriteError),
) {
    let mut records = vec![Err(WriteError::Chess960); samples.len()];
    batch::write::<R>(level, may_drop, samples, &mut records);
    bytes.reserve(records.len() * (R::SIZE + behind.len()));
    for (place, record) in records.iter().enumerate() {
        match record {
            Ok(record) => {
                bytes.extend_from_slice(record.as_bytes());
                bytes.extend_from_slice(behind);
            }
            Err(error) => refused(place, *error),
        }
    }
}

fn write_fens(
    level: Level,
    may_drop: Fields,
    samples: &[Sample],
    bytes: &mut Vec<u8>,
    refused: &mut dyn FnMut(usize, WriteError),
) {
    let mut positions = Vec::with_capacity(samples.len());
    for (place, sample) in samples.iter().enumerate() {
        match text::refuse_labels(sample, may_drop) {
            Ok(()) => positions.push(sample.position),
            Err(error) => refused(place, error),
        }
    }
    let before = bytes.len();
    bytes.resize(before + positions.len() * fens::LINE, 0);
    let writing = fens::write(level, text::STYLE, &positions, &mut bytes[before..]);
    bytes.truncate(before + writing.bytes);
}

#[inline(always)]
fn write_binaryfens<S: PackSimd>(
    s: S,
    may_drop: Fields,
    samples: &[Sample],
    bytes: &mut Vec<u8>,
    refused: &mut dyn FnMut(usize, WriteError),
) {
    for (place, sample) in samples.iter().enumerate() {
        match binaryfen::Record::pack_at(s, sample, may_drop) {
            Ok(record) => bytes.extend(record.framed()),
            Err(error) => refused(place, error),
        }
    }
}

/// How many lines of FENs are read at once.
const AT_ONCE: usize = 64;

/// The positions of lines of FENs, in order; `None` for a bad line.
fn read_fens(
    level: Level,
    validity: Validity,
    text: &[u8],
    lines: usize,
    mut each: impl FnMut(Option<Position>),
) {
    let mut positions = vec![Position::start(); lines.min(AT_ONCE)];
    let (mut rest, mut left) = (text, lines);
    while left > 0 {
        let reading = fens::read(level, validity, rest, &mut positions[..left.min(AT_ONCE)]);
        positions[..reading.positions].iter().for_each(|&position| each(Some(position)));
        if reading.error.is_some() || reading.positions == 0 {
            each(None);
            left -= 1;
        }
        left -= reading.positions;
        rest = &rest[reading.bytes..];
    }
}

/// Takes the score and the result from each line and appends its FEN to `fens`. A line that is not in the
/// usual spelling gives an empty FEN.
fn split_lines<'a>(records: impl Iterator<Item = &'a [u8]>, fens: &mut Vec<u8>) -> Vec<Option<Labels>> {
    let split = |record| {
        let parts = text::split_bytes(record);
        fens.extend_from_slice(parts.map_or(&[], |(fen, _)| fen));
        fens.push(b'\n');
        parts.map(|(_, labels)| labels)
    };
    records.map(split).collect()
}
