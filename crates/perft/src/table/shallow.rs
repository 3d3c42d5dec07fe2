//! Buckets for counts of two and three plies.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::{Bucket, KEY_BITS, KEY_MASK, compared};

/// The entries of a bucket, and so the words of each of its columns.
pub(super) const ENTRIES: usize = 5;

/// Where the columns begin: of the lowest words of the keys, of the next ones, and of the counts.
const LOW: usize = 0;
const NEXT: usize = LOW + ENTRIES;
const COUNT: usize = NEXT + ENTRIES;

/// The count that is kept under a key.
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

/// Keeps a count under a key, if it fits, as all counts of two and three plies do.
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

/// The entry of the lowest class. In one class it is the first, from a place on that the turn chooses.
#[inline]
fn victim(bucket: &Bucket, turn: usize) -> usize {
    let start = turn % ENTRIES;
    let mut least = start;
    for i in (start + 1..ENTRIES).chain(0..start) {
        if class(&bucket[COUNT + i]) < class(&bucket[COUNT + least]) {
            least = i;
        }
    }
    least
}

/// Nothing, or less than a few thousand leaves, as two plies have, or more: what an entry saves.
#[inline]
fn class(count: &AtomicU32) -> u8 {
    let nodes = count.load(Relaxed) >> KEY_BITS;
    u8::from(nodes != 0) + u8::from(nodes >= TWO_PLIES)
}

/// More leaves than this are hardly two plies away.
const TWO_PLIES: u32 = 1 << 12;
