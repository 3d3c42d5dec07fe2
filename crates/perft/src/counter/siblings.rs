//! The last four plies of a count with a table.
//!
//! [`Siblings::count`] takes a position four plies above the leaves, which has been looked up already:
//!
//! 1. `look_up` makes its children and looks them up in the shared table.
//! 2. `look_up_children` lists the moves of those that were not found, and looks up the positions after them in this
//!    thread's own table, [`Recent`].
//! 3. The [`ReplyCounter`] counts two plies below whatever is still unknown, all in one call.
//! 4. `keep` stores what was counted in both tables and returns the sum.
//!
//! Keys of a whole step are computed before any of them is looked up, so that memory is fetched meanwhile.

use alloc::vec::Vec;

use quadbit_lanes::ReplyCounter;
use quadbit_movegen::{MoveList, Position, Stage};
use quadbit_nibble::simd::Level;

use crate::recent::{self, Place, Recent};
use crate::table::{Part, SHALLOWEST};

/// The depth of the siblings, which are the children of one position, in plies above the leaves. It is the lowest depth
/// whose counts the shared table keeps.
pub(super) const DEPTH: u8 = SHALLOWEST;

// The counts in each thread's own table are those of the siblings' children.
const _: () = assert!(DEPTH == recent::PLIES + 1);

/// Looks up and counts the children of one position, and their children, together.
///
/// 1. The keys of all children are computed before any is looked up in the table, so that their buckets are
///    already being fetched from memory.
/// 2. For the children that are not found, the keys of all their own children are computed before any of these is
///    looked up, for the same reason.
/// 3. The positions that are still not found are counted in lanes, across all parents.
pub(super) struct Siblings {
    /// The children that are not in the shared table, with the sums of their counts so far.
    missed: Vec<Missed>,
    /// The children in `missed`, each with its moves: all of them at first, then only those after which the counts are
    /// not known. Elements beyond the length of `missed` are left over.
    parents: Vec<(Position, MoveList)>,
    /// The place in this thread's own table, [`Recent`], of the position after each move in `parents`, in order.
    places: Vec<Place>,
    /// The keys of the positions after the moves in `parents` whose counts are in neither table.
    keys: Vec<u128>,
    /// The counts of the positions in `keys`.
    counts: Vec<u64>,
    recent: Recent,
    /// The moves of the position above the siblings.
    moves: MoveList,
    /// The keys of the children of one position.
    keys_of_children: [u128; MoveList::CAPACITY],
}

/// A position that is not in the shared table.
struct Missed {
    key: u128,
    /// The number of leaves below this position, summed over the moves after which this thread's table has
    /// the count.
    known: u64,
    /// The number of legal moves of this position after which the count of leaves is not in this thread's
    /// table.
    unknown: usize,
}

impl Siblings {
    pub(super) fn new() -> Self {
        Self {
            missed: Vec::new(),
            parents: Vec::new(),
            places: Vec::new(),
            keys: Vec::new(),
            counts: Vec::new(),
            recent: Recent::new(),
            moves: MoveList::new(),
            keys_of_children: [0; MoveList::CAPACITY],
        }
    }

    /// The number of leaves four plies below `parent`, the position above the siblings. `table` is the shared table;
    /// `replies` counts below the positions that neither table has.
    pub(super) fn count(
        &mut self,
        level: Level,
        table: Part<'_>,
        parent: &Position,
        replies: &mut ReplyCounter,
    ) -> u128 {
        let found = self.look_up(level, table, parent);
        self.look_up_children(level, table);
        self.counts.resize(self.keys.len(), 0);
        replies.two_plies_after(&self.parents[..self.missed.len()], &mut self.counts);
        found + self.keep(table)
    }

    /// Looks up the children of `parent` in the shared table `table`, and lists those that are not there in `missed`.
    /// Returns the sum of the counts that are there.
    fn look_up(&mut self, level: Level, table: Part<'_>, parent: &Position) -> u128 {
        let Self { missed, parents, moves, keys_of_children, .. } = self;
        parent.moves_into(Stage::All, moves);
        let keys = &mut keys_of_children[..moves.len()];
        table.keys().of_children(level, parent, moves, DEPTH, keys);
        for &key in &*keys {
            table.touch(key, DEPTH);
        }
        missed.clear();
        let mut found = 0;
        for (&mv, &key) in moves.iter().zip(&*keys) {
            if let Some(nodes) = table.get(key, DEPTH) {
                found += nodes;
            } else {
                let child = parent.after(mv);
                match parents.get_mut(missed.len()) {
                    Some((position, _)) => *position = child,
                    None => parents.push((child, MoveList::new())),
                }
                missed.push(Missed { key, known: 0, unknown: 0 });
            }
        }
        found
    }

