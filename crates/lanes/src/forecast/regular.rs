//! The moves whose replies are forecast, and the sum of these replies.

use fearless_simd::prelude::*;
use quadbit_quad::sets::{self, ByDirection, ByJump, ByLine};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Direction;

use super::bans::Bans;
use super::numbers::{Biased, Numbers, multiply};
use super::promotions::Promotions;
use super::reply_terms::ReplyTerms;
use super::rules::Rule;
use crate::board::pawns::{ByPawnMove, last_rank};
use crate::board::pieces::Pieces;
use crate::board::scene::Scene;
use crate::board::sides::{THEM, US};
use crate::board::targets::Targets;

/// The moves whose replies can be forecast.
pub(super) struct Regular<S: BoardSimd> {
    /// Our sliders that may slide along each line.
    pub(super) sliders: ByLine<S::u64s>,
    /// The targets of all other moves, without promotions.
    pub(super) targets: Targets<S>,
    /// Promotions, if there are any in any lane.
    pub(super) promotions: Option<Promotions<S>>,
}

impl<S: BoardSimd> Regular<S> {
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S, impl Pieces<S>>, bans: &Bans<S>, terms: &ReplyTerms<S>) -> Self {
        let Scene { ref boards, ref pieces, ref limits, empty, theirs, .. } = *scene;
        let king_steps = scene.movers.king_steps(&scene.threats);
        let zero = S::u64s::splat(s, 0);
        let moving = !(bans.must_stay | bans.on_lines);
        let allowed = limits.allowed & !(bans.all | bans.pin_lines);
        let (sliders, slides) = regular_slides(s, scene, bans, terms);
        let knights = pieces.knights() & limits.free(boards) & moving;

        let touched = Rule::OurKing.bans(terms.touched());
        let king_stays = (scene.movers.king & (bans.must_stay | bans.on_lines | touched)).simd_ne(zero);
        let king = king_stays.select(zero, king_steps & !(bans.all | bans.pin_lines | bans.king));

        let arrive = allowed & !bans.pawn;
        let mut pawns = limits.pawns(boards);
        let [_, on_file, on_diagonal, on_antidiagonal] = shared_lines::<S>(terms).0;
        pawns.push = pawns.push & moving & !on_file;
        pawns.west = pawns.west & moving & !on_antidiagonal;
        pawns.east = pawns.east & moving & !on_diagonal;
        let mut pawns = pawns.targets(empty, theirs, arrive);
        // A pawn that captures along the diagonal of a slider behind it, which then defends
        // it against their king.
        let alone = Rule::Battery.bans(bans.alone);
        let [_, to_north_east, .., to_north_west] = scene.our_slides.0;
        pawns.west &= !(alone & sets::step(to_north_west, Direction::NorthWest));
        pawns.east &= !(alone & sets::step(to_north_east, Direction::NorthEast));
        let mut promotions = Promotions::among(s, &pawns);
        if let Some(all) = &promotions {
            promotions = Some(all.allowed(bans));
            pawns = pawns.within(S::u64s::splat(s, !last_rank(US)));
        }

        let jumps = ByJump::of_knights(knights) & (allowed & !bans.knight);
        Self { sliders, targets: Targets { slides, jumps, king, pawns }, promotions }
    }

    /// The sum of the replies to all these moves.
    #[inline(always)]
    pub(super) fn replies(&self, s: S, scene: &Scene<S, impl Pieces<S>>, terms: &ReplyTerms<S>) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let Targets { slides, jumps, king, pawns } = self.targets;
        let worth = terms.worth.with_bias();

        // The number of moves to each square, in two parts, since it may be more than fifteen.
        let ByPawnMove { single, double, west, east } = pawns;
        let [n, ne, e, se, so, sw, w, nw] = slides.0;
        let destinations =
            Numbers::tally(s, [n, ne, e, se, so, sw, w, nw, king, single, double, west, east, zero, zero]);
        let [a, b, c, d, e, f, g, h] = jumps.0;
        let landings = Numbers::tally(s, [a, b, c, d, e, f, g, h, zero, zero, zero, zero, zero, zero, zero]);
        let mut destinations = destinations.and(landings);
        // The squares that the pieces leave: the bias of each move here cancels that at its target.
        let ByPawnMove { single, double, west, east } = pawns.origins(US);
        let [a, b, c, d, e, f, g, h] = jumps.origins().0;
        let mut origins =
            Numbers::tally(s, [a, b, c, d, e, f, g, h, single, double, west, east, zero, zero, zero]);
        if let Some(promotions) = &self.promotions {
            let [entered, leaving] = promotions.numbers(s);
            destinations = destinations.and(entered);
            origins = origins.and(leaving);
        }
        // Leaving a square of ours adds its worth with the bias; entering another square subtracts its
        // worth, and 31 were added.
        let moves = destinations.over(s, !zero);
        let mut sum = multiply::<S>(moves, terms.base) + moves - (moves << 5)
            + terms.values.product(s, &destinations.or(origins));
        // The king's squares that knights attack from their targets.
        if (jumps.union() & terms.near).simd_ne(zero).any_true() {
            sum -= terms.king_moves(s).product(s, &landings);
        }
        // The king's origin is not counted.
        sum += Biased::<S>::biases(s.popcount(king));
        // If a pawn captures the pawn that attacks it, the other pawn's capture was subtracted twice.
        sum = sum + s.popcount(west & terms.east) + s.popcount(east & terms.west);
        // If a pawn moves from the second square before their pawn to the first, the double
        // push was wrongly added.
        sum -= s.popcount(pawns.single & sets::step(terms.second, Direction::North));

        sum += self.their_promotions(s, scene, terms, &destinations, &origins);

        if (self.sliders.union() & terms.worth.nonzero()).simd_ne(zero).any_true() {
            let mut n = 0;
            while n < 5 {
                let some = worth.0[n];
                if (self.sliders.union() & some).simd_ne(zero).any_true() {
                    sum += self.slides_from(s, scene, some) << n as u32;
                }
                n += 1;
            }
        } else {
            sum += Biased::<S>::biases(count(s, slides));
        }
        sum
    }

    /// A pawn's move to the last rank counts four times; this adds the other three.
    #[inline(always)]
    fn their_promotions(
        &self,
        s: S,
        scene: &Scene<S, impl Pieces<S>>,
        terms: &ReplyTerms<S>,
        destinations: &Numbers<S>,
        origins: &Numbers<S>,
    ) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let last = last_rank(THEM);
        let (west, east) = (terms.west & last, terms.east & last);
        let ahead = terms.ahead & last & !scene.theirs;
        if !(west | east | ahead).simd_ne(zero).any_true() {
            return zero;
        }
        let mut once = destinations.over(s, west) + destinations.over(s, east) - destinations.over(s, ahead);
        once += origins.over(s, ahead) - origins.over(s, west) - origins.over(s, east);
        if (self.sliders.union() & (west | east | ahead)).simd_ne(zero).any_true() {
            once += self.slides_from(s, scene, ahead);
            once -= self.slides_from(s, scene, west) + self.slides_from(s, scene, east);
        }
        once + once + once
    }

    /// The number of moves of the sliders on some squares.
    #[inline(always)]
    fn slides_from(&self, s: S, scene: &Scene<S, impl Pieces<S>>, some: S::u64s) -> S::u64s {
        count(s, scene.slides_of(s, self.sliders & some) & self.targets.slides)
    }
}

