//! The moves that are not foretold, and making them.

use fearless_simd::prelude::*;
use quadbit_movegen::Wing;
use quadbit_quad::sets::{self, ByJump, ByLine, Ray};
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_x88::{Direction, Role};

use super::regular::Regular;
use super::scene::Scene;
use super::{THEM, US};
use crate::castling::{by_wing, castled};
use crate::pawns::{ByPawnMove, PawnMove, last_rank};
use crate::positions::Positions;
use crate::queue::{Queue, Turned};
use crate::targets::Targets;
use crate::threats::attackers;

/// Moves that must be made.
pub(crate) struct Leftover<S: BoardSimd> {
    pub(super) targets: Targets<S>,
    /// The rooks that castle.
    pub(super) castling: S::u64s,
    /// Where double pushes arrive beside a pawn that may capture en passant.
    beside: S::u64s,
}

impl<S: BoardSimd> Leftover<S> {
    /// All our moves but the regular ones.
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S>, regular: &Regular<S>, king_steps: S::u64s) -> Self {
        let Scene { ref boards, ref limits, .. } = *scene;
        let pinned = limits.pins.union() & scene.sliders.union();
        let rays = if pinned.simd_ne(S::u64s::splat(s, 0)).any_true() {
            scene.slides_of(s, limits.sliders(boards))
        } else {
            scene.our_slides
        };
        Self {
            targets: limits.targets(boards, rays, king_steps).without(&regular.targets),
            castling: scene.movers.castling(s, limits, &scene.threats),
            beside: scene.beside(),
        }
    }

    /// Makes the moves in some of the lanes, a lowest square of each at a time, and appends the boards to a queue. Gives the number
    /// of replies en passant, which the boards do not show, and of all replies on boards for which the queue has no room.
    #[inline(always)]
    pub(crate) fn make(&self, s: S, parents: &Positions<S>, lanes: u64, queue: &mut Queue) -> u64 {
        let zero = S::u64s::splat(s, 0);
        let Positions { ref boards, castling_rooks } = *parents;
        let occupied = boards.occupied();
        let empty = !occupied;
        let king = boards.kings() & boards.color(US);
        let mut replies = 0;

        macro_rules! slide {
            ($direction:ident, $to:ident) => {{
                let from = Ray::new(Direction::$direction.opposite(), empty).attacks($to) & occupied;
                boards.moved(s, from, $to)
            }};
        }
        macro_rules! put {
            ($from:expr, $to:ident, $role:expr) => {
                boards.put($from, $to, $role.of(US).code())
            };
        }
        // One loop for all ways to move: appending a board is much code, which would stand here dozens of times otherwise.
        // Promotions come four times, once for each piece.
        let ways = self.ways(s, king);
        let all = if self.targets.pawns.promote(s, US) { 23 + 4 * 3 } else { 23 };
        let mut way = 0;
        while way < all {
            let mut targets = ways[if way < 26 { way } else { 23 + (way - 23) % 3 }];
            loop {
                let some = targets.simd_ne(zero).to_bitmask() & lanes;
                if some == 0 {
                    break;
                }
                let to = s.first_bits(targets);
                targets ^= to;
                let boards = match way {
                    0 => slide!(North, to),
                    1 => slide!(NorthEast, to),
                    2 => slide!(East, to),
                    3 => slide!(SouthEast, to),
                    4 => slide!(South, to),
                    5 => slide!(SouthWest, to),
                    6 => slide!(West, to),
                    7 => slide!(NorthWest, to),
                    8 => put!(ByJump::origin(to, 0), to, Role::Knight),
                    9 => put!(ByJump::origin(to, 1), to, Role::Knight),
                    10 => put!(ByJump::origin(to, 2), to, Role::Knight),
                    11 => put!(ByJump::origin(to, 3), to, Role::Knight),
                    12 => put!(ByJump::origin(to, 4), to, Role::Knight),
                    13 => put!(ByJump::origin(to, 5), to, Role::Knight),
                    14 => put!(ByJump::origin(to, 6), to, Role::Knight),
                    15 => put!(ByJump::origin(to, 7), to, Role::Knight),
                    16 => put!(king, to, Role::King),
                    17 => castled(s, boards, US, Wing::Queen, king, to),
                    18 => castled(s, boards, US, Wing::King, king, to),
                    19 => {
                        let board = put!(PawnMove::Double.origins::<S>(US, to), to, Role::Pawn);
                        let pushed = (to & self.beside).simd_ne(zero).to_bitmask() & lanes;
                        if pushed != 0 {
                            replies += en_passant_replies(s, &board, to, pushed);
                        }
                        board
                    }
                    _ => {
                        let from = match way % 3 {
                            2 => PawnMove::Single.origins::<S>(US, to),
                            0 => PawnMove::West.origins::<S>(US, to),
                            _ => PawnMove::East.origins::<S>(US, to),
                        };
                        match way {
                            20..=22 => put!(from, to, Role::Pawn),
                            _ => put!(from, to, Role::PROMOTIONS[(way - 23) / 3]),
                        }
                    }
                };
                queue.append(s, &Positions { boards, castling_rooks }, some);
                if queue.is_full() {
                    replies += queue.count_moves(s, Turned::NotYet, false);
                }
            }
            way += 1;
        }
        replies
    }

    /// The targets of each way to move:
    ///
    /// ```text
    ///   0 ..  7   slides, by direction         19         double pushes
    ///   8 .. 15   jumps of knights             20 .. 22   single pushes, captures to the west, to the east
    ///  16         steps of the king            23 .. 25   the same as promotions
    ///  17, 18     castling long, short
    /// ```
    #[inline(always)]
    fn ways(&self, s: S, king: S::u64s) -> [S::u64s; 26] {
        let Targets { slides, jumps, king: steps, ref pawns } = self.targets;
        let [n, ne, e, se, so, sw, w, nw] = slides.0;
        let [j0, j1, j2, j3, j4, j5, j6, j7] = jumps.0;
        let [long, short] = by_wing(s, king, self.castling);
        let ByPawnMove { single, double, west, east } = *pawns;
        let last = last_rank(US);
        // The pushes and captures that promote, and those that do not.
        let (push, take_w, take_e) = (single & !last, west & !last, east & !last);
        let (push_8, take_w_8, take_e_8) = (single & last, west & last, east & last);
        [
            n, ne, e, se, so, sw, w, nw, j0, j1, j2, j3, j4, j5, j6, j7, steps, long, short, double, push,
            take_w, take_e, push_8, take_w_8, take_e_8,
        ]
    }
}

