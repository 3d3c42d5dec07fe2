//! The transposition table: what a search has found about positions, by their keys.

/// A hash table with one entry in each place: a new entry always replaces the old one.
pub(crate) struct Table<E>(Vec<Option<(u64, E)>>);

impl<E: Copy> Table<E> {
    pub(crate) fn new(megabytes: usize) -> Self {
        Self(vec![None; (megabytes << 20) / size_of::<Option<(u64, E)>>()])
    }

    pub(crate) fn get(&self, key: u64) -> Option<E> {
        self.0[self.place(key)].filter(|&(found, _)| found == key).map(|(_, entry)| entry)
    }

    pub(crate) fn put(&mut self, key: u64, entry: E) {
        let place = self.place(key);
        self.0[place] = Some((key, entry));
    }

    /// The index of the key's entry: the key, as a fraction of 2^64, times the number of entries.
    #[expect(clippy::cast_possible_truncation, reason = "below the length")]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }
}
