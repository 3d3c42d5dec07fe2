//! King buckets by a table that the user chooses.

use alloc::vec::Vec;
use core::fmt;

/// A table of buckets, one for each square of the own king: inputs of pieces have numbers of their own in each bucket.
///
/// The numbers are in the order of bullet's configuration, by ranks from the own back rank, the a-file first: 64, or 32
/// and `hm` ("horizontally mirrored") for a view whose files are reversed if the own king is on files e to h.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KingBuckets {
    /// By the king's square as its side sees it; the same for a square and its mirror image if files are reversed.
    pub(super) buckets: [u8; 64],
    /// The number of buckets.
    pub(super) count: u8,
    /// Whether files are reversed if the own king is on files e to h.
    pub(super) is_mirrored: bool,
}

impl KingBuckets {
    /// The table of 64 numbers of buckets, or of 32, those of files a to d, for a mirrored view. `None` if there are
    /// more or fewer, or a number is above 63.
    ///
    /// ```
    /// use quadbit_inputs::features::{FeatureSet, KingBuckets};
    /// let mut buckets = [1; 32];
    /// buckets[..4].fill(0);
    /// let set = FeatureSet::Buckets(KingBuckets::of(&buckets).unwrap());
    /// assert_eq!(set.size(), 2 * 768);
    /// ```
    pub fn of(buckets: &[u8]) -> Option<Self> {
        let is_mirrored = buckets.len() == 32;
        let place = |square: usize| {
            let (rank, file) = (square / 8, square % 8);
            if is_mirrored { 4 * rank + file.min(7 - file) } else { square }
        };
        let last = *buckets.iter().max()?;
        ((is_mirrored || buckets.len() == 64) && last < 64).then(|| Self {
            buckets: core::array::from_fn(|square| buckets[place(square)]),
            count: last + 1,
            is_mirrored,
        })
    }

    /// Reads a table in the form in which it is printed; `None` if `text` is something else.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (numbers, ending) = text.strip_prefix('[')?.split_once(']')?;
        let numbers = numbers.split(',').map(|number| number.trim().parse().ok());
        let table = Self::of(&numbers.collect::<Option<Vec<u8>>>()?)?;
        ending.eq_ignore_ascii_case(if table.is_mirrored { "hm" } else { "" }).then_some(table)
    }
}

/// Writes `[0,1,..]` with 64 numbers, or `[0,1,..]hm` with 32.
impl fmt::Display for KingBuckets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = if self.is_mirrored { 4 } else { 8 };
        let written = self.buckets.chunks(8).flat_map(|rank| &rank[..files]);
        for (n, bucket) in written.enumerate() {
            write!(f, "{}{bucket}", if n == 0 { "[" } else { "," })?;
        }
        f.write_str(if self.is_mirrored { "]hm" } else { "]" })
    }
}

impl fmt::Debug for KingBuckets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
