//! Reading records of any format, a block at a time.
//!
//! 1. [`Format::read_at`] gets bytes and the lengths of the records in them, and chooses the reader of the format.
//!    [`Format::read_where`] first leaves out records by their boards, if the format can read boards by themselves.
//! 2. Records of bulletformat, marlinformat and tgct, and lines with labels, are read in batches of [`AT_ONCE`].
//! 3. Lines of FENs are read as a block, all others one by one.
//! 4. Every sample or error is passed on with the index of its record, in order.
//!
//! A bad record must not change what is read of the others.

use alloc::vec;
use alloc::vec::Vec;

use quadbit_movegen::Validity;
use quadbit_quad::QuadBitboard;

use super::Format;
use crate::codec::{AT_ONCE, Cut, Read, Records};
use crate::level::Level;
use crate::read_error::{ReadError, ReadErrorKind};
use crate::sample::Sample;
use crate::text;

impl Format {
    /// Reads the records in `bytes`, whose lengths are those that [`lengths`](Self::lengths) found, with the best
    /// instructions of the machine. Calls `each` with the index of each record, from 0, and each of its samples or its
    /// error; a position that breaks a rule of `validity` is an error. A game, or a chunk of binpack, gives the samples
    /// before its error.
    pub fn read(
        self,
        validity: Validity,
        bytes: &[u8],
        lengths: &[usize],
        each: impl FnMut(usize, Result<Sample, ReadError>),
    ) {
        self.read_at(Level::auto(), validity, bytes, lengths, each);
    }

    /// Like [`read`](Self::read), with the instructions of `level`.
    #[cfg_attr(not(feature = "simd"), doc(hidden))]
    pub fn read_at(
        self,
        level: Level,
        validity: Validity,
        bytes: &[u8],
        lengths: &[usize],
        mut each: impl FnMut(usize, Result<Sample, ReadError>),
    ) {
        let mut records = Records { bytes, lengths };
        match self.codec().read {
            Read::Block(read) | Read::Records { read, .. } => {
                let mut samples = [Err(ReadErrorKind::Truncated.into()); AT_ONCE];
                for first in (0..lengths.len()).step_by(AT_ONCE) {
                    let some = records.split_off(AT_ONCE);
                    let samples = &mut samples[..some.lengths.len()];
                    read(level, validity, &some, samples);
                    (first..).zip(samples).for_each(|(index, sample)| each(index, *sample));
                }
            }
            Read::Fens => {
                let mut lines = records.enumerate();
                text::each_position(level, validity, bytes, lengths.len(), |position| {
                    let Some((index, line)) = lines.next() else { return };
                    let bad = || text::read_line(line, validity, text::read_fen);
                    each(index, position.map_or_else(bad, |position| Ok(position.into())));
                });
            }
            Read::One(read) => {
                records.enumerate().for_each(|(index, record)| each(index, read(record, validity)));
            }
            Read::Games(read) => {
                for (index, record) in records.enumerate() {
                    let read = read(level, validity, record, &mut |sample| each(index, Ok(sample)));
                    read.unwrap_or_else(|error| each(index, Err(error)));
                }
            }
        }
    }

    /// Like [`read_at`](Self::read_at), but reads only the records that `may_match` chooses, if the format can read
    /// boards without the rest of their records; otherwise reads all. `may_match` gets up to 64 boards and returns a
    /// word with a bit for each, set for those to be read. Records with invalid pieces pass their errors to `each`,
    /// chosen or not.
    pub(crate) fn read_where(
        self,
        level: Level,
        validity: Validity,
        bytes: &[u8],
        lengths: &[usize],
        may_match: impl Fn(&[QuadBitboard]) -> u64,
        mut each: impl FnMut(usize, Result<Sample, ReadError>),
    ) {
        let (Read::Records { boards: read_boards, .. }, Cut::Every(size)) =
            (&self.codec().read, &self.codec().cut)
        else {
            return self.read_at(level, validity, bytes, lengths, each);
        };
        let (mut chosen, mut places) = (Vec::new(), Vec::new());
        let mut boards = [QuadBitboard::EMPTY; AT_ONCE];
        for (n, records) in bytes[..lengths.len() * size].chunks(AT_ONCE * size).enumerate() {
            let boards = &mut boards[..records.len() / size];
            let all = u64::MAX >> (AT_ONCE - boards.len());
            let mut left = (read_boards(level, records, boards) | may_match(boards)) & all;
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                chosen.extend_from_slice(&records[place * size..][..*size]);
                places.push(n * AT_ONCE + place);
            }
        }
        let lengths = vec![*size; places.len()];
        self.read_at(level, validity, &chosen, &lengths, |index, sample| each(places[index], sample));
    }
}
