//! Perft with vectors, threads and a table.
//!
//! [`Counter`] holds the options. A count takes the part of the table that it is likely to fill and goes down three
//! parts of the tree: [`Trunk`] divides the upper plies among threads, [`branch`] counts the lower ones on one thread,
//! and with a table `siblings` counts the last four. [`Counter::rekey`] gives the table other keys.
//!
//! No option changes a count.

mod branch;
mod pool;
mod siblings;
mod trunk;

use alloc::vec::Vec;

use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::Level;

use crate::count::Leaves;
use crate::progress::Progress;
use crate::table::Table;
#[cfg(feature = "rayon")]
use crate::threads::ThreadsError;

use pool::Pool;
use trunk::Trunk;

/// Counts positions with a chosen set of vector instructions and, on request, with several threads, with a
/// [`Table`], or by making every leaf move.
///
/// None of these options changes a count. With a table, a count can be wrong with a very small probability; a second
/// count after [`rekey`](Self::rekey) verifies it.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
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

impl Counter {
    /// A counter on the calling thread, without a table, that uses the instructions of `level`.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            leaves: Leaves::Counted,
            table: None,
            #[cfg(feature = "rayon")]
            threads: None,
        }
    }

    /// Makes every last move, as [`perft_without_bulk`](crate::perft_without_bulk) does. The counter then
    /// ignores its table, which would skip most of the leaves.
    #[must_use]
    pub fn with_leaves_made(self) -> Self {
        Self { leaves: Leaves::Made, ..self }
    }

    /// The largest number of threads that a counter may have.
    #[cfg(feature = "rayon")]
    pub const MOST_THREADS: u16 = crate::threads::MOST;

    /// Counts on `threads` threads; 0 means one for each core, at most [`MOST_THREADS`](Self::MOST_THREADS), and 1
    /// means the calling thread.
    ///
    /// The moves of the upper plies are divided among the threads. An idle thread takes half of another's
    /// remaining work, so uneven subtrees do not leave threads idle. All threads use the same table.
    ///
    /// # Errors
    /// [`ThreadsError`] if the number is too large or the system cannot start the threads.
    #[cfg(feature = "rayon")]
    pub fn with_threads(self, threads: u16) -> Result<Self, ThreadsError> {
        Ok(Self { threads: crate::threads::pool(threads)?, ..self })
    }

    /// The number of threads that count.
    #[cfg(feature = "rayon")]
    pub fn threads(&self) -> usize {
        self.threads.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }

    /// Keeps counts in `table`, which stay there from one count to the next.
    #[must_use]
    pub fn with_table(self, table: Table) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Prepares the table for counts that are parts of the count of `position` to `depth`, so that they share their
    /// entries. Without this, each count uses only as much of the table as it is likely to fill. The place of an entry
    /// depends on the size of this part, so a larger or smaller count would not find it.
    pub fn expect(&mut self, position: &Position, depth: u8) {
        if let Some(table) = &mut self.table {
            table.expect(position, depth);
        }
    }

    /// Empties the table and changes its keys, so that two positions that by chance have equal keys, and so give a
    /// wrong count, very probably differ the next time.
    pub fn rekey(&mut self) {
        if let Some(table) = &mut self.table {
            table.rekey();
        }
    }

    /// The number of sequences of `depth` legal moves: what [`perft`](crate::perft()) counts.
    pub fn perft(&self, position: &Position, depth: u8) -> u128 {
        if depth == 0 {
            return 1;
        }
        self.divide(position, depth, &Progress::new()).iter().map(|&(_, nodes)| nodes).sum()
    }

    /// The count below each legal move, as [`divide`](crate::divide()) gives it, while another thread may watch
    /// `progress`.
    pub fn divide(&self, position: &Position, depth: u8, progress: &Progress) -> Vec<(Move, u128)> {
        if depth == 0 {
            return Vec::new();
        }
        let table = self.table().and_then(|table| table.part(position, depth));
        Trunk::new(self, table, progress, &Pool::default()).divide(position, depth)
    }

    /// The table that counts use: none if every leaf is made.
    fn table(&self) -> Option<&Table> {
        self.table.as_ref().filter(|_| self.leaves == Leaves::Counted)
    }
}

#[cfg(test)]
mod tests {
    use quadbit_movegen::Position;
    use quadbit_nibble::simd::Level;

    use super::Counter;
    use crate::{Progress, Table};

