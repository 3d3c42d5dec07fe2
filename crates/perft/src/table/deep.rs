//! Buckets for counts of four plies and more.

use core::sync::atomic::Ordering::Relaxed;

use super::{Bucket, KEY_BITS, KEY_MASK, compared};

/// The number of entries of a bucket. Their words are stored by columns: the first words of all entries side by side,
/// then the second words, and so on.
pub(super) const ENTRIES: usize = 3;

/// The index in a bucket at which the lowest words of its entries' keys begin. After them come the next words of the
/// keys, then the three words of each count; all are stored word by word, for all entries side by side.
const LOW: usize = 0;
const NEXT: usize = LOW + ENTRIES;
const C: usize = NEXT + ENTRIES;
const D: usize = C + ENTRIES;
const E: usize = D + ENTRIES;

/// The number of bits of a count that the first of its three words holds; the other bits of this word belong to the
/// key.
const C_BITS: u32 = u32::BITS - KEY_BITS;
/// The number of bits of a count that the first two of its three words hold.
const CD_BITS: u32 = C_BITS + u32::BITS;

/// The number of bits of a stored count.
pub(super) const COUNT_BITS: u32 = CD_BITS + u32::BITS;

/// The count that is kept under `key` in `bucket`; `None` if there is none.
#[inline]
pub(super) fn get(bucket: &Bucket, key: u128) -> Option<u128> {
    let [low, next, last] = compared(key);
    for i in 0..ENTRIES {
        let [c, d, e] = [C, D, E].map(|column| bucket[column + i].load(Relaxed));
        if bucket[LOW + i].load(Relaxed) ^ c ^ d == low
            && bucket[NEXT + i].load(Relaxed) ^ c ^ e == next
            && c & KEY_MASK == last
        {
            return Some(count(c, d, e));
        }
    }
    None
}

/// Stores the count `nodes` under `key` in `bucket`, in place of the least valuable entry. A count that does not fit
/// into an entry's bits is not stored.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the count is split into words")]
pub(super) fn put(bucket: &Bucket, key: u128, nodes: u128) {
    if nodes >> COUNT_BITS != 0 {
        return;
    }
    let [low, next, last] = compared(key);
    let i = victim(bucket, next as usize);
    let (c, d, e) = ((nodes as u32) << KEY_BITS | last, (nodes >> C_BITS) as u32, (nodes >> CD_BITS) as u32);
    bucket[LOW + i].store(low ^ c ^ d, Relaxed);
    bucket[NEXT + i].store(next ^ c ^ e, Relaxed);
    bucket[C + i].store(c, Relaxed);
    bucket[D + i].store(d, Relaxed);
    bucket[E + i].store(e, Relaxed);
}

/// The index of the least valuable entry. Among equals it is the first one, counted from an index that `turn`
/// chooses.
fn victim(bucket: &Bucket, turn: usize) -> usize {
    let start = turn % ENTRIES;
    let mut least = start;
    for i in (start + 1..ENTRIES).chain(0..start) {
        if worth(bucket, i) < worth(bucket, least) {
            least = i;
        }
    }
    least
}

/// The number of digits in base 32 of the count of entry `i`: roughly the number of plies that it saves counting.
fn worth(bucket: &Bucket, i: usize) -> u32 {
    let [c, d, e] = [C, D, E].map(|column| bucket[column + i].load(Relaxed));
    (u128::BITS - count(c, d, e).leading_zeros()).div_ceil(5)
}

/// Joins the three words of a count.
#[inline]
fn count(c: u32, d: u32, e: u32) -> u128 {
    u128::from(c >> KEY_BITS) | u128::from(d) << C_BITS | u128::from(e) << CD_BITS
}
