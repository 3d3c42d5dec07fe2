//! Statistics with vectors, threads and a table.
//!
//! 1. [`StatisticsCounter::divide`] counts below each move of a position, on the threads of the counter if it has any.
//! 2. `count` looks the position up, or adds the statistics below all its moves, or lets the [`LeafCounter`] of the
//!    thread count the last plies in lanes; then it keeps the result in the table.
//!
//! The table is asked only from depth three on: below, counting is faster than a look-up.

use alloc::boxed::Box;
use alloc::vec::Vec;

use quadbit_lanes::{LeafCounter, Statistics};
use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::Level;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

use super::table::{SHALLOWEST, StatisticsTable};
use crate::progress::Progress;
#[cfg(feature = "rayon")]
use crate::threads::ThreadsError;

/// The maximum depth that one thread counts by itself, in plies.
const BRANCH_DEPTH: u8 = 4;

/// Counts the leaves by kind, with a chosen set of vector instructions and, on request, with several
/// threads or with a [`StatisticsTable`]. The results are those of
/// [`statistics`](crate::statistics()), many times faster.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// use quadbit_perft::{StatisticsCounter, StatisticsTable};
/// let counter = StatisticsCounter::new(Level::auto()).with_table(StatisticsTable::new(16)?);
/// let statistics = counter.statistics(&Position::start(), 6);
/// assert_eq!((statistics.nodes, statistics.captures), (119_060_324, 2_812_008));
/// assert_eq!((statistics.checks, statistics.checkmates), (809_099, 10_828));
/// assert_eq!((statistics.discovered_checks, statistics.double_checks), (329, 46));
/// # Ok::<(), quadbit_perft::TableError>(())
/// ```
#[derive(Debug)]
pub struct StatisticsCounter {
    level: Level,
    table: Option<StatisticsTable>,
    #[cfg(feature = "rayon")]
    pub(crate) threads: Option<rayon::ThreadPool>,
}

