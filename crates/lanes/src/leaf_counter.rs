//! Statistics of the leaves below a position, with boards in lanes.

use core::fmt;

use quadbit_movegen::{Level, Move, MoveList, Position};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::Color;

use crate::family::{queue_children, queue_one};
use crate::leaves::Sums;
use crate::mates::Mates;
use crate::queue::Queue;
use crate::statistics::Statistics;

/// Counts the leaves one, two or three plies away by kind, several boards at once: [`Statistics`] instead of a number.
///
/// The boards one ply above the leaves wait in a queue until there are enough for all lanes. Only moves that give check are made, because
/// every other column is a sum of sizes of sets. Captures en passant are handled one by one.
///
/// The counter owns its buffers, about 50 KiB: create it once and reuse it.
///
/// ```
/// use quadbit_lanes::LeafCounter;
/// use quadbit_movegen::{Level, Position};
/// let kiwipete: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let mut counter = LeafCounter::new(Level::auto());
/// let statistics = counter.three_plies(&kiwipete);
/// assert_eq!((statistics.nodes, statistics.captures, statistics.en_passant), (97_862, 17_102, 45));
/// assert_eq!((statistics.castles, statistics.promotions), (3_162, 0));
/// assert_eq!((statistics.checks, statistics.checkmates), (993, 1));
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone)]
pub struct LeafCounter {
    level: Level,
    /// Boards one ply above the leaves, white to move.
    parents: Queue,
    mates: Mates,
    /// The moves of the current position, and those of the one above it.
    moves: MoveList,
    first_moves: MoveList,
}

impl LeafCounter {
    /// A counter with the vector instructions of a level.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            parents: Queue::new(),
            mates: Mates::new(),
            moves: MoveList::new(),
            first_moves: MoveList::new(),
        }
    }

    /// The leaves behind each legal move.
    pub fn one_ply(&mut self, position: &Position) -> Statistics {
        dispatch!(self.level, s => self.one_ply_at(s, position))
    }

    /// The leaves two plies away.
    pub fn two_plies(&mut self, position: &Position) -> Statistics {
        dispatch!(self.level, s => self.two_plies_at(s, position))
    }

    /// The leaves three plies away.
    ///
    /// Faster than the sum of the [`two_plies`](Self::two_plies) after each move: boards after different moves fill the lanes
    /// together.
    pub fn three_plies(&mut self, position: &Position) -> Statistics {
        dispatch!(self.level, s => self.three_plies_at(s, position))
    }

    #[inline(always)]
    fn one_ply_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> Statistics {
        let mut sums = Sums::new(s);
        queue_one(position, Color::White, &mut self.parents);
        self.count_parents(s, true, &mut sums);
        sums.finish(s, &mut self.mates) + en_passant(position)
    }

    #[inline(always)]
    fn two_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> Statistics {
        let mut sums = Sums::new(s);
        let apart = self.add(s, position);
        self.count_parents(s, true, &mut sums);
        sums.finish(s, &mut self.mates) + apart
    }

    #[inline(always)]
    fn three_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> Statistics {
        let mut moves = core::mem::take(&mut self.first_moves);
        position.legal_moves_into(&mut moves);
        let mut sums = Sums::new(s);
        let mut apart = Statistics::NONE;
        for &mv in &*moves {
            apart += self.add(s, &position.after(mv));
            self.count_parents(s, false, &mut sums);
        }
        self.first_moves = moves;
        self.count_parents(s, true, &mut sums);
        sums.finish(s, &mut self.mates) + apart
    }

    /// Queues the children of a position, and returns the leaves after captures en passant below them.
    #[inline(never)]
    fn add<S: BoardSimd>(&mut self, s: S, position: &Position) -> Statistics {
        s.vectorize(
            #[inline(always)]
            || {
                position.legal_moves_into(&mut self.moves);
                let mut apart = Statistics::NONE;
                queue_children(s, position, &self.moves, &mut self.parents, |child| {
                    apart += en_passant(child);
                });
                apart
            },
        )
    }

    /// Counts the leaves below all boards that fill batches, and takes these boards away; with `all`, also those of the incomplete
    /// batch.
    #[inline(never)]
    fn count_parents<S: BoardSimd>(&mut self, s: S, all: bool, sums: &mut Sums<S>) {
        s.vectorize(
            #[inline(always)]
            || {
                let lanes = Boards::<S>::LEN;
                let len = self.parents.len();
                let mut at = 0;
                while at + lanes <= len || (all && at < len) {
                    sums.add(s, &self.parents.batch(s, at), len - at, &mut self.mates);
                    at += lanes;
                }
                self.parents.forget(s, at);
            },
        );
    }
}

/// The leaves after captures en passant, which boards in lanes do not record.
#[cold]
fn en_passant(position: &Position) -> Statistics {
    let Some(target) = position.ep() else { return Statistics::NONE };
    let capture = |pawn| Statistics::of_move(position, Move::new(pawn, target));
    position.legal_ep_capturers().into_iter().map(capture).sum()
}

impl fmt::Debug for LeafCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafCounter").field("level", &self.level).finish_non_exhaustive()
    }
}
