//! The leaves one ply below boards in lanes, by kind.
//!
//! Nearly everything is a population count of sets that counting moves needs anyway:
//!
//! - **captures** are the moves that arrive on their men;
//! - **direct checks** are the moves that arrive on a square that such a piece would attack from the square of their king;
//! - **discovered checks** are all moves of a piece that stands alone between a slider of ours and their king, except those along
//!   that line. No slider can stay on the line: one that could move along it would give check already;
//! - **double checks** are in both sets.
//!
//! In three cases the check goes through a square that the move itself leaves or fills: a promotion behind the pawn's own square, castling,
//! and captures en passant. Promotions have their own set, castling rooks are put on the board, and captures en passant, which a board does
//! not record, are made. Of the checks, only those are made that may be mate ([`Answered`]); [`Mates`] decides.

mod answered;
mod arrivals;
mod checks;
mod suspects;

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::step;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_x88::{Direction, File, Rank, Role};

use crate::castling::by_wing;
use crate::en_passant;
use crate::mates::Mates;
use crate::men::{Men, RooksOnly};
use crate::pawns::{ByPawnMove, PawnMove, last_rank};
use crate::positions::Positions;
use crate::queue::Queue;
use crate::scene::{Scene, THEM, US};
use crate::select::if_some;
use crate::statistics::Statistics;
use crate::targets::Targets;
use crate::threats::attackers;
use crate::ways;
use answered::Answered;
use arrivals::{Arrivals, Total};
use checks::{Moves, castling_checks};
use suspects::Suspects;

/// The columns of the statistics in lanes. Mates are a single number.
pub(crate) struct Sums<S: BoardSimd> {
    nodes: Total<S>,
    captures: Total<S>,
    castles: S::u64s,
    promotions: S::u64s,
    checks: S::u64s,
    discovered: S::u64s,
    double: S::u64s,
    mates: u64,
    /// The leaves after captures en passant, except mates.
    en_passant: Statistics,
}

impl<S: BoardSimd> Sums<S> {
    #[inline(always)]
    pub(crate) fn new(s: S) -> Self {
        let zero = S::u64s::splat(s, 0);
        Self {
            nodes: Total::new(s),
            captures: Total::new(s),
            castles: zero,
            promotions: zero,
            checks: zero,
            discovered: zero,
            double: zero,
            mates: 0,
            en_passant: Statistics::NONE,
        }
    }

    /// Adds the leaves below all boards of a queue that fill batches, black to move, without captures en passant; takes these boards away.
    /// With `all`, also those of the incomplete batch. Positions in check wait in `mates`.
    #[inline(never)]
    pub(crate) fn count(&mut self, s: S, parents: &mut Queue, mates: &mut Mates, all: bool) {
        s.vectorize(
            #[inline(always)]
            || {
                let lanes = Boards::<S>::LEN;
                let len = parents.len();
                let mut at = 0;
                while at + lanes <= len || (all && at < len) {
                    let mut positions = parents.batch(s, at).flip_colors(s);
                    if len - at < lanes {
                        positions = positions.within(s.first_lanes(len - at));
                    }
                    // As in plain counting.
                    let has_only_rooks = !S::IS_SCALAR && RooksOnly::are(s, &positions.boards);
                    if has_only_rooks {
                        self.add_rooks_only(s, &{ positions }, mates);
                    } else {
                        self.add(s, &positions, positions.boards, mates);
                    }
                    at += lanes;
                }
                parents.forget(s, at);
            },
        );
    }

    /// The same as [`add`](Self::add) for boards without queens, bishops and knights: a call, so that it keeps out of the other one's way.
    #[inline(never)]
    fn add_rooks_only(&mut self, s: S, positions: &Positions<S>, mates: &mut Mates) {
        s.vectorize(
            #[inline(always)]
            || self.add(s, positions, RooksOnly::new(s, &positions.boards), mates),
        );
    }

