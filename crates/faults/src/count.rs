//! Counting leaves under faults.
//!
//! 1. A subtree is counted by the rules of chess first, with a record of the faults that were asked about in it.
//! 2. If none of the faults to count under was asked about, the right count is theirs too.
//! 3. Otherwise the moves of the position are generated under them, and each child is counted in the same way.
//!
//! Both kinds of counts are kept in a table, by a key of the position, the depth and the faults.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::board::Board;
use crate::fault::Fault;
use crate::mix::mix;
use crate::mv::Move;
use crate::rules::{Faults, Rules};
use crate::table::{Count, Table};

/// Counts the leaves of positions under faults, and remembers what it has counted.
///
/// ```
/// use quadbit_faults::{Board, Counter, Fault, Faults};
/// use quadbit_movegen::Position;
/// let (start, mut counter) = (Board::new(&Position::start()), Counter::new());
/// assert_eq!(counter.perft(&start, 5, Faults::NONE), 4_865_609);
/// assert_eq!(counter.perft(&start, 5, Fault::EnPassantMissing.into()), 4_865_351);
/// ```
#[derive(Debug)]
pub struct Counter {
    table: Table,
    /// The moves of all positions from the root to the one being counted, one list after the other.
    moves: Vec<Move>,
}

impl Default for Counter {
    fn default() -> Self {
        Self::new()
    }
}

impl Counter {
    /// A counter that knows no counts. Its table takes 12 MB.
    pub fn new() -> Self {
        Self { table: Table::new(), moves: Vec::new() }
    }

    /// The number of leaves `depth` plies below a position, counted under some faults.
    pub fn perft(&mut self, board: &Board, depth: u8, faults: Faults) -> u64 {
        self.sum(board, plies(depth, faults), faults)
    }

    /// The sum of the leaves at each depth of a range.
    pub(crate) fn sum(&mut self, board: &Board, depths: RangeInclusive<u8>, faults: Faults) -> u64 {
        depths.map(|depth| self.count(board, depth, faults).leaves).sum()
    }

    fn count(&mut self, board: &Board, depth: u8, faults: Faults) -> Count {
        if depth == 0 {
            return Count { leaves: 1, asked: Faults::NONE };
        }
        if !faults.is_empty() {
            let right = self.count(board, depth, Faults::NONE);
            if !right.asked.intersects(faults) {
                return right;
            }
        }
        let key = mix(board.key() ^ mix(faults.key() ^ u64::from(depth)));
        if let Some(known) = self.table.get(key) {
            return known;
        }
        let mut rules = Rules::new(faults, board.side);
        rules.is_last_ply = depth == 1;
        let first = self.moves.len();
        board.generate(&mut rules, &mut self.moves);
        let mut total = Count { leaves: (self.moves.len() - first) as u64, asked: Faults::NONE };
        if total.leaves == 0 && rules.breaks(Fault::MateCountsAsLeaf) {
            total.leaves = 1;
        } else if depth > 1 {
            total.leaves = 0;
            for at in first..self.moves.len() {
                let next = board.after(self.moves[at], &mut rules);
                let below = self.count(&next, depth - 1, faults);
                total = Count { leaves: total.leaves + below.leaves, asked: total.asked | below.asked };
            }
        }
        self.moves.truncate(first);
        total.asked = total.asked | rules.asked();
        self.table.put(key, total);
        total
    }
}

/// The depths whose leaves a perft of `depth` plies adds up: the last only, unless a fault of its own changes it.
pub(crate) fn plies(depth: u8, faults: Faults) -> RangeInclusive<u8> {
    let has = |fault: Fault| faults.intersects(fault.into());
    let last = if has(Fault::PlyAdded) { depth.saturating_add(1) } else { depth };
    let last = if has(Fault::PlyMissing) { last.saturating_sub(1) } else { last };
    if has(Fault::InnerNodesCounted) { last.min(1)..=last } else { last..=last }
}
