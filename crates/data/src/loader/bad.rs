//! Records that cannot be read: how many there are, and the first of them.

use alloc::string::String;
use core::fmt;

/// How many records could not be read to their end, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bad {
    /// The number of bad records.
    pub records: u64,
    /// The bytes of chunks of binpack and of games of viriformat that were lost, from the damage to the end of the
    /// record: how many samples the lost bytes held cannot be known. The samples before the damage are kept.
    pub bytes: u64,
    /// The first bad record, as the loader met them; `None` if there is none.
    pub first: Option<BadRecord>,
}

/// A record that cannot be read. Its text is like `games.bin: record 17: ..`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRecord {
    /// The name of the record's source.
    pub source: String,
    /// The number of the record in its source, from 1.
    pub number: u64,
    /// The text of the error.
    pub error: String,
}

impl Bad {
    /// Adds `later`, the bad records that were met after those in `self`.
    pub(super) fn add(&mut self, later: Self) {
        self.records += later.records;
        self.bytes += later.bytes;
        self.first = self.first.take().or(later.first);
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: record {}: {}", self.source, self.number, self.error)
    }
}
