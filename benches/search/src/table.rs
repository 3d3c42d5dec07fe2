//! The transposition table. Entries are never replaced, so libraries with different keys find the same ones.

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The entry of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<M> {
    pub(crate) mv: M,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// A table with open addressing: an entry is in the first free place after that of its key.
pub(crate) struct Table<M> {
    places: Vec<(u64, Entry<M>)>,
    shift: u32,
    free: usize,
}

impl<M: Copy> Table<M> {
    pub(crate) fn new(bits: u32, no_move: M) -> Self {
        let mut table = Self { places: Vec::new(), shift: 64 - bits, free: 0 };
        table.forget(no_move);
        table
    }

    pub(crate) fn forget(&mut self, mv: M) {
        let len = 1 << (64 - self.shift);
        self.places.clear();
        self.places.resize(len, (0, Entry { mv, score: 0, depth: 0, bound: Bound::Exact }));
        self.free = len / 4 * 3;
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry<M>> {
        let (found, entry) = self.places[self.find(key)];
        (found == key).then_some(entry)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: Entry<M>) {
        let at = self.find(key);
        if self.places[at].0 == 0 {
            self.free = self.free.checked_sub(1).expect("the table has room for the whole search");
        }
        self.places[at] = (key, entry);
    }

    /// The place of a key: that of its entry, or the free one where it would be put.
    #[inline]
    fn find(&self, key: u64) -> usize {
        let mut at = (key >> self.shift) as usize;
        while self.places[at].0 != key && self.places[at].0 != 0 {
            at = (at + 1) & (self.places.len() - 1);
        }
        at
    }
}