/// The replies en passant to double pushes in some lanes: each capture is made, and their king looks around.
#[inline(never)]
fn en_passant_replies<S: BoardSimd>(s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64 {
    s.vectorize(
        #[inline(always)]
        || {
            let from_west = en_passant_captures(s, boards, to, sets::step(to, Direction::West));
            let from_east = en_passant_captures(s, boards, to, sets::step(to, Direction::East));
            u64::from((from_west & lanes).count_ones() + (from_east & lanes).count_ones())
        },
    )
}

/// The lanes in which a pawn of theirs on one of some squares may capture the pawn on `to` en passant.
#[inline(always)]
fn en_passant_captures<S: BoardSimd>(s: S, boards: &Boards<S>, to: S::u64s, from: S::u64s) -> u64 {
    let zero = S::u64s::splat(s, 0);
    let pawn = from & boards.pawns() & boards.color(THEM);
    let occupied = (boards.occupied() & !(pawn | to)) | PawnMove::Single.origins::<S>(US, to);
    let king = boards.kings() & boards.color(THEM);
    let seen = Slides::new(s, occupied).attacks(s, ByLine::splat(king)).lines();
    let checkers = attackers(boards, US, king, seen) & !to;
    pawn.simd_ne(zero).to_bitmask() & checkers.simd_eq(zero).to_bitmask()
}
