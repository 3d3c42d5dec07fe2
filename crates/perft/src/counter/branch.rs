//! The lower plies of a count: one thread, boards in lanes, and the table.

use alloc::boxed::Box;
use alloc::vec::Vec;

use quadbit_lanes::ReplyCounter;
use quadbit_movegen::{Level, MoveList, Position};

use super::Counter;
use crate::count::{Leaves, count, lists};
use crate::lanes::{REPLIES, count_in_lanes};
use crate::table::{Part, SHALLOWEST};

/// The maximum depth of a branch. It has some hundred thousand leaves, so the cost of handing it to another thread is negligible.
pub(super) const BRANCH_DEPTH: u8 = 4;

// Without a table, the reply counter takes all plies of a branch.
const _: () = assert!(BRANCH_DEPTH <= REPLIES);

/// Reusable working memory for the lower plies.
pub(super) struct Branch {
    level: Level,
    /// It is on the heap because threads that help each other hold several branches at a time.
    replies: Box<ReplyCounter>,
    /// One for each ply above the last three, for counts with a table.
    plies: Vec<Ply>,
}

/// The moves of one position, and the keys of its children.
struct Ply {
    moves: MoveList,
    keys: [u128; MoveList::CAPACITY],
}

impl Branch {
    #[inline(never)]
    pub(super) fn new(level: Level) -> Self {
        Self { level, replies: Box::new(ReplyCounter::new(level)), plies: Vec::new() }
    }

    /// The number of leaves below a position, at most [`BRANCH_DEPTH`] plies down. If there is a table, the position has been
    /// looked up already.
    pub(super) fn count(
        &mut self,
        counter: &Counter,
        table: Option<Part<'_>>,
        position: &Position,
        depth: u8,
    ) -> u128 {
        if counter.leaves == Leaves::Made {
            return count(&mut position.clone(), &mut lists::<Position>(depth), Leaves::Made);
        }
        if depth < 2 {
            return count(&mut position.clone(), &mut lists::<Position>(depth), Leaves::Counted);
        }
        let replies = &mut self.replies;
        if let Some(table) = table {
            let plies = usize::from(depth.saturating_sub(SHALLOWEST));
            if self.plies.len() < plies {
                self.plies.resize_with(plies, Ply::new);
            }
            let plies = &mut self.plies[..plies];
            count_with_table(self.level, position, depth, table, plies, replies)
        } else {
            count_in_lanes(position, depth, &mut [], replies)
        }
    }
}

/// The number of leaves `depth` plies below a position. There is a `Ply` for each of these plies except the last three, which
/// the reply counter takes.
///
/// The keys of all children are computed before any is looked up, so that their buckets are already on their way from memory.
fn count_with_table(
    level: Level,
    position: &Position,
    depth: u8,
    table: Part<'_>,
    plies: &mut [Ply],
    replies: &mut ReplyCounter,
) -> u128 {
    let Some((ply, deeper)) = plies.split_first_mut() else {
        return count_in_lanes(position, depth, &mut [], replies);
    };
    let depth = depth - 1;
    ply.fill(level, position, depth, table);
    let mut total = 0;
    for (&mv, &key) in ply.moves.iter().zip(&ply.keys) {
        total += if let Some(nodes) = table.get(key, depth) {
            nodes
        } else {
            let nodes = count_with_table(level, &position.after(mv), depth, table, deeper, replies);
            table.put(key, depth, nodes);
            nodes
        };
    }
    total
}

impl Ply {
    const fn new() -> Self {
        Self { moves: MoveList::new(), keys: [0; MoveList::CAPACITY] }
    }

    /// Takes the moves of a position and the keys of its children, `depth` plies above the leaves, and touches their buckets.
    /// The keys come from lanes, before any child is made: about half of the children will be found, and never be made.
    fn fill(&mut self, level: Level, position: &Position, depth: u8, table: Part<'_>) {
        position.legal_moves_into(&mut self.moves);
        let keys = &mut self.keys[..self.moves.len()];
        table.keys().of_children(level, position, &self.moves, depth, keys);
        for &key in &*keys {
            table.touch(key, depth);
        }
    }
}
