//! The moves whose replies are counted without making them, and the sum of these replies.
//!
//! 1. [`Counted::new`] takes our legal moves and leaves out those that a [rule](Rule) excludes: by the squares and
//!    pieces of [`Forbidden`], by the rules about enemy sliders and pawns (2a, 3a, 3b), and by the rule about our king
//!    (6a). Castling is left out too.
//! 2. [`Counted::replies`] adds up the theorem, a method for each of its parts: `base`, `worth` and `defenders` for all
//!    moves at once, `K` for knights, `E` for pawns, and what sliders, our king and enemy promotions add.
//!
//! A worth `w` is stored as `w + 2`, so that no number is negative. The bias of 2 at the square that a move leaves and
//! that at the square that it enters cancel each other; the methods say where they do not. The vector code may exclude
//! more moves than the rules, never fewer.

use fearless_simd::prelude::*;
use quadbit_quad::sets::{self, ByDirection, ByJump, ByLine, Sets};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Direction;

use super::forbidden::Forbidden;
use super::numbers::{Biased, Numbers, multiply};
use super::promotions::{allowed, promotions};
use super::reply_terms::ReplyTerms;
use super::rules::Rule;
use crate::board::pawns::{ByPawnMove, last_rank};
use crate::board::promotions::Promotions;
use crate::board::scene::Scene;
use crate::board::sides::{THEM, US};
use crate::board::targets::Targets;

/// Our moves whose replies the forecast counts without making them.
pub(super) struct Counted<S: BoardSimd> {
    /// For each kind of line, our sliders whose moves along it the forecast may count.
    pub(super) sliders: ByLine<S::u64s>,
    /// The targets of the moves whose replies are counted without making them, except promotions.
    pub(super) targets: Targets<S>,
    /// The promotions whose replies are counted without making them; `None` only if there are none in any lane.
    pub(super) promotions: Option<Promotions<S>>,
}

/// How many of the moves in [`Counted`] go to each square, and how many come from it. Moves of our sliders and king are
/// counted only at their targets.
struct Moves<S: BoardSimd> {
    /// The number of moves in [`Counted`] to each square; promotions to different pieces are different moves.
    to: Numbers<S>,
    /// The number of moves of our knights in [`Counted`] to each square.
    knights_to: Numbers<S>,
    /// The number of moves of our knights and pawns in [`Counted`] from each square.
    from: Numbers<S>,
}

impl<S: BoardSimd> Counted<S> {
    #[inline(always)]
    pub(super) fn new<const R: bool>(
        s: S,
        scene: &Scene<S, R>,
        forbidden: &Forbidden<S>,
        terms: &ReplyTerms<S>,
    ) -> Self {
        let Scene { ref boards, ref pieces, ref limits, empty, theirs, .. } = *scene;
        let king_steps = scene.white.king_steps(&scene.threats);
        let zero = S::u64s::splat(s, 0);
        let moving = !(forbidden.must_stay | forbidden.on_lines);
        let allowed_targets = limits.allowed & !(forbidden.all | forbidden.pin_lines);
        let (sliders, slides) = counted_slides(s, scene, forbidden, terms);
        let knights = pieces.knights() & limits.free(boards) & moving;

        let touched = Rule::OurKing.forbids(terms.touched());
        let king_stays =
            (scene.white.king & (forbidden.must_stay | forbidden.on_lines | touched)).simd_ne(zero);
        let king =
            king_stays.select(zero, king_steps & !(forbidden.all | forbidden.pin_lines | forbidden.king));

        let mut pawns = limits.pawns(boards);
        let [_, on_file, on_diagonal, on_antidiagonal] = shared_lines::<S>(terms).0;
        pawns.push = pawns.push & moving & !on_file;
        pawns.west = pawns.west & moving & !on_antidiagonal;
        pawns.east = pawns.east & moving & !on_diagonal;
        let mut pawns = pawns.targets(empty, theirs, allowed_targets & !forbidden.pawn);
        // Leaves out captures next to the enemy king by a pawn with one of our sliders behind it on the diagonal of the
        // capture: the slider then defends the pawn, so that the king cannot recapture.
        let alone = Rule::Battery.forbids(forbidden.alone);
        let [_, to_north_east, .., to_north_west] = scene.our_slides.0;
        pawns.west &= !(alone & sets::step(to_north_west, Direction::NorthWest));
        pawns.east &= !(alone & sets::step(to_north_east, Direction::NorthEast));
        let mut promoting = promotions(s, &pawns);
        if promoting.is_some() {
            promoting = Some(allowed(pawns.promotions(), forbidden));
            pawns = pawns.within(S::u64s::splat(s, !last_rank(US)));
        }

        let jumps = ByJump::of_knights(knights) & (allowed_targets & !forbidden.knight);
        Self { sliders, targets: Targets { slides, jumps, king, pawns }, promotions: promoting }
    }

