//! Counts the last plies of a perft with boards in lanes.
//!
//! [`ReplyCounter`] is the public type. It enters code compiled for a set of CPU instructions, and hands positions to
//! [`Plies`], which calls [`ReplySums`] back with batches of boards, white to move:
//!
//! 1. Two plies above the leaves, the [`Forecast`] counts the replies to most moves without making these moves, and
//!    makes the rest; boards after them go to the queue of parents.
//! 2. One ply above, the moves of each board are counted.
//! 3. Replies en passant are added where they arise, because a board does not record them.
//!
//! The counts of a lane belong to the owner of its board, if the caller asked for one count for each move.

use core::fmt;

use fearless_simd::prelude::*;
use quadbit_movegen::{MoveList, Position};
use quadbit_nibble::simd::{Level, dispatch, vectorize};
use quadbit_quad::simd::BoardSimd;

use crate::board::en_passant;
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::white_to_move::WhiteToMove;
use crate::count::plies::{Batch, Gather, Made, Plies};
use crate::forecast::Forecast;
use crate::make::queue::Queue;

/// Counts the positions two, three or four plies below a position, with several boards at once in the lanes of vectors.
///
/// A perft spends nearly all of its time on its last plies, where only the numbers matter:
///
/// 1. The moves of a position are made several at a time, one in each 64-bit lane of a vector.
/// 2. The boards wait in a queue, a column for each bit plane, until there are enough to fill all lanes, even if
///    their parents differ.
/// 3. The replies to most moves of these boards are counted by a formula, without making the moves. The other moves
///    are made in lanes, and their boards go into a second queue.
/// 4. The moves of those boards are counted without a loop over pieces, as
///    [`batch`](crate::batch) counts them.
///
/// The counter owns its buffers, about 40 KiB: create it once and reuse it.
///
/// ```
/// use quadbit_lanes::ReplyCounter;
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// let mut counter = ReplyCounter::new(Level::auto());
/// assert_eq!(counter.count(&Position::start(), 2), 400);
/// assert_eq!(counter.count(&Position::start(), 3), 8902);
/// assert_eq!(counter.count(&Position::start(), 4), 197_281);
/// ```
#[derive(Clone)]
pub struct ReplyCounter {
    level: Level,
    plies: Plies,
}

impl ReplyCounter {
    /// Creates a counter that uses the vector instructions of `level`, with empty buffers.
    pub const fn new(level: Level) -> Self {
        Self { level, plies: Plies::new() }
    }

    /// Counts the positions `plies` below `position`: `perft(plies)`, for two, three or four plies.
    ///
    /// Four plies at once are faster than the sum of three plies after each move: boards after different moves
    /// fill the lanes together.
    ///
    /// # Panics
    /// If `plies` is not 2, 3 or 4.
    #[track_caller]
    pub fn count(&mut self, position: &Position, plies: u8) -> u64 {
        assert!(matches!(plies, 2..=4), "counts 2, 3 or 4 plies, not {plies}");
        dispatch!(self.level, s => {
            let mut replies = ReplySums::new(s, None);
            self.plies.leaves(s, position, plies, &mut replies);
            replies.total()
        })
    }

    /// Writes to `counts` the number of positions two plies after each move that `positions` lists: first after the
    /// moves of the first position, in the order of its list, then after those of the next one. The lists must hold
    /// legal moves. Boards after moves of different positions fill the lanes together.
    ///
    /// ```
    /// use quadbit_lanes::ReplyCounter;
    /// use quadbit_movegen::Position;
    /// use quadbit_nibble::simd::Level;
    /// let start = Position::start();
    /// let mut counts = [0; 20];
    /// ReplyCounter::new(Level::auto()).two_plies_after(&[(start, start.legal_moves())], &mut counts);
    /// assert_eq!(counts.iter().sum::<u64>(), 8902);
    /// ```
    ///
    /// # Panics
    /// If `counts` does not have exactly one element for each listed move.
    #[track_caller]
    pub fn two_plies_after(&mut self, positions: &[(Position, MoveList)], counts: &mut [u64]) {
        let (len, room) = (positions.iter().map(|(_, moves)| moves.len()).sum::<usize>(), counts.len());
        assert!(len == room, "{len} moves, but room for {room} counts");
        counts.fill(0);
        dispatch!(self.level, s => {
            let mut replies = ReplySums::new(s, Some(ByOwner(counts)));
            self.plies.two_plies_after(s, positions, &mut replies);
        });
    }
}

/// The number of replies counted so far: a sum in every lane and, if the caller asks for it, a count for each owner (an
/// index that each board has).
struct ReplySums<'a, S: BoardSimd> {
    sum: S::u64s,
    en_passant: u64,
    by_owner: Option<ByOwner<'a>>,
}

/// Counts of replies. Each board has an owner: the index of the count to which the replies on it are added.
struct ByOwner<'a>(&'a mut [u64]);

