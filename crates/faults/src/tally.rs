//! One count under each of many sets of faults.
//!
//! 1. Each set has its own list of first moves. Moves that lead to one board share a [`Part`].
//! 2. Threads take the parts in turn. A part is counted under all its sets by one counter, whose table knows the right
//!    counts below it after the first.
//! 3. The counts go back to the sets' lists of first moves.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::board::Board;
use crate::count::{Counter, plies};
use crate::mv::Move;
use crate::rules::Faults;

/// A board after a first move, and where its counts belong: the number of a set and that of the move in its list.
struct Part {
    board: Board,
    places: Vec<(usize, usize)>,
}

/// How a tally is made, and whether it goes on.
#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    pub(crate) threads: usize,
    /// Told the share that is done, from 0 to 1, after each count of a part; returns whether to go on.
    pub(crate) goes_on: &'a (dyn Fn(f64) -> bool + Sync),
}

/// The leaves below each first move, counted under each set; `None` if the work was stopped.
pub(crate) fn tally(
    board: &Board,
    depth: u8,
    sets: &[Faults],
    work: Work<'_>,
) -> Option<Vec<Vec<(Move, u64)>>> {
    let mut lists: Vec<Vec<(Move, u64)>> = Vec::new();
    let mut parts: BTreeMap<u64, Part> = BTreeMap::new();
    for (set, &faults) in sets.iter().enumerate() {
        let children = board.children(faults);
        for (place, &(_, board)) in children.iter().enumerate() {
            let part = parts.entry(board.key()).or_insert_with(|| Part { board, places: Vec::new() });
            part.places.push((set, place));
        }
        lists.push(children.into_iter().map(|(mv, _)| (mv, 0)).collect());
    }
    let parts: Vec<Part> = parts.into_values().collect();
    let all: usize = parts.iter().map(|part| part.places.len()).sum();
    let (next, done, is_stopped) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let count = || {
        let (mut counter, mut counts) = (Counter::new(), Vec::new());
        while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
            for &(set, place) in &part.places {
                let depths = plies(depth, sets[set]);
                let below = depths.start().saturating_sub(1)..=depths.end().saturating_sub(1);
                counts.push((set, place, counter.sum(&part.board, below, sets[set])));
                #[expect(clippy::cast_precision_loss, reason = "an estimate")]
                let share = (done.fetch_add(1, Relaxed) + 1) as f64 / all as f64;
                if is_stopped.load(Relaxed) || !(work.goes_on)(share) {
                    is_stopped.store(true, Relaxed);
                    return counts;
                }
            }
        }
        counts
    };
    let counts = thread::scope(|scope| {
        // If a thread cannot be started, the others do its work.
        let start = |_| thread::Builder::new().spawn_scoped(scope, count).ok();
        let others: Vec<_> = (1..work.threads.min(parts.len())).map_while(start).collect();
        let mut counts = count();
        for other in others {
            counts.extend(other.join().ok()?);
        }
        Some(counts)
    })?;
    for (set, place, nodes) in counts {
        lists[set][place].1 = nodes;
    }
    (!is_stopped.into_inner()).then_some(lists)
}
