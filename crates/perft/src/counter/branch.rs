//! The lower plies: one thread, boards in lanes, and the table.

use alloc::vec::Vec;

use quadbit_movegen::{MoveList, Position, ReplyCounter};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::simd::BoardSimd;

use super::{Counter, Leaves};
use crate::count::{BULK, EVERY_LEAF, count, lists};
use crate::lanes::{REPLIES, count_in_lanes};
use crate::table::{Table, touched};

/// Counts of so many plies or more are kept in the table.
pub(super) const REMEMBERED: u8 = 3;

/// The last plies below a table's, which a [`ReplyCounter`] counts.
const BELOW_TABLE: u8 = 3;

/// Room to count the lower plies in, used again and again.
pub(super) struct Branch {
    replies: ReplyCounter,
    /// One for each ply above the last three.
    plies: Vec<Ply>,
    /// The same, for counts without a table.
    lists: Vec<MoveList>,
}

/// The children of one position, and their keys.
#[derive(Default)]
struct Ply {
    moves: MoveList,
    children: Vec<(Position, u128)>,
}

impl Branch {
    pub(super) const fn new() -> Self {
        Self { replies: ReplyCounter::new(), plies: Vec::new(), lists: Vec::new() }
    }

    /// The leaves below a position. It has been looked up already, if there is a table.
    pub(super) fn count(&mut self, counter: &Counter, position: &Position, depth: u8) -> u128 {
        if counter.leaves == Leaves::Made {
            return count::<EVERY_LEAF, _>(&mut position.clone(), &mut lists(depth));
        }
        if depth < 2 {
            return count::<BULK, _>(&mut position.clone(), &mut lists(depth));
        }
        let replies = &mut self.replies;
        if let Some(table) = counter.table() {
            let plies = usize::from(depth.saturating_sub(BELOW_TABLE));
            if self.plies.len() < plies {
                self.plies.resize_with(plies, Ply::default);
            }
            let plies = &mut self.plies[..plies];
            dispatch!(counter.level, s => count_with_table(s, position, depth, table, plies, replies))
        } else {
            let plies = usize::from(depth.saturating_sub(REPLIES));
            if self.lists.len() < plies {
                self.lists.resize_with(plies, MoveList::new);
            }
            let lists = &mut self.lists[..plies];
            dispatch!(counter.level, s => count_in_lanes(s, position, depth, lists, replies))
        }
    }
}

/// The leaves below a position, three plies deeper than there is room for.
///
/// All children are made before any is looked up: their buckets are read one after the other, so that the memory
/// works on many of them at once, and have arrived when their turn comes.
fn count_with_table<S: BoardSimd>(
    s: S,
    position: &Position,
    depth: u8,
    table: &Table,
    plies: &mut [Ply],
    replies: &mut ReplyCounter,
) -> u128 {
    s.vectorize(
        #[inline(always)]
        || {
            let Some((Ply { moves, children }, deeper)) = plies.split_first_mut() else {
                return count_in_lanes(s, position, depth, &mut [], replies);
            };
            let depth = depth - 1;
            position.legal_moves_into(moves);
            children.clear();
            for &mv in &*moves {
                let mut child = *position;
                child.play_unchecked(mv);
                children.push((child, table.key(&child, depth)));
            }
            let mut sum = 0;
            for &(_, key) in &*children {
                sum ^= table.touch(key);
            }
            touched(sum);

            let mut total = 0;
            for (child, key) in &*children {
                total += if let Some(nodes) = table.get(*key) {
                    nodes
                } else {
                    let nodes = count_with_table(s, child, depth, table, deeper, replies);
                    table.put(*key, nodes);
                    nodes
                };
            }
            total
        },
    )
}
