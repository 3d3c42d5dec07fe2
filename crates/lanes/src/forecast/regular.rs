//! The moves that are foretold, and the sum of the replies to them.

use fearless_simd::prelude::*;
use quadbit_quad::sets::{self, ByDirection, ByJump, ByLine};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Direction;

use super::answers::Answers;
use super::bans::Bans;
use super::numbers::{Biased, Numbers, multiply};
use super::promotions::Promotions;
use super::rules::Rule;
use crate::board::pawns::{ByPawnMove, last_rank};
use crate::board::pieces::Pieces;
use crate::board::scene::Scene;
use crate::board::sides::{THEM, US};
use crate::board::targets::Targets;

/// The moves whose replies can be foretold.
pub(super) struct Regular<S: BoardSimd> {
    /// Our sliders that may slide along each line.
    pub(super) sliders: ByLine<S::u64s>,
    /// Where all others arrive; pawns do not promote here.
    pub(super) targets: Targets<S>,
    /// Promotions, if there are any in any lane.
    pub(super) promotions: Option<Promotions<S>>,
}

impl<S: BoardSimd> Regular<S> {
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S, impl Pieces<S>>, bans: &Bans<S>, answers: &Answers<S>) -> Self {
        let Scene { ref boards, ref pieces, ref limits, empty, theirs, .. } = *scene;
        let king_steps = scene.movers.king_steps(&scene.threats);
        let zero = S::u64s::splat(s, 0);
        let moving = !(bans.rooted | bans.on_lines);
        let allowed = limits.allowed & !(bans.all | bans.pin_lines);
        let (sliders, slides) = regular_slides(s, scene, bans, answers);
        let knights = pieces.knights() & limits.free(boards) & moving;

        let touched = Rule::OurKing.bans(answers.touched());
        let king_stays = (scene.movers.king & (bans.rooted | bans.on_lines | touched)).simd_ne(zero);
        let king = king_stays.select(zero, king_steps & !(bans.all | bans.pin_lines | bans.king));

        let arrive = allowed & !bans.pawn;
        let mut pawns = limits.pawns(boards);
        let [_, on_file, on_diagonal, on_antidiagonal] = shared_lines::<S>(answers).0;
        pawns.push = pawns.push & moving & !on_file;
        pawns.west = pawns.west & moving & !on_antidiagonal;
        pawns.east = pawns.east & moving & !on_diagonal;
        let mut pawns = pawns.targets(empty, theirs, arrive);
        // A pawn that captures along the diagonal of a slider behind it, which then defends it from their king.
        let alone = Rule::Battery.bans(bans.alone);
        let [_, to_north_east, .., to_north_west] = scene.our_slides.0;
        pawns.west &= !(alone & sets::step(to_north_west, Direction::NorthWest));
        pawns.east &= !(alone & sets::step(to_north_east, Direction::NorthEast));
        let mut promotions = Promotions::among(s, &pawns);
        if let Some(all) = &promotions {
            promotions = Some(all.foretold(bans));
            pawns = pawns.within(S::u64s::splat(s, !last_rank(US)));
        }

        let jumps = ByJump::of_knights(knights) & (allowed & !bans.knight);
        Self { sliders, targets: Targets { slides, jumps, king, pawns }, promotions }
    }

    /// The sum of the replies to all these moves.
    #[inline(always)]
    pub(super) fn replies(&self, s: S, scene: &Scene<S, impl Pieces<S>>, answers: &Answers<S>) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let Targets { slides, jumps, king, pawns } = self.targets;
        let worth = answers.worth.with_bias();

        // How many moves arrive on each square, in two parts, since they may be more than fifteen.
        let ByPawnMove { single, double, west, east } = pawns;
        let [n, ne, e, se, so, sw, w, nw] = slides.0;
        let arrivals =
            Numbers::tally(s, [n, ne, e, se, so, sw, w, nw, king, single, double, west, east, zero, zero]);
        let [a, b, c, d, e, f, g, h] = jumps.0;
        let landings = Numbers::tally(s, [a, b, c, d, e, f, g, h, zero, zero, zero, zero, zero, zero, zero]);
        let mut arrivals = arrivals.and(landings);
        // What the pieces leave: a bias for each move here balances that of its arrival.
        let ByPawnMove { single, double, west, east } = pawns.origins(US);
        let [a, b, c, d, e, f, g, h] = jumps.origins().0;
        let mut departures =
            Numbers::tally(s, [a, b, c, d, e, f, g, h, single, double, west, east, zero, zero, zero]);
        if let Some(promotions) = &self.promotions {
            let [arriving, leaving] = promotions.numbers(s);
            arrivals = arrivals.and(arriving);
            departures = departures.and(leaving);
        }
        // A piece that leaves a square of ours gains its worth with the bias; one that arrives elsewhere loses it, and 31 were added.
        let moves = arrivals.over(s, !zero);
        let mut sum = multiply::<S>(moves, answers.base) + moves - (moves << 5)
            + answers.values.product(s, &arrivals.or(departures));
        // The king's squares that knights attack where they arrive.
        if (jumps.union() & answers.near).simd_ne(zero).any_true() {
            sum -= answers.king_moves(s).product(s, &landings);
        }
        // The king leaves nothing.
        sum += Biased::<S>::biases(s.popcount(king));
        // A pawn that captures the pawn which attacks it: its capture was counted as lost twice.
        sum = sum + s.popcount(west & answers.east) + s.popcount(east & answers.west);
        // A pawn from the second square before theirs to the first: the double push was counted as gained.
        sum -= s.popcount(pawns.single & sets::step(answers.second, Direction::North));

        sum += self.their_promotions(s, scene, answers, &arrivals, &departures);

        if (self.sliders.union() & answers.worth.nonzero()).simd_ne(zero).any_true() {
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

    /// What a pawn may do on the last rank counts four times: this is three times what one move is worth there.
    #[inline(always)]
    fn their_promotions(
        &self,
        s: S,
        scene: &Scene<S, impl Pieces<S>>,
        answers: &Answers<S>,
        arrivals: &Numbers<S>,
        departures: &Numbers<S>,
    ) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let last = last_rank(THEM);
        let (west, east) = (answers.west & last, answers.east & last);
        let ahead = answers.ahead & last & !scene.theirs;
        if !(west | east | ahead).simd_ne(zero).any_true() {
            return zero;
        }
        let mut once = arrivals.over(s, west) + arrivals.over(s, east) - arrivals.over(s, ahead);
        once += departures.over(s, ahead) - departures.over(s, west) - departures.over(s, east);
        if (self.sliders.union() & (west | east | ahead)).simd_ne(zero).any_true() {
            once += self.slides_from(s, scene, ahead);
            once -= self.slides_from(s, scene, west) + self.slides_from(s, scene, east);
        }
        once + once + once
    }

    /// How many moves the sliders on some squares have.
    #[inline(always)]
    fn slides_from(&self, s: S, scene: &Scene<S, impl Pieces<S>>, some: S::u64s) -> S::u64s {
        count(s, scene.slides_of(s, self.sliders & some) & self.targets.slides)
    }
}

