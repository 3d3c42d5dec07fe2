//! Buckets for counts of three plies.

use core::sync::atomic::Ordering::Relaxed;

use super::{Bucket, KEY_BITS, KEY_MASK, compared};

/// The number of entries of a bucket. Their words are stored by columns: the first words of all entries side by side,
/// then the second words, and so on.
pub(super) const ENTRIES: usize = 5;

/// The index in a bucket at which the lowest words of its entries' keys begin. After them come the next words of the
/// keys, then the counts; all are stored word by word, for all entries side by side.
const LOW: usize = 0;
const NEXT: usize = LOW + ENTRIES;
const COUNT: usize = NEXT + ENTRIES;

/// The count that is kept under `key` in `bucket`; `None` if there is none.
#[inline]
pub(super) fn get(bucket: &Bucket, key: u128) -> Option<u128> {
    let [low, next, last] = compared(key);
    for i in 0..ENTRIES {
        let count = bucket[COUNT + i].load(Relaxed);
        if bucket[LOW + i].load(Relaxed) ^ count == low
            && bucket[NEXT + i].load(Relaxed) ^ count == next
            && count & KEY_MASK == last
        {
            return Some(u128::from(count >> KEY_BITS));
        }
    }
    None
}

/// Keeps the count `nodes` under `key` in `bucket`, if it fits, as all counts of three plies do.
#[inline]
pub(super) fn put(bucket: &Bucket, key: u128, nodes: u128) {
    let [low, next, last] = compared(key);
    let Ok(nodes) = u32::try_from(nodes) else { return };
    if nodes >> (u32::BITS - KEY_BITS) != 0 {
        return;
    }
    let i = victim(bucket, next as usize);
    let count = nodes << KEY_BITS | last;
    bucket[LOW + i].store(low ^ count, Relaxed);
    bucket[NEXT + i].store(next ^ count, Relaxed);
    bucket[COUNT + i].store(count, Relaxed);
}

/// The index of an empty entry, or else of the entry that `turn` chooses.
#[inline]
fn victim(bucket: &Bucket, turn: usize) -> usize {
    let turn = turn % ENTRIES;
    let is_empty = |&i: &usize| bucket[COUNT + i].load(Relaxed) == 0;
    (turn..ENTRIES).chain(0..turn).find(is_empty).unwrap_or(turn)
}