    /// The sum of the replies to all moves in `self`, in every lane.
    #[inline(always)]
    pub(super) fn replies<const R: bool>(&self, s: S, scene: &Scene<S, R>, terms: &ReplyTerms<S>) -> S::u64s {
        let moves = self.moves(s);
        Self::base_and_worth(s, terms, &moves) - self.taken_by_knights(s, terms, &moves)
            + self.corrections_of_pawns(s, terms)
            + self.worth_of_king(s)
            + self.their_promotions(s, scene, terms, &moves)
            + self.worth_of_sliders(s, scene, terms)
    }

    /// Counts how many of the moves in `self` go to each square, and how many come from it.
    #[inline(always)]
    fn moves(&self, s: S) -> Moves<S> {
        let Targets { slides, jumps, king, pawns } = self.targets;
        let ByPawnMove { single, double, west, east } = pawns;
        // The jumps are tallied apart, because a square can be the target of more than fifteen moves, the most that a
        // tally holds.
        let others_to = Numbers::tally(s, slides.0, [king, single, double, west, east]);
        let knights_to = Numbers::tally(s, jumps.0, []);
        let ByPawnMove { single, double, west, east } = pawns.origins(US);
        let from = Numbers::tally(s, jumps.origins().0, [single, double, west, east]);
        let mut moves = Moves { to: others_to.and(knights_to), knights_to, from };
        if let Some(promotions) = &self.promotions {
            moves.to = moves.to.and(Numbers::tally(s, promotions.sets(), []));
            moves.from = moves.from.and(Numbers::tally(s, promotions.origins().sets(), []));
        }
        moves
    }

    /// The sum of `base + worth(f) - worth(t) + defenders(t)` for all moves of which `moves` has the numbers, each from
    /// a square `f` to a square `t`, with the terms of [`ReplyTerms`]. For moves of sliders and of our king `worth(f)`
    /// with its bias is left out; [`worth_of_sliders`](Self::worth_of_sliders) and
    /// [`worth_of_king`](Self::worth_of_king) have it.
    #[inline(always)]
    fn base_and_worth(s: S, terms: &ReplyTerms<S>, moves: &Moves<S>) -> S::u64s {
        let number = moves.to.over(s, S::u64s::splat(s, !0));
        // The values add 31 to each move, which is subtracted here: an origin has the value `worth + bias`, and a
        // target `31 - (worth + bias) + defenders`, so that no value is negative.
        multiply::<S>(number, terms.base) - ((number << 5) - number)
            + terms.values.product(s, &moves.to.or(moves.from))
    }