    /// Perft 5 with `table`, and whether a second run with other keys agrees.
    fn verified(table: Table) -> (u128, bool) {
        let start = Position::start();
        let mut counter = Counter::new(Level::auto()).with_table(table);
        let counts = counter.divide(&start, 5, &Progress::new());
        counter.rekey();
        let agreed = counter.divide(&start, 5, &Progress::new()) == counts;
        (counts.iter().map(|&(_, nodes)| nodes).sum(), agreed)
    }

    /// Wrong counts that were put into a table beforehand come out of a count again, so the count uses the table.
    #[test]
    fn planted_counts_are_returned() {
        const PLANTED: u128 = 1_000_000;
        let start = Position::start();
        let mv = start.legal_moves()[0];
        let (child, grandchild) = (start.after(mv), start.after(mv).after(start.after(mv).legal_moves()[0]));
        for (planted, depth) in [(child, 4), (grandchild, 3)] {
            let table = Table::new(1).unwrap();
            let part = table.part(&start, 5).unwrap();
            part.put(part.keys().of(&planted, depth), depth, PLANTED);
            let counter = Counter::new(Level::auto()).with_table(table);
            let right = Counter::new(Level::auto());
            let found = right.perft(&planted, depth);
            assert_eq!(counter.perft(&start, 5), 4_865_609 - found + PLANTED, "depth {depth}");
            // Both the counted entries and the planted ones are kept.
            let part = counter.table().unwrap().part(&start, 5).unwrap();
            let kept = part.get(part.keys().of(&child, 4), 4);
            let expected = if depth == 4 { PLANTED } else { right.perft(&child, 4) - found + PLANTED };
            assert_eq!(kept, Some(expected), "depth {depth}");
        }
    }

    /// A counter that makes every leaf neither reads its table nor fills it.
    #[test]
    fn planted_counts_are_ignored_where_leaves_are_made() {
        let start = Position::start();
        let child = start.after(start.legal_moves()[0]);
        let table = Table::new(1).unwrap();
        let part = table.part(&start, 4).unwrap();
        part.put(part.keys().of(&child, 3), 3, 1_000_000);
        let counter = Counter::new(Level::auto()).with_table(table);
        assert!(counter.perft(&start, 4) > 1_000_000);
        assert_eq!(counter.with_leaves_made().perft(&start, 4), 197_281);
    }

    /// A count finds the entries of another only if both use the part of the expected count.
    #[test]
    fn expected_counts_share_their_entries() {
        let start = Position::start();
        let shared = |is_expected: bool| {
            let mut counter = Counter::new(Level::auto()).with_table(Table::new(16).unwrap());
            if is_expected {
                counter.expect(&start, 6);
            }
            counter.perft(&start, 5);
            let part = counter.table().unwrap().part(&start, 6).unwrap();
            let is_kept = |child: &Position| part.get(part.keys().of(child, 4), 4).is_some();
            start.legal_moves().iter().filter(|&&mv| is_kept(&start.after(mv))).count()
        };
        assert_eq!((shared(false), shared(true)), (0, 20));
    }

    #[test]
    fn the_last_two_plies_are_not_kept() {
        let start = Position::start();
        let counter = Counter::new(Level::auto()).with_table(Table::new(1).unwrap());
        for depth in 1..=4 {
            counter.perft(&start, depth);
            let part = counter.table().unwrap().part(&start, depth).unwrap();
            let is_kept = |child: &Position| part.get(part.keys().of(child, depth - 1), depth - 1).is_some();
            let kept = start.legal_moves().iter().filter(|&&mv| is_kept(&start.after(mv))).count();
            // A small count uses few buckets, so not all 20 counts find room.
            assert_eq!(kept > 10, depth == 4, "depth {depth}: {kept}");
            assert!(depth == 4 || kept == 0, "depth {depth}: {kept}");
        }
    }

    #[test]
    fn verify_finds_a_table_that_compares_few_bits() {
        for weakened in [Table::weakened, Table::weakened_recent] {
            for compared in [1, 4, 8, 12] {
                let (nodes, agreed) = verified(weakened(compared));
                assert_ne!(nodes, 4_865_609, "{compared} bits");
                assert!(!agreed, "{compared} bits");
            }
            for compared in [64, 72] {
                assert_eq!(verified(weakened(compared)), (4_865_609, true), "{compared} bits");
            }
        }
    }
}
