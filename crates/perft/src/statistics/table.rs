//! A hash table of statistics, shared by threads.
//!
//! A key chooses the bucket by its upper half; [`words`] packs statistics and the rest of the key into the eight words
//! of an entry, and [`columns`] unpacks them. [`is_of`] says whether the words of an entry, which several threads may
//! have written, are one entry of this key: the checksum covers every word.
//!
//! The order of the columns is that of [`Statistics::to_array`].

use alloc::boxed::Box;
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quadbit_lanes::Statistics;

use crate::keys::Keys;
use crate::table::{Table, TableError};

/// A hash table of [`Statistics`], like [`Table`] for counts.
///
/// An entry is a cache line of eight words: the nine numbers of [`Statistics`] of 48 bits each, and 80 bits of the key.
///
/// ```text
///   word  0        key, lowest 64 bits  ^ checksum of words 1 .. 7
///         1 .. 7   nine columns of 48 bits, one after the other, and above them 16 more bits of the key
/// ```
///
/// - **False hits.** The upper bits of a 128-bit key choose the bucket, and 80 further bits are compared.
/// - **Threads** share a table without a lock. The words of an entry may come from two writers; then the checksum,
///   which multiplies in each word in turn, fails like a wrong key. Source: Robert Hyatt and Timothy Mann, "A lock-less
///   transposition table implementation for parallel search chess engines", ICGA Journal 25 (2002).
/// - **Replacement.** A bucket has two entries. A new entry replaces the first if it has at least as many leaves,
///   otherwise the second.
/// - **Columns** of 2^48 or more are not kept: perft 10 of the start position fits, perft 11 does not.
pub struct StatisticsTable {
    words: Box<[AtomicU64]>,
    keys: Keys,
}

/// The words of an entry: one cache line.
type Entry = [AtomicU64; 8];
type Bucket = [Entry; 2];

/// The number of bits that an entry has for each number of [`Statistics`].
const BITS: u32 = 48;

/// The lowest depth whose statistics are kept. Lower depths are faster to count than to look up.
pub(super) const SHALLOWEST: u8 = 3;

impl StatisticsTable {
    /// An empty table of `megabytes` (2^20 bytes each), at least one.
    ///
    /// # Errors
    /// [`TableError`] if there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let bytes = megabytes.max(1).checked_mul(Table::MEGABYTE).ok_or(TableError { megabytes })?;
        // Seven spare words, so that the first entry can begin at a cache line.
        let words = bytes / size_of::<AtomicU64>() + 7;
        match bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words) {
            Ok(words) => Ok(Self { words, keys: Keys::new(1) }),
            Err(()) => Err(TableError { megabytes }),
        }
    }

    /// Empties the table and changes its keys.
    pub(super) fn rekey(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        self.keys = self.keys.next();
    }

    pub(super) const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The statistics that are kept under `key`; `None` if there are none.
    pub(super) fn get(&self, key: u128) -> Option<Statistics> {
        self.bucket(key).iter().find_map(|entry| {
            let words = entry.each_ref().map(|word| word.load(Relaxed));
            is_of(&words, key).then(|| columns(&words))
        })
    }

    /// Keeps `statistics` under `key`, if each of their numbers fits into 48 bits.
    pub(super) fn put(&self, key: u128, statistics: Statistics) {
        let Some(words) = words(key, statistics) else { return };
        let [first, second] = self.bucket(key);
        let kept = columns(&first.each_ref().map(|word| word.load(Relaxed)));
        let entry = if statistics.nodes >= kept.nodes { first } else { second };
        for (word, value) in entry.iter().zip(words) {
            word.store(value, Relaxed);
        }
    }

    /// The bucket of a key, chosen by the key's upper half as a fraction of 1.
    #[expect(clippy::cast_possible_truncation, reason = "the index is below the number of buckets")]
    fn bucket(&self, key: u128) -> &Bucket {
        let skipped = self.words.as_ptr().align_offset(size_of::<Entry>());
        let entries: &[Entry] = self.words[skipped..].as_chunks().0;
        let buckets: &[Bucket] = entries.as_chunks().0;
        &buckets[(((key >> 64) * buckets.len() as u128) >> 64) as usize]
    }
}

