//! Records of any format, one at a time.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};

use quadbit_movegen::Validity;

use super::error::ReadError;
use super::{Format, lines};
use crate::field::{Fields, WriteError};
use crate::record::Record;
use crate::record_error::RecordError;
use crate::sample::Sample;
use crate::{binaryfen, binpack, bulletformat, marlinformat, packed_sfen, plain, text, tgct, viriformat};

impl Format {
    /// The lengths of the complete records at the beginning of some bytes. `is_end` says that no more bytes
    /// follow, so that a last line needs no line break.
    pub fn lengths(self, bytes: &[u8], is_end: bool) -> Vec<usize> {
        if let Some(size) = self.record_size() {
            return vec![size; bytes.len() / size];
        }
        match self {
            Self::Viriformat => {
                viriformat::games(bytes).map_while(Result::ok).map(|game| game.len()).collect()
            }
            Self::Binaryfen => {
                binaryfen::framed(bytes).map_while(Result::ok).map(|record| 1 + record.len()).collect()
            }
            Self::Binpack => {
                let mut rest = bytes;
                let lengths = core::iter::from_fn(|| {
                    let length = binpack::length(rest, is_end)?;
                    rest = &rest[length..];
                    Some(length)
                });
                lengths.collect()
            }
            Self::Plain => {
                let (mut lengths, mut length) = (Vec::new(), 0);
                for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                    length += line.len();
                    if line.trim_ascii() == plain::END.as_bytes() && (is_end || line.ends_with(b"\n")) {
                        lengths.push(core::mem::take(&mut length));
                    }
                }
                // Blank lines after the last entry belong to it.
                let rest = &bytes[bytes.len() - length..];
                if is_end
                    && rest.iter().all(u8::is_ascii_whitespace)
                    && let Some(last) = lengths.last_mut()
                {
                    *last += length;
                }
                lengths
            }
            _ => lines::lengths(bytes, is_end),
        }
    }

    /// Reads one record, as long as [`lengths`](Self::lengths) says. A game gives a sample for
    /// each of its positions.
    ///
    /// # Errors
    /// The record is bad. The samples of a game or chunk before the fault have been given.
    pub fn read(
        self,
        record: &[u8],
        validity: Validity,
        mut each: impl FnMut(Sample),
    ) -> Result<(), ReadError> {
        each(match self {
            Self::Fen => text::read_fen(text::line(record)?, validity)?,
            Self::Text => text::read(text::line(record)?, validity)?,
            Self::Bulletformat => fixed::<bulletformat::Board>(record, validity)?,
            Self::Marlinformat => fixed::<marlinformat::Board>(record, validity)?,
            Self::Tgct => fixed::<tgct::Board>(record, validity)?,
            Self::Binaryfen => {
                let (_, record) = record.split_first().ok_or(RecordError::Truncated)?;
                binaryfen::read(record, validity)?
            }
            Self::Viriformat => {
                let game = viriformat::Game::first(record).ok_or(RecordError::Truncated)?;
                for sample in game.samples(validity)? {
                    each(sample?);
                }
                return Ok(());
            }
            Self::Binpack => {
                let whole = binpack::chunk(record);
                let chains = whole.or_else(|| binpack::cut_chunk(record)).ok_or(RecordError::Chunk)?;
                for sample in binpack::samples(chains, validity) {
                    match sample {
                        Err(_) if whole.is_none() => break,
                        sample => each(sample?),
                    }
                }
                return whole.map(|_| ()).ok_or(RecordError::Truncated.into());
            }
            Self::Plain => {
                let entry = str::from_utf8(record).map_err(|_| text::TextError::NotUtf8)?;
                plain::read(entry, validity)?
            }
            Self::Bin => {
                let record = record.first_chunk().ok_or(RecordError::Truncated)?;
                packed_sfen::read(record, validity)?
            }
        });
        Ok(())
    }

    /// Appends the record of a sample. In viriformat it is a game without moves, in
    /// binpack a chunk of its own.
    ///
    /// # Errors
    /// The sample has something that the format cannot hold and that is not in `may_drop`, or lacks
    /// something that the format needs.
    pub fn write(self, sample: &Sample, may_drop: Fields, bytes: &mut Vec<u8>) -> Result<(), WriteError> {
        match self {
            Self::Fen => push_line(bytes, text::write_fen(sample, may_drop)?),
            Self::Text => push_line(bytes, text::write(sample, may_drop)?),
            Self::Bulletformat => bytes.extend(bulletformat::Board::write(sample, may_drop)?.as_bytes()),
            Self::Marlinformat => bytes.extend(marlinformat::Board::write(sample, may_drop)?.as_bytes()),
            Self::Tgct => bytes.extend(tgct::Board::write(sample, may_drop)?.as_bytes()),
            Self::Binaryfen => bytes.extend(binaryfen::Record::write(sample, may_drop)?.framed()),
            Self::Viriformat => {
                bytes.extend(marlinformat::Board::write(sample, may_drop)?.as_bytes());
                bytes.extend(viriformat::END);
            }
            Self::Binpack => {
                let mut writer = binpack::Writer::new();
                writer.push(sample, may_drop, bytes)?;
                writer.finish(bytes);
            }
            Self::Plain => push(bytes, plain::write(sample, may_drop)?),
            Self::Bin => bytes.extend(packed_sfen::write(sample, may_drop)?),
        }
        Ok(())
    }
}

fn fixed<R: Record>(record: &[u8], validity: Validity) -> Result<Sample, RecordError> {
    R::from_bytes(record).ok_or(RecordError::Truncated)?.read(validity)
}

/// Appends a line.
fn push_line(bytes: &mut Vec<u8>, line: impl Display) {
    push(bytes, line);
    bytes.push(b'\n');
}

/// Appends a text.
fn push(bytes: &mut Vec<u8>, text: impl Display) {
    struct Sink<'a>(&'a mut Vec<u8>);
    impl Write for Sink<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.extend(text.as_bytes());
            Ok(())
        }
    }
    // Writing to a vector does not fail.
    let _ = write!(Sink(bytes), "{text}");
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn whole_records_and_no_halves() {
        for (format, bytes, is_end, expected) in [
            (Format::Fen, &b"one\ntwo\nthr"[..], false, &[4, 4][..]),
            (Format::Fen, b"one\ntwo\nthr", true, &[4, 4, 3]),
            (Format::Tgct, &[0; 60], true, &[26, 26]),
            (Format::Marlinformat, &[0; 31], true, &[]),
            (Format::Viriformat, &[0; 75], true, &[36, 36]),
            (Format::Binaryfen, &[2, 9, 9, 0, 3, 9], true, &[3, 1]),
        ] {
            assert_eq!(format.lengths(bytes, is_end), expected, "{format}");
        }
    }
}
