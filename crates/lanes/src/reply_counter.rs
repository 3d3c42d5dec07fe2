//! Counting of the last plies of a perft with boards in lanes.

use core::fmt;

use fearless_simd::prelude::*;
use quadbit_movegen::{Level, Move, MoveList, Position};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::simd::{BoardSimd, Boards};

use crate::family::{first_bits, queue_children, queue_en_passant};
use crate::forecast::Forecast;
use crate::men::{Men, RooksOnly};
use crate::positions::Positions;
use crate::queue::{Perspective, Queue, add_to_each};

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
/// The counter owns its buffers, about 40 KiB: create it once and reuse it.
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
    queues: Queues,
    /// The moves of the current position, and those of the one above it.
    moves: MoveList,
    first_moves: MoveList,
}

/// Boards for the forecast, and boards whose moves are to be counted.
#[derive(Clone)]
struct Queues {
    parents: Queue,
    children: Queue,
}

impl ReplyCounter {
    /// A counter with the vector instructions of a level.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            queues: Queues { parents: Queue::new(), children: Queue::new() },
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

    /// The number of positions two plies after each of some legal moves, one by one: those of the first position in order, then those
    /// of the next one. Boards after moves of different positions fill the lanes together.
    ///
    /// ```
    /// use quadbit_lanes::ReplyCounter;
    /// use quadbit_movegen::{Level, Position};
    /// let start = Position::start();
    /// let mut counts = [0; 20];
    /// ReplyCounter::new(Level::auto()).two_plies_after(&[(start, start.legal_moves())], &mut counts);
    /// assert_eq!(counts.iter().sum::<u64>(), 8902);
    /// ```
    ///
    /// # Panics
    /// If there are not as many counts as moves.
    #[track_caller]
    pub fn two_plies_after(&mut self, positions: &[(Position, MoveList)], counts: &mut [u64]) {
        let (len, room) = (positions.iter().map(|(_, moves)| moves.len()).sum::<usize>(), counts.len());
        assert!(len == room, "{len} moves, but room for {room} counts");
        dispatch!(self.level, s => self.two_plies_after_at(s, positions, counts));
    }

    #[inline(always)]
    fn two_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        position.legal_moves_into(&mut self.moves);
        let children = &mut self.queues.children;
        let mut en_passant = 0;
        queue_children(s, position, &self.moves, None, children, |child, _| {
            en_passant += u64::from(child.legal_ep_capturers().count());
        });
        children.count_moves(s, Perspective::WhiteToMove, true, &mut []) + en_passant
    }

    #[inline(always)]
    fn three_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        position.legal_moves_into(&mut self.moves);
        self.queues.add(s, position, &self.moves, 0, &mut []) + self.queues.finish(s, &mut [])
    }

    #[inline(always)]
    fn four_plies_at<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        position.legal_moves_into(&mut self.first_moves);
        let mut count = 0;
        for &mv in &*self.first_moves {
            let child = position.after(mv);
            child.legal_moves_into(&mut self.moves);
            count += self.queues.add(s, &child, &self.moves, 0, &mut []);
        }
        count + self.queues.finish(s, &mut [])
    }

    #[inline(always)]
    fn two_plies_after_at<S: BoardSimd>(
        &mut self,
        s: S,
        positions: &[(Position, MoveList)],
        counts: &mut [u64],
    ) {
        counts.fill(0);
        let mut first = 0;
        for (position, moves) in positions {
            self.queues.add(s, position, moves, first, counts);
            first += moves.len() as u64;
        }
        self.queues.finish(s, counts);
    }
}

impl Queues {
    /// Queues the positions after some moves as parents, and counts what fills a batch. The parents are the owners of their replies,
    /// numbered from `first`. Unless `each` is empty, the count of each is added to there.
    #[inline(never)]
    fn add<S: BoardSimd>(
        &mut self,
        s: S,
        position: &Position,
        moves: &[Move],
        first: u64,
        each: &mut [u64],
    ) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                let Self { parents, children } = self;
                let first = (!each.is_empty()).then_some(first);
                queue_children(s, position, moves, first, parents, |child, owner| {
                    queue_en_passant(child, owner, children);
                });
                self.count_parents(s, false, each)
            },
        )
    }

    /// Counts the remaining boards in the queues.
    #[inline(always)]
    fn finish<S: BoardSimd>(&mut self, s: S, each: &mut [u64]) -> u64 {
        self.count_parents(s, true, each) + self.children.count_moves(s, Perspective::BlackToMove, true, each)
    }

    /// The replies to all moves of the boards in the queue of parents; with `all`, of the last incomplete batch too. Moves that
    /// cannot be foretold are made and queued with the children.
    #[inline(never)]
    fn count_parents<S: BoardSimd>(&mut self, s: S, all: bool, each: &mut [u64]) -> u64 {
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
                    let owners = self.parents.owners::<S>(at);
                    let family = Family { parents: &parents, owners, lanes: len - at };
                    // Without vectors the second forecast costs the first one more than it gains.
                    let has_only_rooks = !S::IS_SCALAR && RooksOnly::are(s, &parents.boards);
                    let (replies, made) = if has_only_rooks {
                        replies_of_rooks_only(s, &family, &mut self.children, each)
                    } else {
                        replies_of(s, &family, parents.boards, &mut self.children, each)
                    };
                    sum += replies;
                    count += made;
                    if !each.is_empty() {
                        add_to_each::<S>(each, owners, replies, len - at);
                    }
                    count += self.children.count_moves(s, Perspective::BlackToMove, false, each);
                    at += lanes;
                }
                self.parents.forget(s, at);
                (0..lanes).map(|lane| sum[lane]).sum::<u64>() + count
            },
        )
    }
}

/// Some parents of a batch.
struct Family<'a, S: BoardSimd> {
    parents: &'a Positions<S>,
    /// One for each lane.
    owners: &'a [u64],
    /// Only the first lanes have parents.
    lanes: usize,
}

/// The replies to the moves of the first lanes: in every lane to those that are foretold, and together to those that need not be queued.
#[inline(always)]
fn replies_of<S: BoardSimd>(
    s: S,
    family: &Family<'_, S>,
    men: impl Men<S>,
    children: &mut Queue,
    each: &mut [u64],
) -> (S::u64s, u64) {
    let &Family { parents, owners, lanes } = family;
    let Forecast { replies, leftover } = Forecast::new(s, parents, men);
    let some = first_bits(lanes.min(Boards::<S>::LEN));
    let made = leftover.make(s, parents, owners, some, children, each);
    (replies & s.first_lanes(lanes), made)
}

/// The same for boards without queens, bishops and knights: a call, so that it keeps out of the other one's way.
#[inline(never)]
fn replies_of_rooks_only<S: BoardSimd>(
    s: S,
    family: &Family<'_, S>,
    children: &mut Queue,
    each: &mut [u64],
) -> (S::u64s, u64) {
    s.vectorize(
        #[inline(always)]
        || replies_of(s, family, RooksOnly::new(s, &family.parents.boards), children, each),
    )
}

impl fmt::Debug for ReplyCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplyCounter").field("level", &self.level).finish_non_exhaustive()
    }
}
