//! The lower plies: one thread, boards in lanes, and the table.

use alloc::vec::Vec;

use quadbit_movegen::{MoveList, Position, ReplyCounter};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::simd::BoardSimd;

use super::{Counter, Leaves};
use crate::count::{BULK, EVERY_LEAF, count, lists};
use crate::lanes::{count_in_lanes, count_replies};
use crate::table::{Table, touched};

/// Counts of so many plies or more are kept in the table.
pub(super) const REMEMBERED: u8 = 2;

/// The last plies, which a [`ReplyCounter`] counts.
const REPLIES: u8 = 2;

/// Room to count the lower plies in, used again and again.
pub(super) struct Branch {
    replies: ReplyCounter,
    /// One for each ply above the last two.
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
        let Some(plies) = depth.checked_sub(REPLIES) else {
            return count::<BULK, _>(&mut position.clone(), &mut lists(depth));
        };
        let plies = usize::from(plies);
        let replies = &mut self.replies;
        if let Some(table) = counter.table() {
            if self.plies.len() < plies {
                self.plies.resize_with(plies, Ply::default);
            }
            let plies = &mut self.plies[..plies];
            dispatch!(counter.level, s => count_with_table(s, position, depth, table, plies, replies))
        } else {
            if self.lists.len() < plies {
                self.lists.resize_with(plies, MoveList::new);
            }
            let lists = &mut self.lists[..plies];
            dispatch!(counter.level, s => count_in_lanes(s, position, lists, replies))
        }
    }
}

/// The leaves below a position, two plies deeper than there is room for.
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
                return count_replies(s, position, replies);
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
