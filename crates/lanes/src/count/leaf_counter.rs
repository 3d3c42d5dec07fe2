//! Statistics of the leaves below a position, with boards in lanes.
//!
//! 1. [`LeafCounter::count`] enters code compiled for a set of CPU instructions, and hands the position to [`Plies`],
//!    which makes boards down to two plies and one ply above the leaves and calls back with full batches.
//! 2. Two plies above: all moves are made in lanes, and the boards wait as parents of leaves.
//! 3. One ply above: [`Columns`] adds the leaves of all lanes, as sums of sizes of sets.
//! 4. Captures en passant are made right after the double push, which a queued board does not record.
//! 5. Checks that may be mate wait in [`Mates`].
//!
//! One ply above the leaves, a batch that is not full has empty boards in its last lanes, which have no leaves. Two
//! plies above, no moves are made in these lanes.

use core::fmt;

use fearless_simd::prelude::*;
use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::{Level, dispatch_few, vectorize};
use quadbit_quad::sets::step;
use quadbit_quad::simd::{BoardSimd, Slides};
use quadbit_x88::{Direction, Role};

use crate::board::attacks::attackers;
use crate::board::en_passant;
use crate::board::pawns::PawnMove;
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::sides::{THEM, US};
use crate::board::white_to_move::WhiteToMove;
use crate::count::leaves::Columns;
use crate::count::mates::Mates;
use crate::count::plies::{Batch, Gather, Made, Plies};
use crate::count::statistics::Statistics;
use crate::make::move_sets::MoveSets;
use crate::make::queue::Queue;

/// Counts the leaves one to four plies below a position by kind of move, as [`Statistics`], with several boards at once
/// in the lanes of vectors.
///
/// Boards wait in queues until there are enough for all lanes. Boards two plies above the leaves are made from a list
/// of moves, those one ply above from sets of targets. Only a few leaves are made: checks that may be mate, castling
/// that may give check, and captures en passant. Every other number is a sum of sizes of sets.
///
/// The counter owns its buffers, about 75 KiB: create it once and reuse it.
///
/// ```
/// use quadbit_lanes::LeafCounter;
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// let kiwipete: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let mut counter = LeafCounter::new(Level::auto());
/// let statistics = counter.count(&kiwipete, 3);
/// assert_eq!((statistics.nodes, statistics.captures, statistics.en_passant), (97_862, 17_102, 45));
/// assert_eq!((statistics.castles, statistics.promotions), (3_162, 0));
/// assert_eq!((statistics.checks, statistics.checkmates), (993, 1));
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone)]
pub struct LeafCounter {
    level: Level,
    plies: Plies,
    mates: Mates,
}

impl LeafCounter {
    /// Creates a counter that uses the vector instructions of `level`, with empty buffers.
    pub const fn new(level: Level) -> Self {
        Self { level, plies: Plies::new(), mates: Mates::new() }
    }

    /// Counts the leaves `plies` below `position`, one to four, by kind of move.
    ///
    /// Four plies at once are faster than the sum of three plies after each move: boards after different moves
    /// fill the lanes together.
    ///
    /// # Panics
    /// If `plies` is not 1, 2, 3 or 4.
    #[track_caller]
    pub fn count(&mut self, position: &Position, plies: u8) -> Statistics {
        assert!(matches!(plies, 1..=4), "counts 1 to 4 plies, not {plies}");
        let in_lanes = dispatch_few!(self.level, s => {
            let mut leaves = Leaves::new(s, &mut self.mates);
            self.plies.leaves(s, position, plies, &mut leaves);
            leaves.finish(s)
        });
        if plies == 1 { in_lanes + leaves_en_passant(position) } else { in_lanes }
    }
}

/// The numbers of leaves counted so far, by kind of move: all, captures, castling, checks, mates and so on, as in
/// [`Statistics`].
struct Leaves<'a, S: BoardSimd> {
    columns: Columns<S>,
    /// The number of mates found so far.
    mates: u64,
    checked: &'a mut Mates,
    /// The statistics of the leaves after captures en passant, except the number of mates, which is part of `mates`.
    en_passant: Statistics,
}

impl<'a, S: BoardSimd> Leaves<'a, S> {
    #[inline(always)]
    fn new(s: S, checked: &'a mut Mates) -> Self {
        Self { columns: Columns::new(s), mates: 0, checked, en_passant: Statistics::default() }
    }

