//! Counting the last two plies with boards in lanes.
//!
//! A perft spends nearly all of its time on the parents of leaf parents: for every move of such a position, the number of
//! replies is wanted, and nothing else. A [`ReplyCounter`] answers for all moves at once:
//!
//! 1. The moves are generated as bytes (from, to, the code that arrives), not as [`Move`](crate::Move)s: a `Family`.
//! 2. As many children as the level has 64-bit lanes are made by a dozen operations, one board in each lane.
//! 3. Their replies are counted with no loop over pieces: every step treats all pieces of a kind, in all lanes, as one set.
//!    That is the work of `Siblings`.
//!
//! Siblings share much: the replying king's square, what it sees over an empty board, and the castling rights. All that is
//! prepared once. Castling and en passant captures move more than one piece, so their children are made one by one, and
//! then counted in lanes like the others. A reply by en passant depends on the last move, and is counted where a double push
//! allows it. Positions whose castling rights standard chess cannot have are counted child by child.

mod cousins;
mod family;
mod forecast;
mod queue;
mod siblings;

use core::fmt;

use quadbit_quad::simd::BoardSimd;

use crate::Position;
use family::Family;
use cousins::Cousins;
use queue::Queue;
use forecast::Forecast;
use siblings::{CastlingPath, Siblings};
use crate::castling::Wing;


/// Counts the positions two plies away: room for the moves of one position at a time, to be used again and again.
///
/// ```
/// use quadbit_movegen::{Position, ReplyCounter};
/// use quadbit_nibble::simd::{Level, dispatch};
/// let mut counter = ReplyCounter::new();
/// let replies = dispatch!(Level::auto(), s => counter.count(s, &Position::start()));
/// assert_eq!(replies, 400);
/// ```
#[derive(Clone)]
pub struct ReplyCounter {
    family: Family,
    first: Family,
    queue: Queue,
}

impl ReplyCounter {
    /// A counter. It takes some three kilobytes.
    pub const fn new() -> Self {
        Self { family: Family::new(), first: Family::new(), queue: Queue::new() }
    }

    /// The number of legal moves of all positions after one move: perft of depth 2.
    ///
    /// Call it from a frame of the level, as [`quadbit_nibble::simd`] says.
    #[inline(always)]
    pub fn count<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                if !position.has_standard_castling() {
                    return count_one_by_one(position);
                }
                self.family.fill(position);
                Siblings::new(s, position, !position.side_to_move()).count(s, &mut self.family)
                    + self.family.en_passant_replies(position)
            },
        )
    }
}

impl ReplyCounter {
    /// perft of depth 3
    #[inline(always)]
    pub fn count_three<S: BoardSimd>(&mut self, s: S, position: &Position) -> u64 {
        s.vectorize(
            #[inline(always)]
            || {
                let mut total = 0;
                if !position.has_standard_castling() {
                    for mv in position.legal_moves() {
                        let mut child = *position;
                        child.play_unchecked(mv);
                        total += self.count(s, &child);
                    }
                    return total;
                }
                self.first.fill(position);
                let replier = position.side_to_move();
                let movers = Siblings::new(s, position, !replier);
                let repliers = Siblings::new(s, position, replier);
                let [a, b] = Wing::ALL;
                let castling = [
                    CastlingPath::new(position, replier, a).map(CastlingPath::turned),
                    CastlingPath::new(position, replier, b).map(CastlingPath::turned),
                ];
                let forecast = Forecast::new(castling);
                let mut cousins = Cousins { movers, repliers, forecast, queue: &mut self.queue };
                total += cousins.count(s, position, &self.first);
                total
            },
        )
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

fn count_one_by_one(position: &Position) -> u64 {
    let mut count = 0;
    for mv in position.legal_moves() {
        let mut child = *position;
        child.play_unchecked(mv);
        count += child.legal_count() as u64;
    }
    count
}