/// The words of the entry of `key` with `statistics`; `None` if one of its numbers takes more than 48 bits.
#[expect(clippy::cast_possible_truncation, reason = "key and columns are split into words")]
fn words(key: u128, statistics: Statistics) -> Option<[u64; 8]> {
    let columns = statistics.to_array();
    if columns.iter().any(|column| column >> BITS != 0) {
        return None;
    }
    let mut words = [0; 8];
    let mut at = u64::BITS;
    for column in columns {
        put_bits(&mut words, at, column as u64);
        at += BITS;
    }
    words[7] |= ((key >> 64) as u64) << BITS;
    words[0] = key as u64 ^ checksum(&words);
    Some(words)
}

/// Whether `words` are one complete entry of `key`.
#[expect(clippy::cast_possible_truncation, reason = "the key is split into words")]
fn is_of(words: &[u64; 8], key: u128) -> bool {
    words[0] ^ checksum(words) == key as u64 && words[7] >> BITS == (key >> 64) as u64 & 0xffff
}

fn columns(words: &[u64; 8]) -> Statistics {
    let mut at = u64::BITS;
    Statistics::from_array(core::array::from_fn(|_| {
        let column = get_bits(words, at);
        at += BITS;
        u128::from(column)
    }))
}

/// The 48 bits of `words` from bit `at` on, counted from the lowest bit of the first word.
const fn get_bits(words: &[u64; 8], at: u32) -> u64 {
    let (word, bit) = ((at / u64::BITS) as usize, at % u64::BITS);
    let low = words[word] >> bit;
    let high = if bit + BITS > u64::BITS { words[word + 1] << (u64::BITS - bit) } else { 0 };
    (low | high) & ((1 << BITS) - 1)
}

/// Writes the 48 bits `bits` to `words` from bit `at` on, counted from the lowest bit of the first word. The bits there
/// must be 0.
const fn put_bits(words: &mut [u64; 8], at: u32, bits: u64) {
    let (word, bit) = ((at / u64::BITS) as usize, at % u64::BITS);
    words[word] |= bits << bit;
    if bit + BITS > u64::BITS {
        words[word + 1] |= bits >> (u64::BITS - bit);
    }
}

/// A checksum of all words but the first. It changes if any one word changes, and depends on the order of the words.
/// All zeros give zero.
fn checksum(words: &[u64; 8]) -> u64 {
    words[1..].iter().fold(0, |sum: u64, word| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    })
}

