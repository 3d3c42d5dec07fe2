//! Counting the last plies with boards in lanes.
//!
//! A perft spends nearly all of its time on its last plies, where nothing is wanted but numbers. A [`ReplyCounter`] counts two,
//! three or four plies at a time:
//!
//! 1. The moves of a position are generated as bytes (from, to, the code that arrives), a `Family`, and made as many at a time as
//!    the level has 64-bit lanes.
//! 2. The boards wait in a `Queue`, a column for each bit plane, until there are enough for all lanes, wherever they come from.
//! 3. A `Forecast` tells how many replies most moves of eight boards have, without making these moves: see there. The others are
//!    made in lanes, and queue up once more.
//! 4. The moves of the boards that are left are counted with no loop over pieces: every step treats all pieces of a kind, in all
//!    lanes, as one set. That is `Movers`, which [`batch`](crate::batch) uses too.
//!
//! En passant, which no board shows, is counted where a double push allows it. Boards are turned so that the side to move is white.

mod family;
mod forecast;
mod queue;

use core::fmt;

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Lanes};
use quadbit_x88::Color;

use crate::{Move, MoveList, Position};
use family::{Family, first_bits};
use forecast::Forecast;
use queue::{Boards, Queue, Turned};

/// Counts the positions two, three or four plies away: room for boards in between, to be used again and again.
///
/// ```
/// use quadbit_movegen::{Position, ReplyCounter};
/// use quadbit_nibble::simd::{Level, dispatch};
/// let mut counter = ReplyCounter::new();
/// dispatch!(Level::auto(), s => {
///     assert_eq!(counter.two_plies(s, &Position::start()), 400);
///     assert_eq!(counter.three_plies(s, &Position::start()), 8902);
///     assert_eq!(counter.four_plies(s, &Position::start()), 197_281);
/// });
/// ```
///
/// Call the methods from a frame of the level, as [`quadbit_nibble::simd`] says; none is inlined.
#[derive(Clone)]
pub struct ReplyCounter {
    family: Family,
    /// Boards whose moves are to be looked at, and boards whose moves are to be counted.
    parents: Queue,
    children: Queue,
    moves: MoveList,
}

impl ReplyCounter {
    /// A counter. It takes some thirty kilobytes.
    pub const fn new() -> Self {
        Self { family: Family::new(), parents: Queue::new(), children: Queue::new(), moves: MoveList::new() }
    }

    /// The number of legal moves of all positions after one move: perft of depth 2.
    #[inline(never)]
    pub fn two_plies<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                self.family.fill(position);
                self.family.append_to(s, position, &mut self.children);
                let en_passant = self.family.pushed(position).map(|child| child.legal_ep_capturers().count());
                let en_passant: u32 = en_passant.sum();
                self.children.count_moves(s, Turned::Already, true) + u64::from(en_passant)
            },
        )
    }

    /// The number of positions three plies away.
    #[inline(never)]
    pub fn three_plies<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        s.vectorize(
            #[inline(always)]
            || self.add(s, position) + self.finish(s),
        )
    }

    /// The number of positions four plies away.
    ///
    /// Faster than the sum of the [`three_plies`](Self::three_plies) after each move: boards after different moves fill the lanes
    /// together.
    #[inline(never)]
    pub fn four_plies<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                let mut moves = core::mem::take(&mut self.moves);
                position.legal_moves_into(&mut moves);
                let mut count = 0;
                for &mv in &*moves {
                    let mut child = *position;
                    child.play_unchecked(mv);
                    count += self.add(s, &child);
                }
                self.moves = moves;
                count + self.finish(s)
            },
        )
    }

    /// Queues the children of a position, and counts what fills a batch.
    #[inline(never)]
    fn add<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                self.family.fill(position);
                self.family.append_to(s, position, &mut self.parents);
                for child in self.family.pushed(position) {
                    queue_en_passant(&child, &mut self.children);
                }
                self.count_parents(s, false)
            },
        )
    }

    /// Counts what is left.
    #[inline(always)]
    fn finish<S: BoardSimd>(&mut self, s: S) -> u64 {
        self.count_parents(s, true) + self.children.count_moves(s, Turned::NotYet, true)
    }

    /// The replies to all moves of the boards in the queue of parents; with `all`, of the last incomplete batch too. What cannot be
    /// foretold is queued with the children.
    #[inline(never)]
    fn count_parents<S: BoardSimd>(&mut self, s: S, all: bool) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                let lanes = Lanes::<S>::LEN;
                let len = self.parents.len();
                let mut sum = S::u64s::splat(s, 0);
                let mut count = 0;
                let mut at = 0;
                while at + lanes <= len || (all && at < len) {
                    let parents: Boards<S> = self.parents.batch(s, at);
                    let Forecast { replies, leftover } = Forecast::new(s, &parents);
                    sum += replies & s.first_lanes(len - at);
                    count +=
                        leftover.make(s, &parents, first_bits((len - at).min(lanes)), &mut self.children);
                    count += self.children.count_moves(s, Turned::NotYet, false);
                    at += lanes;
                }
                self.parents.forget(s, at);
                (0..lanes).map(|lane| sum[lane]).sum::<u64>() + count
            },
        )
    }
}

/// Queues the children by captures en passant.
#[cold]
#[inline(never)]
fn queue_en_passant(position: &Position, children: &mut Queue) {
    let Some(target) = position.ep() else { return };
    for pawn in position.legal_ep_capturers() {
        let mut child = *position;
        child.play_unchecked(Move::new(pawn, target));
        let rights = child.castling_rights();
        let rooks = rights.rooks_of(Color::White) | rights.rooks_of(Color::Black);
        match position.side_to_move() {
            Color::White => children.push(child.board(), rooks.0),
            Color::Black => children.push(child.board().flip_colors(), rooks.flip_ranks().0),
        }
    }
}

impl Default for ReplyCounter {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ReplyCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplyCounter")
    }
}
