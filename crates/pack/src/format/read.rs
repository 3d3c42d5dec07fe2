//! Reading records of any format, a block at a time.
//!
//! 1. [`Format::read`] gets bytes and the lengths of the records in them, and chooses the reader of the format.
//! 2. Records of one size are unpacked and their positions checked side by side ([`batch`](crate::batch)).
//! 3. Lines have their labels taken off; their FENs are read as a block ([`fens`](crate::fens)).
//! 4. All others are read one by one; chunks of binpack by [`binpack::Lane`].
//! 5. Every sample or error is passed on with the index of its record, in order.
//!
//! A bad record must not change what is read of the others.

use alloc::vec;
use alloc::vec::Vec;

use quadbit_movegen::{Position, Validity};
use quadbit_nibble::simd::Level;

use super::Format;
use crate::read_error::{ReadError, ReadErrorKind};
use crate::record::Record;
use crate::sample::Sample;
use crate::text::Labels;
use crate::{
    batch, binaryfen, binpack, bulletformat, fens, marlinformat, packed_sfen, plain, text, tgct, viriformat,
};

impl Format {
    /// Reads the records in `bytes`, whose lengths are those that [`lengths`](Self::lengths) found. Calls `each` with
    /// the index of each record, from 0, and each of its samples or its error. A game, or a chunk of binpack, gives the
    /// samples before its error.
    pub fn read(
        self,
        level: Level,
        validity: Validity,
        bytes: &[u8],
        lengths: &[usize],
        mut each: impl FnMut(usize, Result<Sample, ReadError>),
    ) {
        let mut records = Records { bytes, lengths }.enumerate();
        match self {
            Self::Bulletformat => read_fixed::<bulletformat::BulletRecord>(level, validity, bytes, each),
            Self::Marlinformat => read_fixed::<marlinformat::MarlinRecord>(level, validity, bytes, each),
            Self::Tgct => read_fixed::<tgct::TgctRecord>(level, validity, bytes, each),
            Self::Fen => {
                let whole = &bytes[..lengths.iter().sum()];
                read_fens(level, validity, whole, |position| {
                    let Some((index, line)) = records.next() else { return };
                    let sample = position.map(Sample::from);
                    each(index, sample.map_or_else(|| read_line(line, validity, text::read_fen), Ok));
                });
            }
            Self::Text => {
                let mut fens = Vec::with_capacity(bytes.len());
                let labels: Vec<_> = records.clone().map(|(_, line)| split_line(line, &mut fens)).collect();
                let mut lines = records.zip(labels);
                read_fens(level, validity, &fens, |position| {
                    let Some(((index, line), labels)) = lines.next() else { return };
                    let sample = position.zip(labels).map(|(position, Labels { score, result })| Sample {
                        score: Some(score),
                        result,
                        ..Sample::from(position)
                    });
                    each(index, sample.map_or_else(|| read_line(line, validity, text::read), Ok));
                });
            }
            Self::Binpack => {
                for (index, record) in records {
                    let mut chunk =
                        binpack::Lane::new(index, record, binpack::Place::new(validity), usize::MAX);
                    chunk.read(level, binpack::whole(|sample| each(index, Ok(sample))));
                    if let (_, Err(error), _) = chunk.close() {
                        each(index, Err(error));
                    }
                }
            }
            Self::Viriformat => {
                for (index, record) in records {
                    let read = match viriformat::Game::first(record) {
                        Some(game) => game.read(validity, |sample| each(index, Ok(sample))),
                        None => Err(ReadErrorKind::Truncated.into()),
                    };
                    read.unwrap_or_else(|error| each(index, Err(error)));
                }
            }
            Self::Binaryfen => {
                for (index, record) in records {
                    let behind_length = record.get(1..).ok_or(ReadErrorKind::Truncated.into());
                    each(index, behind_length.and_then(|record| binaryfen::read(record, validity)));
                }
            }
            Self::Plain => {
                for (index, record) in records {
                    let entry = str::from_utf8(record).map_err(|_| ReadErrorKind::NotUtf8.into());
                    each(index, entry.and_then(|entry| plain::read(entry, validity)));
                }
            }
            Self::Bin => {
                for (index, record) in records {
                    let record = record.first_chunk().ok_or(ReadErrorKind::Truncated.into());
                    each(index, record.and_then(|record| packed_sfen::read(record, validity)));
                }
            }
        }
    }
}

/// Some records in a row: their bytes, and the length of each.
#[derive(Clone)]
pub(crate) struct Records<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) lengths: &'a [usize],
}

impl<'a> Iterator for Records<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<Self::Item> {
        let (&length, lengths) = self.lengths.split_first()?;
        let (record, behind) = self.bytes.split_at(length);
        (self.bytes, self.lengths) = (behind, lengths);
        Some(record)
    }
}

/// Reads records of one size, side by side.
fn read_fixed<R: Record>(
    level: Level,
    validity: Validity,
    bytes: &[u8],
    mut each: impl FnMut(usize, Result<Sample, ReadError>),
) {
    let (records, _) = R::view(bytes);
    let mut samples = vec![Err(ReadErrorKind::Truncated.into()); records.len()];
    batch::read(level, validity, records, &mut samples);
    samples.into_iter().enumerate().for_each(|(index, sample)| each(index, sample));
}

/// The number of lines of FENs that are read at a time.
const AT_ONCE: usize = 64;

/// Calls `each` with the position of each line of FENs in order, `None` for a bad line.
fn read_fens(level: Level, validity: Validity, mut text: &[u8], mut each: impl FnMut(Option<Position>)) {
    let mut positions = [Position::start(); AT_ONCE];
    while !text.is_empty() {
        let reading = fens::read(level, validity, text, &mut positions);
        positions[..reading.positions].iter().for_each(|&position| each(Some(position)));
        if reading.error.is_some() {
            each(None);
        }
        text = &text[reading.bytes..];
    }
}

/// Takes the score and the result from `line` and appends its FEN to `fens`. A line that is not in the usual
/// spelling gives an empty FEN.
fn split_line(line: &[u8], fens: &mut Vec<u8>) -> Option<Labels> {
    let (fen, labels) = text::split_bytes(line).unzip();
    fens.extend_from_slice(fen.unwrap_or(&[]));
    fens.push(b'\n');
    labels
}

/// Reads a line by `read`, the reader of single lines, to find out what is wrong with it.
#[cold]
fn read_line(
    line: &[u8],
    validity: Validity,
    read: fn(&str, Validity) -> Result<Sample, ReadError>,
) -> Result<Sample, ReadError> {
    read(text::line(line)?, validity)
}
