//! Writing records of any format.
//!
//! 1. [`Format::write`] gets samples and chooses the writer of the format.
//! 2. Records of one size are packed side by side ([`batch`](crate::batch)), lines of FENs as a block
//!    ([`fens`](crate::fens)), all others one by one; binpack joins samples that follow each other.
//! 3. Bytes are appended to the caller's vector; a sample that cannot be written is left out, and its index is
//!    reported.
//!
//! A sample that is refused leaves no byte behind.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};

use quadbit_nibble::simd::{Level, dispatch};

use super::Format;
use crate::field::{Fields, WriteError};
use crate::record::Record;
use crate::sample::Sample;
use crate::{
    batch, binaryfen, binpack, bulletformat, fens, marlinformat, packed_sfen, plain, text, tgct, viriformat,
};

impl Format {
    /// Appends the records of `samples` to `bytes`. In viriformat, each is a game without moves; in binpack, samples
    /// that follow each other in a game form chains. A sample that cannot be written is left out, and `refused` is
    /// called with its index and the reason; `may_drop` names the fields that may be lost instead.
    pub fn write(
        self,
        level: Level,
        may_drop: Fields,
        samples: &[Sample],
        bytes: &mut Vec<u8>,
        mut refused: impl FnMut(usize, WriteError),
    ) {
        // The kernels are compiled here and not with each caller's function.
        self.write_samples(level, may_drop, samples, bytes, &mut refused);
    }

    fn write_samples(
        self,
        level: Level,
        may_drop: Fields,
        samples: &[Sample],
        bytes: &mut Vec<u8>,
        refused: &mut dyn FnMut(usize, WriteError),
    ) {
        match self {
            Self::Fen => write_fens(level, may_drop, samples, bytes, refused),
            Self::Text => write_each(samples, refused, |sample| {
                push(bytes, text::write(sample, may_drop)?);
                bytes.push(b'\n');
                Ok(())
            }),
            Self::Bulletformat => {
                write_fixed::<bulletformat::BulletRecord>(level, may_drop, samples, &[], bytes, refused);
            }
            Self::Marlinformat => {
                write_fixed::<marlinformat::MarlinRecord>(level, may_drop, samples, &[], bytes, refused);
            }
            Self::Viriformat => {
                let end = &viriformat::END;
                write_fixed::<marlinformat::MarlinRecord>(level, may_drop, samples, end, bytes, refused);
            }
            Self::Binaryfen => dispatch!(level, s => write_each(
                samples,
                &mut *refused,
                #[inline(always)]
                |sample| {
                    bytes.extend(binaryfen::BinaryFen::pack_at(s, sample, may_drop)?.framed());
                    Ok(())
                }
            )),
            Self::Tgct => write_fixed::<tgct::TgctRecord>(level, may_drop, samples, &[], bytes, refused),
            Self::Binpack => {
                let mut writer = binpack::Writer::new();
                write_each(samples, refused, |sample| writer.push(sample, may_drop, bytes));
                writer.finish(bytes);
            }
            Self::Plain => write_each(samples, refused, |sample| {
                push(bytes, plain::write(sample, may_drop)?);
                Ok(())
            }),
            Self::Bin => write_each(samples, refused, |sample| {
                bytes.extend(packed_sfen::write(sample, may_drop)?);
                Ok(())
            }),
        }
    }
}

/// Writes the samples one by one with `write`, and calls `refused` with the index and the error of each that it
/// refuses.
#[inline(always)]
fn write_each(
    samples: &[Sample],
    refused: &mut dyn FnMut(usize, WriteError),
    mut write: impl FnMut(&Sample) -> Result<(), WriteError>,
) {
    for (index, sample) in samples.iter().enumerate() {
        if let Err(error) = write(sample) {
            refused(index, error);
        }
    }
}

/// Writes records of one size, and the bytes `behind` after each.
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
    for (index, record) in records.iter().enumerate() {
        match record {
            Ok(record) => {
                bytes.extend_from_slice(record.as_bytes());
                bytes.extend_from_slice(behind);
            }
            Err(error) => refused(index, *error),
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
    write_each(samples, refused, |sample| {
        text::refuse_labels(sample, may_drop)?;
        positions.push(sample.position);
        Ok(())
    });
    let before = bytes.len();
    bytes.resize(before + positions.len() * fens::LINE, 0);
    let writing = fens::write(level, text::STYLE, &positions, &mut bytes[before..]);
    bytes.truncate(before + writing.bytes);
}

/// Appends the text of a value.
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
