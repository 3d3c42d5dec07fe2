//! Squares as files and ranks, from which tables are computed without the crates that will hold them.

use std::fmt;

/// A square by its file and rank, each from 0 to 7.
#[derive(Clone, Copy)]
pub(crate) struct Square {
    pub(crate) file: i8,
    pub(crate) rank: i8,
}

impl Square {
    /// Returns the squares a1 to h8, rank by rank.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Self { file, rank }))
    }

    /// Returns the square `files` to the east and `ranks` to the north; `None` off the board.
    pub(crate) fn step(self, (files, ranks): (i8, i8)) -> Option<Self> {
        let (file, rank) = (self.file + files, self.rank + ranks);
        ((0..8).contains(&file) && (0..8).contains(&rank)).then_some(Self { file, rank })
    }

    /// Returns the set with this square only: bit 0 is a1, bit 7 is h1, bit 63 is h8.
    pub(crate) fn bit(self) -> u64 {
        1 << (8 * self.rank + self.file)
    }
}

/// Prints the square's name, `a1` to `h8`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.file.unsigned_abs());
        write!(f, "{letter}{}", self.rank + 1)
    }
}
