//! Counting leaves under faults.
//!
//! 1. A subtree is counted by the rules of chess first, with a record of the faults that were asked about in it.
//! 2. If none of the faults to count under was asked about, the right count is theirs too.
//! 3. Otherwise the moves of the position are generated under them, and each child is counted in the same way.
//!
//! Both kinds of counts are kept in a table, by a key of the position, the depth and the faults.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use quadbit_quad::zobrist::split_mix;

use crate::board::Board;
use crate::feature::Feature;
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
/// let fault: Fault = "en-passant-missing".parse()?;
/// assert_eq!(counter.perft(&start, 5, fault.into()), 4_865_351);
/// # Ok::<(), quadbit_faults::FaultError>(())
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
        plies(board, depth, faults).map(|depth| self.count(board, depth, faults).leaves).sum()
    }

    /// The moves that a generator with some faults lists, each with the number of leaves below it; `depth` is at least 1.
    pub fn divide(&mut self, board: &Board, depth: u8, faults: Faults) -> Vec<(Move, u64)> {
        self.divide_while(board, depth, faults, |_| true).unwrap_or_default()
    }

    /// Like [`Self::divide`], but calls `goes_on` after each first move with the share that is done, from 0 to 1, and stops
    /// with `None` as soon as it returns `false`.
    pub(crate) fn divide_while(
        &mut self,
        board: &Board,
        depth: u8,
        faults: Faults,
        mut goes_on: impl FnMut(f64) -> bool,
    ) -> Option<Vec<(Move, u64)>> {
        let (plies, children) = (plies(board, depth, faults), board.children(faults));
        let mut counts = Vec::with_capacity(children.len());
        for (mv, next) in &children {
            let below = plies.start().saturating_sub(1)..=plies.end().saturating_sub(1);
            counts.push((*mv, below.map(|depth| self.count(next, depth, faults).leaves).sum()));
            #[expect(clippy::cast_precision_loss, reason = "an estimate")]
            if !goes_on(counts.len() as f64 / children.len() as f64) {
                return None;
            }
        }
        Some(counts)
    }

    fn count(&mut self, board: &Board, depth: u8, faults: Faults) -> Count {
        if depth == 0 {
            return Count { leaves: 1, asked: Faults::NONE };
        }
        if faults != Faults::NONE {
            let right = self.count(board, depth, Faults::NONE);
            if !right.asked.intersects(faults) {
                return right;
            }
        }
        let sets = faults.0.into_iter().flat_map(|word| [word as u64, (word >> 64) as u64]);
        let key = board.key(sets.fold(u64::from(depth), |key, word| split_mix(key ^ word)));
        if let Some(known) = self.table.get(key) {
            return known;
        }
        let mut rules = Rules::new(faults, board.side);
        let first = self.moves.len();
        board.generate(&mut rules, depth == 1, &mut self.moves);
        let mut total = Count { leaves: (self.moves.len() - first) as u64, asked: Faults::NONE };
        if total.leaves == 0 && rules.does(Feature::MateCounts) {
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
fn plies(board: &Board, depth: u8, faults: Faults) -> RangeInclusive<u8> {
    let mut rules = Rules::new(faults, board.side);
    let last =
        depth + u8::from(rules.does(Feature::PlyMore)) - u8::from(depth > 0 && rules.does(Feature::PlyLess));
    if rules.does(Feature::InnerCounts) { last.min(1)..=last } else { last..=last }
}
