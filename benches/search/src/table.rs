//! A table that never replaces an entry, so that libraries with different keys find the same entries.

/// A table with open addressing: an entry is in the first free place after that of its key.
pub(crate) struct Table<E> {
    entries: Vec<Option<(u64, E)>>,
    free: usize,
}

/// The number of bits of an index: the table has 65,536 entries, enough for each of the searches.
const BITS: u32 = 16;

impl<E: Copy> Table<E> {
    pub(crate) fn new() -> Self {
        Self { entries: vec![None; 1 << BITS], free: 3 << (BITS - 2) }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<E> {
        self.entries[self.place(key)].map(|(_, entry)| entry)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: E) {
        let place = self.place(key);
        if self.entries[place].is_none() {
            self.free = self.free.checked_sub(1).expect("the table has room for the whole search");
        }
        self.entries[place] = Some((key, entry));
    }

    /// Returns the place of a key: that of its entry, or the free one where it would be put.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mut place = (key >> (64 - BITS)) as usize;
        while self.entries[place].is_some_and(|(found, _)| found != key) {
            place = (place + 1) & ((1 << BITS) - 1);
        }
        place
    }
}
