//! A table of counts by key, of fixed size.

use alloc::vec;
use alloc::vec::Vec;

use crate::rules::Faults;

/// What is known of a subtree: its leaves, and the faults that were asked about in it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) leaves: u64,
    pub(crate) asked: Faults,
}

/// Counts by key. A new count takes the place of another one whose key shares its lowest bits.
#[derive(Debug)]
pub(crate) struct Table(Vec<(u64, Count)>);

impl Table {
    /// The number of entries, 48 bytes each.
    const LEN: usize = 1 << 21;

    pub(crate) fn new() -> Self {
        Self(vec![<(u64, Count)>::default(); Self::LEN])
    }

    pub(crate) fn get(&self, key: u64) -> Option<Count> {
        let (of, count) = self.0[key as usize % Self::LEN];
        (of == key).then_some(count)
    }

    pub(crate) fn put(&mut self, key: u64, count: Count) {
        self.0[key as usize % Self::LEN] = (key, count);
    }
}