    #[inline(always)]
    fn finish(&mut self, s: S) -> Statistics {
        let checkmates = u128::from(self.mates + self.checked.finish(s));
        Statistics { checkmates, ..self.columns.total() } + self.en_passant
    }

    /// Adds the leaves below `positions`, whose boards have no queens, bishops or knights: not inlined, so that its
    /// code does not slow down the general case.
    #[inline(never)]
    fn add_rooks_only(&mut self, s: S, positions: &Positions<S>) {
        vectorize!(s, {
            let pieces = Pieces::rooks_only(&positions.boards);
            self.mates += self.columns.add(s, positions, pieces, self.checked);
        });
    }
}

impl<S: BoardSimd> Gather<S> for Leaves<'_, S> {
    /// Makes all moves of the boards of `batch`. The boards after them wait in `parents`.
    #[inline(always)]
    fn add_two_plies(&mut self, s: S, batch: &Batch<'_, S>, parents: &mut Queue) {
        let white = WhiteToMove::new(&batch.positions);
        let (targets, castling) = white.targets(s);
        let next_to_enemy_pawn = en_passant::next_to_enemy_pawn(&white.boards);
        let mut made =
            Made { batch, next_to_enemy_pawn, en_passant_only: S::u64s::splat(s, 0), parents, gather: self };
        MoveSets::new(s, &targets, white.king, castling).make(s, &batch.positions, batch.lanes(), &mut made);
    }

    #[inline(always)]
    fn add_one_ply(&mut self, s: S, batch: &Batch<'_, S>) {
        let boards = batch.positions.boards;
        // Without vectors, a second copy of the code for boards of rooks and pawns slows the general copy down by more
        // than it gains.
        if !s.is_scalar() && Pieces::are_rooks_only(s, &boards) {
            // A copy, because positions whose address is taken must be in memory: those of `batch` stay in registers.
            let positions = batch.positions;
            self.add_rooks_only(s, &positions);
        } else {
            self.mates += self.columns.add(s, &batch.positions, Pieces::any(&boards), self.checked);
        }
    }

    #[inline(never)]
    fn add_en_passant(&mut self, s: S, pushed: &Positions<S>, to: S::u64s, lanes: u64, _: &[u64]) {
        vectorize!(s, {
            let zero = S::u64s::splat(s, 0);
            let one = S::u64s::splat(s, 1);
            let lanes = en_passant::capturable(s, &pushed.boards, to, lanes);
            let from = [step(to, Direction::West), step(to, Direction::East)];
            let behind = PawnMove::Single.origins::<S>(US, to);
            for (from, lanes) in from.into_iter().zip(lanes) {
                let boards = pushed.boards.put(from | to, behind, Role::Pawn.of(THEM).code());
                let king = boards.kings() & boards.color(US);
                let slides = Slides::new(s, boards.occupied());
                let seen = slides.sight(s, king);
                let checkers = attackers(&Pieces::any(&boards), THEM, king, seen);
                let check = checkers.simd_ne(zero).to_bitmask() & lanes;
                let direct = (checkers & behind).simd_ne(zero).to_bitmask();
                let double = (checkers & (checkers - one)).simd_ne(zero).to_bitmask();
                let count = |lanes: u64| u128::from(lanes.count_ones());
                self.en_passant += Statistics {
                    nodes: count(lanes),
                    captures: count(lanes),
                    en_passant: count(lanes),
                    checks: count(check),
                    discovered_checks: count(check & !direct & !double),
                    double_checks: count(check & double),
                    ..Statistics::default()
                };
                let captured = Positions { boards, castling_rooks: pushed.castling_rooks };
                self.mates += self.checked.append(s, &captured.flip_colors(s), check);
            }
        });
    }
}

/// The statistics of the leaves after captures en passant in `position`, which boards in lanes do not record.
#[cold]
fn leaves_en_passant(position: &Position) -> Statistics {
    let Some(target) = position.ep() else { return Statistics::default() };
    let capture = |pawn| Statistics::of_move(position, Move::new(pawn, target));
    position.legal_ep_capturers().into_iter().map(capture).sum()
}

impl fmt::Debug for LeafCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafCounter").field("level", &self.level).finish_non_exhaustive()
    }
}
