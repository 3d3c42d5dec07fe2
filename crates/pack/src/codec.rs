//! What [`Format`](crate::Format) knows of a format: its name, what it holds, how its files are divided into records,
//! its reader and its writer.

use alloc::vec::Vec;
use core::fmt::{self, Display, Write as _};

use quadbit_movegen::Validity;
use quadbit_quad::QuadBitboard;

use crate::field::{Fields, WriteError};
use crate::level::{Level, dispatch};
use crate::read_error::ReadError;
use crate::record::{Record, boards_at};
use crate::sample::Sample;

/// What the library knows of a format. The module of each format defines its codec as a constant.
pub(crate) struct Codec {
    /// The name of the format, for users.
    pub(crate) name: &'static str,
    /// A description of the files, half a line long.
    pub(crate) description: &'static str,
    /// Whether files are text, which never begins with the bytes of a compressed file.
    pub(crate) is_text: bool,
    /// The fields for which a record has room.
    pub(crate) fields: Fields,
    /// Whether samples that are read have moves, even if written records have no room for them.
    pub(crate) has_moves: bool,
    /// The score, from the view of the side to move, that stands for "no score"; `None` if there is none.
    pub(crate) no_score: Option<i16>,
    pub(crate) cut: Cut,
    pub(crate) read: Read,
    pub(crate) write: Write,
}

impl Codec {
    /// The codec of a format whose records are `R`, read and written in batches.
    pub(crate) const fn of_records<R: Record>(
        name: &'static str,
        description: &'static str,
        fields: Fields,
    ) -> Self {
        Self {
            name,
            description,
            is_text: false,
            fields,
            has_moves: false,
            no_score: None,
            cut: Cut::Every(R::SIZE),
            read: Read::Records { boards: boards_fixed::<R>, read: read_fixed::<R> },
            write: Write::Block(|level, may_drop, samples, bytes, refused| {
                write_fixed::<R>(level, may_drop, samples, &[], bytes, refused);
            }),
        }
    }
}

/// How a file is divided into records.
pub(crate) enum Cut {
    /// Every record has this number of bytes.
    Every(usize),
    /// The function returns the lengths of the complete records at the beginning of its bytes; `true` says that no more
    /// bytes follow.
    Lengths(fn(&[u8], bool) -> Vec<usize>),
}

/// How records are read: by which function, and one by one or together.
pub(crate) enum Read {
    /// One by one: a record is a sample.
    One(fn(&[u8], Validity) -> Result<Sample, ReadError>),
    /// Side by side: each record is a line with a FEN and nothing else.
    Fens,
    /// Side by side: each record is a sample, or its error, in its place.
    Block(ReadBlock),
    /// Like `Block`, for records of one size. `boards` reads only the boards of at most 64 records, and returns the set
    /// of those whose pieces are invalid, a bit for each.
    Records { boards: fn(Level, &[u8], &mut [QuadBitboard]) -> u64, read: ReadBlock },
    /// One by one: a record is a game, or a chunk of games. The function gives the samples before the error.
    Games(fn(Level, Validity, &[u8], Give<'_>) -> Result<(), ReadError>),
}

/// Reads records together, in lanes where the level has code for it: each record becomes a sample, or its error, in its
/// place.
type ReadBlock = fn(Level, Validity, &Records<'_>, &mut [Result<Sample, ReadError>]);

/// How samples are written. A sample that is refused adds no byte.
pub(crate) enum Write {
    /// Writes one sample at a time.
    One(fn(&Sample, Fields, &mut Vec<u8>) -> Result<(), WriteError>),
    /// Writes many at once; the last argument is called with the index of each sample that is refused, and the reason.
    Block(fn(Level, Fields, &[Sample], &mut Vec<u8>, Refuse<'_>)),
}

/// A function that is called with each sample of a game.
pub(crate) type Give<'a> = &'a mut dyn FnMut(Sample);

/// A function that is called with the index of a sample that cannot be written, and the reason.
pub(crate) type Refuse<'a> = &'a mut dyn FnMut(usize, WriteError);

/// The number of records that are read in one batch.
pub(crate) const AT_ONCE: usize = 64;

/// Consecutive records: `lengths` has the length of each in bytes, and `bytes` begins with the first. More bytes may
/// follow the last.
#[derive(Clone)]
pub(crate) struct Records<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) lengths: &'a [usize],
}

impl Records<'_> {
    /// Takes the first `count` records out of `self` and returns them; takes all if there are fewer. The `bytes` of the
    /// result go on after its last record.
    pub(crate) fn split_off(&mut self, count: usize) -> Self {
        let (lengths, later) = self.lengths.split_at(count.min(self.lengths.len()));
        let some = Self { bytes: self.bytes, lengths };
        (self.bytes, self.lengths) = (&self.bytes[lengths.iter().sum()..], later);
        some
    }
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

/// Reads only the boards of records of one size, as [`Read::Records`] says.
fn boards_fixed<R: Record>(level: Level, bytes: &[u8], boards: &mut [QuadBitboard]) -> u64 {
    let mut bad = 0;
    dispatch!(level, s => boards_at(s, R::records(bytes), boards, |n| bad |= 1 << n));
    bad
}

/// Reads records of one size: in vectors with the feature `simd`, else one by one.
fn read_fixed<R: Record>(
    level: Level,
    validity: Validity,
    records: &Records<'_>,
    samples: &mut [Result<Sample, ReadError>],
) {
    #[cfg(feature = "simd")]
    crate::batch::read(level, validity, &R::view(records.bytes).0[..samples.len()], samples);
    #[cfg(not(feature = "simd"))]
    for (sample, record) in samples.iter_mut().zip(R::records(records.bytes)) {
        let Level = level;
        *sample = record.read(validity);
    }
}

/// Writes the samples one by one with `write`, and calls `refused` with the index and the error of each that it
/// refuses.
#[inline(always)]
pub(crate) fn write_each(
    samples: &[Sample],
    refused: Refuse<'_>,
    mut write: impl FnMut(&Sample) -> Result<(), WriteError>,
) {
    for (index, sample) in samples.iter().enumerate() {
        if let Err(error) = write(sample) {
            refused(index, error);
        }
    }
}

/// Appends a record of one size for each of `samples` to `bytes`, and the bytes `behind` after each record. Calls
/// `refused` with the index and the error of each sample that cannot be written.
pub(crate) fn write_fixed<R: Record>(
    level: Level,
    may_drop: Fields,
    samples: &[Sample],
    behind: &[u8],
    bytes: &mut Vec<u8>,
    refused: Refuse<'_>,
) {
    bytes.reserve(samples.len() * (R::SIZE + behind.len()));
    dispatch!(level, s => write_each(
        samples,
        refused,
        #[inline(always)]
        |sample| {
            bytes.extend_from_slice(R::pack_at(s, sample, may_drop)?.as_bytes());
            bytes.extend_from_slice(behind);
            Ok(())
        }
    ));
}

/// Appends `text`, as it is printed, to `bytes`.
pub(crate) fn push(bytes: &mut Vec<u8>, text: impl Display) {
    struct Sink<'a>(&'a mut Vec<u8>);
    impl fmt::Write for Sink<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.extend(text.as_bytes());
            Ok(())
        }
    }
    // Writing to a vector does not fail.
    let _ = write!(Sink(bytes), "{text}");
}
