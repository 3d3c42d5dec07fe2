//! The moves that are foretold, and what they come to.

use fearless_simd::prelude::*;
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::{Bitboard, sets};
use quadbit_x88::{Direction, Rank};

use super::answers::Answers;
use super::bans::Bans;
use super::numbers::{Numbers, multiply};
use super::scene::Scene;
use crate::limits::{knight_jumps, unjump};

/// Moves whose replies can be foretold: where they arrive, by the way they go.
pub(super) struct Regular<S: BoardSimd> {
    /// Sliders by line that may slide along it; pinners apart from the others; and where they arrive, by direction.
    sliders: [S::u64s; 4],
    pub(super) slides: [S::u64s; 8],
    pub(super) jumps: [S::u64s; 8],
    pub(super) king: S::u64s,
    pub(super) single: S::u64s,
    pub(super) double: S::u64s,
    pub(super) west: S::u64s,
    pub(super) east: S::u64s,
}

impl<S: BoardSimd> Regular<S> {
    #[inline(always)]
    pub(super) fn new(
        s: S,
        scene: &Scene<S>,
        bans: &Bans<S>,
        answers: &Answers<S>,
        king_steps: S::u64s,
    ) -> Self {
        let Scene { ref boards, ref limits, empty, theirs, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let moving = !(bans.rooted | bans.on_lines);
        let allowed = limits.allowed & !(bans.all | bans.pin_lines);
        let (sliders, slides) = regular_slides(s, scene, bans, answers);
        let free = limits.free(boards) & moving;
        let [a, b, c, d, e, f, g, h] = knight_jumps::<S>(boards.knights() & free);
        let knight = allowed & !bans.knight;
        let jumps =
            [a & knight, b & knight, c & knight, d & knight, e & knight, f & knight, g & knight, h & knight];

        let king_stays =
            (scene.movers.king & (bans.rooted | bans.on_lines | answers.touched())).simd_ne(zero);
        let king = king_stays.select(zero, king_steps & !(bans.all | bans.pin_lines | bans.king));

        let [_, on_file, on_diagonal, on_antidiagonal] = limits.pins;
        let unpinned = limits.free(boards);
        let pawns = boards.pawns() & moving;
        let arrive = allowed & !(bans.pawn | Bitboard::rank(Rank::Eighth).0);
        let pushed = pawns & (unpinned | on_file) & !answers.lines[1];
        let single = sets::step(pushed, Direction::North) & empty;
        let third = Bitboard::rank(Rank::Third).0;
        let double = sets::step(single & third, Direction::North) & empty & arrive & !scene.beside();
        let single = sets::step(pushed & !answers.two_ahead, Direction::North) & empty & arrive;
        let west = pawns & (unpinned | on_antidiagonal) & !answers.lines[3];
        let east = pawns & (unpinned | on_diagonal) & !answers.lines[2];
        Self {
            sliders,
            slides,
            jumps,
            king,
            single,
            double,
            west: sets::step(west, Direction::NorthWest) & arrive & theirs,
            east: sets::step(east, Direction::NorthEast) & arrive & theirs,
        }
    }

    /// The sum of the replies to all these moves.
    #[inline(always)]
    pub(super) fn replies(&self, s: S, scene: &Scene<S>, answers: &Answers<S>) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let Self { ref slides, ref jumps, king, single, double, west, east, .. } = *self;
        let Answers { ref worth, .. } = *answers;

        // How many moves arrive on each square, in two parts, since they may be more than fifteen.
        let arrivals = Numbers::tally(
            s,
            [
                slides[0], slides[1], slides[2], slides[3], slides[4], slides[5], slides[6], slides[7], king,
                single, double, west, east, zero, zero,
            ],
        );
        let landings = Numbers::tally(
            s,
            [
                jumps[0], jumps[1], jumps[2], jumps[3], jumps[4], jumps[5], jumps[6], jumps[7], zero, zero,
                zero, zero, zero, zero, zero,
            ],
        );
        let arrivals = arrivals.and(landings);
        let moves = arrivals.over(s, !zero);
        let mut sum = multiply::<S>(moves, answers.base)
            + answers.defenders.product(s, &arrivals)
            + arrivals.over(s, answers.defenders_too)
            - worth.product(s, &arrivals);

        // What the pieces leave. The king leaves nothing but the two that every square has.
        let departures = Numbers::tally(
            s,
            [
                unjump::<S, 0>(jumps[0]),
                unjump::<S, 1>(jumps[1]),
                unjump::<S, 2>(jumps[2]),
                unjump::<S, 3>(jumps[3]),
                unjump::<S, 4>(jumps[4]),
                unjump::<S, 5>(jumps[5]),
                unjump::<S, 6>(jumps[6]),
                unjump::<S, 7>(jumps[7]),
                single >> 8,
                double >> 16,
                west >> 7,
                east >> 9,
                zero,
                zero,
                zero,
            ],
        );
        sum += worth.product(s, &departures);
        let kings = s.popcount(king);
        sum = sum + kings + kings;
        // A pawn that captures the pawn which attacks it: its capture was counted as lost twice.
        sum = sum + s.popcount((west >> 7) & answers.east) + s.popcount((east >> 9) & answers.west);

        sum += self.promotions(s, scene, answers, &arrivals, &departures);

        let [a, b, c, d] = self.sliders;
        let all = a | b | c | d;
        if (all & worth.not_two()).simd_ne(zero).any_true() {
            let mut n = 0;
            while n < 5 {
                let some = worth.0[n];
                if (all & some).simd_ne(zero).any_true() {
                    sum += self.slides_from(s, scene, some) << n as u32;
                }
                n += 1;
            }
        } else {
            let count = count_both(s, slides, slides);
            sum = sum + count + count;
        }
        sum
    }