    /// The term `K` in the theorem of the book's chapter "Two plies at once", summed over the moves of our knights: the
    /// number of moves of the enemy king that a knight prevents from its target.
    #[inline(always)]
    fn taken_by_knights(&self, s: S, terms: &ReplyTerms<S>, moves: &Moves<S>) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        if !(self.targets.jumps.union() & terms.near).simd_ne(zero).any_true() {
            return zero;
        }
        terms.king_moves(s).product(s, &moves.knights_to)
    }

    /// The term `E` in the theorem of the book's chapter "Two plies at once", summed over the moves in `self`, each
    /// from `f` to `t`: 1 for one of our pawns that captures an enemy pawn which attacks it, because the enemy pawn's
    /// capture was subtracted twice, for `f` and for `t`; -1 for one of our pawns that goes from the second square
    /// before an enemy pawn to the first, because the enemy's double push to `f` was added, which our pawn still
    /// blocks.
    #[inline(always)]
    fn corrections_of_pawns(&self, s: S, terms: &ReplyTerms<S>) -> S::u64s {
        let to = self.targets.pawns;
        let ByPawnMove { west, east, .. } = to.origins(US);
        s.popcount(west & terms.east) + s.popcount(east & terms.west)
            - s.popcount(to.single & sets::step(terms.second, Direction::North))
    }

    /// The [`worth`](ReplyTerms::worth) of our king's square, with its bias, added up over the moves of our king in
    /// `self`. Only the biases remain, because such a move begins on a square whose worth is 0 ([`Rule::OurKing`]).
    #[inline(always)]
    fn worth_of_king(&self, s: S) -> S::u64s {
        Biased::<S>::biases(s.popcount(self.targets.king))
    }

    /// The [`worth`](ReplyTerms::worth) of the square that one of our sliders leaves, with its bias, added up over the
    /// moves of our sliders in `self`. What the enemy's promotions add to it is left out.
    #[inline(always)]
    fn worth_of_sliders<const R: bool>(&self, s: S, scene: &Scene<S, R>, terms: &ReplyTerms<S>) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        if !(self.sliders.union() & terms.worth.nonzero()).simd_ne(zero).any_true() {
            return Biased::<S>::biases(count(s, self.targets.slides));
        }
        let worth = terms.worth.with_bias();
        let (mut sum, mut bit) = (zero, 0);
        while bit < 5 {
            let from = worth.0[bit];
            if (self.sliders.union() & from).simd_ne(zero).any_true() {
                sum += self.slides_from(s, scene, from) << bit as u32;
            }
            bit += 1;
        }
        sum
    }

    /// What the enemy's promotions add to the sum of the replies, where each move of a pawn to the last rank counts
    /// four times and was counted once: three for each move to the last rank that one of our moves allows, minus three
    /// for each that one of our moves stops.
    #[inline(always)]
    fn their_promotions<const R: bool>(
        &self,
        s: S,
        scene: &Scene<S, R>,
        terms: &ReplyTerms<S>,
        moves: &Moves<S>,
    ) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let last = last_rank(THEM);
        let (west, east) = (terms.west & last, terms.east & last);
        let ahead = terms.ahead & last & !scene.theirs;
        if !(west | east | ahead).simd_ne(zero).any_true() {
            return zero;
        }
        let Moves { to, from, .. } = moves;
        let mut once = to.over(s, west) + to.over(s, east) - to.over(s, ahead);
        once += from.over(s, ahead) - from.over(s, west) - from.over(s, east);
        if (self.sliders.union() & (west | east | ahead)).simd_ne(zero).any_true() {
            once += self.slides_from(s, scene, ahead);
            once -= self.slides_from(s, scene, west) + self.slides_from(s, scene, east);
        }
        once + once + once
    }

    /// The number of moves in `self` by our sliders on the squares of `from`, in every lane.
    #[inline(always)]
    fn slides_from<const R: bool>(&self, s: S, scene: &Scene<S, R>, from: S::u64s) -> S::u64s {
        count(s, scene.slides_of(s, self.sliders & from) & self.targets.slides)
    }
}

/// The squares that enemy sliders attack, by line: our piece on such a square does not move along that line
/// ([`Rule::SharedLine`]).
#[inline(always)]
fn shared_lines<S: BoardSimd>(terms: &ReplyTerms<S>) -> ByLine<S::u64s> {
    if Rule::SharedLine.holds() { terms.lines } else { terms.lines.none() }
}

