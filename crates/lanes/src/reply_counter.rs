//! Counting of the last plies of a perft with boards in lanes.

use core::fmt;

use fearless_simd::prelude::*;
use quadbit_movegen::{Level, MoveList, Position};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::simd::{BoardSimd, Boards};

use crate::family::{first_bits, queue_children, queue_en_passant};
use crate::forecast::Forecast;
use crate::men::{Men, RooksOnly};
use crate::positions::Positions;
use crate::queue::{Queue, Turned};

/// Counts the positions two, three or four plies away, several boards at once.
///
/// A perft spends nearly all of its time on its last plies, where only the numbers matter:
///
/// 1. The moves of a position are made one per 64-bit lane at a time ([`children`](crate::children)).
/// 2. The boards wait in a queue, a column for each bit plane, until there are enough for all lanes, whatever their parents.
/// 3. A forecast counts the replies to most moves of these boards, without making the moves. The other moves are made in
///    lanes, and their boards go into a second queue.
/// 4. The moves of those boards are counted without a loop over pieces, as [`batch`](crate::batch) counts them.
///
/// The counter owns its buffers, about 30 KiB: create it once and reuse it.
///
/// ```
/// use quadbit_lanes::ReplyCounter;
/// use quadbit_movegen::{Level, Position};
/// let mut counter = ReplyCounter::new(Level::auto());
/// assert_eq!(counter.two_plies(&Position::start()), 400);
/// assert_eq!(counter.three_plies(&Position::start()), 8902);
/// assert_eq!(counter.four_plies(&Position::start()), 197_281);
/// ```
#[derive(Clone)]
pub struct ReplyCounter {
    level: Level,
    /// Boards for the forecast, and boards whose moves are to be counted.
    parents: Queue,
    children: Queue,
    /// The moves of the current position, and those of the one above it.
    moves: MoveList,
    first_moves: MoveList,
}

impl ReplyCounter {
    /// A counter with the vector instructions of a level.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            parents: Queue::new(),
            children: Queue::new(),
            moves: MoveList::new(),
            first_moves: MoveList::new(),
        }
    }

    /// The number of positions two plies away: the sum of the legal moves after each legal move.
    pub fn two_plies(&mut self, position: &Position) -> u64 {
        dispatch!(self.level, s => self.two_plies_at(s, position))
    }

    /// The number of positions three plies away.
    pub fn three_plies(&mut self, position: &Position) -> u64 {
        dispatch!(self.level, s => self.three_plies_at(s, position))
    }

    /// The number of positions four plies away.
    ///
    /// Faster than the sum of the [`three_plies`](Self::three_plies) after each move: boards after different moves fill the lanes
    /// together.
    pub fn four_plies(&mut self, position: &Position) -> u64 {
        dispatch!(self.level, s => self.four_plies_at(s, position))
    }

    #[inline(always)]
    fn two_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        position.legal_moves_into(&mut self.moves);
        let mut en_passant = 0;
        queue_children(s, position, &self.moves, &mut self.children, |child| {
            en_passant += u64::from(child.legal_ep_capturers().count());
        });
        self.children.count_moves(s, Turned::Already, true) + en_passant
    }

    #[inline(always)]
    fn three_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        self.add(s, position) + self.finish(s)
    }

    #[inline(always)]
    fn four_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        let mut moves = core::mem::take(&mut self.first_moves);
        position.legal_moves_into(&mut moves);
        let mut count = 0;
        for &mv in &*moves {
            count += self.add(s, &position.after(mv));
        }
        self.first_moves = moves;
        count + self.finish(s)
    }

    /// Queues the children of a position as parents, and counts what fills a batch.
    #[inline(never)]
    fn add<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                position.legal_moves_into(&mut self.moves);
                queue_children(s, position, &self.moves, &mut self.parents, |child| {
                    queue_en_passant(child, &mut self.children);
                });
                self.count_parents(s, false)
            },
        )
    }

    /// Counts the remaining boards in the queues.
    #[inline(always)]
    fn finish<S: BoardSimd>(&mut self, s: S) -> u64 {
        self.count_parents(s, true) + self.children.count_moves(s, Turned::NotYet, true)
    }

    /// The replies to all moves of the boards in the queue of parents; with `all`, of the last incomplete batch too. Moves that
    /// cannot be foretold are made and queued with the children.
    #[inline(never)]
    fn count_parents<S: BoardSimd>(&mut self, s: S, all: bool) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                let lanes = Boards::<S>::LEN;
                let len = self.parents.len();
                let mut sum = S::u64s::splat(s, 0);
                let mut count = 0;
                let mut at = 0;
                while at + lanes <= len || (all && at < len) {
                    let parents: Positions<S> = self.parents.batch(s, at);
                    // Without vectors the second forecast costs the first one more than it gains.
                    let has_only_rooks = !S::IS_SCALAR && RooksOnly::are(s, &parents.boards);
                    let (replies, made) = if has_only_rooks {
                        replies_of_rooks_only(s, &parents, len - at, &mut self.children)
                    } else {
                        replies_of(s, &parents, parents.boards, len - at, &mut self.children)
                    };
                    sum += replies;
                    count += made;
                    count += self.children.count_moves(s, Turned::NotYet, false);
                    at += lanes;
                }
                self.parents.forget(s, at);
                (0..lanes).map(|lane| sum[lane]).sum::<u64>() + count
            },
        )
    }
}

/// The replies to the moves of the first lanes: in every lane to those that are foretold, and together to those that need not be queued.
#[inline(always)]
fn replies_of<S: BoardSimd>(
    s: S,
    parents: &Positions<S>,
    men: impl Men<S>,
    lanes: usize,
    children: &mut Queue,
) -> (S::u64s, u64) {
    let Forecast { replies, leftover } = Forecast::new(s, parents, men);
    let made = leftover.make(s, parents, first_bits(lanes.min(Boards::<S>::LEN)), children);
    (replies & s.first_lanes(lanes), made)
}

/// The same for boards without queens, bishops and knights: a call, so that it keeps out of the other one's way.
#[inline(never)]
fn replies_of_rooks_only<S: BoardSimd>(
    s: S,
    parents: &Positions<S>,
    lanes: usize,
    children: &mut Queue,
) -> (S::u64s, u64) {
    s.vectorize(
        #[inline(always)]
        || replies_of(s, parents, RooksOnly::new(s, &parents.boards), lanes, children),
    )
}

impl fmt::Debug for ReplyCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplyCounter").field("level", &self.level).finish_non_exhaustive()
    }
}
