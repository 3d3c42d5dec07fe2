//! The lower plies: one thread, boards in lanes, and the table.

use alloc::boxed::Box;
use alloc::vec::Vec;

use fearless_simd::prelude::*;
use quadbit_movegen::{MoveList, Position, ReplyCounter, SuccessorMaker};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::simd::{BoardSimd, Lanes};

use super::{Counter, Leaves};
use crate::count::{BULK, EVERY_LEAF, count, lists};
use crate::lanes::{REPLIES, count_in_lanes};
use crate::table::{Part, SHALLOWEST};

/// Room to count the lower plies in, used again and again.
pub(super) struct Branch {
    /// On the heap: threads that help each other hold several branches on one stack.
    replies: Box<ReplyCounter>,
    /// One for each ply above the last three.
    plies: Vec<Ply>,
    /// The same, for counts without a table.
    lists: Vec<MoveList>,
}

/// The moves of one position, and the keys of its children: upper halves and lower halves.
struct Ply {
    moves: MoveList,
    keys: [[u64; MoveList::CAPACITY]; 2],
}

impl Branch {
    #[inline(never)]
    pub(super) fn new() -> Self {
        Self { replies: Box::default(), plies: Vec::new(), lists: Vec::new() }
    }

    /// The leaves below a position. It has been looked up already, if there is a table.
    pub(super) fn count(
        &mut self,
        counter: &Counter,
        table: Option<Part<'_>>,
        position: &Position,
        depth: u8,
    ) -> u128 {
        if counter.leaves == Leaves::Made {
            return count::<EVERY_LEAF, _>(&mut position.clone(), &mut lists::<Position>(depth));
        }
        if depth < 2 {
            return count::<BULK, _>(&mut position.clone(), &mut lists::<Position>(depth));
        }
        let replies = &mut self.replies;
        if let Some(table) = table {
            let plies = usize::from(depth.saturating_sub(SHALLOWEST));
            if self.plies.len() < plies {
                self.plies.resize_with(plies, Ply::new);
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
/// The keys of all children are there before any is looked up, and their buckets are on their way from memory.
fn count_with_table<S: BoardSimd>(
    s: S,
    position: &Position,
    depth: u8,
    table: Part<'_>,
    plies: &mut [Ply],
    replies: &mut ReplyCounter,
) -> u128 {
    s.vectorize(
        #[inline(always)]
        || {
            let Some((ply, deeper)) = plies.split_first_mut() else {
                return count_in_lanes(s, position, depth, &mut [], replies);
            };
            let depth = depth - 1;
            ply.fill(s, position, depth, table);
            let mut total = 0;
            for (i, &mv) in ply.moves.iter().enumerate() {
                let key = ply.key(i);
                total += if let Some(nodes) = table.get(key, depth) {
                    nodes
                } else {
                    let mut child = *position;
                    child.play_unchecked(mv);
                    let nodes = count_with_table(s, &child, depth, table, deeper, replies);
                    table.put(key, depth, nodes);
                    nodes
                };
            }
            total
        },
    )
}

impl Ply {
    const fn new() -> Self {
        Self { moves: MoveList::new(), keys: [[0; MoveList::CAPACITY]; 2] }
    }

    /// Takes the moves of a position and the keys of its children, so many plies above the leaves, and touches their
    /// buckets. The keys come from lanes, before any child is made: about half of them will be found, and never be made.
    #[inline(always)]
    fn fill<S: BoardSimd>(&mut self, s: S, position: &Position, depth: u8, table: Part<'_>) {
        position.legal_moves_into(&mut self.moves);
        let lanes = Lanes::<S>::LEN;
        let side = !position.side_to_move();
        let maker = SuccessorMaker::new(s, position);
        let mut at = 0;
        while at < self.moves.len() {
            let end = self.moves.len().min(at + lanes);
            let batch = &self.moves[at..end];
            let successors = maker.make(s, batch);
            let [upper, lower] = table.keys().of_lanes(s, &successors, side, depth);
            upper.store_slice(&mut self.keys[0][at..at + lanes]);
            lower.store_slice(&mut self.keys[1][at..at + lanes]);
            if successors.apart.simd_ne(S::u64s::splat(s, 0)).any_true() {
                for (lane, &mv) in batch.iter().enumerate() {
                    if successors.apart[lane] != 0 {
                        let mut child = *position;
                        child.play_unchecked(mv);
                        [self.keys[0][at + lane], self.keys[1][at + lane]] =
                            halves(table.keys().of(&child, depth));
                    }
                }
            }
            for i in at..end {
                table.touch(self.key(i), depth);
            }
            at = end;
        }
    }

    /// The key of the child after a move.
    #[inline(always)]
    fn key(&self, i: usize) -> u128 {
        let [upper, lower] = &self.keys;
        u128::from(upper[i]) << 64 | u128::from(lower[i])
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the key is taken apart")]
const fn halves(key: u128) -> [u64; 2] {
    [(key >> 64) as u64, key as u64]
}
