//! Counting with all that helps: the instructions of a level, threads, a table.

mod branch;
#[cfg(feature = "rayon")]
mod threads;
mod trunk;

use alloc::vec::Vec;
use core::fmt;

use quadbit_movegen::{Level, Move, Position};

use crate::progress::Progress;
use crate::table::Table;

#[cfg(feature = "rayon")]
pub use threads::ThreadsError;
use trunk::Trunk;

/// Counts positions: with the vector instructions of a level, and on demand on several threads, with a [`Table`], or
/// with every leaf made.
///
/// Whatever helps, the counts are the same; `--verify` of the command, and [`verify`](Self::verify) here, exist because
/// a table is right with a probability only, however near to 1.
///
/// ```
/// use quadbit_movegen::{Level, Position};
/// use quadbit_perft::{Counter, Table};
/// let counter = Counter::new(Level::auto()).with_table(Table::new(16)?);
/// assert_eq!(counter.perft(&Position::start(), 6), 119_060_324);
/// # Ok::<(), quadbit_perft::TableError>(())
/// ```
#[derive(Debug)]
pub struct Counter {
    level: Level,
    leaves: Leaves,
    table: Option<Table>,
    #[cfg(feature = "rayon")]
    threads: Option<rayon::ThreadPool>,
}

/// What happens at the last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    /// They are counted, boards in lanes.
    Counted,
    /// Every one of them is made.
    Made,
}

impl Counter {
    /// A counter on the calling thread, without a table.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            leaves: Leaves::Counted,
            table: None,
            #[cfg(feature = "rayon")]
            threads: None,
        }
    }

    /// Makes every last move, as [`perft_without_bulk`](crate::perft_without_bulk) does. A table that the counter has is
    /// not used then, for it would leave most of the leaves out.
    #[must_use]
    pub fn with_leaves_made(self) -> Self {
        Self { leaves: Leaves::Made, ..self }
    }

    /// Keeps counts in a table, which stays filled from one count to the next.
    #[must_use]
    pub fn with_table(self, table: Table) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Forgets what the table holds, and takes other keys for it.
    pub fn rekey(&mut self) {
        if let Some(table) = &mut self.table {
            table.rekey();
        }
    }

    /// The number of ways to make `depth` legal moves: what [`perft`](crate::perft()) gives.
    pub fn perft(&self, position: &Position, depth: u8) -> u128 {
        if depth == 0 {
            return 1;
        }
        self.divide(position, depth).iter().map(|&(_, nodes)| nodes).sum()
    }

    /// The count below each legal move: what [`divide`](crate::divide()) gives.
    pub fn divide(&self, position: &Position, depth: u8) -> Vec<(Move, u128)> {
        self.divide_watched(position, depth, &Progress::new())
    }

    /// The same, while another thread looks how far it has come.
    pub fn divide_watched(&self, position: &Position, depth: u8, progress: &Progress) -> Vec<(Move, u128)> {
        match depth.checked_sub(1) {
            Some(depth_below) => {
                let table = self.table().and_then(|table| table.part(position, depth));
                Trunk::new(self, table, progress).divide(position, depth_below)
            }
            None => Vec::new(),
        }
    }

    /// Counts once more, with other keys in the table, and compares with what a [`divide`](Self::divide) gave.
    ///
    /// A false hit in the table depends on the keys, and so is most unlikely to come twice. Without a table the second
    /// count repeats the first, and can find no more than a fault of the machine.
    ///
    /// # Errors
    /// The first move whose counts differ.
    pub fn verify(
        &mut self,
        position: &Position,
        depth: u8,
        counts: &[(Move, u128)],
    ) -> Result<(), Disagreement> {
        self.rekey();
        let again = self.divide(position, depth);
        let mut pairs = counts.iter().zip(again);
        match pairs.find(|(one, two)| *one != two) {
            Some((&(mv, first), (_, second))) => Err(Disagreement { mv, first, second }),
            None => Ok(()),
        }
    }

    /// The table, if it is to be used.
    fn table(&self) -> Option<&Table> {
        self.table.as_ref().filter(|_| self.leaves == Leaves::Counted)
    }
}

/// Two counts below the same move that differ: one of them is wrong at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The first move.
    pub mv: Move,
    /// What was counted first.
    pub first: u128,
    /// What was counted with other keys.
    pub second: u128,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, first, second } = self;
        write!(f, "below {mv:?} the first run counts {first} and the second, with other keys, {second}")
    }
}

impl core::error::Error for Disagreement {}

#[cfg(test)]
mod tests {
    use quadbit_movegen::{Level, Position};

    use super::Counter;
    use crate::Table;

    /// What a table that compares so many bits makes of a position, and whether a second run agrees.
    fn verified(compared: u32) -> (u128, bool) {
        let start = Position::start();
        let mut counter = Counter::new(Level::auto()).with_table(Table::weakened(compared));
        let counts = counter.divide(&start, 5);
        let agreed = counter.verify(&start, 5, &counts).is_ok();
        (counts.iter().map(|&(_, nodes)| nodes).sum(), agreed)
    }

    #[test]
    fn a_table_that_compares_few_bits_is_found_out() {
        for compared in [1, 4, 8, 12] {
            let (nodes, agreed) = verified(compared);
            assert_ne!(nodes, 4_865_609, "{compared} bits");
            assert!(!agreed, "{compared} bits");
        }
        for compared in [64, 72] {
            assert_eq!(verified(compared), (4_865_609, true), "{compared} bits");
        }
    }
}
