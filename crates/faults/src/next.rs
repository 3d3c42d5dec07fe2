//! The next count to make, which tells causes apart.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use quadbit_movegen::Position;

use crate::board::Board;
use crate::cause::Cause;
use crate::count::Counter;
use crate::rules::Faults;

/// A count that tells causes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next<'a> {
    /// The name of the position.
    pub name: &'a str,
    /// The depth in plies.
    pub depth: u8,
    /// The correct number of leaves `depth` plies below the position, without any fault.
    pub right: u64,
    /// The counts that the causes give, each with its causes.
    pub counts: BTreeMap<u64, Vec<Cause>>,
}

/// The largest right count that is proposed, so that it is quickly made.
const LARGEST: u64 = 100_000;

/// The count of one of the `known` positions that tells `causes` apart best: of all counts for which the causes give
/// the most different numbers, the smallest. `None` if no count of at most 100,000 leaves tells any two apart. Looks at
/// the first 127 causes only.
pub fn next_count<'a>(causes: &[Cause], known: &[(&'a str, Position)]) -> Option<Next<'a>> {
    let sets: Vec<Faults> =
        [Faults::NONE].into_iter().chain(causes.iter().map(|&cause| cause.into())).collect();
    let mut counter = Counter::new(&sets[..sets.len().min(Counter::MOST_SETS)]);
    let mut best: Option<Next<'a>> = None;
    for &(name, ref position) in known {
        let board = Board::new(position);
        for depth in 1..u8::MAX {
            let all = counter.perft(&board, depth);
            let right = all[0];
            if right > LARGEST || right == 0 {
                break;
            }
            let mut counts: BTreeMap<u64, Vec<Cause>> = BTreeMap::new();
            for (&count, &cause) in all[1..].iter().zip(causes) {
                counts.entry(count).or_default().push(cause);
            }
            let worth = |next: &Next<'_>| (next.counts.len(), u64::MAX - next.right);
            let next = Next { name, depth, right, counts };
            if next.counts.len() > 1 && best.as_ref().is_none_or(|best| worth(best) < worth(&next)) {
                best = Some(next);
            }
        }
    }
    best
}
