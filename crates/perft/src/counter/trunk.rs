//! The upper plies of a count: divided among threads, with progress reports.
//!
//! 1. [`Trunk::divide`] lists the first moves and counts below each, on the threads of the counter if it has any.
//! 2. `count` looks the position up, or counts below all its moves, or hands it to a [`PooledBranch`] when
//!    [`BRANCH_DEPTH`] plies are left; then it keeps the count in the table.
//! 3. With a table, the order is changed at one depth, [`BY_REPLIES`]: reply by reply instead of move by move.
//!
//! A stopped count is too low, so nothing is kept once `progress` says stop.

use alloc::vec;
use alloc::vec::Vec;

use quadbit_movegen::{Move, Position};

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use super::Counter;
use super::branch::BRANCH_DEPTH;
use super::pool::{Pool, PooledBranch};

use crate::progress::Progress;
use crate::table::{Part, SHALLOWEST};

/// The depth, in plies, at which a position is counted reply by reply if there is a table: its moves and the replies to
/// them take two plies, and one ply below the replies the branches begin.
const BY_REPLIES: u8 = BRANCH_DEPTH + 3;

/// What all threads of a running count share: its options, table and progress, and the pool of working memory.
#[derive(Clone, Copy)]
pub(super) struct Trunk<'a> {
    counter: &'a Counter,
    table: Option<Part<'a>>,
    progress: &'a Progress,
    pool: &'a Pool,
}

impl<'a> Trunk<'a> {
    pub(super) const fn new(
        counter: &'a Counter,
        table: Option<Part<'a>>,
        progress: &'a Progress,
        pool: &'a Pool,
    ) -> Self {
        Self { counter, table, progress, pool }
    }

    /// The count below each move of `position`, `depth` plies below the position.
    pub(super) fn divide(self, position: &Position, depth: u8) -> Vec<(Move, u128)> {
        let divide = || {
            let moves = position.legal_moves();
            let done = |mv, nodes| self.progress.add_move(mv, nodes);
            let counts = self.counts(position, &moves, depth, Progress::WHOLE, &mut self.branch(), done);
            moves.into_iter().zip(counts).collect()
        };
        #[cfg(feature = "rayon")]
        if let Some(threads) = &self.counter.threads {
            return threads.install(divide);
        }
        divide()
    }

    /// The number of leaves `depth` plies below `position`, looked up in the shared table, or counted and kept there.
    /// `share` is the position's share of the tree, `branch` is working memory. A stopped count is too low and must not
    /// be stored.
    fn count(self, position: &Position, depth: u8, share: u64, branch: &mut PooledBranch<'_>) -> u128 {
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
            let moves = position.legal_moves();
            self.counts(position, &moves, depth, share, branch, |_, _| {}).into_iter().sum()
        };
        if let Some((table, key)) = remembered
            && !self.progress.is_stopped()
        {
            table.put(key, depth, nodes);
        }
        nodes
    }

    /// The count below each of `moves` of `position`, `depth` plies below the position. `share` is the position's share
    /// of the tree, `branch` is working memory. Calls `done` with each finished move and its count.
    fn counts(
        self,
        position: &Position,
        moves: &[Move],
        depth: u8,
        share: u64,
        branch: &mut PooledBranch<'_>,
        done: impl Fn(Move, u128) + Sync,
    ) -> Vec<u128> {
        if let Some(table) = self.table
            && depth == BY_REPLIES
        {
            let counts = self.by_replies(table, position, moves, share, branch);
            moves.iter().zip(&counts).for_each(|(&mv, &nodes)| done(mv, nodes));
            return counts;
        }
        let share = Progress::share(share, moves.len());
        let below = |branch: &mut PooledBranch<'_>, &mv: &Move| {
            let nodes = self.count(&position.after(mv), depth - 1, share, branch);
            done(mv, nodes);
            nodes
        };
        self.each(moves, below, branch)
    }

    /// Counts below each of `moves` in a position of depth [`BY_REPLIES`], reply by reply: each reply is made after
    /// every move that allows it, before the next reply is.
    ///
    /// The side to move makes three moves on the path to the positions whose counts each thread keeps for a
    /// short time, and it can often make them in any order, so the same position comes up again. A recursion
    /// counts everything below one first move before it starts the next. Here equal positions come closer
    /// together, because each reply is combined with all first moves at once.
    fn by_replies(
        self,
        table: Part<'_>,
        position: &Position,
        moves: &[Move],
        share: u64,
        branch: &mut PooledBranch<'_>,
    ) -> Vec<u128> {
        let depth = BY_REPLIES - 1;
        let share = Progress::share(share, moves.len());
        let children: Vec<Position> = moves.iter().map(|&mv| position.after(mv)).collect();
        let mut nodes = vec![0; moves.len()];
        let (mut unknown, mut replies) = (Vec::new(), Vec::new());
        for (index, child) in children.iter().enumerate() {
            let key = table.keys().of(child, depth);
            if let Some(found) = table.get(key, depth) {
                self.progress.add(share, found);
                nodes[index] = found;
            } else {
                let its_replies = child.legal_moves();
                let share = Progress::share(share, its_replies.len());
                replies.extend(its_replies.into_iter().map(|reply| (reply, index, share)));
                unknown.push((index, key));
            }
        }
        replies.sort_unstable();
        let count = |branch: &mut PooledBranch<'_>, &(reply, index, share): &(Move, usize, u64)| {
            self.count(&children[index].after(reply), depth - 1, share, branch)
        };
        for ((_, index, _), count) in replies.iter().zip(self.each(&replies, count, branch)) {
            nodes[*index] += count;
        }
        if !self.progress.is_stopped() {
            for (index, key) in unknown {
                table.put(key, depth, nodes[index]);
            }
        }
        nodes
    }

    /// Applies `function` to each item, on all threads. With several threads, each has working memory of its own; a
    /// single one uses `branch`.
    #[cfg_attr(not(feature = "rayon"), expect(clippy::unused_self, reason = "only threads need it"))]
    fn each<T: Sync, R: Send>(
        self,
        items: &[T],
        function: impl Fn(&mut PooledBranch<'_>, &T) -> R + Sync + Send,
        branch: &mut PooledBranch<'_>,
    ) -> Vec<R> {
        #[cfg(feature = "rayon")]
        if self.counter.threads.is_some() {
            return items.par_iter().map_init(|| self.branch(), function).collect();
        }
        items.iter().map(|item| function(branch, item)).collect()
    }

    /// Working memory for a thread, taken from the pool.
    fn branch(self) -> PooledBranch<'a> {
        self.pool.branch(self.counter.level)
    }
}
