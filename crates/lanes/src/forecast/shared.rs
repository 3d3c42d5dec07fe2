//! Slides along a line on which a slider of theirs attacks the piece: rule 6a.
//!
//! ```text
//!   a . t . F . u .      Their slider a attacks our slider F towards the right.
//! ```
//! If F goes to u, the ray gains the squares up to u; if it goes to t, it loses those behind t. The sum over squares says something else:
//! F leaves, so the ray gains all squares behind F, `run(F)`; and t, which the ray attacks, takes all behind it away, `run(t)`, which
//! ends at F. So what the sum has too much is
//!
//! ```text
//!   away from a:      run(u)                               less 1 if F takes on u: a defends u through F's square
//!   towards a:        run(F) = through(t) - run(t)         where through(t) does not end at F; the same if F takes a
//! ```

use fearless_simd::prelude::*;
use quadbit_quad::sets::ByDirection;
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Direction;

use super::answers::{Answers, run};
use super::regular::count;
use super::scene::Scene;

/// What the sum has too much for these slides, in every lane; it may be negative, which wraps. No slider may be attacked from both sides
/// of a line along which it slides.
#[inline(always)]
pub(super) fn excess<S: BoardSimd>(
    s: S,
    scene: &Scene<S>,
    answers: &Answers<S>,
    slides: ByDirection<S::u64s>,
) -> S::u64s {
    let Scene { empty, ours, theirs, .. } = *scene;
    let zero = S::u64s::splat(s, 0);
    let [on_rank, on_file, on_diagonal, on_antidiagonal] = answers.sliders.0;
    let attackers = ByDirection([
        on_file,
        on_diagonal,
        on_rank,
        on_antidiagonal,
        on_file,
        on_diagonal,
        on_rank,
        on_antidiagonal,
    ]);
    // By the direction of their ray: moves towards its slider, up to it, and moves away.
    let towards = slides.opposite() & ((answers.rays & empty) | attackers);
    let away = slides & answers.onward & !towards.opposite();
    if !(towards | away).union().simd_ne(zero).any_true() {
        return zero;
    }
    let mut bits = [ByDirection::splat(zero), ByDirection::splat(zero), ByDirection::splat(zero)];
    macro_rules! directions {
        ($($n:literal $direction:ident)*) => {$(
            let (legal, rays) = (answers.legal.0[$n], answers.rays.0[$n]);
            let [e0, e1, e2] = run::<S>(legal, empty, Direction::$direction);
            let [t0, t1, t2] = run::<S>(legal, empty | (rays & ours), Direction::$direction);
            // The difference, with borrows.
            let (d0, b0) = (t0 ^ e0, e0 & !t0);
            let (d1, b1) = (t1 ^ e1 ^ b0, (!t1 & (e1 | b0)) | (e1 & b0));
            let d2 = t2 ^ e2 ^ b1;
            let (going, coming) = (away.0[$n] & empty, towards.0[$n]);
            bits[0].0[$n] = (e0 & going) | (d0 & coming);
            bits[1].0[$n] = (e1 & going) | (d1 & coming);
            bits[2].0[$n] = (e2 & going) | (d2 & coming);
        )*};
    }
    directions!(0 North 1 NorthEast 2 East 3 SouthEast 4 South 5 SouthWest 6 West 7 NorthWest);
    let [ones, twos, fours] = bits;
    count(s, ones) + (count(s, twos) << 1) + (count(s, fours) << 2) - count(s, away & theirs)
}
