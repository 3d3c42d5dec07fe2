//! Batches on all cores.

use quadbit_movegen::{Level, Position};
use quadbit_quad::Bitboard;
use quadbit_x88::Color;
use rayon::prelude::*;

/// The number of positions that one thread takes at a time: 64 KiB, tens of microseconds of counting.
const SHARE: usize = 1024;

/// [`legal_counts`](super::legal_counts) on all threads of the current `rayon` pool.
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::{Level, Position};
/// let positions = vec![Position::start(); 5000];
/// let mut counts = vec![0; 5000];
/// batch::par_legal_counts(Level::auto(), &positions, &mut counts);
/// assert!(counts.iter().all(|&count| count == 20));
/// ```
///
/// # Panics
/// If the slices differ in length, as in all functions of this module.
#[track_caller]
pub fn par_legal_counts(level: Level, positions: &[Position], counts: &mut [u8]) {
    in_shares(positions, counts, |positions, counts| super::legal_counts(level, positions, counts));
}

/// [`in_check`](super::in_check) on all threads of the current `rayon` pool.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn par_in_check(level: Level, positions: &[Position], checks: &mut [bool]) {
    in_shares(positions, checks, |positions, checks| super::in_check(level, positions, checks));
}

/// [`attack_maps`](super::attack_maps) on all threads of the current `rayon` pool.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn par_attack_maps(level: Level, positions: &[Position], by: Color, maps: &mut [Bitboard]) {
    in_shares(positions, maps, |positions, maps| super::attack_maps(level, positions, by, maps));
}

/// [`one_hot`](super::one_hot) on all threads of the current `rayon` pool.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn par_one_hot(level: Level, positions: &[Position], planes: &mut [[Bitboard; 12]]) {
    in_shares(positions, planes, |positions, planes| super::one_hot(level, positions, planes));
}

/// [`mailboxes`](super::mailboxes) on all threads of the current `rayon` pool.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn par_mailboxes(level: Level, positions: &[Position], mailboxes: &mut [[u8; 64]]) {
    in_shares(positions, mailboxes, |positions, mailboxes| super::mailboxes(level, positions, mailboxes));
}

#[track_caller]
fn in_shares<T: Send>(
    positions: &[Position],
    results: &mut [T],
    batch: impl Fn(&[Position], &mut [T]) + Sync,
) {
    super::assert_same_length(positions, results);
    positions
        .par_chunks(SHARE)
        .zip(results.par_chunks_mut(SHARE))
        .for_each(|(positions, results)| batch(positions, results));
}