/// The lines along which a piece of ours shares squares with their sliders.
#[inline(always)]
fn shared_lines<S: BoardSimd>(terms: &ReplyTerms<S>) -> ByLine<S::u64s> {
    if Rule::SharedLine.holds() { terms.lines } else { terms.lines & !terms.lines }
}

/// The sliders that may slide along each line, and their targets.
#[inline(always)]
fn regular_slides<S: BoardSimd>(
    s: S,
    scene: &Scene<S, impl Pieces<S>>,
    bans: &Bans<S>,
    terms: &ReplyTerms<S>,
) -> (ByLine<S::u64s>, ByDirection<S::u64s>) {
    let Scene { ref boards, ref pieces, ref slides, ref limits, ours, theirs, .. } = *scene;
    let zero = S::u64s::splat(s, 0);
    let moving = !(bans.must_stay | bans.on_lines);
    let allowed = limits.allowed & !(bans.all | bans.pin_lines);

    let lines = limits.sliders(pieces) & !shared_lines::<S>(terms);
    let sliders = lines & moving;

    let [v0, v1, v2, v3] = bans.views.0;
    let no_rook = bans.rook | v0 | v1;
    let no_bishop = bans.bishop | v2 | v3;
    let mut targets =
        slides.attacks(s, sliders) & ByDirection::rook_and_bishop(allowed & !no_rook, allowed & !no_bishop);
    // A queen attacks in all directions from its target.
    let [orthogonals, _, _, diagonals] = scene.sliders.0;
    let queens = orthogonals & diagonals & ours;
    if queens.simd_ne(zero).any_true() {
        let by_queens = scene.slides_of(s, sliders & queens);
        targets = targets & !(by_queens & ByDirection::rook_and_bishop(no_bishop, no_rook));
    }
    // A pinner that stays on its line keeps the pin, unless it captures the pinned piece and gives check. No
    // other line of their king goes through that line.
    let pinners = lines & bans.pinners & !bans.must_stay;
    if pinners.union().simd_ne(zero).any_true() {
        let by_pinners = scene.slides_of(s, pinners);
        targets = targets
            | (by_pinners
                & (limits.allowed
                    & !(bans.all | Rule::CheckOrPin.bans(scene.pinned) | bans.rook | bans.bishop)));
    }
    let sliders = sliders | pinners;
    let their_pawns = boards.pawns() & theirs;
    let [_, on_file, on_diagonal, on_antidiagonal] = sliders.0;
    let on_file = Rule::DoublePush.bans(on_file);
    let (first, second) = (on_file & terms.ahead, on_file & terms.second);
    targets.0[0] &= !(sets::step(second, Direction::North)
        | (their_pawns & (sets::step(first, Direction::North) | second << 16)));
    targets.0[4] &= !(sets::step(first, Direction::South) & terms.two_ahead);
    let their_pawns = Rule::AttackingPawn.bans(their_pawns);
    targets.0[1] &= !(their_pawns & sets::step(on_diagonal, Direction::NorthEast));
    targets.0[7] &= !(their_pawns & sets::step(on_antidiagonal, Direction::NorthWest));
    (sliders, targets)
}

/// The number of squares in eight sets.
#[inline(always)]
fn count<S: BoardSimd>(s: S, sets: ByDirection<S::u64s>) -> S::u64s {
    let [a, b, c, d, e, f, g, h] = sets.0;
    s.sum_counts_7([a, b, c, d, e, f, g]) + s.popcount(h)
}
