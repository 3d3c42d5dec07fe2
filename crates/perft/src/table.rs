//! A hash table of counts, shared by threads.
//!
//! 1. A count asks for its [`Part`] of the table: as many buckets as it is likely to fill (`cases`).
//! 2. The key of a position at a depth chooses a bucket. Depth three has buckets of its own (`shallow`), larger depths
//!    share the others (`deep`).
//! 3. `get` compares what is stored of the key, and `put` chooses the entry to replace.
//!
//! Threads read and write the words of a bucket without a lock. A mixture of two entries must fail the comparison, so
//! every word of a count takes part in it by exclusive or.

mod cases;
mod deep;
mod shallow;

use alloc::boxed::Box;
use core::fmt;
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use quadbit_movegen::Position;

use crate::keys::Keys;

/// A hash table of counts: a position that several move orders reach is counted once.
///
/// A table is an array of buckets, each a cache line of sixteen 32-bit words. A quarter of the buckets is for depths of
/// four and more. The others are for depth three, where counts are small: no position has more than 218^3 leaves three
/// plies down, which is less than 2^24.
///
/// ```text
///   three plies, five entries                    from four plies on, three entries
///   word  0 ..  4   key, lowest 32 bits  ^ c     word  0 ..  2   key, lowest 32 bits  ^ c ^ d
///         5 ..  9   key, next 32 bits    ^ c           3 ..  5   key, next 32 bits    ^ c ^ e
///        10 .. 14   c: count | 8 more of the key       6 ..  8   c: count, lowest 24 bits | 8 more of the key
///                                                      9 .. 11   d: next 32 bits of the count
///                                                     12 .. 14   e: last 32 bits of the count
///        15         touched                           15         touched
/// ```
///
/// - **False hits.** The upper bits of a 128-bit key choose the bucket, and 72 further bits are compared. Two different
///   pairs of position and depth agree in them with a probability of 2^-72. A thousand million lookups a second for a
///   day are 4.3 * 10^14 comparisons, with 9.1 * 10^-8 expected false hits: one in 10 million such days.
/// - **Threads** share a table without a lock. The words of an entry may come from several writers. The count is part
///   of what is compared, by xor, so a mixture fails like a wrong key. Source: Robert Hyatt and Timothy Mann, "A
///   lock-less transposition table implementation for parallel search chess engines", ICGA Journal 25 (2002).
/// - **Replacement.** At depth three an empty entry is filled first; if there is none, the new key chooses the entry to
///   replace. Among deeper entries, the one that saves the least work is replaced: the one whose count has the fewest
///   digits in base 32.
/// - **Counts** of 2^88 or more are not kept. (Perft 18 of the start position should just fit.)
/// - **An empty entry** is all zeros, which reads as a count of 0 under a key whose 72 compared bits are 0. Such a key
///   is as unlikely as any other false hit.
/// - **Counts of two plies** are kept by each thread for itself, in another megabyte, while a count runs. All 128 bits
///   of their keys are compared.
/// - **Prefetching.** The last word of a bucket is written to before a lookup, which fetches the cache line.
pub struct Table {
    /// The words of the buckets, and some more, so that the first bucket can begin at a cache line.
    words: Box<dyn AsRef<[AtomicU32]> + Send + Sync>,
    /// The number of buckets, from the first, that may hold entries.
    used: AtomicUsize,
    /// The number of buckets that each count uses at least.
    least: usize,
    keys: Keys,
}

/// The words of a bucket: one cache line.
type Bucket = [AtomicU32; 16];

/// The index of the word of a bucket that is written to before a look-up. Its value is never read.
const TOUCHED: usize = 15;

/// The number of bits of the key that share a word with an entry's count.
const KEY_BITS: u32 = 8;
const KEY_MASK: u32 = (1 << KEY_BITS) - 1;

/// One of every `DEEP` buckets holds counts of four plies and more; the others hold counts of three plies.
const DEEP: usize = 4;

/// The lowest depth whose counts are kept in this table. Each thread keeps counts of two plies for itself, in
/// [`Recent`](crate::recent::Recent), because counting them is faster than a look-up in main memory.
pub(crate) const SHALLOWEST: u8 = 3;

/// The highest depth, in plies, of the counts that shallow buckets hold.
const DEEPEST_SHALLOW: u8 = 3;

