//! The moves that give check, on boards in lanes.
//!
//! 1. [`Moves::new`] collects what all checks need: our moves, and what the enemy king sees along lines and by a
//!    knight's step.
//! 2. Direct checks are the moves to a square from which a piece of the moved kind attacks the enemy king.
//! 3. Discoverers are our pieces with nothing else between one of our sliders and the enemy king; all their moves off
//!    the line uncover a check.
//! 4. Promotions and castling are found separately: the piece that gives check is not the pawn or king that moved.
//!
//! No move is made here: `leaves` adds what these functions find to its columns, and makes the moves that may be mate.

use fearless_simd::prelude::*;
use quadbit_movegen::CastlingSide;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::sets::{self, ByDirection, ByJump, ByLine, step};
use quadbit_quad::simd::{BoardSimd, Slides};
use quadbit_x88::Direction;

use crate::board::attacks::attackers;
use crate::board::castling::{by_side, castled};
use crate::board::pawns::{ByPawnMove, ToLastRank};
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::promotions::Promotions;
use crate::board::scene::Scene;
use crate::board::sides::{THEM, US};
use crate::board::targets::Targets;

/// Our moves on boards in lanes, to find those that give check.
///
/// Pass references to it only to inlined functions: otherwise all of it would have to be in memory.
pub(super) struct Moves<S: BoardSimd, const R: bool> {
    pub(super) scene: Scene<S, R>,
    pub(super) targets: Targets<S>,
    /// The rooks with which our king may castle.
    pub(super) castling: S::u64s,
    /// The squares that the enemy king sees along each line. If `R` is true, the boards have no bishops, queens or
    /// knights, and the sets for the diagonals are empty.
    pub(super) sight: ByLine<S::u64s>,
    /// The squares from which a knight would attack the enemy king.
    pub(super) knight: S::u64s,
}

/// The promotions that give check, and how many there are in each lane.
pub(super) struct PromotionChecks<S: BoardSimd> {
    pub(super) promotions: Promotions<S>,
    /// The number of promotions that give check, in every lane.
    pub(super) all: S::u64s,
    /// The number of promotions after which only another piece than the new one gives check, in every lane.
    pub(super) discovered: S::u64s,
    /// The number of promotions that give double check, in every lane.
    pub(super) double: S::u64s,
}

impl<S: BoardSimd, const R: bool> Moves<S, R> {
    #[inline(always)]
    pub(super) fn new(s: S, positions: &Positions<S>, pieces: Pieces<S, R>) -> Self {
        let scene = Scene::new(s, positions, pieces);
        let (targets, castling) = scene.moves(s);
        let sight = pieces.sight(s, &scene.slides, scene.king);
        let knight = sets::knight_attacks(scene.king);
        Self { scene, targets, castling, sight, knight }
    }

    /// The moves after which the moved piece gives check; promotions and castling are left out.
    #[inline(always)]
    pub(super) fn direct_checks(&self, s: S) -> Targets<S> {
        let Self { scene: Scene { ref pieces, ref slides, ref limits, .. }, ref targets, .. } = *self;
        let zero = S::u64s::splat(s, 0);
        let ByLine([rank, file, diagonal, antidiagonal]) = self.sight;
        let (rook, bishop) = (rank | file, diagonal | antidiagonal);
        let mut checks = targets.slides & ByDirection::rook_and_bishop(rook, bishop);
        // A queen that moves as a rook may give check as a bishop, and vice versa.
        let sliders = limits.sliders(pieces);
        let queens = pieces.boards.orthogonal_sliders() & pieces.diagonal_sliders() & sliders.union();
        let [n, ne, e, se, so, sw, w, nw] = targets.slides.0;
        let reached = ((n | e | so | w) & bishop) | ((ne | se | sw | nw) & rook);
        if !R && queens.simd_eq(zero).select(zero, reached).simd_ne(zero).any_true() {
            let by_queens = slides.attacks(s, sliders & queens) & limits.allowed;
            checks = checks | (by_queens & ByDirection::rook_and_bishop(bishop, rook));
        }
        let [west, east] = sets::pawn_attacks(self.scene.king, THEM);
        Targets {
            slides: checks,
            jumps: targets.jumps & self.knight,
            king: zero,
            pawns: targets.pawns.within(west | east),
        }
    }

    /// Our pieces with nothing else between one of our sliders and the enemy king, by the kind of line. The slider
    /// behind may itself be pinned to our king: it still gives check.
    #[inline(always)]
    pub(super) fn discoverers(&self) -> ByLine<S::u64s> {
        self.sight & self.scene.our_slides.lines() & self.scene.ours
    }

