//! The lower plies of a count: one thread, boards in lanes, and the table.

use alloc::boxed::Box;

use quadbit_lanes::ReplyCounter;
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;

use super::Counter;
use super::siblings::{self, Siblings};
use crate::count::{Leaves, count, lists};
use crate::lanes::{REPLIES, count_in_lanes};
use crate::table::Part;

/// The number of plies of the deepest *branch*: a subtree that one thread counts by itself. A branch of four plies
/// usually has more than a hundred thousand leaves, so handing it to another thread costs little.
pub(super) const BRANCH_DEPTH: u8 = 4;

// Without a table, the reply counter counts all plies of a branch.
const _: () = assert!(BRANCH_DEPTH <= REPLIES);

// With a table, the module `siblings` counts a branch: its root is the parent, one ply above the siblings.
const _: () = assert!(BRANCH_DEPTH == siblings::DEPTH + 1);

/// Reusable working memory for counting a branch, which is a subtree of the last plies that one thread counts by
/// itself.
pub(super) struct Branch {
    level: Level,
    /// The counter of the last plies. It is on the heap, because a thread that steals work holds several
    /// branches at a time.
    replies: Box<ReplyCounter>,
    /// Working memory for counts with a table; made when the first such count needs it.
    siblings: Option<Box<Siblings>>,
}

impl Branch {
    #[inline(never)]
    pub(super) fn new(level: Level) -> Self {
        Self { level, replies: Box::new(ReplyCounter::new(level)), siblings: None }
    }

    /// The number of leaves `depth` plies below `position`; `depth` is at most [`BRANCH_DEPTH`]. If there is a `table`,
    /// the caller has already looked the position up in it.
    pub(super) fn count(
        &mut self,
        counter: &Counter,
        table: Option<Part<'_>>,
        position: &Position,
        depth: u8,
    ) -> u128 {
        if counter.leaves == Leaves::Made || depth < 2 {
            return count(&position.without_keys(), &mut lists(depth), counter.leaves);
        }
        match table {
            Some(table) if depth == siblings::DEPTH + 1 => {
                let siblings = self.siblings.get_or_insert_with(|| Box::new(Siblings::new()));
                siblings.count(self.level, table, position, &mut self.replies)
            }
            _ => count_in_lanes(position, depth, &mut [], &mut self.replies),
        }
    }
}
