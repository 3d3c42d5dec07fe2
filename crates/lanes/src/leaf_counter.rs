//! Statistics of the leaves below a position, with boards in lanes.

use core::fmt;

use fearless_simd::prelude::*;
use quadbit_movegen::{Level, Move, MoveList, Position};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::Color;

use crate::en_passant;
use crate::family::{first_bits, queue_children, queue_en_passant, queue_one};
use crate::leaves::Sums;
use crate::mates::Mates;
use crate::movers::Movers;
use crate::positions::Positions;
use crate::queue::Queue;
use crate::statistics::Statistics;
use crate::ways::{Sink, Ways};

/// Counts the leaves one to four plies away by kind, several boards at once: [`Statistics`] instead of a number.
///
/// Boards wait in queues until there are enough for all lanes. Those two plies above the leaves are made from a list of moves, those one ply
/// above them from sets of targets, and of the leaves only those in check that might be mate: every other column is a sum of sizes of sets.
///
/// The counter owns its buffers, about 80 KiB: create it once and reuse it.
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
    /// Boards two plies above the leaves, white to move.
    grandparents: Queue,
    /// Boards one ply above the leaves, black to move.
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
            grandparents: Queue::new(),
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
    pub fn three_plies(&mut self, position: &Position) -> Statistics {
        dispatch!(self.level, s => self.three_plies_at(s, position))
    }

    /// The leaves four plies away.
    ///
    /// Faster than the sum of the [`three_plies`](Self::three_plies) after each move: boards after different moves fill the lanes
    /// together.
    pub fn four_plies(&mut self, position: &Position) -> Statistics {
        dispatch!(self.level, s => self.four_plies_at(s, position))
    }

    #[inline(always)]
    fn one_ply_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> Statistics {
        queue_one(position, Color::Black, 0, &mut self.parents);
        self.finish(s, Sums::new(s)) + leaves_en_passant(position)
    }

    #[inline(always)]
    fn two_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> Statistics {
        queue_one(position, Color::White, 0, &mut self.grandparents);
        queue_en_passant(position, 0, &mut self.parents);
        self.finish(s, Sums::new(s))
    }

    #[inline(always)]
    fn three_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> Statistics {
        let mut sums = Sums::new(s);
        self.add(s, position, &mut sums);
        self.finish(s, sums)
    }

    #[inline(always)]
    fn four_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> Statistics {
        let mut moves = core::mem::take(&mut self.first_moves);
        position.legal_moves_into(&mut moves);
        let mut sums = Sums::new(s);
        for &mv in &*moves {
            self.add(s, &position.after(mv), &mut sums);
        }
        self.first_moves = moves;
        self.finish(s, sums)
    }

    /// Queues the children of a position as grandparents of leaves, and counts what fills a batch.
    #[inline(never)]
    fn add<S: BoardSimd>(&mut self, s: S, position: &Position, sums: &mut Sums<S>) {
        s.vectorize(
            #[inline(always)]
            || {
                position.legal_moves_into(&mut self.moves);
                queue_children(s, position, &self.moves, None, &mut self.grandparents, |child, owner| {
                    queue_en_passant(child, owner, &mut self.parents);
                });
                self.make_parents(s, false, sums);
            },
        );
    }

    /// The sums with the leaves below all boards that still wait.
    #[inline(always)]
    fn finish<S: BoardSimd>(&mut self, s: S, mut sums: Sums<S>) -> Statistics {
        self.make_parents(s, true, &mut sums);
        sums.count(s, &mut self.parents, &mut self.mates, true);
        sums.finish(s, &mut self.mates)
    }

    /// Makes all moves of the boards that fill batches, counts the leaves below them, and takes these boards away; with `all`, also those
    /// of the incomplete batch. Less than a batch of parents remains.
    #[inline(never)]
    fn make_parents<S: BoardSimd>(&mut self, s: S, all: bool, sums: &mut Sums<S>) {
        s.vectorize(
            #[inline(always)]
            || {
                let lanes = Boards::<S>::LEN;
                let len = self.grandparents.len();
                let mut at = 0;
                while at + lanes <= len || (all && at < len) {
                    let positions: Positions<S> = self.grandparents.batch(s, at);
                    let movers = Movers::new(&positions);
                    let (targets, castling) = movers.targets(s);
                    let mut parents = Parents {
                        beside: en_passant::beside(&positions.boards),
                        castling_rooks: positions.castling_rooks,
                        queue: &mut self.parents,
                        mates: &mut self.mates,
                        sums,
                    };
                    Ways::new(s, &targets, movers.king, castling).make(
                        s,
                        &positions,
                        first_bits((len - at).min(lanes)),
                        &mut parents,
                    );
                    sums.count(s, &mut self.parents, &mut self.mates, false);
                    at += lanes;
                }
                self.grandparents.forget(s, at);
            },
        );
    }
}

/// The boards one ply above the leaves on their way to the queue.
struct Parents<'a, S: BoardSimd> {
    beside: S::u64s,
    castling_rooks: S::u64s,
    queue: &'a mut Queue,
    mates: &'a mut Mates,
    sums: &'a mut Sums<S>,
}

impl<S: BoardSimd> Sink<S> for Parents<'_, S> {
    /// A board does not record that a pawn can be captured en passant, so the leaves after that are counted here.
    #[inline(always)]
    fn after_double_push(&mut self, s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64 {
        let pushed = (to & self.beside).simd_ne(S::u64s::splat(s, 0)).to_bitmask() & lanes;
        if pushed != 0 {
            let positions = Positions { boards: *boards, castling_rooks: self.castling_rooks };
            self.sums.add_en_passant(s, &positions, to, pushed, self.mates);
        }
        lanes
    }

    #[inline(always)]
    fn take(&mut self, s: S, positions: &Positions<S>, lanes: u64) {
        self.queue.append(s, positions, lanes);
        if self.queue.is_full() {
            self.sums.count(s, self.queue, self.mates, false);
        }
    }
}

/// The leaves after captures en passant, which boards in lanes do not record.
#[cold]
fn leaves_en_passant(position: &Position) -> Statistics {
    let Some(target) = position.ep() else { return Statistics::NONE };
    let capture = |pawn| Statistics::of_move(position, Move::new(pawn, target));
    position.legal_ep_capturers().into_iter().map(capture).sum()
}

impl fmt::Debug for LeafCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafCounter").field("level", &self.level).finish_non_exhaustive()
    }
}
