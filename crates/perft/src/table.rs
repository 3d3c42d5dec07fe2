//! A table of what has been counted, shared by threads.

use alloc::boxed::Box;
use core::fmt;
use core::hint::black_box;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadbit_movegen::Position;

use crate::keys::Keys;

/// A memory of counts: positions that different moves lead to are counted once.
///
/// A table is an array of buckets, each a cache line of 64 bytes with four entries of 128 bits:
///
/// ```text
///   word 0   lower half of the key, xor word 1
///   word 1   count (56 bits)                       | 8 more bits of the key
/// ```
///
/// - **False hits.** The bucket follows from the upper bits of a key of 128; 72 further bits are compared, which two cases
///   that differ pass with a probability of 2^-72. A thousand million look-ups a second for a day are 3.5 * 10^14
///   comparisons: 7.3 * 10^-8 false hits are expected, one in 13 million such days.
/// - **Threads** share a table without a lock. The two words of an entry may come from two writers; the xor then makes the
///   comparison fail, as a wrong key does. Source: Robert Hyatt and Timothy Mann, "A lock-less transposition table
///   implementation for parallel search chess engines", ICGA Journal 25 (2002).
/// - **Replacement** asks what an entry is worth: the moves that its count has saved, in steps of a factor of 32, about a ply. The
///   entry of a bucket that is worth least gives way; among equals, one that the new key chooses.
/// - **Counts** from 2^56 on are not kept. (Perft 12 of the start position would just fit.)
/// - **An empty entry**, all zeros, reads: key 0, no leaves. A position has that key as rarely as it has any other.
pub struct Table {
    /// The buckets, with room to begin at a cache line.
    words: Box<[AtomicU64]>,
    /// The words before the first bucket.
    skipped: usize,
    keys: Keys,
}

/// The words of a bucket, and of an entry in it.
const BUCKET: usize = 8;
const ENTRY: usize = 2;

/// The bits of word 1 that belong to the key.
const KEY_BITS: u32 = 8;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;

impl Table {
    /// The bytes of a megabyte, as the sizes of tables are given.
    pub const MEGABYTE: usize = 1 << 20;

    /// An empty table of so many megabytes (2^20 bytes each), at least one.
    ///
    /// The memory is asked for now, and the system hands it out as it is written to. The keys are always the same ones;
    /// [`rekey`](Self::rekey) takes others.
    ///
    /// # Errors
    /// [`TableError`] if there is not so much memory.
    ///
    /// ```
    /// use quadbit_perft::Table;
    /// assert!(Table::new(1).is_ok());
    /// assert_eq!(Table::new(usize::MAX).unwrap_err().to_string(), "there is not so much memory");
    /// ```
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Self::with_keys(megabytes, Keys::new(1))
    }

    fn with_keys(megabytes: usize, keys: Keys) -> Result<Self, TableError> {
        let bytes = megabytes.max(1).checked_mul(Self::MEGABYTE).ok_or(TableError)?;
        let words = bytes / size_of::<AtomicU64>();
        let words = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words + BUCKET - 1)
            .map_err(|()| TableError)?;
        let skipped = words.as_ptr().align_offset(BUCKET * size_of::<AtomicU64>());
        Ok(Self { words, skipped, keys })
    }

    /// A table that compares only this many bits of a key, for tests: it is to give wrong counts.
    #[cfg(test)]
    pub(crate) fn weakened(compared: u32) -> Self {
        let kept = u128::MAX << 72 | ((1 << compared) - 1);
        Self::with_keys(1, Keys::weakened(1, kept)).expect("a megabyte")
    }

    /// Forgets everything, and takes other keys: two positions that had the same key will hardly have it again.
    pub fn rekey(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        self.keys = self.keys.next();
    }

    /// The key of the case "so many plies from this position".
    #[inline]
    pub(crate) const fn key(&self, position: &Position, depth: u8) -> u128 {
        self.keys.of(position, depth)
    }

    /// The count that is kept under a key.
    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<u128> {
        let Place { bucket, lower, upper, .. } = self.place(key);
        for [word_0, word_1] in bucket.as_chunks::<ENTRY>().0 {
            let data = word_1.load(Relaxed);
            if word_0.load(Relaxed) ^ data == lower && data & KEY_MASK == upper {
                return Some(u128::from(data >> KEY_BITS));
            }
        }
        None
    }

    /// Keeps a count under a key, if it fits.
    #[inline]
    pub(crate) fn put(&self, key: u128, nodes: u128) {
        if nodes >> (u64::BITS - KEY_BITS) != 0 {
            return;
        }
        let place = self.place(key);
        #[expect(clippy::cast_possible_truncation, reason = "it has just been seen to fit")]
        let data = (nodes as u64) << KEY_BITS | place.upper;
        let [word_0, word_1] = place.victim();
        word_0.store(place.lower ^ data, Relaxed);
        word_1.store(data, Relaxed);
    }

    /// Reads a bucket ahead of its use, so that it is in the cache by then. The sum of what is read must go somewhere,
    /// or the compiler leaves the reading out: see [`touched`].
    #[inline]
    pub(crate) fn touch(&self, key: u128) -> u64 {
        self.place(key).bucket[0].load(Relaxed)
    }

    /// Where a key belongs. The upper half, as a fraction of 1, chooses the bucket: any number of buckets will do.
    /// Source: Daniel Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "halves of a word are taken apart")]
    fn place(&self, key: u128) -> Place<'_> {
        let (buckets, _) = self.words[self.skipped..].as_chunks::<BUCKET>();
        let index = (((key >> 64) * buckets.len() as u128) >> 64) as usize;
        Place {
            bucket: &buckets[index],
            lower: key as u64,
            upper: (key >> 64) as u64 & KEY_MASK,
            turn: key as usize,
        }
    }
}