    /// Looks up the positions after the moves of each child in `missed` in this thread's own table, and keeps
    /// only the moves whose counts are not known.
    fn look_up_children(&mut self, level: Level, table: Part<'_>) {
        let Self { missed, parents, places, keys, recent, keys_of_children, .. } = self;
        let parents = &mut parents[..missed.len()];
        places.clear();
        for (position, moves) in &mut *parents {
            position.moves_into(Stage::All, moves);
            let keys = &mut keys_of_children[..moves.len()];
            table.keys().of_children(level, position, moves, recent::PLIES, keys);
            places.extend(keys.iter().map(|&key| recent.read(key)));
        }
        keys.clear();
        let mut places = &**places;
        for (missed, (_, moves)) in missed.iter_mut().zip(parents) {
            let (here, rest) = places.split_at(moves.len());
            places = rest;
            // About half of the counts are found, in no regular order, so a branch would often be mispredicted. Instead
            // every move is written, and `unknown` advances only if the count was not found.
            let mut unknown = 0;
            for (i, place) in here.iter().enumerate() {
                let count = place.count();
                moves[unknown] = moves[i];
                keys_of_children[unknown] = place.key();
                missed.known += count.unwrap_or(0);
                unknown += usize::from(count.is_none());
            }
            moves.truncate(unknown);
            keys.extend_from_slice(&keys_of_children[..unknown]);
            missed.unknown = unknown;
        }
    }

    /// Stores the new counts: of the positions in `keys` in this thread's own table, of the children in `missed` in
    /// the shared `table`. Returns the sum of the counts of the children in `missed`.
    fn keep(&mut self, table: Part<'_>) -> u128 {
        let mut counted = self.keys.iter().zip(&self.counts);
        let mut total = 0;
        for missed in &self.missed {
            let mut nodes = missed.known;
            for (&key, &count) in counted.by_ref().take(missed.unknown) {
                self.recent.put(key, count);
                nodes += count;
            }
            table.put(missed.key, DEPTH, nodes.into());
            total += u128::from(nodes);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use quadbit_lanes::ReplyCounter;
    use quadbit_movegen::Position;
    use quadbit_nibble::simd::Level;

    use super::{DEPTH, Siblings};
    use crate::recent::PLIES;
    use crate::{Table, perft};

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const CPW3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

    /// The stored counts of every child and grandchild are those of the plain recursion.
    #[test]
    fn stored_counts_equal_the_recursion() {
        for fen in [KIWIPETE, CPW3] {
            let parent: Position = fen.parse().unwrap();
            let table = Table::new(16).unwrap();
            let part = table.part(&parent, 8).unwrap();
            let mut siblings = Siblings::new();
            let replies = &mut ReplyCounter::new(Level::auto());
            for again in [false, true] {
                let count = siblings.count(Level::auto(), part, &parent, replies);
                assert_eq!(count, perft(&parent, DEPTH + 1), "{fen}");
                assert_eq!(siblings.missed.is_empty(), again);
            }
            let (mut positions, mut kept) = (0, 0);
            for mv in parent.legal_moves() {
                let child = parent.after(mv);
                assert_eq!(part.get(part.keys().of(&child, DEPTH), DEPTH), Some(perft(&child, DEPTH)));
                for mv in child.legal_moves() {
                    let grandchild = child.after(mv);
                    positions += 1;
                    if let Some(nodes) = siblings.recent.read(part.keys().of(&grandchild, PLIES)).count() {
                        assert_eq!(u128::from(nodes), perft(&grandchild, PLIES), "{grandchild}");
                        kept += 1;
                    }
                }
            }
            assert!(kept > positions * 9 / 10, "{kept} of {positions}");
        }
    }

    /// A wrong count that was put into the thread's own table beforehand comes out of a count again, so the table is
    /// used.
    #[test]
    fn planted_counts_are_returned() {
        const PLANTED: u64 = 47_524;
        let parent: Position = KIWIPETE.parse().unwrap();
        let table = Table::new(1).unwrap();
        let part = table.part(&parent, 8).unwrap();
        let mut siblings = Siblings::new();
        let child = parent.after(parent.legal_moves()[5]);
        let grandchild = child.after(child.legal_moves()[7]);
        siblings.recent.put(part.keys().of(&grandchild, PLIES), PLANTED);
        let count = siblings.count(Level::auto(), part, &parent, &mut ReplyCounter::new(Level::auto()));
        let right = perft(&parent, DEPTH + 1) - perft(&grandchild, PLIES);
        assert_eq!(count, right + u128::from(PLANTED));
    }
}
