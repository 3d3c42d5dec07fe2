//! A thread's own table of counts of two plies.

use alloc::boxed::Box;
use alloc::vec;

/// The depth, in plies, of the counts that [`Recent`] keeps.
pub(crate) const PLIES: u8 = 2;

/// Counts of positions two plies above the leaves that a thread found recently.
///
/// Counting such a position is faster than a look-up in main memory, but slower than one in a core's own cache. So this
/// table has one megabyte and is not shared. Each key has one place, and the newest count takes it.
///
/// An entry has 128 bits. The upper 16 bits of a key choose the place and need not be kept there. The count is stored
/// in their place: no position has more than 218^2 leaves two plies down, which is less than 2^16.
///
/// - **False hits.** All 128 bits of a key take part: two different positions agree with a probability of 2^-128.
/// - **An empty entry** is zero, which reads as a count of 0 under a key whose lower 112 bits are 0. A key has them
///   with a probability of 2^-112.
#[derive(Debug)]
pub(crate) struct Recent {
    entries: Box<[u128; ENTRIES]>,
}

/// A key, and the entry where it would be: read early and compared later, so that several reads overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    entry: u128,
    key: u128,
}

/// The number of bits of a count. As many bits of a key choose its entry: they need not be stored, and the count takes
/// their place in the entry.
const COUNT_BITS: u32 = 16;
const ENTRIES: usize = 1 << COUNT_BITS;

/// The number of bits of an entry below its count, which hold the rest of the key.
const KEY_BITS: u32 = u128::BITS - COUNT_BITS;

// Two plies have at most 218 * 218 leaves, so every count fits.
const _: () = assert!(218 * 218 < 1_u64 << COUNT_BITS);

impl Recent {
    /// An empty table of one megabyte.
    pub(crate) fn new() -> Self {
        let entries = vec![0; ENTRIES].into_boxed_slice();
        Self { entries: entries.try_into().expect("the right number of entries") }
    }

    /// Reads the entry where the count under `key` would be, without comparing keys.
    #[inline(always)]
    pub(crate) fn read(&self, key: u128) -> Place {
        Place { entry: self.entries[(key >> KEY_BITS) as usize], key }
    }

    /// Keeps `nodes`, a count of two plies, under `key`.
    #[inline(always)]
    pub(crate) fn put(&mut self, key: u128, nodes: u64) {
        debug_assert!(nodes < 1 << COUNT_BITS, "{nodes} leaves");
        let kept = key << COUNT_BITS >> COUNT_BITS;
        self.entries[(key >> KEY_BITS) as usize] = u128::from(nodes) << KEY_BITS | kept;
    }
}

impl Place {
    /// The key that was looked up.
    #[inline(always)]
    pub(crate) const fn key(self) -> u128 {
        self.key
    }

    /// The count under the key that was looked up; `None` if the entry holds another key.
    #[inline(always)]
    pub(crate) fn count(self) -> Option<u64> {
        ((self.entry ^ self.key) << COUNT_BITS == 0).then_some((self.entry >> KEY_BITS) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::{ENTRIES, KEY_BITS, Recent};

    #[test]
    fn entries_are_found_until_overwritten() {
        let mut recent = Recent::new();
        let key = |place: u64| u128::from(place) << KEY_BITS | 0x1234_5678_9abc_def0_1234_5678_9abc;
        for place in 0..ENTRIES as u64 {
            assert_eq!(recent.read(key(place)).count(), None);
            recent.put(key(place), place % 47_525);
        }
        for place in 0..ENTRIES as u64 {
            assert_eq!(recent.read(key(place)).count(), Some(place % 47_525), "{place}");
            assert_eq!(recent.read(key(place)).key(), key(place));
        }
        recent.put(key(7) + 1, 3);
        assert_eq!(recent.read(key(7)).count(), None);
        assert_eq!(recent.read(key(7) + 1).count(), Some(3));
    }

    #[test]
    fn flipping_any_bit_of_a_key_misses() {
        let key = 0x1234_5678_9abc_def0_1234_5678_9abc_def0_u128;
        for nodes in [0, 1, 218 * 218] {
            let mut recent = Recent::new();
            recent.put(key, nodes);
            assert_eq!(recent.read(key).count(), Some(nodes));
            for bit in 0..128 {
                assert_eq!(recent.read(key ^ 1 << bit).count(), None, "bit {bit}");
            }
        }
    }
}