    /// What a pawn may do on the last rank counts four times: this is three times what one move is worth there.
    #[inline(always)]
    fn promotions(
        &self,
        s: S,
        scene: &Scene<S>,
        answers: &Answers<S>,
        arrivals: &Numbers<S>,
        departures: &Numbers<S>,
    ) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let last = Bitboard::rank(Rank::First).0;
        let (west, east) = (answers.west & last, answers.east & last);
        let ahead = answers.ahead & last & !scene.theirs;
        if !(west | east | ahead).simd_ne(zero).any_true() {
            return zero;
        }
        let mut once = arrivals.over(s, west) + arrivals.over(s, east) - arrivals.over(s, ahead);
        once += departures.over(s, ahead) - departures.over(s, west) - departures.over(s, east);
        let [a, b, c, d] = self.sliders;
        if ((a | b | c | d) & (west | east | ahead)).simd_ne(zero).any_true() {
            once += self.slides_from(s, scene, ahead);
            once -= self.slides_from(s, scene, west) + self.slides_from(s, scene, east);
        }
        once + once + once
    }

    /// How many moves the sliders on some squares have.
    #[inline(always)]
    fn slides_from(&self, s: S, scene: &Scene<S>, some: S::u64s) -> S::u64s {
        let [a, b, c, d] = self.sliders;
        count_both(s, &scene.slides_of(s, [a & some, b & some, c & some, d & some]), &self.slides)
    }
}