    /// The moves of `discoverers` that leave their line, including promotions but not castling.
    #[inline(always)]
    pub(super) fn moves_of_discoverers(&self, s: S, discoverers: ByLine<S::u64s>) -> Targets<S> {
        let Self { ref scene, ref targets, .. } = *self;
        let Scene { ref white, ref pieces, ref slides, ref limits, .. } = *scene;
        let ByLine([on_rank, on_file, on_diagonal, on_antidiagonal]) = discoverers;
        let all = discoverers.union();
        let push = step(all & !on_file, Direction::North);
        let knights = pieces.knights() & limits.free(&white.boards) & all;

        let king = white.king;
        let on_line = along::<S>(king & on_rank, Direction::East)
            | along::<S>(king & on_file, Direction::North)
            | along::<S>(king & on_diagonal, Direction::NorthEast)
            | along::<S>(king & on_antidiagonal, Direction::NorthWest);
        let zero = S::u64s::splat(s, 0);
        let steps = (king & all).simd_eq(zero).select(zero, targets.king & !on_line);
        Targets {
            slides: slides.attacks(s, limits.sliders(pieces) & all) & limits.allowed,
            jumps: ByJump::of_knights(knights) & limits.allowed,
            king: steps,
            pawns: ByPawnMove {
                single: targets.pawns.single & push,
                double: targets.pawns.double & step(push, Direction::North),
                west: targets.pawns.west & step(all, Direction::NorthWest),
                east: targets.pawns.east & step(all, Direction::NorthEast),
            },
        }
    }
}

impl<S: BoardSimd> PromotionChecks<S> {
    /// Finds and counts the promotions that give check. `to` are the squares of all promotions, `uncovered` those of
    /// promotions that discover a check. Not inlined, because promotions are rare.
    ///
    /// `king` is the enemy king, `sight` the squares that a queen in its place would attack along each line, `knight`
    /// the squares from which a knight attacks it.
    #[inline(never)]
    pub(super) fn new(
        s: S,
        to: ToLastRank<S>,
        uncovered: ToLastRank<S>,
        sight: ByLine<S::u64s>,
        king: S::u64s,
        knight: S::u64s,
    ) -> Self {
        vectorize!(s, {
            let direct = direct_checks(s, to, sight, king, knight);
            let uncovered = Promotions::to_each(uncovered);
            let promotions = direct | uncovered;
            let (all, uncovered) = (promotions.count(s), uncovered.count(s));
            let double = direct.count(s) + uncovered - all;
            Self { promotions, all, discovered: uncovered - double, double }
        })
    }
}

/// The promotions on the squares of `to` after which the new piece gives check to `king`.
///
/// The enemy king sees the last rank through the square that the pawn leaves. `sight` has all lines of the king,
/// because the new piece may be of a kind that was absent before; `knight` are the squares from which a knight attacks
/// the king.
#[inline(always)]
fn direct_checks<S: BoardSimd>(
    s: S,
    to: ToLastRank<S>,
    sight: ByLine<S::u64s>,
    king: S::u64s,
    knight: S::u64s,
) -> Promotions<S> {
    let ByLine([rank, file, diagonal, antidiagonal]) = sight;
    let ToLastRank { push, west, east } = to;
    let (rook, bishop) = (rank | file, diagonal | antidiagonal);
    // All squares after the king's, in the order from a1 to h8: on a line, those towards the last rank.
    let above = S::u64s::splat(s, 0) - (king + king);
    let rooks = ToLastRank {
        push: push & (rook | step(file & above, Direction::North)),
        west: west & rook,
        east: east & rook,
    };
    let bishops = ToLastRank {
        push: push & bishop,
        west: west & (bishop | step(antidiagonal & above, Direction::NorthWest)),
        east: east & (bishop | step(diagonal & above, Direction::NorthEast)),
    };
    Promotions {
        queen: rooks | bishops,
        rook: rooks,
        bishop: bishops,
        knight: ToLastRank { push: push & knight, west: west & knight, east: east & knight },
    }
}

/// The rooks among `rooks` with which castling gives check; `ours` and `theirs` are our king and the enemy king. The
/// castling moves are made, because our king may have blocked the rook's line.
///
/// Castling uncovers no other slider: on the first rank, that slider or the enemy king would stand in the path of our
/// king or rook, and every other line ends on the first rank.
#[inline(never)]
pub(super) fn castling_checks<S: BoardSimd>(
    s: S,
    positions: &Positions<S>,
    [ours, theirs]: [S::u64s; 2],
    rooks: S::u64s,
) -> S::u64s {
    vectorize!(s, {
        // A loop, so that there is one copy of its code.
        let (sides, rooks) = ([CastlingSide::Queen, CastlingSide::King], by_side(s, ours, rooks));
        let zero = S::u64s::splat(s, 0);
        let (mut found, mut n) = (zero, 0);
        while n < 2 {
            found |= castling_checks_on(s, positions, [ours, theirs], sides[n], rooks[n]);
            n += 1;
        }
        found
    })
}

#[inline(always)]
fn castling_checks_on<S: BoardSimd>(
    s: S,
    positions: &Positions<S>,
    [ours, theirs]: [S::u64s; 2],
    side: CastlingSide,
    rooks: S::u64s,
) -> S::u64s {
    let zero = S::u64s::splat(s, 0);
    let boards = castled(s, &positions.boards, US, side, ours, rooks);
    let slides = Slides::new(s, boards.occupied());
    let seen = slides.sight(s, theirs);
    let checkers = attackers(&Pieces::any(&boards), US, theirs, seen);
    checkers.simd_eq(zero).select(zero, rooks)
}

/// The squares next to `king` in direction `one` and opposite to it: two, or fewer at the edge of the board.
#[inline(always)]
pub(super) fn along<S: BoardSimd>(king: S::u64s, one: Direction) -> S::u64s {
    step(king, one) | step(king, one.opposite())
}