impl Table {
    /// The number of bytes in a megabyte, the unit of table sizes.
    pub const MEGABYTE: usize = 1 << 20;

    /// An empty table of `megabytes` (2^20 bytes each), at least one.
    ///
    /// The memory is reserved now, and the system provides it when it is first written to. All new tables have the same
    /// keys.
    ///
    /// # Errors
    /// [`TableError`] if there is not enough memory.
    ///
    /// ```
    /// use quadbit_perft::Table;
    /// assert!(Table::new(1).is_ok());
    /// assert_eq!(Table::new(1_000_000_000_000).unwrap_err().to_string(), "not enough memory for a table of 1000000000000 MB");
    /// ```
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        Self::with_keys(megabytes, Keys::new(1))
    }

    /// An empty table in the caller's memory, for example mapped with large pages. The words must be zeros, because
    /// other values would be read as counts. Memory beyond a whole number of cache lines is not used, and a table of
    /// fewer than four cache lines (256 bytes) keeps nothing.
    ///
    /// ```
    /// use std::sync::atomic::AtomicU32;
    /// use quadbit_movegen::Position;
    /// use quadbit_nibble::simd::Level;
    /// use quadbit_perft::{Counter, Table};
    /// let words: Box<[AtomicU32]> = (0..100_000).map(|_| AtomicU32::new(0)).collect();
    /// let counter = Counter::new(Level::auto()).with_table(Table::in_memory(words));
    /// assert_eq!(counter.perft(&Position::start(), 5), 4_865_609);
    /// ```
    pub fn in_memory(words: impl AsRef<[AtomicU32]> + Send + Sync + 'static) -> Self {
        Self { words: Box::new(words), used: AtomicUsize::new(0), least: 0, keys: Keys::new(1) }
    }

    fn with_keys(megabytes: usize, keys: Keys) -> Result<Self, TableError> {
        let bytes = megabytes.max(1).checked_mul(Self::MEGABYTE).ok_or(TableError { megabytes })?;
        let words = bytes / size_of::<AtomicU32>() + TOUCHED;
        match bytemuck::allocation::try_zeroed_slice_box::<AtomicU32>(words) {
            Ok(words) => Ok(Self { keys, ..Self::in_memory(words) }),
            Err(()) => Err(TableError { megabytes }),
        }
    }

    /// A table that compares only `compared` bits of a key, for tests that expect wrong counts.
    #[cfg(test)]
    pub(crate) fn weakened(compared: u32) -> Self {
        Self::with_kept([u128::MAX, u128::MAX << 72 | ((1 << compared) - 1)])
    }

    /// A table whose threads compare only `compared` bits of a key among the counts that each keeps for itself,
    /// for tests that expect wrong counts.
    #[cfg(test)]
    pub(crate) fn weakened_recent(compared: u32) -> Self {
        Self::with_kept([u128::MAX << 112 | ((1 << compared) - 1), u128::MAX])
    }

    #[cfg(test)]
    fn with_kept(kept: [u128; 2]) -> Self {
        Self::with_keys(1, Keys::weakened(1, kept)).expect("a megabyte")
    }

    /// Empties the table and changes its keys. Two positions that shared a key are very
    /// unlikely to share one again.
    pub(crate) fn rekey(&mut self) {
        let used = core::mem::take(self.used.get_mut());
        for word in self.buckets()[..used].as_flattened() {
            word.store(0, Relaxed);
        }
        self.keys = self.keys.next();
    }

    /// All buckets of the table, from the first word at a cache line on.
    fn buckets(&self) -> &[Bucket] {
        let words = (*self.words).as_ref();
        let skipped = words.as_ptr().align_offset(size_of::<Bucket>());
        words.get(skipped..).unwrap_or_default().as_chunks().0
    }

    /// The part of the table that a count of `position` to `depth` is likely to fill. The rest is not touched, so the
    /// system provides no memory for it, and fewer pages mean fewer TLB misses. `None` if the table has fewer than
    /// [`DEEP`] buckets.
    pub(crate) fn part(&self, position: &Position, depth: u8) -> Option<Part<'_>> {
        self.first_buckets(self.buckets().len().min(cases::buckets(position, depth).max(self.least)))
    }

    /// Makes the part of the table that each later count uses at least as large as a count of `position` to `depth`
    /// needs. Parts of the same size share their entries; in parts of different sizes a key has different buckets.
    pub(crate) fn expect(&mut self, position: &Position, depth: u8) {
        self.least = cases::buckets(position, depth);
    }

    fn first_buckets(&self, n: usize) -> Option<Part<'_>> {
        let buckets = self.buckets().get(..n.max(DEEP))?;
        self.used.fetch_max(buckets.len(), Relaxed);
        let (deep, shallow) = buckets.split_at(buckets.len() / DEEP);
        Some(Part { shallow, deep, keys: &self.keys })
    }
}