/// The lines along which a piece of ours shares squares with their sliders.
#[inline(always)]
fn shared_lines<S: BoardSimd>(answers: &Answers<S>) -> ByLine<S::u64s> {
    if Rule::SharedLine.holds() { answers.lines } else { answers.lines & !answers.lines }
}

/// The sliders that may slide along each line, and where they arrive.
#[inline(always)]
fn regular_slides<S: BoardSimd>(
    s: S,
    scene: &Scene<S, impl Pieces<S>>,
    bans: &Bans<S>,
    answers: &Answers<S>,
) -> (ByLine<S::u64s>, ByDirection<S::u64s>) {
    let Scene { ref boards, ref pieces, ref slides, ref limits, ours, theirs, .. } = *scene;
    let zero = S::u64s::splat(s, 0);
    let moving = !(bans.rooted | bans.on_lines);
    let allowed = limits.allowed & !(bans.all | bans.pin_lines);

    let lines = limits.sliders(pieces) & !shared_lines::<S>(answers);
    let sliders = lines & moving;

    let [v0, v1, v2, v3] = bans.views.0;
    let no_rook = bans.rook | v0 | v1;
    let no_bishop = bans.bishop | v2 | v3;
    let mut targets =
        slides.attacks(s, sliders) & ByDirection::rook_and_bishop(allowed & !no_rook, allowed & !no_bishop);
    // A queen attacks both ways from where she arrives.
    let [orthogonals, _, _, diagonals] = scene.sliders.0;
    let queens = orthogonals & diagonals & ours;
    if queens.simd_ne(zero).any_true() {
        let by_queens = scene.slides_of(s, sliders & queens);
        targets = targets & !(by_queens & ByDirection::rook_and_bishop(no_bishop, no_rook));
    }
    // A pinner that stays on its line keeps the pin, unless it captures the pinned piece and gives check. No other line of their king meets
    // it there.
    let pinners = lines & bans.pinners & !bans.rooted;
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
    let (first, second) = (on_file & answers.ahead, on_file & answers.second);
    targets.0[0] &= !(sets::step(second, Direction::North)
        | (their_pawns & (sets::step(first, Direction::North) | second << 16)));
    targets.0[4] &= !(sets::step(first, Direction::South) & answers.two_ahead);
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