/// The sliders that may slide along each line, and where they arrive, by direction.
#[inline(always)]
fn regular_slides<S: BoardSimd>(
    s: S,
    scene: &Scene<S>,
    bans: &Bans<S>,
    answers: &Answers<S>,
) -> ([S::u64s; 4], [S::u64s; 8]) {
    let Scene { ref boards, ref slides, ref limits, ours, theirs, orthogonals, diagonals, .. } = *scene;
    let zero = S::u64s::splat(s, 0);
    let moving = !(bans.rooted | bans.on_lines);
    let allowed = limits.allowed & !(bans.all | bans.pin_lines);

    // Along a line on which they attack it, and towards or away from a pawn before it, a slider shares squares with them.
    let lines = scene.sliders(limits);
    let shared = [
        answers.lines[0],
        answers.lines[1] | answers.ahead | answers.two_ahead,
        answers.lines[2],
        answers.lines[3],
    ];
    let sliders = [
        lines[0] & moving & !shared[0],
        lines[1] & moving & !shared[1],
        lines[2] & moving & !shared[2],
        lines[3] & moving & !shared[3],
    ];
    let rays = slides.attacks(s, sliders);
    let [v0, v1, v2, v3] = bans.views;
    let no_rook = bans.orthogonal | v0 | v1;
    let no_bishop = bans.diagonal | v2 | v3;
    let (rooks, bishops) = (allowed & !no_rook, allowed & !no_bishop);
    let mut slides_to = [
        rays[0] & rooks,
        rays[1] & bishops,
        rays[2] & rooks,
        rays[3] & bishops,
        rays[4] & rooks,
        rays[5] & bishops,
        rays[6] & rooks,
        rays[7] & bishops,
    ];
    // A queen attacks both ways from where she arrives.
    let queens = orthogonals & diagonals & ours;
    if queens.simd_ne(zero).any_true() {
        let by_queens = scene.slides_of(
            s,
            [sliders[0] & queens, sliders[1] & queens, sliders[2] & queens, sliders[3] & queens],
        );
        slides_to = [
            slides_to[0] & !(by_queens[0] & no_bishop),
            slides_to[1] & !(by_queens[1] & no_rook),
            slides_to[2] & !(by_queens[2] & no_bishop),
            slides_to[3] & !(by_queens[3] & no_rook),
            slides_to[4] & !(by_queens[4] & no_bishop),
            slides_to[5] & !(by_queens[5] & no_rook),
            slides_to[6] & !(by_queens[6] & no_bishop),
            slides_to[7] & !(by_queens[7] & no_rook),
        ];
    }
    // A pinner that stays on its line keeps the pin. No other line of their king meets it there.
    let still = !bans.rooted;
    let pinners = [
        lines[0] & bans.pinners[0] & still & !shared[0],
        lines[1] & bans.pinners[1] & still & !shared[1],
        lines[2] & bans.pinners[2] & still & !shared[2],
        lines[3] & bans.pinners[3] & still & !shared[3],
    ];
    let [p0, p1, p2, p3] = pinners;
    if (p0 | p1 | p2 | p3).simd_ne(zero).any_true() {
        let by_pinners = scene.slides_of(s, pinners);
        let targets = limits.allowed & !(bans.all | bans.orthogonal | bans.diagonal);
        slides_to = [
            slides_to[0] | (by_pinners[0] & targets),
            slides_to[1] | (by_pinners[1] & targets),
            slides_to[2] | (by_pinners[2] & targets),
            slides_to[3] | (by_pinners[3] & targets),
            slides_to[4] | (by_pinners[4] & targets),
            slides_to[5] | (by_pinners[5] & targets),
            slides_to[6] | (by_pinners[6] & targets),
            slides_to[7] | (by_pinners[7] & targets),
        ];
    }
    let sliders = [sliders[0] | p0, sliders[1] | p1, sliders[2] | p2, sliders[3] | p3];
    // A bishop or queen that captures the pawn which attacks it: the pawn's capture would be counted as lost twice.
    let their_pawns = boards.pawns() & theirs;
    slides_to[1] &= !(their_pawns & sets::step(sliders[2], Direction::NorthEast));
    slides_to[7] &= !(their_pawns & sets::step(sliders[3], Direction::NorthWest));
    (sliders, slides_to)
}

/// The number of squares that two sets of eight rays have in common.
#[inline(always)]
fn count_both<S: BoardSimd>(s: S, a: &[S::u64s; 8], b: &[S::u64s; 8]) -> S::u64s {
    s.sum_counts_7([
        a[0] & b[0],
        a[1] & b[1],
        a[2] & b[2],
        a[3] & b[3],
        a[4] & b[4],
        a[5] & b[5],
        a[6] & b[6],
    ]) + s.popcount(a[7] & b[7])
}