/// The part of a table that a count uses.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    shallow: &'a [Bucket],
    deep: &'a [Bucket],
    keys: &'a Keys,
}

impl<'a> Part<'a> {
    /// The hash function that makes the keys.
    #[inline]
    pub(crate) const fn keys(self) -> &'a Keys {
        self.keys
    }

    /// The count that is kept under `key`, the key of a position at `depth`; `None` if there is none.
    #[inline]
    pub(crate) fn get(self, key: u128, depth: u8) -> Option<u128> {
        let bucket = self.bucket(key, depth);
        if depth > DEEPEST_SHALLOW { deep::get(bucket, key) } else { shallow::get(bucket, key) }
    }

    /// Keeps the count `nodes` under `key`, the key of a position at `depth`, if it fits into the bits of an entry.
    #[inline]
    pub(crate) fn put(self, key: u128, depth: u8, nodes: u128) {
        let bucket = self.bucket(key, depth);
        if depth > DEEPEST_SHALLOW {
            deep::put(bucket, key, nodes);
        } else {
            shallow::put(bucket, key, nodes);
        }
    }

    /// Brings the bucket of `key` into the cache ahead of its use.
    ///
    /// A load would do that too, but the processor cannot run far ahead of a load that misses the cache. A
    /// store does not stall: the program goes on while the cache line arrives.
    #[inline]
    pub(crate) fn touch(self, key: u128, depth: u8) {
        self.bucket(key, depth)[TOUCHED].store(0, Relaxed);
    }

    /// The bucket of `key`. The key's upper half, read as a fraction of 1, chooses it, so any number of buckets
    /// is possible. Source: Daniel Lemire, "Fast random integer generation in an interval", ACM TOMACS 29
    /// (2019).
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the index is below the number of buckets")]
    fn bucket(self, key: u128, depth: u8) -> &'a Bucket {
        let buckets = if depth > DEEPEST_SHALLOW { self.deep } else { self.shallow };
        &buckets[(((key >> 64) * buckets.len() as u128) >> 64) as usize]
    }
}

/// The bits of a key that are compared: two words, and a few that share a word with the count.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the key is split into words")]
const fn compared(key: u128) -> [u32; 3] {
    [key as u32, (key >> 32) as u32, (key >> 64) as u32 & KEY_MASK]
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("bytes", &size_of_val(self.buckets())).finish_non_exhaustive()
    }
}

/// The error of [`Table::new`] and [`StatisticsTable::new`](crate::StatisticsTable::new): there is not enough
/// memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The size that the table should have had, in megabytes of 2^20 bytes.
    pub megabytes: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not enough memory for a table of {} MB", self.megabytes)
    }
}