/// Where a key belongs, and what of it is compared there.
struct Place<'a> {
    bucket: &'a [AtomicU64; BUCKET],
    /// The lower half of the key.
    lower: u64,
    /// The last bits of the upper half.
    upper: u64,
    /// Says which of the entries that are worth the same gives way.
    turn: usize,
}

impl<'a> Place<'a> {
    /// The entry that is worth least.
    #[inline]
    fn victim(&self) -> &'a [AtomicU64; ENTRY] {
        let entries = self.bucket.as_chunks::<ENTRY>().0;
        let mut least = &entries[self.turn % entries.len()];
        for i in 1..entries.len() {
            let entry = &entries[self.turn.wrapping_add(i) % entries.len()];
            if worth(entry) < worth(least) {
                least = entry;
            }
        }
        least
    }
}

/// Takes the sum of what was [touched](Table::touch).
#[inline]
pub(crate) fn touched(sum: u64) {
    black_box(sum);
}

/// The length of an entry's count in digits of five bits: nearly the plies that it saves.
#[inline]
fn worth([_, word_1]: &[AtomicU64; ENTRY]) -> u32 {
    (u64::BITS - (word_1.load(Relaxed) >> KEY_BITS).leading_zeros()).div_ceil(5)
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("bytes", &size_of_val(&*self.words)).finish_non_exhaustive()
    }
}

/// There is not so much memory as a [`Table`] was to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableError;

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is not so much memory")
    }
}

impl core::error::Error for TableError {}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{BUCKET, Table, TableError};

    /// Numbers that look random: a linear congruence, its upper half over its lower.
    fn keys(n: usize) -> impl Iterator<Item = u128> {
        let next =
            |key: &u128| Some(key.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1));
        core::iter::successors(Some(1), next).map(|key: u128| key ^ key >> 64).skip(9).take(n)
    }

    #[test]
    fn what_is_put_is_found_until_it_gives_way() {
        let table = Table::new(1).unwrap();
        for (key, nodes) in keys(1_000).zip(0..) {
            assert_eq!(table.get(key), None);
            table.put(key, nodes);
            assert_eq!(table.get(key), Some(nodes));
        }
        // 1000 entries in 65,536: hardly a bucket has more than four.
        let kept = keys(1_000).zip(0..).filter(|&(key, nodes)| table.get(key) == Some(nodes)).count();
        assert!(kept > 990, "{kept}");
    }

    #[test]
    fn no_count_is_cut_off() {
        let table = Table::new(1).unwrap();
        for (key, bits) in keys(128).zip(0..128) {
            let nodes = u128::MAX >> (127 - bits);
            table.put(key, nodes);
            assert_eq!(table.get(key), (bits < 56).then_some(nodes), "{bits}");
        }
    }

    #[test]
    fn what_is_worth_more_stays() {
        let table = Table::new(1).unwrap();
        // Keys of one bucket: they differ in what is compared only.
        let key = |i: u128| 77 << 100 | i;
        table.put(key(1), 5_000_000_000);
        for i in 2..100 {
            table.put(key(i), 20);
        }
        assert_eq!(table.get(key(1)), Some(5_000_000_000));
        assert_eq!(table.get(key(99)), Some(20));
        let kept = (1..100).filter(|&i| table.get(key(i)).is_some()).count();
        assert_eq!(kept, 4);
    }

    #[test]
    fn every_compared_bit_is_compared() {
        let table = Table::new(1).unwrap();
        let key = 0x1234_5678_9abc_def0_1234_5678_9abc_def0_u128;
        table.put(key, 7);
        assert_eq!(table.get(key), Some(7));
        for bit in 0..72 {
            assert_eq!(table.get(key ^ 1 << bit), None, "{bit}");
        }
    }

    #[test]
    fn the_halves_of_two_entries_are_no_entry() {
        let table = Table::new(1).unwrap();
        let (one, two) = (5, 6);
        table.put(one, 1_000);
        let torn = table.place(one).bucket.each_ref().map(|word| word.load(super::Relaxed));
        let entry = torn.as_chunks::<2>().0.iter().position(|entry| *entry != [0, 0]).unwrap();
        // Another thread has written the second word, and not yet the first.
        table.place(one).bucket[2 * entry + 1].store(2_000 << super::KEY_BITS, super::Relaxed);
        assert_eq!((table.get(one), table.get(two)), (None, None));
    }

    #[test]
    fn buckets_are_cache_lines() {
        let table = Table::new(3).unwrap();
        let buckets: Vec<usize> = keys(100).map(|key| table.place(key).bucket.as_ptr().addr()).collect();
        assert!(buckets.iter().all(|address| address % 64 == 0));
        assert_eq!((table.words.len() - table.skipped) / BUCKET, 3 * Table::MEGABYTE / 64);
        // The last key of all belongs to the last bucket.
        assert_eq!(table.place(u128::MAX).bucket.as_ptr().addr() % 64, 0);
    }

    #[test]
    fn other_keys_and_no_entries() {
        let mut table = Table::new(1).unwrap();
        let start = quadbit_movegen::Position::start();
        let key = table.key(&start, 3);
        table.put(key, 8_902);
        table.rekey();
        assert_ne!(table.key(&start, 3), key);
        assert_eq!(table.get(key), None);
    }

    #[test]
    fn memory_that_is_not_there() {
        for megabytes in [usize::MAX, usize::MAX / Table::MEGABYTE, 1_000_000_000] {
            assert_eq!(Table::new(megabytes).unwrap_err(), TableError, "{megabytes} MB");
        }
    }
}