    /// Adds the leaves after black captures en passant the pawn that white has just pushed to `to`, in some lanes.
    #[inline(never)]
    pub(crate) fn add_en_passant(
        &mut self,
        s: S,
        pushed: &Positions<S>,
        to: S::u64s,
        lanes: u64,
        mates: &mut Mates,
    ) {
        s.vectorize(
            #[inline(always)]
            || {
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
                    let checkers = attackers(&boards, THEM, king, seen);
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
                        ..Statistics::NONE
                    };
                    let captured = Positions { boards, castling_rooks: pushed.castling_rooks };
                    self.mates += mates.append(s, &captured.flip_colors(s), check);
                }
            },
        );
    }

    /// Adds the leaves below the positions, white to move, without captures en passant. Below a board without men there are none.
    #[inline(always)]
    fn add(&mut self, s: S, positions: &Positions<S>, men: impl Men<S>, mates: &mut Mates) {
        let moves = Moves::new(s, positions, men);
        self.add_moves(s, &moves);
        let beside = en_passant::beside(&positions.boards);
        let mut suspects = Suspects::new(positions, beside, mates);
        self.add_checks(s, positions, &moves, &mut suspects);
        self.mates += suspects.mates();
    }

    /// Adds the columns that say nothing of the other side's king.
    #[inline(always)]
    fn add_moves(&mut self, s: S, moves: &Moves<S, impl Men<S>>) {
        let Moves { scene: Scene { theirs, .. }, ref targets, castling, .. } = *moves;
        let arrivals = Arrivals::new(targets, castling);
        self.nodes.add(s, &arrivals);
        self.captures.add(s, &arrivals.within(theirs));
        self.castles += s.popcount(castling);
        if targets.pawns.promote(s, US) {
            let more = targets.pawns.three_more(s, US);
            let [push, west, east] = targets.pawns.promotions();
            self.nodes.add_ones(more);
            self.captures.add_ones(targets.pawns.within(theirs).three_more(s, US));
            self.promotions += s.popcount(push) + s.popcount(west) + s.popcount(east) + more;
        }
    }

    /// Adds the columns of checks, and makes those that may be mate.
    #[inline(always)]
    fn add_checks(
        &mut self,
        s: S,
        positions: &Positions<S>,
        moves: &Moves<S, impl Men<S>>,
        suspects: &mut Suspects<'_, S>,
    ) {
        let zero = S::u64s::splat(s, 0);
        let Moves { scene: Scene { ref movers, king, .. }, ref targets, castling, .. } = *moves;
        let direct = moves.direct_checks(s);
        let discoverers = moves.discoverers();
        let mut uncovered = ByPawnMove { single: zero, double: zero, west: zero, east: zero };
        if discoverers.union().simd_ne(zero).any_true() {
            let of_discoverers = moves.moves_of_discoverers(s, discoverers);
            uncovered = of_discoverers.pawns;
            let uncovering = of_discoverers.without_promotions();
            let double = direct.and(&uncovering).arrivals(s, zero);
            let discovered = uncovering.arrivals(s, zero) - double;
            self.checks += direct.arrivals_with_check(s) + discovered;
            self.discovered += discovered;
            self.double += double;
            let answered = Answered::new(s, moves);
            suspects.make(s, &direct.without_answered(&answered).or(&uncovering));
        } else if direct.union().simd_ne(zero).any_true() {
            self.checks += direct.arrivals_with_check(s);
            suspects.make_unanswered(s, &direct, &Answered::new(s, moves));
        }
        if targets.pawns.promote(s, US) {
            self.add_promotions(s, moves, uncovered.promotions(), suspects);
        }
        let on_line =
            king & (Bitboard::rank(Rank::First) | Bitboard::file(File::D) | Bitboard::file(File::F)).0;
        if if_some(s, on_line, castling).simd_ne(zero).any_true() {
            let castled = castling_checks(s, positions, [movers.king, king], castling);
            self.checks += s.popcount(castled.rooks);
            self.discovered += castled.discovered;
            self.double += castled.double;
            let [long, short] = by_wing(s, movers.king, castled.rooks);
            suspects.make_ways(s, ways::CASTLING, &[long, short]);
        }
    }

    /// Adds promotions with check, given those that uncover one: pushes, captures to the west, captures to the east.
    #[inline(always)]
    fn add_promotions(
        &mut self,
        s: S,
        moves: &Moves<S, impl Men<S>>,
        uncovered: [S::u64s; 3],
        suspects: &mut Suspects<'_, S>,
    ) {
        // No closures around vectors: they would not be inlined.
        let mut promotions = moves.promotions_with_check(s);
        let direct = count_promotions(s, &promotions);
        let all_uncovered = count_promotions(s, &[uncovered; 4]);
        let mut piece = 0;
        while piece < 4 {
            let mut way = 0;
            while way < 3 {
                promotions[piece][way] |= uncovered[way];
                way += 1;
            }
            piece += 1;
        }
        let checks = count_promotions(s, &promotions);
        let double = direct + all_uncovered - checks;
        self.checks += checks;
        self.discovered += all_uncovered - double;
        self.double += double;
        suspects.make_ways(s, ways::PROMOTIONS, promotions.as_flattened());
    }

    /// All leaves together, and the mates among the positions that still wait.
    #[inline(always)]
    pub(crate) fn finish(&self, s: S, mates: &mut Mates) -> Statistics {
        let total = |column: S::u64s| u128::from((0..S::u64s::LEN).map(|lane| column[lane]).sum::<u64>());
        let regular = Statistics {
            nodes: self.nodes.finish(),
            captures: self.captures.finish(),
            en_passant: 0,
            castles: total(self.castles),
            promotions: total(self.promotions),
            checks: total(self.checks),
            discovered_checks: total(self.discovered),
            double_checks: total(self.double),
            checkmates: u128::from(self.mates + mates.finish(s)),
        };
        regular + self.en_passant
    }
}