impl core::error::Error for TableError {}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use alloc::vec::Vec;
    use core::sync::atomic::AtomicU32;

    use quadbit_movegen::Position;

    use super::{Bucket, Part, Relaxed, TOUCHED, Table, TableError, deep, shallow};

    /// A depth for each kind of bucket: shallow, deep.
    const DEPTHS: [u8; 2] = [3, 4];

    /// The part of a table that has all its buckets.
    fn whole(table: &Table) -> Part<'_> {
        table.first_buckets(table.buckets().len()).unwrap()
    }

    /// Numbers that look random: a linear congruence, with the upper half of each number xored into its lower half.
    fn keys(n: usize) -> impl Iterator<Item = u128> {
        let next =
            |key: &u128| Some(key.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1));
        core::iter::successors(Some(1), next).map(|key: u128| key ^ key >> 64).skip(9).take(n)
    }

    #[test]
    fn expected_counts_share_one_part() {
        let start = Position::start();
        let mut table = Table::new(64).unwrap();
        let size = |table: &Table, position: &Position, depth| {
            let part = table.part(position, depth).unwrap();
            (part.shallow.len(), part.deep.len())
        };
        let after = start.legal_moves().into_iter().map(|mv| start.after(mv));
        let alone = size(&table, &start, 4);
        table.expect(&start, 6);
        for position in after {
            assert_eq!(size(&table, &position, 5), size(&table, &start, 6), "{position}");
        }
        assert!(alone < size(&table, &start, 4));
        // A part is never larger than the table.
        table.expect(&start, 12);
        assert_eq!(size(&table, &start, 4), size(&table, &start, 12));
    }

    #[test]
    fn entries_are_found_until_replaced() {
        let table = Table::new(1).unwrap();
        let table = whole(&table);
        for depth in DEPTHS {
            for (key, nodes) in keys(500).zip(0..) {
                assert_eq!(table.get(key, depth), None);
                table.put(key, depth, nodes);
                table.touch(key, depth);
                assert_eq!(table.get(key, depth), Some(nodes));
            }
        }
        // 500 keys are spread over 12,288 buckets of five entries or 4,096 of three, so hardly a bucket gets more than
        // it can hold.
        for depth in DEPTHS {
            let kept =
                keys(500).zip(0..).filter(|&(key, nodes)| table.get(key, depth) == Some(nodes)).count();
            assert!(kept > 490, "{kept}");
        }
    }

    #[test]
    fn counts_up_to_the_limit_are_whole_or_not_kept() {
        let table = Table::new(1).unwrap();
        let table = whole(&table);
        for (depth, most_bits) in [(3, 24), (4, deep::COUNT_BITS), (u8::MAX, deep::COUNT_BITS)] {
            for (key, bits) in keys(129).zip(0..) {
                let key = key ^ u128::from(depth);
                let nodes = u128::MAX.checked_shr(128 - bits).unwrap_or(0);
                table.put(key, depth, nodes);
                assert_eq!(table.get(key, depth), (bits <= most_bits).then_some(nodes), "{depth}: {bits}");
            }
        }
    }

    #[test]
    fn larger_counts_stay() {
        let table = Table::new(1).unwrap();
        let table = whole(&table);
        // Keys of one bucket: they differ only in the bits that are compared.
        let key = |i: u128| 77 << 100 | i | i << 32;
        table.put(key(1), 5, 5_000_000_000);
        for depth in DEPTHS {
            for i in 2..100 {
                table.put(key(i), depth, 20);
                assert_eq!(table.get(key(i), depth), Some(20));
            }
        }
        assert_eq!(table.get(key(1), 5), Some(5_000_000_000));
        let kept = DEPTHS.map(|depth| (1..100).filter(|&i| table.get(key(i), depth).is_some()).count());
        assert_eq!(kept, [shallow::ENTRIES, deep::ENTRIES]);
    }

    /// In an empty bucket, the second word of a key chooses the entry that is filled.
    #[test]
    fn keys_choose_among_equal_entries() {
        for (depth, entries) in DEPTHS.into_iter().zip([shallow::ENTRIES, deep::ENTRIES]) {
            for turn in 0..entries {
                let table = Table::new(1).unwrap();
                let table = whole(&table);
                let key = (turn as u128) << 32 | 0xffff;
                table.put(key, depth, 1_000);
                let first = table.bucket(key, depth).iter().position(|word| word.load(Relaxed) != 0);
                assert_eq!(first, Some(turn), "depth {depth}");
            }
        }
    }

    #[test]
    fn flipping_any_compared_bit_misses() {
        let table = Table::new(1).unwrap();
        let table = whole(&table);
        let key = 0x1234_5678_9abc_def0_1234_5678_9abc_def0_u128;
        for depth in DEPTHS {
            table.put(key, depth, 7);
            assert_eq!(table.get(key, depth), Some(7));
            for bit in 0..72 {
                assert_eq!(table.get(key ^ 1 << bit, depth), None, "{bit}");
            }
        }
    }

    /// A lookup that meets some words of an old entry and some of a new one, which another thread is writing, finds
    /// nothing.
    #[test]
    fn mixed_words_of_two_entries_miss() {
        let [one, two] = [1, 1].map(|megabytes| Table::new(megabytes).unwrap());
        let (one, two) = (whole(&one), whole(&two));
        // Both keys choose the same bucket and the same entry in it, and the counts differ in every word that holds a
        // part of them.
        let (key_one, key_two) = (5, 6);
        for (depth, nodes_one, nodes_two) in
            [(3, 1_000, 2_000), (4, 1 << 80 | 1 << 40 | 3, 1 << 81 | 1 << 41 | 5)]
        {
            one.put(key_one, depth, nodes_one);
            two.put(key_two, depth, nodes_two);
            let [bucket_one, bucket_two] = [one.bucket(key_one, depth), two.bucket(key_two, depth)];
            let words = |bucket: &Bucket| bucket.each_ref().map(|word| word.load(Relaxed));
            let [words_one, words_two] = [words(bucket_one), words(bucket_two)];
            let places: Vec<usize> = (0..TOUCHED).filter(|&i| words_one[i] != words_two[i]).collect();
            let mixtures = 1..(1 << places.len()) - 1;
            assert_ne!(mixtures.len(), 0);
            for mixture in mixtures {
                for (bit, &i) in places.iter().enumerate() {
                    let word = if mixture >> bit & 1 == 0 { words_one[i] } else { words_two[i] };
                    bucket_one[i].store(word, Relaxed);
                }
                assert_eq!(one.get(key_one, depth), None, "depth {depth}, {mixture:b}");
                assert_eq!(one.get(key_two, depth), None, "depth {depth}, {mixture:b}");
            }
        }
    }

    #[test]
    fn buckets_are_cache_lines() {
        let table = Table::new(3).unwrap();
        assert_eq!(table.buckets().len(), 3 * Table::MEGABYTE / 64);
        let part = whole(&table);
        assert_eq!(part.deep.len() + part.shallow.len(), table.buckets().len());
        for depth in DEPTHS {
            let address = |key| part.bucket(key, depth).as_ptr().addr();
            assert!(keys(100).all(|key| address(key) % 64 == 0));
            // The lowest key, 0, belongs to the first bucket, and the highest to the last.
            let buckets = if depth == 3 { part.shallow } else { part.deep };
            assert_eq!(address(0), buckets.as_ptr().addr());
            assert_eq!(address(u128::MAX), buckets[buckets.len() - 1].as_ptr().addr());
        }
    }

    #[test]
    fn a_short_count_takes_a_part_of_the_table() {
        let table = Table::new(64).unwrap();
        let start = Position::start();
        let buckets = |depth| {
            let part = table.part(&start, depth).unwrap();
            part.deep.len() + part.shallow.len()
        };
        assert_eq!(buckets(1), super::DEEP);
        assert!(buckets(6) < buckets(7) && buckets(7) < table.buckets().len(), "{}", buckets(7));
        for depth in [10, 20, u8::MAX] {
            assert_eq!(buckets(depth), table.buckets().len());
        }
    }

    #[test]
    fn rekeying_changes_keys_and_empties() {
        let mut table = Table::new(1).unwrap();
        let start = Position::start();
        let key = whole(&table).keys().of(&start, 3);
        whole(&table).put(key, 3, 8_902);
        table.rekey();
        assert_ne!(whole(&table).keys().of(&start, 3), key);
        assert_eq!(whole(&table).get(key, 3), None);
    }

    #[test]
    fn debug_shows_the_size() {
        let text = alloc::format!("{:?}", Table::new(3).unwrap());
        assert!(text.contains("3145728"), "{text}");
    }

    #[test]
    fn tables_without_a_bucket_keep_nothing() {
        for words in [0, 1, 15, 16, 63] {
            let words: Box<[AtomicU32]> = (0..words).map(|_| AtomicU32::new(0)).collect();
            assert!(Table::in_memory(words).part(&Position::start(), 5).is_none());
        }
    }

    #[test]
    fn too_large_tables_are_refused() {
        for megabytes in [usize::MAX, usize::MAX / Table::MEGABYTE, 1_000_000_000] {
            assert_eq!(Table::new(megabytes).unwrap_err(), TableError { megabytes }, "{megabytes} MB");
        }
    }
}
