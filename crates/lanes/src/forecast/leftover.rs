//! The moves that are not foretold, and making them.

use fearless_simd::prelude::*;
use quadbit_movegen::Wing;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::{self, Ray};
use quadbit_quad::simd::{BoardSimd, Lanes, Slides};
use quadbit_x88::{Direction, Rank, Role, Square};

use super::regular::Regular;
use super::scene::Scene;
use super::{THEM, US};
use crate::limits::{knight_jumps, unjump};
use crate::positions::Positions;
use crate::queue::{Queue, Turned};

/// Moves that must be made: where they arrive, by the way they go.
pub(crate) struct Leftover<S: BoardSimd> {
    slides: [S::u64s; 8],
    jumps: [S::u64s; 8],
    king: S::u64s,
    single: S::u64s,
    double: S::u64s,
    west: S::u64s,
    east: S::u64s,
    /// The rooks that castle.
    castling: S::u64s,
    /// Where double pushes arrive beside a pawn that may capture en passant.
    beside: S::u64s,
}

impl<S: BoardSimd> Leftover<S> {
    /// All our moves but the regular ones.
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S>, regular: &Regular<S>, king_steps: S::u64s) -> Self {
        let Scene { ref boards, ref limits, orthogonals, diagonals, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let allowed = limits.allowed;
        let [p0, p1, p2, p3] = limits.pins;
        let pinned = (p0 | p1 | p2 | p3) & (orthogonals | diagonals);
        let rays = if pinned.simd_ne(zero).any_true() {
            scene.slides_of(s, scene.sliders(limits))
        } else {
            scene.our_slides
        };
        let q = &regular.slides;
        let [a, b, c, d, e, f, g, h] = knight_jumps::<S>(boards.knights() & limits.free(boards));
        let j = &regular.jumps;
        let pawns = limits.pawn_targets(boards);
        Self {
            slides: [
                rays[0] & allowed & !q[0],
                rays[1] & allowed & !q[1],
                rays[2] & allowed & !q[2],
                rays[3] & allowed & !q[3],
                rays[4] & allowed & !q[4],
                rays[5] & allowed & !q[5],
                rays[6] & allowed & !q[6],
                rays[7] & allowed & !q[7],
            ],
            jumps: [
                a & allowed & !j[0],
                b & allowed & !j[1],
                c & allowed & !j[2],
                d & allowed & !j[3],
                e & allowed & !j[4],
                f & allowed & !j[5],
                g & allowed & !j[6],
                h & allowed & !j[7],
            ],
            king: king_steps & !regular.king,
            single: pawns.single & !regular.single,
            double: pawns.double & !regular.double,
            west: pawns.west & !regular.west,
            east: pawns.east & !regular.east,
            castling: scene.movers.castling(s, scene.attacked, p0),
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
        let mut replies = 0;

        macro_rules! each {
            ($targets:expr, |$to:ident| $board:expr) => {{
                let mut targets = $targets;
                loop {
                    let some = targets.simd_ne(zero).to_bitmask() & lanes;
                    if some == 0 {
                        break;
                    }
                    let $to = s.first_bits(targets);
                    targets ^= $to;
                    queue.append(s, &Positions { boards: $board, castling_rooks }, some);
                    if queue.is_full() {
                        replies += queue.count_moves(s, Turned::NotYet, false);
                    }
                }
            }};
        }
        macro_rules! slide {
            ($direction:ident) => {
                each!(self.slides[Direction::$direction.index()], |to| {
                    let from = Ray::new(Direction::$direction.opposite(), empty).attacks(to) & occupied;
                    boards.moved(s, from, to)
                })
            };
        }
        slide!(North);
        slide!(NorthEast);
        slide!(East);
        slide!(SouthEast);
        slide!(South);
        slide!(SouthWest);
        slide!(West);
        slide!(NorthWest);

        let knight = Role::Knight.of(US).code();
        each!(self.jumps[0], |to| boards.put(unjump::<S, 0>(to), to, knight));
        each!(self.jumps[1], |to| boards.put(unjump::<S, 1>(to), to, knight));
        each!(self.jumps[2], |to| boards.put(unjump::<S, 2>(to), to, knight));
        each!(self.jumps[3], |to| boards.put(unjump::<S, 3>(to), to, knight));
        each!(self.jumps[4], |to| boards.put(unjump::<S, 4>(to), to, knight));
        each!(self.jumps[5], |to| boards.put(unjump::<S, 5>(to), to, knight));
        each!(self.jumps[6], |to| boards.put(unjump::<S, 6>(to), to, knight));
        each!(self.jumps[7], |to| boards.put(unjump::<S, 7>(to), to, knight));

        let king = Role::King.of(US).code();
        let kings = boards.kings() & boards.color(US);
        each!(self.king, |to| boards.put(kings, to, king));

        let pawn = Role::Pawn.of(US).code();
        let last = Bitboard::rank(Rank::Eighth).0;
        each!(self.single & !last, |to| boards.put(to >> 8, to, pawn));
        each!(self.west & !last, |to| boards.put(to >> 7, to, pawn));
        each!(self.east & !last, |to| boards.put(to >> 9, to, pawn));
        each!(self.double, |to| {
            let board = boards.put(to >> 16, to, pawn);
            let pushed = (to & self.beside).simd_ne(zero).to_bitmask() & lanes;
            if pushed != 0 {
                replies += en_passant_replies(s, &board, to, pushed);
            }
            board
        });
        if ((self.single | self.west | self.east) & last).simd_ne(zero).any_true() {
            let mut n = 0;
            while n < Role::PROMOTIONS.len() {
                let code = Role::PROMOTIONS[n].of(US).code();
                each!(self.single & last, |to| boards.put(to >> 8, to, code));
                each!(self.west & last, |to| boards.put(to >> 7, to, code));
                each!(self.east & last, |to| boards.put(to >> 9, to, code));
                n += 1;
            }
        }

        let rook = Role::Rook.of(US).code();
        let below_king = kings - S::u64s::splat(s, 1);
        macro_rules! castle {
            ($castling:expr, $wing:expr) => {
                each!($castling, |from| {
                    let to = |square: Square| S::u64s::splat(s, Bitboard::of(square).0);
                    let board = boards.put(kings | from, to($wing.king_target(US)), king);
                    board.put(zero, to($wing.rook_target(US)), rook)
                })
            };
        }
        castle!(self.castling & below_king, Wing::Queen);
        castle!(self.castling & !below_king, Wing::King);
        replies
    }
}

/// The replies en passant to double pushes in some lanes: each capture is made, and their king looks around.
#[inline(never)]
fn en_passant_replies<S: BoardSimd>(s: S, boards: &Lanes<S>, to: S::u64s, lanes: u64) -> u64 {
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
fn en_passant_captures<S: BoardSimd>(s: S, boards: &Lanes<S>, to: S::u64s, from: S::u64s) -> u64 {
    let zero = S::u64s::splat(s, 0);
    let pawn = from & boards.pawns() & boards.color(THEM);
    let occupied = (boards.occupied() & !(pawn | to)) | (to >> 8);
    let king = boards.kings() & boards.color(THEM);
    let [rank, file, diagonal, antidiagonal] =
        Slides::new(s, occupied).attacks_on_lines(s, [king, king, king, king]);
    let [west, east] = sets::pawn_attacks(king, THEM);
    let attackers = ((rank | file) & boards.orthogonal_sliders())
        | ((diagonal | antidiagonal) & boards.diagonal_sliders())
        | (sets::knight_attacks(king) & boards.knights())
        | ((west | east) & boards.pawns() & !to);
    let safe = (attackers & boards.color(US)).simd_eq(zero).to_bitmask();
    pawn.simd_ne(zero).to_bitmask() & safe
}
