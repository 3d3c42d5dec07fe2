//! Batches on all cores.

use quadbit_movegen::{Level, Validity};
use quadbit_quad::QuadBitboard;
use rayon::prelude::*;

use super::assert_same_length;
use crate::field::{Fields, WriteError};
use crate::record::Record;
use crate::record_error::RecordError;
use crate::sample::{Parts, Sample};

/// The number of records that one thread takes at a time: tens of microseconds of work.
const SHARE: usize = 1024;

/// [`boards`](super::boards) on all threads of the current `rayon` pool.
///
/// # Panics
/// If the slices differ in length, as in all functions of this module.
#[track_caller]
pub fn par_boards<R: Record + Sync>(level: Level, records: &[R], boards: &mut [QuadBitboard]) -> usize {
    assert_same_length(records, boards);
    let shares = records.par_chunks(SHARE).zip(boards.par_chunks_mut(SHARE));
    shares.map(|(records, boards)| super::boards(level, records, boards)).sum()
}

/// [`parts`](super::parts) on all threads of the current `rayon` pool.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn par_parts<R: Record + Sync>(level: Level, records: &[R], parts: &mut [Result<Parts, RecordError>]) {
    in_shares(records, parts, |records, parts| super::parts(level, records, parts));
}

/// [`read`](super::read) on all threads of the current `rayon` pool.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn par_read<R: Record + Sync>(
    level: Level,
    validity: Validity,
    records: &[R],
    samples: &mut [Result<Sample, RecordError>],
) {
    in_shares(records, samples, |records, samples| super::read(level, validity, records, samples));
}

/// [`write()`](super::write) on all threads of the current `rayon` pool.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn par_write<R: Record + Send>(
    level: Level,
    may_drop: Fields,
    samples: &[Sample],
    records: &mut [Result<R, WriteError>],
) {
    in_shares(samples, records, |samples, records| super::write(level, may_drop, samples, records));
}

#[track_caller]
fn in_shares<T: Sync, U: Send>(given: &[T], answers: &mut [U], batch: impl Fn(&[T], &mut [U]) + Sync) {
    assert_same_length(given, answers);
    let shares = given.par_chunks(SHARE).zip(answers.par_chunks_mut(SHARE));
    shares.for_each(|(given, answers)| batch(given, answers));
}