impl fmt::Debug for StatisticsTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StatisticsTable").field("bytes", &size_of_val(&*self.words)).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::Ordering::Relaxed;

    use quadbit_lanes::Statistics;

    use super::{BITS, StatisticsTable, checksum};

    fn some(n: u128) -> Statistics {
        Statistics::from_array(core::array::from_fn(|column| {
            (n * 0x9e37_79b9_7f4a_7c15) >> column & ((1 << BITS) - 1)
        }))
    }

    #[test]
    fn entries_are_found_until_replaced() {
        let table = StatisticsTable::new(1).unwrap();
        let key = |n: u128| n << 100 | n << 3;
        for n in 1..500 {
            assert_eq!(table.get(key(n)), None);
            table.put(key(n), some(n));
            assert_eq!(table.get(key(n)), Some(some(n)));
        }
    }

    #[test]
    fn debug_shows_only_the_size() {
        let table = StatisticsTable::new(1).unwrap();
        let bytes = size_of_val(&*table.words);
        assert_eq!(alloc::format!("{table:?}"), alloc::format!("StatisticsTable {{ bytes: {bytes}, .. }}"));
    }

    #[test]
    fn largest_and_latest_entries_stay() {
        let table = StatisticsTable::new(1).unwrap();
        let nodes = |nodes| Statistics { nodes, ..Statistics::default() };
        table.put(1, nodes(1000));
        for n in 2..100 {
            table.put(n, nodes(n));
        }
        assert_eq!(table.get(1), Some(nodes(1000)));
        assert_eq!(table.get(98), None);
        assert_eq!(table.get(99), Some(nodes(99)));
    }

    #[test]
    fn entries_are_spread_over_the_table() {
        let table = StatisticsTable::new(1).unwrap();
        let key = |n: u128| n << 118 | n;
        for n in 1..1000 {
            table.put(key(n), some(n));
        }
        assert_eq!((1..1000).filter(|&n| table.get(key(n)) == Some(some(n))).count(), 999);
    }

    #[test]
    fn every_bit_changes_the_checksum() {
        for n in 0..20 {
            let words = core::array::from_fn(|word| {
                (8 * n + word as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ 0x94d0_49bb_1331_11eb
            });
            for bit in 0..7 * 64 {
                let mut changed = words;
                changed[1 + bit / 64] ^= 1 << (bit % 64);
                assert_ne!(checksum(&changed), checksum(&words), "{bit}");
            }
        }
    }

    /// Products with the same upper half, all ones, and different lower halves give different checksums: the shift
    /// loses no bit.
    #[test]
    fn every_bit_of_a_product_counts() {
        const INVERSE: u64 = 0xf1de_83e1_9937_733d;
        assert_eq!(INVERSE.wrapping_mul(0x9e37_79b9_7f4a_7c15), 1);
        let sum = |low: u64| checksum(&[0, 0, 0, 0, 0, 0, 0, INVERSE.wrapping_mul(!0 << 32 | low)]);
        for bit in 0..32 {
            assert_ne!(sum(1 << bit), sum(0), "{bit}");
        }
    }

    #[test]
    fn columns_of_48_bits_fit_and_larger_ones_are_not_kept() {
        let table = StatisticsTable::new(1).unwrap();
        for column in 0..9 {
            for bits in [47, 48, 49, 64, 127] {
                let mut columns = [0; 9];
                columns[column] = (1_u128 << bits) - 1;
                let (key, large) = ((column as u128) << 32 | bits, Statistics::from_array(columns));
                table.put(key, large);
                assert_eq!(table.get(key), (bits <= 48).then_some(large), "{column} {bits}");
            }
        }
    }

    #[test]
    fn flipping_any_compared_bit_misses() {
        let table = StatisticsTable::new(1).unwrap();
        let key = 0x1234_5678_9abc_def0_1234_5678_9abc_def0_u128;
        table.put(key, some(7));
        assert_eq!(table.get(key), Some(some(7)));
        for bit in 0..80 {
            assert_eq!(table.get(key ^ 1 << bit), None, "{bit}");
        }
    }

    /// A lookup that meets some words of an old entry and some of a new one, which another thread is writing, finds
    /// nothing.
    #[test]
    fn mixed_words_of_two_entries_miss() {
        let [one, two] = [1, 1].map(|megabytes| StatisticsTable::new(megabytes).unwrap());
        let (key_one, key_two) = (5, 6);
        one.put(key_one, some(1));
        two.put(key_two, some(2));
        let words = |table: &StatisticsTable| table.bucket(5)[0].each_ref().map(|word| word.load(Relaxed));
        let (words_one, words_two) = (words(&one), words(&two));
        for mixture in 1..255_u32 {
            for (i, word) in one.bucket(5)[0].iter().enumerate() {
                word.store(if mixture >> i & 1 == 0 { words_one[i] } else { words_two[i] }, Relaxed);
            }
            assert_eq!((one.get(key_one), one.get(key_two)), (None, None), "{mixture:b}");
        }
    }

    #[test]
    fn rekeying_changes_keys_and_empties() {
        let mut table = StatisticsTable::new(1).unwrap();
        table.put(77, some(1));
        table.rekey();
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn too_large_tables_are_refused() {
        for megabytes in [usize::MAX, 1_000_000_000] {
            assert_eq!(StatisticsTable::new(megabytes).unwrap_err().megabytes, megabytes);
        }
    }
}