/// For each kind of line, our sliders whose moves along it the forecast may count; and the targets of their counted
/// moves, by direction.
#[inline(always)]
fn counted_slides<S: BoardSimd, const R: bool>(
    s: S,
    scene: &Scene<S, R>,
    forbidden: &Forbidden<S>,
    terms: &ReplyTerms<S>,
) -> (ByLine<S::u64s>, ByDirection<S::u64s>) {
    let Scene { ref boards, ref pieces, ref slides, ref limits, ours, theirs, .. } = *scene;
    let zero = S::u64s::splat(s, 0);
    let moving = !(forbidden.must_stay | forbidden.on_lines);
    let allowed = limits.allowed & !(forbidden.all | forbidden.pin_lines);

    let lines = limits.sliders(pieces) & !shared_lines::<S>(terms);
    let sliders = lines & moving;

    let [rank, file, diagonal, antidiagonal] = forbidden.views.0;
    let no_rook = forbidden.rook | rank | file;
    let no_bishop = forbidden.bishop | diagonal | antidiagonal;
    let mut targets =
        slides.attacks(s, sliders) & ByDirection::rook_and_bishop(allowed & !no_rook, allowed & !no_bishop);
    // A queen attacks in all directions from its target: what is forbidden to rooks is forbidden to its diagonal moves
    // too, and what is forbidden to bishops to the others.
    let [orthogonals, _, _, diagonals] = scene.sliders.0;
    let queens = orthogonals & diagonals & ours;
    if queens.simd_ne(zero).any_true() {
        let by_queens = scene.slides_of(s, sliders & queens);
        targets = targets & !(by_queens & ByDirection::rook_and_bishop(no_bishop, no_rook));
    }
    // A pinner that stays on its line keeps the pin, unless it captures the pinned piece and gives check. Its target is
    // on no other line of the enemy king.
    let pinners = lines & forbidden.pinners & !forbidden.must_stay;
    if pinners.union().simd_ne(zero).any_true() {
        let by_pinners = scene.slides_of(s, pinners);
        targets = targets
            | (by_pinners
                & (limits.allowed
                    & !(forbidden.all
                        | Rule::CheckOrPin.forbids(scene.pinned)
                        | forbidden.rook
                        | forbidden.bishop)));
    }
    let sliders = sliders | pinners;
    (sliders, targets & !slides_at_pawns(boards.pawns() & theirs, sliders, terms))
}

/// The slides of `sliders` that the rules [`DoublePush`](super::rules::Rule::DoublePush) and
/// [`AttackingPawn`](super::rules::Rule::AttackingPawn) exclude, by direction: between the two squares before an enemy
/// pawn that may push, from one of them to the pawn, and to a pawn that attacks the slider.
#[inline(always)]
fn slides_at_pawns<S: BoardSimd>(
    their_pawns: S::u64s,
    sliders: ByLine<S::u64s>,
    terms: &ReplyTerms<S>,
) -> ByDirection<S::u64s> {
    let [_, on_file, on_diagonal, on_antidiagonal] = sliders.0;
    let on_file = Rule::DoublePush.forbids(on_file);
    let (first, second) = (on_file & terms.ahead, on_file & terms.second);
    let mut slides = ByDirection::splat(first.none());
    let attackers = Rule::AttackingPawn.forbids(their_pawns);
    slides.0[Direction::North.index()] = sets::step(second, Direction::North)
        | (their_pawns & (sets::step(first, Direction::North) | second << 16));
    slides.0[Direction::South.index()] = sets::step(first, Direction::South) & terms.two_ahead;
    slides.0[Direction::NorthEast.index()] = attackers & sets::step(on_diagonal, Direction::NorthEast);
    slides.0[Direction::NorthWest.index()] = attackers & sets::step(on_antidiagonal, Direction::NorthWest);
    slides
}

/// The number of squares in all sets of `sets`, in every lane.
#[inline(always)]
fn count<S: BoardSimd>(s: S, sets: ByDirection<S::u64s>) -> S::u64s {
    let [a, b, c, d, e, f, g, h] = sets.0;
    s.sum_counts_7([a, b, c, d, e, f, g]) + s.popcount(h)
}