impl<S: BoardSimd> Targets<S> {
    /// The sum of the sizes of all sets of direct checks. The squares from which a knight gives check are no other piece's, and no pawn gives
    /// check in two ways on one square but by capturing to the west and to the east.
    #[inline(always)]
    fn arrivals_with_check(&self, s: S) -> S::u64s {
        let [a, b, c, d, e, f, g, h] = self.slides.0;
        let [k1, k2, k3, k4, k5, k6, k7, k8] = self.jumps.0;
        let ByPawnMove { single, double, west, east } = self.pawns;
        s.sum_counts_7([a | k1, b | k2, c | k3, d | k4, e | k5, f | k6, g | k7])
            + s.popcount(h | k8)
            + s.popcount(single | double | west)
            + s.popcount(east)
    }

    /// These direct checks without those that surely have an answer.
    #[inline(always)]
    fn without_answered(&self, answered: &Answered<S>) -> Self {
        Self {
            slides: self.slides & !answered.slides,
            jumps: self.jumps & !answered.jumps,
            king: self.king,
            pawns: self.pawns.within(!answered.pawns),
        }
    }

    /// All squares where these moves arrive.
    #[inline(always)]
    fn union(&self) -> S::u64s {
        let ByPawnMove { single, double, west, east } = self.pawns;
        self.slides.union() | self.jumps.union() | self.king | single | double | west | east
    }

    /// All these moves except promotions.
    #[inline(always)]
    fn without_promotions(&self) -> Self {
        let ByPawnMove { single, double, west, east } = self.pawns;
        let last = last_rank(US);
        Self {
            pawns: ByPawnMove { single: single & !last, double, west: west & !last, east: east & !last },
            ..*self
        }
    }
}

/// The number of promotions, given for each piece: pushes, captures to the west, captures to the east.
#[inline(always)]
fn count_promotions<S: BoardSimd>(s: S, promotions: &[[S::u64s; 3]; 4]) -> S::u64s {
    let [[a, b, c], [d, e, f], [g, h, i], [j, k, l]] = *promotions;
    let zero = S::u64s::splat(s, 0);
    s.sum_counts_15([a, b, c, d, e, f, g, h, i, j, k, l, zero, zero, zero])
}
