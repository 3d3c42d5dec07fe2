//! The upper plies of a count: divided among threads, with progress reports.

use alloc::vec::Vec;

use quadbit_movegen::{Move, Position};

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use super::Counter;
use super::branch::{BRANCH_DEPTH, Branch};

use crate::progress::Progress;
use crate::table::{Part, SHALLOWEST};

/// A running count.
#[derive(Clone, Copy)]
pub(super) struct Trunk<'a> {
    counter: &'a Counter,
    table: Option<Part<'a>>,
    progress: &'a Progress,
}

impl<'a> Trunk<'a> {
    pub(super) const fn new(counter: &'a Counter, table: Option<Part<'a>>, progress: &'a Progress) -> Self {
        Self { counter, table, progress }
    }

    /// The count below each move of a position, `depth_below` plies below the move.
    pub(super) fn divide(self, position: &Position, depth_below: u8) -> Vec<(Move, u128)> {
        let moves = position.legal_moves();
        let share = Progress::share(Progress::WHOLE, moves.len());
        let below = |branch: &mut Branch, &mv: &Move| {
            let nodes = self.below(position, mv, depth_below, share, branch);
            self.progress.add_move(mv, nodes);
            (mv, nodes)
        };
        #[cfg(feature = "rayon")]
        if let Some(threads) = &self.counter.threads {
            return threads.install(|| moves.par_iter().map_init(|| self.branch(), below).collect());
        }
        let mut branch = self.branch();
        moves.iter().map(|mv| below(&mut branch, mv)).collect()
    }

    /// The number of leaves below a position, kept in the table. The branch is working memory. A count that was stopped is too low
    /// and must not be kept.
    fn count(self, position: &Position, depth: u8, share: u64, branch: &mut Branch) -> u128 {
        if self.progress.is_stopped() {
            return 0;
        }
        let remembered = match self.table {
            Some(table) if depth >= SHALLOWEST => Some((table, table.keys().of(position, depth))),
            _ => None,
        };
        if let Some((table, key)) = remembered
            && let Some(nodes) = table.get(key, depth)
        {
            self.progress.add(share, nodes);
            return nodes;
        }
        let nodes = if depth <= BRANCH_DEPTH {
            let nodes = branch.count(self.counter, self.table, position, depth);
            self.progress.add(share, nodes);
            nodes
        } else {
            self.sum(position, depth - 1, share, branch)
        };
        if let Some((table, key)) = remembered
            && !self.progress.is_stopped()
        {
            table.put(key, depth, nodes);
        }
        nodes
    }

    /// The number of leaves below all moves of a position.
    fn sum(self, position: &Position, depth_below: u8, share: u64, branch: &mut Branch) -> u128 {
        let moves = position.legal_moves();
        let share = Progress::share(share, moves.len());
        let below = |branch: &mut Branch, &mv: &Move| self.below(position, mv, depth_below, share, branch);
        #[cfg(feature = "rayon")]
        if self.counter.threads.is_some() {
            return moves.par_iter().map_init(|| self.branch(), below).sum();
        }
        moves.iter().map(|mv| below(branch, mv)).sum()
    }

    /// The number of leaves below one move.
    fn below(self, position: &Position, mv: Move, depth: u8, share: u64, branch: &mut Branch) -> u128 {
        self.count(&position.after(mv), depth, share, branch)
    }

    /// Working memory for a thread.
    fn branch(self) -> Branch {
        Branch::new(self.counter.level)
    }
}