impl<'a, S: BoardSimd> ReplySums<'a, S> {
    #[inline(always)]
    fn new(s: S, by_owner: Option<ByOwner<'a>>) -> Self {
        Self { sum: S::u64s::splat(s, 0), en_passant: 0, by_owner }
    }

    #[inline(always)]
    fn total(&self) -> u64 {
        (0..S::u64s::LEN).map(|lane| self.sum[lane]).sum::<u64>() + self.en_passant
    }

    /// Adds `counts`, the number of replies in each lane of `batch`, to the sum of that lane. If the caller wants one
    /// count for each owner (the index that a board carries), adds them to the counts of the boards' owners, too. The
    /// count of a lane without a board must be 0.
    #[inline(always)]
    fn add(&mut self, batch: &Batch<'_, S>, counts: S::u64s) {
        self.sum += counts;
        if let Some(by_owner) = &mut self.by_owner {
            by_owner.add::<S>(&batch.owners[..batch.len], counts);
        }
    }

    /// Counts the replies to most moves of `batch`, in each lane, without making these moves ([`Forecast`]). Makes the
    /// other moves, and puts the boards after them into the queue `parents`. `pieces` are the boards of `batch`, of
    /// which the compiler may know that they lack some kinds of pieces ([`Pieces`]).
    #[inline(always)]
    fn forecast<const R: bool>(
        &mut self,
        s: S,
        batch: &Batch<'_, S>,
        pieces: Pieces<S, R>,
        parents: &mut Queue,
    ) -> S::u64s {
        let Forecast { replies, rest } = Forecast::new(s, &batch.positions, pieces);
        let (next_to_enemy_pawn, en_passant_only) = (rest.next_to_enemy_pawn, rest.en_passant_only);
        let mut made = Made { batch, next_to_enemy_pawn, en_passant_only, parents, gather: self };
        rest.make(s, &batch.positions, batch.lanes(), &mut made);
        replies & s.first_lanes(batch.len)
    }

    /// Like [`forecast`](Self::forecast), for boards without queens, bishops and knights: not inlined, so that its
    /// code does not slow down the general case.
    #[inline(never)]
    fn forecast_rooks_only(&mut self, s: S, batch: &Batch<'_, S>, parents: &mut Queue) -> S::u64s {
        vectorize!(s, self.forecast(s, batch, Pieces::rooks_only(&batch.positions.boards), parents))
    }
}

impl<S: BoardSimd> Gather<S> for ReplySums<'_, S> {
    #[inline(always)]
    fn has_owners(&self) -> bool {
        self.by_owner.is_some()
    }

    #[inline(always)]
    fn add_two_plies(&mut self, s: S, batch: &Batch<'_, S>, parents: &mut Queue) {
        let boards = batch.positions.boards;
        // Without vectors, a second copy of the forecast for boards of rooks and pawns slows the general copy down by
        // more than it gains.
        let replies = if !s.is_scalar() && Pieces::are_rooks_only(s, &boards) {
            self.forecast_rooks_only(s, batch, parents)
        } else {
            self.forecast(s, batch, Pieces::any(&boards), parents)
        };
        self.add(batch, replies);
    }

    #[inline(always)]
    fn add_one_ply(&mut self, s: S, batch: &Batch<'_, S>) {
        let boards = &batch.positions.boards;
        let counts = if Pieces::are_rooks_only(s, boards) {
            WhiteToMove::new(&batch.positions).count_moves_among(s, &Pieces::rooks_only(boards))
        } else {
            WhiteToMove::count_moves(s, &batch.positions)
        };
        self.add(batch, counts);
    }

    #[inline(always)]
    fn add_en_passant(&mut self, s: S, pushed: &Positions<S>, to: S::u64s, lanes: u64, owners: &[u64]) {
        for lanes in en_passant::capturable(s, &pushed.boards, to, lanes) {
            self.en_passant += u64::from(lanes.count_ones());
            if let Some(by_owner) = &mut self.by_owner {
                by_owner.add_one(owners, lanes);
            }
        }
    }
}

impl ByOwner<'_> {
    /// Adds the number in lane `i` of `counts` to the count whose index is `owners[i]`, for every lane.
    #[inline(always)]
    fn add<S: BoardSimd>(&mut self, owners: &[u64], counts: S::u64s) {
        let mut added = [0; 8];
        counts.store_slice(&mut added[..S::u64s::LEN]);
        for (&owner, &count) in owners.iter().zip(&added) {
            self.0[owner as usize] += count;
        }
    }

    /// Adds one to the count whose index is `owners[i]`, for every lane `i` whose bit is set in `lanes`.
    fn add_one(&mut self, owners: &[u64], mut lanes: u64) {
        while lanes != 0 {
            self.0[owners[lanes.trailing_zeros() as usize] as usize] += 1;
            lanes &= lanes - 1;
        }
    }
}

impl fmt::Debug for ReplyCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplyCounter").field("level", &self.level).finish_non_exhaustive()
    }
}
