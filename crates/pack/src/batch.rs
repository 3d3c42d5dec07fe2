//! Many records at once, with the best instructions of the machine: slices in, slices out.
//!
//! Result `i` belongs to record `i`. A bad record gives an error in its own place and does
//! not affect the others.
//!
//! | function | from | to |
//! |---|---|---|
//! | [`boards`] | records | the pieces on their squares, and nothing else: the fastest |
//! | [`read`] | records | positions |
//! | [`write()`] | positions | records |
//!
//! For all cores, share the slices: `records.par_chunks(1024).zip(samples.par_chunks_mut(1024))` of rayon.
//!
//! ```
//! use quadbit_movegen::{Position, Validity};
//! use quadbit_nibble::simd::Level;
//! use quadbit_pack::{Fields, Labels, ReadErrorKind, Record, Sample, batch, tgct};
//! let record = tgct::TgctRecord::write(&Sample::from(Position::start()), Fields::EMPTY)?;
//! let mut records = [record; 3];
//! bytemuck::bytes_of_mut(&mut records[1])[25] = 7; // neither white nor black to move
//! let mut samples = [Ok(Sample::from(Position::start())); 3];
//! batch::read(Level::auto(), Validity::Strict, &records, &mut samples);
//! assert_eq!(samples[1].unwrap_err().kind, ReadErrorKind::Side(7));
//! assert_eq!(samples[2].unwrap().position, Position::start());
//! # Ok::<(), quadbit_pack::WriteError>(())
//! ```
//!
//! # The method
//!
//! There is no loop over the pieces. From a record to a board:
//!
//! 1. Four gathers of bits (`pext`) in each half of the nibbles collect bit 0 of all pieces, then bit 1, and
//!    so on: four words, one bit for each piece.
//! 2. A few logical operations translate the codes of the format into those of a quad-bitboard, for all pieces at
//!    once.
//! 3. Four scatters (`pdep`) by the occupied squares bring the bits to their squares: the four
//!    planes of a quad-bitboard.
//!
//! Writing is the same with gather and scatter exchanged. At AVX-512, step 1 is a transpose of nibbles into planes; if
//! only the boards are wanted, a look-up translates the nibbles, and one instruction expands them to their squares. On
//! CPUs without gathers and scatters, two unshuffles (50 operations) separate the bits of the nibbles, and each scatter
//! loops over the ones of the occupancy; if only the boards are wanted, one loop puts the translated nibbles on their
//! squares, as 64 bytes, which then become planes.

use quadbit_lanes::batch::build_into;
use quadbit_movegen::{PositionBuilder, Validity};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::QuadBitboard;
use quadbit_quad::packed_pieces::PackSimd;

use crate::field::{Fields, WriteError};
use crate::read_error::{ReadError, ReadErrorKind};
use crate::record::{Record, boards_at};
use crate::sample::{Labels, Sample};

/// Unpacks the board of `records[i]` into `boards[i]` for every `i`, with the instructions of `level`. Returns the
/// number of records with invalid pieces, whose boards are empty. The rest of a record (castling, clocks, score) is
/// ignored.
///
/// # Panics
/// If the slices differ in length, as in all functions of this module.
#[track_caller]
pub fn boards<R: Record>(level: Level, records: &[R], boards: &mut [QuadBitboard]) -> usize {
    assert_same_length(records, boards);
    let mut bad = 0;
    dispatch!(level, s => boards_at(s, records.iter().copied(), boards, |_| bad += 1));
    bad
}

/// Reads `records[i]` into `samples[i]` for every `i`, with the instructions of `level`. Like [`Record::read`], it
/// gives an error for an invalid record and for a position that breaks a rule of `validity`; the other records are not
/// affected.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn read<R: Record>(
    level: Level,
    validity: Validity,
    records: &[R],
    samples: &mut [Result<Sample, ReadError>],
) {
    assert_same_length(records, samples);
    let mut parts = [PositionBuilder::new(); BLOCK];
    let mut labels = [Err(ReadErrorKind::Truncated); BLOCK];
    for (records, samples) in records.chunks(BLOCK).zip(samples.chunks_mut(BLOCK)) {
        let (parts, labels) = (&mut parts[..records.len()], &mut labels[..records.len()]);
        dispatch!(level, s => take_apart_at(s, records, parts, labels));
        build_into(
            level,
            validity,
            parts,
            samples,
            #[inline(always)]
            |n, sample, position| {
                *sample = labels[n].map(|labels| Sample { position, labels }).map_err(ReadError::from);
            },
            |n, sample, error| {
                *sample = Err(labels[n].err().unwrap_or(ReadErrorKind::Position(error)).into());
            },
        );
    }
}

/// The number of records that are unpacked at a time; then their positions are built together.
const BLOCK: usize = 32;

/// Takes `records[i]` apart into `positions[i]`, without checking the position, and `labels[i]` for every `i`. A bad
/// record gives its error in `labels` and leaves its place in `positions` as it was.
#[inline(always)]
fn take_apart_at<S: PackSimd, R: Record>(
    s: S,
    records: &[R],
    positions: &mut [PositionBuilder],
    labels: &mut [Result<Labels, ReadErrorKind>],
) {
    for ((record, place), labels) in records.iter().zip(positions).zip(labels) {
        *labels = record.parts_at(s).map(|parts| {
            *place = parts.position;
            parts.labels
        });
    }
}

/// Writes `samples[i]` to `records[i]` for every `i`, like [`Record::write`], with the instructions of `level`. A
/// sample that cannot be written gives its own error and does not affect the others.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn write<R: Record>(
    level: Level,
    may_drop: Fields,
    samples: &[Sample],
    records: &mut [Result<R, WriteError>],
) {
    assert_same_length(samples, records);
    dispatch!(level, s => write_at(s, may_drop, samples, records));
}

#[inline(always)]
fn write_at<S: PackSimd, R: Record>(
    s: S,
    may_drop: Fields,
    samples: &[Sample],
    records: &mut [Result<R, WriteError>],
) {
    for (sample, record) in samples.iter().zip(records) {
        *record = R::pack_at(s, sample, may_drop);
    }
}

#[track_caller]
fn assert_same_length<T, U>(given: &[T], answers: &[U]) {
    let (given, answers) = (given.len(), answers.len());
    assert!(given == answers, "{given} given, but room for {answers} results");
}
