//! How many of their replies are captures.

use fearless_simd::prelude::*;
use quadbit_quad::sets::{ByDirection, ByJump, ByLine};
use quadbit_quad::simd::BoardSimd;

use super::answers::Answers;
use super::numbers::{Numbers, multiply};
use super::regular::{Regular, Tallies};
use super::scene::Scene;
use super::{THEM, US};
use crate::men::Men;
use crate::pawns::last_rank;

/// Their captures if we passed, and how the number of these changes when we leave a square or arrive on one.
///
/// ```text
///   captures = base
///            - attackers(f)      they no longer take what stood on f,
///            + beyond(f)         but their sliders may take what they see through it
///            + attackers(t)      they may take on t,
///            - beyond(t)         and no longer what stands behind it; or the man that we took no longer takes anything
/// ```
pub(super) struct Captures<S: BoardSimd> {
    base: S::u64s,
    /// How many of their men attack each square. Their king only where it may go, or take back.
    attackers: Numbers<S>,
    /// How many of our men their sliders would take through each square; on their own squares how many men of ours a piece may take.
    beyond: Numbers<S>,
}

impl<S: BoardSimd> Captures<S> {
    /// Where a pawn of theirs promotes no move of ours may leave or arrive.
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S, impl Men<S>>, answers: &Answers<S>) -> Self {
        let Scene { ref boards, ref men, ref slides, ref their_limits, ours, theirs, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let [n, ne, e, se, so, sw, w, nw] = answers.rays.0;
        let [j0, j1, j2, j3, j4, j5, j6, j7] =
            ByJump::of_knights(men.knights() & their_limits.free(boards)).0;
        let attackers = Numbers::tally(s, [n, ne, e, se, so, sw, w, nw, j0, j1, j2, j3, j4, j5, j6])
            .plus(j7)
            .plus(answers.west)
            .plus(answers.east)
            .plus(answers.safe | answers.alone);

        // The squares from which each direction leads to a man of ours first.
        let before = slides.attacks(s, ByLine::splat(ours)).opposite();
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = answers.sliders.0;
        let sliders = ByDirection([
            on_file,
            on_diagonal,
            on_rank,
            on_antidiagonal,
            on_file,
            on_diagonal,
            on_rank,
            on_antidiagonal,
        ]);
        let through = ((answers.rays & !theirs) | (sliders & theirs)) & before;
        let [b0, b1, b2, b3, b4, b5, b6, b7] = through.0;
        let [k0, k1, k2, k3, k4, k5, k6, k7] = (answers.targets.jumps & ours).origins().0;
        let pawns = answers.targets.pawns.origins(THEM);
        let beyond = Numbers::tally(
            s,
            [
                b0 | k0 | pawns.west,
                b1 | k1 | pawns.east,
                b2 | k2,
                b3 | k3,
                b4 | k4,
                b5 | k5,
                b6 | k6,
                b7 | k7,
                zero,
                zero,
                zero,
                zero,
                zero,
                zero,
                zero,
            ],
        );
        let last = last_rank(THEM);
        let promotions =
            s.popcount(answers.targets.pawns.west & last) + s.popcount(answers.targets.pawns.east & last);
        let base = attackers.over(s, ours) + promotions + promotions + promotions;
        Self { base, attackers, beyond }
    }

    /// The sum of the captures among the replies to all regular moves.
    #[inline(always)]
    pub(super) fn sum(
        &self,
        s: S,
        scene: &Scene<S, impl Men<S>>,
        answers: &Answers<S>,
        regular: &Regular<S>,
        tallies: &Tallies<S>,
    ) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let Scene { ref men, ours, theirs, .. } = *scene;
        let Tallies { moves, arrivals, landings, departures } = *tallies;
        let touched = arrivals.or(departures);
        let more = self.beyond.on(ours, &self.attackers);
        let fewer = self.attackers.on(ours, &self.beyond);
        let mut sum = multiply::<S>(moves, self.base) + touched.product_of_any(s, &more)
            - touched.product_of_any(s, &fewer);
        // A pawn or a knight that takes the one which attacks it: that capture was taken away twice.
        let pawns = regular.targets.pawns.origins(US);
        sum = sum + s.popcount(pawns.west & answers.east) + s.popcount(pawns.east & answers.west);
        sum += landings.over(s, men.knights() & theirs);
        // Sliders are not among the departures.
        let sliders = regular.sliders.union();
        let [b0, b1, b2, b3, _] = self.beyond.0;
        let [a0, a1, a2, a3, a4] = self.attackers.0;
        // A macro, not a loop: all that a loop finds by index lives in memory.
        macro_rules! add_slides {
            ($($beyond:expr, $attackers:expr => $bit:literal);*) => {$(
                let (more, fewer) = ($beyond & !$attackers & sliders, $attackers & !$beyond & sliders);
                if more.simd_ne(zero).any_true() {
                    sum += regular.slides_from(s, scene, more) << $bit;
                }
                if fewer.simd_ne(zero).any_true() {
                    sum -= regular.slides_from(s, scene, fewer) << $bit;
                }
            )*};
        }
        add_slides!(b0, a0 => 0; b1, a1 => 1);
        if ((b2 | b3 | a2 | a3 | a4) & sliders).simd_ne(zero).any_true() {
            add_slides!(b2, a2 => 2; b3, a3 => 3; zero, a4 => 4);
        }
        sum
    }
}