impl StatisticsCounter {
    /// A counter on the calling thread, without a table, that uses the instructions of `level`.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            table: None,
            #[cfg(feature = "rayon")]
            threads: None,
        }
    }

    /// Keeps statistics in `table`, which stay there from one count to the next.
    #[must_use]
    pub fn with_table(self, table: StatisticsTable) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Counts on `threads` threads; 0 means one for each core, at most
    /// [`Counter::MOST_THREADS`](crate::Counter::MOST_THREADS), and 1 means the calling thread.
    ///
    /// # Errors
    /// [`ThreadsError`] if the number is too large or the system cannot start the threads.
    #[cfg(feature = "rayon")]
    pub fn with_threads(self, threads: u16) -> Result<Self, ThreadsError> {
        Ok(Self { threads: crate::threads::pool(threads)?, ..self })
    }

    /// Empties the table and changes its keys, so that two positions that by chance have equal keys, and so give wrong
    /// statistics, very probably differ the next time.
    pub fn rekey(&mut self) {
        if let Some(table) = &mut self.table {
            table.rekey();
        }
    }

    /// The statistics of the leaves `depth` plies below a position. At depth 0 there is one leaf,
    /// to which no move led.
    pub fn statistics(&self, position: &Position, depth: u8) -> Statistics {
        if depth == 0 {
            return Statistics { nodes: 1, ..Statistics::default() };
        }
        self.divide(position, depth, &Progress::new()).into_iter().map(|(_, below)| below).sum()
    }

    /// The statistics of the leaves below each legal move, in the order of generation, while another thread may watch
    /// `progress`. At depth 0 the list is empty.
    pub fn divide(&self, position: &Position, depth: u8, progress: &Progress) -> Vec<(Move, Statistics)> {
        let moves = position.legal_moves();
        let share = Progress::share(Progress::WHOLE, moves.len());
        let below = |leaves: &mut Box<LeafCounter>, &mv: &Move| {
            let below = match depth {
                1 => {
                    progress.add(share, 1);
                    Statistics::of_move(position, mv)
                }
                _ => self.count(&position.after(mv), depth - 1, share, leaves, progress),
            };
            progress.add_move(mv, below.nodes);
            (mv, below)
        };
        if depth == 0 {
            return Vec::new();
        }
        #[cfg(feature = "rayon")]
        if let Some(threads) = &self.threads {
            return threads.install(|| moves.par_iter().map_init(|| self.leaves(), below).collect());
        }
        let mut leaves = self.leaves();
        moves.iter().map(|mv| below(&mut leaves, mv)).collect()
    }

    /// The statistics of the leaves `depth` plies below `position`, looked up in the counter's table, or counted and
    /// kept there; `depth` is at least 1. `share` is the position's share of the tree; if it is 0, nothing is reported
    /// to `progress`. `leaves` is working memory. A stopped count is too low and must not be stored.
    fn count(
        &self,
        position: &Position,
        depth: u8,
        share: u64,
        leaves: &mut Box<LeafCounter>,
        progress: &Progress,
    ) -> Statistics {
        if progress.is_stopped() {
            return Statistics::default();
        }
        let remembered = match &self.table {
            Some(table) if depth >= SHALLOWEST => Some((table, table.keys().of(position, depth))),
            _ => None,
        };
        let report = |statistics: Statistics| {
            if share != 0 {
                progress.add(share, statistics.nodes);
            }
            statistics
        };
        if let Some((table, key)) = remembered
            && let Some(statistics) = table.get(key)
        {
            return report(statistics);
        }
        let statistics = match depth {
            ..=3 => report(leaves.count(position, depth)),
            4 if self.table.is_none() => report(leaves.count(position, depth)),
            // The branches below report nothing: their sum is reported here.
            BRANCH_DEPTH => report(self.sum(position, depth - 1, 0, leaves, progress)),
            _ => self.sum(position, depth - 1, share, leaves, progress),
        };
        if let Some((table, key)) = remembered
            && !progress.is_stopped()
        {
            table.put(key, statistics);
        }
        statistics
    }

    /// The sum of the statistics of the leaves `depth_below` plies below each move of `position`. `share` is the
    /// position's share of the tree; if it is 0, nothing below is reported to `progress`.
    fn sum(
        &self,
        position: &Position,
        depth_below: u8,
        share: u64,
        leaves: &mut Box<LeafCounter>,
        progress: &Progress,
    ) -> Statistics {
        let moves = position.legal_moves();
        let share = Progress::share(share, moves.len());
        let below = |leaves: &mut Box<LeafCounter>, &mv: &Move| {
            self.count(&position.after(mv), depth_below, share, leaves, progress)
        };
        #[cfg(feature = "rayon")]
        if self.threads.is_some() && depth_below >= BRANCH_DEPTH {
            return moves.par_iter().map_init(|| self.leaves(), below).sum();
        }
        moves.iter().map(|mv| below(leaves, mv)).sum()
    }

    /// Working memory for a thread. It is on the heap, because a thread that steals work holds several at a
    /// time.
    #[inline(never)]
    fn leaves(&self) -> Box<LeafCounter> {
        Box::new(LeafCounter::new(self.level))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use quadbit_movegen::Position;
    use quadbit_nibble::simd::Level;

    use super::{StatisticsCounter, StatisticsTable};
    use crate::progress::Progress;

    /// At every depth, with a table and without, each leaf and each share of the tree is reported once.
    #[test]
    fn progress_ends_at_one() {
        let position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse::<Position>().unwrap();
        let plain = || StatisticsCounter::new(Level::auto());
        for counter in [plain(), plain().with_table(StatisticsTable::new(1).unwrap())] {
            for depth in 1..=6 {
                let progress = Progress::new();
                let divided = counter.divide(&position, depth, &progress);
                let nodes: Vec<_> = divided.iter().map(|&(mv, below)| (mv, below.nodes)).collect();
                assert_eq!(progress.moves(), nodes, "depth {depth}");
                assert_eq!(progress.nodes(), nodes.iter().map(|&(_, nodes)| nodes).sum(), "depth {depth}");
                assert!(progress.fraction() > 0.99 && progress.fraction() <= 1.0, "{}", progress.fraction());
            }
        }
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
    fn threads_are_those_asked_for() {
        let counter = StatisticsCounter::new(Level::auto()).with_threads(3).unwrap();
        assert_eq!(counter.threads.map(|pool| pool.current_num_threads()), Some(3));
    }

    /// Statistics of three plies and more are kept in the table, those of two are not.
    #[test]
    fn three_plies_and_more_are_kept() {
        let start = Position::start();
        let counter = StatisticsCounter::new(Level::auto()).with_table(StatisticsTable::new(4).unwrap());
        counter.statistics(&start, 5);
        let table = counter.table.as_ref().unwrap();
        let mut position = start;
        for depth in [4, 3] {
            position = position.after(position.legal_moves()[0]);
            assert_ne!(table.get(table.keys().of(&position, depth)), None, "depth {depth}");
        }
        counter.statistics(&position, 3);
        let child = position.after(position.legal_moves()[0]);
        assert_eq!(table.get(table.keys().of(&child, 2)), None);
    }

    #[test]
    fn rekeying_empties_the_table_and_changes_its_keys() {
        let mut counter = StatisticsCounter::new(Level::auto()).with_table(StatisticsTable::new(1).unwrap());
        counter.statistics(&Position::start(), 4);
        let key_and_found = |counter: &StatisticsCounter| {
            let table = counter.table.as_ref().unwrap();
            let key = table.keys().of(&Position::start(), 4);
            let child = Position::start().after(Position::start().legal_moves()[0]);
            (key, table.get(table.keys().of(&child, 3)).is_some())
        };
        let (key, found) = key_and_found(&counter);
        assert!(found);
        counter.rekey();
        let (other_key, found) = key_and_found(&counter);
        assert!(!found && other_key != key);
    }
}
