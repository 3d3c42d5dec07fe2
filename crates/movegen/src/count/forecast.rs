//! Two plies at once.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Lanes, Sight, Slides};
use quadbit_quad::sets::{self, Ray};
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Direction, File, Rank, Role, Square};

use super::siblings::{CastlingPath, Siblings};
use crate::castling::Wing;
use crate::lanes::{Limits, knight_jumps};

const US: Color = Color::White;
const THEM: Color = Color::Black;

/// The moves of parents in lanes that are still to be made, by how they go.
pub(super) struct Leftover<S: BoardSimd> {
    pub(super) slides: [S::u64s; 8],
    pub(super) jumps: [S::u64s; 8],
    pub(super) king: S::u64s,
    pub(super) single: S::u64s,
    pub(super) double: S::u64s,
    pub(super) west: S::u64s,
    pub(super) east: S::u64s,
    pub(super) castling: S::u64s,
}

/// What all boards have in common on the side that replies to the moves, which is THEM.
#[derive(Debug)]
pub(super) struct Forecast<S: BoardSimd> {
    ring: S::u64s,
    king_bit: S::u64s,
    knight_checks: u64,
    pawn_checks: u64,
    sight: Sight<S>,
    castling: [Option<CastlingPath>; 2],
}

struct Rays<S: BoardSimd>([Ray<S::u64s>; 8]);

impl<S: BoardSimd> Rays<S> {
    #[inline(always)]
    fn new(empty: S::u64s) -> Self {
        Self([
            Ray::new(Direction::North, empty),
            Ray::new(Direction::NorthEast, empty),
            Ray::new(Direction::East, empty),
            Ray::new(Direction::SouthEast, empty),
            Ray::new(Direction::South, empty),
            Ray::new(Direction::SouthWest, empty),
            Ray::new(Direction::West, empty),
            Ray::new(Direction::NorthWest, empty),
        ])
    }

    #[inline(always)]
    fn attacks(&self, from: S::u64s) -> [S::u64s; 8] {
        let [a, b, c, d, e, f, g, h] = &self.0;
        [
            a.attacks(from),
            b.attacks(from),
            c.attacks(from),
            d.attacks(from),
            e.attacks(from),
            f.attacks(from),
            g.attacks(from),
            h.attacks(from),
        ]
    }
}

#[inline(always)]
fn on_lines<S: BoardSimd>(rays: &[S::u64s; 8]) -> [S::u64s; 4] {
    let [n, ne, e, se, so, sw, w, nw] = *rays;
    [e | w, n | so, ne | sw, se | nw]
}

/// `shift` towards lower or higher squares by a step, without a look at the edges.
#[inline(always)]
fn back<S: BoardSimd>(set: S::u64s, direction: Direction, steps: u32) -> S::u64s {
    let by = direction.shift().unsigned_abs() * steps;
    if direction.shift() > 0 { set >> by } else { set << by }
}

/// Numbers of five bits, one for each square.
#[derive(Clone, Copy)]
struct Numbers<S: BoardSimd>([S::u64s; 5]);

#[inline(always)]
fn full<S: BoardSimd>(a: S::u64s, b: S::u64s, c: S::u64s) -> (S::u64s, S::u64s) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

#[inline(always)]
fn add3<S: BoardSimd>(a: [S::u64s; 3], b: [S::u64s; 3]) -> [S::u64s; 4] {
    let (s0, c0) = (a[0] ^ b[0], a[0] & b[0]);
    let (s1, c1) = full::<S>(a[1], b[1], c0);
    let (s2, c2) = full::<S>(a[2], b[2], c1);
    [s0, s1, s2, c2]
}

#[inline(always)]
fn add4<S: BoardSimd>(a: [S::u64s; 4], b: [S::u64s; 4]) -> [S::u64s; 5] {
    let (s0, c0) = (a[0] ^ b[0], a[0] & b[0]);
    let (s1, c1) = full::<S>(a[1], b[1], c0);
    let (s2, c2) = full::<S>(a[2], b[2], c1);
    let (s3, c3) = full::<S>(a[3], b[3], c2);
    [s0, s1, s2, s3, c3]
}

#[inline(always)]
fn add_one<S: BoardSimd>(a: [S::u64s; 5], b: S::u64s) -> [S::u64s; 5] {
    let (s0, c) = (a[0] ^ b, a[0] & b);
    let (s1, c) = (a[1] ^ c, a[1] & c);
    let (s2, c) = (a[2] ^ c, a[2] & c);
    let (s3, c) = (a[3] ^ c, a[3] & c);
    [s0, s1, s2, s3, a[4] | c]
}

/// The number of legal squares beyond each square of `relevant` in a direction, up to the first piece.
#[inline(always)]
fn run<S: BoardSimd>(legal: S::u64s, empty: S::u64s, relevant: S::u64s, d: Direction) -> [S::u64s; 3] {
    let pass = legal & empty;
    let r1 = back::<S>(legal, d, 1);
    let p1 = back::<S>(pass, d, 1);
    let r2 = p1 & back::<S>(r1, d, 1);
    let p2 = p1 & back::<S>(p1, d, 1);
    let r3 = p2 & back::<S>(r1, d, 2);
    let r4 = p2 & back::<S>(r2, d, 2);
    let p4 = p2 & back::<S>(p2, d, 2);
    let odd3 = (r1 & !r2) | r3;
    let b1 = (r4 & (p4 & back::<S>(r2, d, 4))) | (r2 & !r4);
    let b0 = (r4 & (p4 & back::<S>(odd3, d, 4))) | (odd3 & !r4);
    [b0 & relevant, b1 & relevant, r4 & relevant]
}

impl<S: BoardSimd> Forecast<S> {
    /// `king` is the square of the side that replies, on boards turned so that it is black; `paths` its castling there.
    #[inline(always)]
    pub(super) fn new(s: S, king: Square, castling: [Option<CastlingPath>; 2]) -> Self {
        Self {
            ring: S::u64s::splat(s, attacks::king(king).0),
            king_bit: S::u64s::splat(s, Bitboard::of(king).0),
            knight_checks: attacks::knight(king).0,
            pawn_checks: attacks::pawn(THEM, king).0,
            sight: Sight::new(s, king),
            castling,
        }
    }

    /// The sum of the replies to all moves that can be foretold, and the other moves.
    #[inline(always)]
    pub(super) fn look(&self, s: S, movers: &Siblings<S>, boards: &Lanes<S>) -> (S::u64s, Leftover<S>) {
        let zero = S::u64s::splat(s, 0);
        let occ = boards.occupied();
        let empty = !occ;
        let m = boards.color(US);
        let o = boards.color(THEM);
        let dia = boards.diagonal_sliders();
        let ort = boards.orthogonal_sliders();
        let knights = boards.knights();
        let pawns = boards.pawns();
        let slides = Slides::new(s, occ);

        // The movers' own king.
        let (limits, o_attacked) = movers.limits::<true, true>(s, boards, &slides);

        // The other side's king.
        let m_slides = slides.attacks(s, [ort & m, ort & m, dia & m, dia & m]);
        let m_lines = on_lines::<S>(&m_slides);
        let o_sight = self.sight.lines(s, occ);
        let o_pins = [
            o & o_sight[0] & m_lines[0],
            o & o_sight[1] & m_lines[1],
            o & o_sight[2] & m_lines[2],
            o & o_sight[3] & m_lines[3],
        ];
        let o_limits = Limits { us: THEM, allowed: !o, pins: o_pins };
        let o_free = o_limits.free(boards);

        // What attacks the king's squares: once, twice, three times.
        let mut ks = self.ring & !o;
        let mut path_squares = zero;
        let mut rook_squares = zero;
        let mut alive = [zero; 2];
        let mut castle_safe = [zero; 2];
        let mut castle_empty = [zero; 2];
        let mut n = 0;
        while n < 2 {
            if let Some(path) = &self.castling[n] {
                let dead = (o & path.empty) | (!o & path.rook);
                let lanes = dead.simd_eq(zero);
                alive[n] = lanes.select(!zero, zero);
                castle_safe[n] = S::u64s::splat(s, path.safe) & alive[n] & !self.king_bit;
                castle_empty[n] = S::u64s::splat(s, path.empty) & alive[n];
                ks = ks | castle_safe[n];
                path_squares = path_squares | castle_empty[n];
                rook_squares = rook_squares | (S::u64s::splat(s, path.rook) & alive[n]);
            }
            n += 1;
        }
        let jumps = knight_jumps::<S>(knights & m);
        let [pw, pe] = sets::pawn_attacks(pawns & m, US);
        let mking = sets::king_attacks(boards.kings() & m);
        let (mut at1, mut at2, mut at3) = (zero, zero, zero);
        macro_rules! tally {
            ($($set:expr),*) => {$(
                let set = $set;
                at3 = at3 | (at2 & set);
                at2 = at2 | (at1 & set);
                at1 = at1 | set;
            )*};
        }
        tally!(m_slides[0], m_slides[1], m_slides[2], m_slides[3]);
        tally!(m_slides[4], m_slides[5], m_slides[6], m_slides[7]);
        tally!(jumps[0], jumps[1], jumps[2], jumps[3], jumps[4], jumps[5], jumps[6], jumps[7]);
        tally!(pw, pe, mking);
        let u0 = ks & !at1;
        let u1 = ks & at1 & !at2;
        let u2 = ks & at2 & !at3;

        // Looking out from the king's squares.
        let rays = Rays::<S>::new(empty);
        let e0 = rays.attacks(u0);
        let e1 = rays.attacks(u1);
        let e2 = rays.attacks(u2);
        let e0_lines = on_lines::<S>(&e0);
        let attackers = |u: S::u64s, e: &[S::u64s; 8]| {
            let [rank, file, diagonal, antidiagonal] = on_lines::<S>(e);
            m & ((ort & (rank | file))
                | (dia & (diagonal | antidiagonal))
                | (knights & sets::knight_attacks(u))
                | (pawns & {
                    let [a, b] = sets::pawn_attacks(u, THEM);
                    a | b
                })
                | (boards.kings() & sets::king_attacks(u)))
        };
        let ways = |e: &[S::u64s; 8]| {
            empty
                & ((e[0] & m_slides[4])
                    | (e[1] & m_slides[5])
                    | (e[2] & m_slides[6])
                    | (e[3] & m_slides[7])
                    | (e[4] & m_slides[0])
                    | (e[5] & m_slides[1])
                    | (e[6] & m_slides[2])
                    | (e[7] & m_slides[3]))
        };
        let att1 = attackers(u1, &e1);
        let att2 = attackers(u2, &e2);
        let way1 = ways(&e1);
        let way2 = ways(&e2);
        let pair = way2.simd_ne(zero).select(att2, zero);
        let open0 = m
            & ((e0_lines[0] & m_lines[0])
                | (e0_lines[1] & m_lines[1])
                | (e0_lines[2] & m_lines[2])
                | (e0_lines[3] & m_lines[3]));

        // The king's lines: what shields, what pins, and what could.
        let first = [o_sight[0] & occ, o_sight[1] & occ, o_sight[2] & occ, o_sight[3] & occ];
        let second = slides.attacks_on_lines(s, first);
        let mut f_lines = zero;
        let mut t_pins = zero;
        let mut n = 0;
        while n < 4 {
            let sliders = if n < 2 { ort } else { dia };
            let hit = m_lines[n];
            let uncovered = (second[n] & o & hit).simd_ne(zero);
            f_lines = f_lines
                | (m & (o_sight[n] | second[n]) & hit)
                | (m & sliders & second[n])
                | uncovered.select(m & first[n], zero);
            let pinned = o_pins[n].simd_ne(zero);
            t_pins = t_pins | pinned.select(o_sight[n] | second[n], zero);
            n += 1;
        }

        // Promotions of the other side.
        let about = pawns & o & Bitboard::rank(Rank::Second).0;
        let [aw, ae] = sets::pawn_attacks(about, THEM);
        let promotion_zone = sets::step(about, Direction::South) | aw | ae;

        // The other side's moves, if it were its turn.
        let os = slides.attacks(
            s,
            [
                ort & (o_free | o_pins[0]),
                ort & (o_free | o_pins[1]),
                dia & (o_free | o_pins[2]),
                dia & (o_free | o_pins[3]),
            ],
        );
        let os = [os[0], os[1], os[2], os[3], os[4], os[5], os[6], os[7]];
        let os = {
            let no = !o;
            // Attacks end at the first piece; own pieces are no targets.
            let _ = no;
            os
        };
        let os_lines = on_lines::<S>(&os);
        let op = o_limits.pawn_targets(boards);
        let on = knight_jumps::<S>(knights & o_free);
        let no = !o;
        let mut base = s.sum_counts_15([
            os[0] & no,
            os[1] & no,
            os[2] & no,
            os[3] & no,
            os[4] & no,
            os[5] & no,
            os[6] & no,
            os[7] & no,
            on[0] & no,
            on[1] & no,
            on[2] & no,
            on[3] & no,
            on[4] & no,
            on[5] & no,
            on[6] & no,
        ]) + s.sum_counts_7([
            on[7] & no,
            op.single,
            op.double,
            op.west,
            op.east,
            self.ring & u0,
            zero,
        ]) + op.three_more(s, THEM);
        let mut n = 0;
        while n < 2 {
            if self.castling[n].is_some() {
                let hindered = (castle_empty[n] & occ) | (castle_safe[n] & at1) | !alive[n];
                base = base + hindered.simd_eq(zero).select(S::u64s::splat(s, 1), zero);
            }
            n += 1;
        }

        // What the sliders gain or lose beyond each square.
        let second_os = slides.attacks(
            s,
            [os_lines[0] & m, os_lines[1] & m, os_lines[2] & m, os_lines[3] & m],
        );
        let gen_ort = ort & o;
        let gen_dia = dia & o;
        macro_rules! runs {
            ($i:expr, $d:expr, $gen:expr) => {{
                let legal = (os[$i] | second_os[$i]) & no;
                run::<S>(legal, empty, os[$i] & no, $d)
            }};
        }
        let _ = (gen_ort, gen_dia);
        let axis = |a: [S::u64s; 3], b: [S::u64s; 3]| {
            let sum = add3::<S>(a, b);
            [sum[0], sum[1], sum[2]]
        };
        let ranks = axis(runs!(2, Direction::East, gen_ort), runs!(6, Direction::West, gen_ort));
        let files = axis(runs!(0, Direction::North, gen_ort), runs!(4, Direction::South, gen_ort));
        let diagonals = axis(runs!(1, Direction::NorthEast, gen_dia), runs!(5, Direction::SouthWest, gen_dia));
        let antis = axis(runs!(3, Direction::SouthEast, gen_dia), runs!(7, Direction::NorthWest, gen_dia));
        let beyond = add4::<S>(add3::<S>(ranks, files), add3::<S>(diagonals, antis));

        // Pawns of the other side: pushes stopped and freed, captures gained and lost.
        let pushers = pawns & (o_free | o_pins[1]);
        let (west_pin, east_pin) = (o_pins[2], o_pins[3]);
        let gain_west = sets::step(pawns & (o_free | west_pin), Direction::NorthWest.of(THEM));
        let gain_east = sets::step(pawns & (o_free | east_pin), Direction::NorthEast.of(THEM));
        let ahead = sets::step(pushers, Direction::South);
        let sixth = Bitboard::rank(Rank::Sixth).0;
        let stopped_double = sets::step(op.double, Direction::North);
        // One step ahead of a pawn: a push, and perhaps a double push through it. Two steps ahead: a double push.
        let freed_two = sets::step(sets::step(ahead & m & sixth, Direction::South) & empty, Direction::North);
        let freed_double = sets::step(op.single & sixth, Direction::South) & m;
        let losses = add_one::<S>(
            add_one::<S>(beyond, (ahead & empty) | (ahead & m)),
            (stopped_double & empty) | (op.double & empty) | freed_two | freed_double,
        );
        let opened_any = m
            & (losses[0] | losses[1] | losses[2] | losses[3] | losses[4] | gain_west | gain_east);

        // The moves.
        let home = pawns & o & Bitboard::rank(Rank::Seventh).0;
        let front_one = home >> 8;
        let front_two = home >> 16;
        let fronts = front_one | front_two;
        let rooted = self.ring | path_squares | f_lines | open0 | att1 | pair | promotion_zone;
        let t_all = self.ring | path_squares | rook_squares | way1 | t_pins | promotion_zone;
        let orth_view = o_sight[0] | o_sight[1] | second[0] | second[1];
        let dia_view = o_sight[2] | o_sight[3] | second[2] | second[3];
        let [n0, ne0, ea0, se0, so0, sw0, we0, nw0] = e0;
        let t_slider = t_all | orth_view | dia_view | n0 | ne0 | ea0 | se0 | so0 | sw0 | we0 | nw0;
        let t_knight = t_all | sets::knight_attacks(u0) | self.knight_checks_of(s);
        let [a0, b0] = sets::pawn_attacks(u0, THEM);
        let t_pawn = t_all | a0 | b0 | S::u64s::splat(s, self.pawn_checks);
        let t_king = t_all | sets::king_attacks(u0);

        let free = limits.free(boards);
        let allowed = limits.allowed;
        let quiet = allowed & empty;
        let rooted_heavy = rooted | opened_any;
        let [p_rank, p_file, p_dia, p_anti] = limits.pins;
        let all_slides = slides.attacks(
            s,
            [ort & (free | p_rank), ort & (free | p_file), dia & (free | p_dia), dia & (free | p_anti)],
        );
        let still = !rooted_heavy;
        let regular_slides = slides.attacks(
            s,
            [
                ort & (free | p_rank) & still,
                ort & (free | p_file) & still & !fronts,
                dia & (free | p_dia) & still,
                dia & (free | p_anti) & still,
            ],
        );
        let slider_targets = quiet & !t_slider;
        let q_slides = [
            regular_slides[0] & slider_targets,
            regular_slides[1] & slider_targets,
            regular_slides[2] & slider_targets,
            regular_slides[3] & slider_targets,
            regular_slides[4] & slider_targets,
            regular_slides[5] & slider_targets,
            regular_slides[6] & slider_targets,
            regular_slides[7] & slider_targets,
        ];
        let all_jumps = knight_jumps::<S>(knights & free);
        let regular_jumps = knight_jumps::<S>(knights & free & still);
        let knight_targets = quiet & !t_knight;
        let q_jumps = [
            regular_jumps[0] & knight_targets,
            regular_jumps[1] & knight_targets,
            regular_jumps[2] & knight_targets,
            regular_jumps[3] & knight_targets,
            regular_jumps[4] & knight_targets,
            regular_jumps[5] & knight_targets,
            regular_jumps[6] & knight_targets,
            regular_jumps[7] & knight_targets,
        ];
        let king_steps = movers.king_ring(s) & !(m | o_attacked);
        let king_rooted = (boards.kings() & m & (rooted_heavy | fronts)).simd_ne(zero);
        let q_king = king_rooted.select(zero, king_steps & empty & !t_king);
        let p = limits.pawn_targets(boards);
        let last = Bitboard::rank(Rank::Eighth).0;
        let third = Bitboard::rank(Rank::Third).0;
        let movable = pawns & (free | p_file) & !rooted & !os_lines[1];
        let pawn_quiet = quiet & !t_pawn;
        let through = sets::step(movable, Direction::North) & empty;
        let q_single = sets::step(movable & !front_two, Direction::North) & pawn_quiet & !last;
        let fourth = pawns & o & Bitboard::rank(Rank::Fourth).0;
        let beside = sets::step(fourth, Direction::East) | sets::step(fourth, Direction::West);
        let q_double = sets::step(through & third, Direction::North) & pawn_quiet & !beside;

        // How many regular moves arrive on each square.
        let [m0, m1, m2, m3] = compress_15::<S>([
            q_slides[0], q_slides[1], q_slides[2], q_slides[3], q_slides[4], q_slides[5], q_slides[6], q_slides[7],
            q_jumps[0], q_jumps[1], q_jumps[2], q_jumps[3], q_jumps[4], q_jumps[5], q_jumps[6],
        ]);
        let [x0, x1, x2] = quadbit_quad::simd::compress_7([q_jumps[7], q_king, q_single, q_double, zero, zero, zero]);
        let times = add4::<S>([m0, m1, m2, m3], [x0, x1, x2, zero]);
        let number = weigh(s, times, !zero);
        let gained = weigh(s, times, gain_west) + weigh(s, times, gain_east);
        let lost = weigh(s, times, losses[0])
            + (weigh(s, times, losses[1]) << 1)
            + (weigh(s, times, losses[2]) << 2)
            + (weigh(s, times, losses[3]) << 3)
            + (weigh(s, times, losses[4]) << 4);
        let mut sum = multiply(s, number, base) + gained - lost;
        // What pawns leave behind them.
        let from_single = q_single >> 8;
        let from_double = q_double >> 16;
        sum = sum - s.popcount(from_single & gain_west) - s.popcount(from_single & gain_east)
            - s.popcount(from_double & gain_west) - s.popcount(from_double & gain_east);
        let mut n = 0;
        while n < 5 {
            sum = sum + ((s.popcount(from_single & losses[n]) + s.popcount(from_double & losses[n])) << n as u32);
            n += 1;
        }

        let left = Leftover {
            slides: [
                all_slides[0] & allowed & !q_slides[0],
                all_slides[1] & allowed & !q_slides[1],
                all_slides[2] & allowed & !q_slides[2],
                all_slides[3] & allowed & !q_slides[3],
                all_slides[4] & allowed & !q_slides[4],
                all_slides[5] & allowed & !q_slides[5],
                all_slides[6] & allowed & !q_slides[6],
                all_slides[7] & allowed & !q_slides[7],
            ],
            jumps: [
                all_jumps[0] & allowed & !q_jumps[0],
                all_jumps[1] & allowed & !q_jumps[1],
                all_jumps[2] & allowed & !q_jumps[2],
                all_jumps[3] & allowed & !q_jumps[3],
                all_jumps[4] & allowed & !q_jumps[4],
                all_jumps[5] & allowed & !q_jumps[5],
                all_jumps[6] & allowed & !q_jumps[6],
                all_jumps[7] & allowed & !q_jumps[7],
            ],
            king: king_steps & !q_king,
            single: p.single & !q_single,
            double: p.double & !q_double,
            west: p.west,
            east: p.east,
            castling: movers.castling_marks(s, m, occ, o_attacked),
        };
        (sum, left)
    }

    #[inline(always)]
    fn knight_checks_of(&self, s: S) -> S::u64s {
        S::u64s::splat(s, self.knight_checks)
    }
}

/// The sum over a set of numbers of five bits.
#[inline(always)]
fn weigh<S: BoardSimd>(s: S, times: [S::u64s; 5], set: S::u64s) -> S::u64s {
    s.popcount(times[0] & set)
        + (s.popcount(times[1] & set) << 1)
        + (s.popcount(times[2] & set) << 2)
        + (s.popcount(times[3] & set) << 3)
        + (s.popcount(times[4] & set) << 4)
}

/// Products of small numbers, under 2^16 in all.
#[inline(always)]
fn multiply<S: BoardSimd>(_s: S, a: S::u64s, b: S::u64s) -> S::u64s {
    let a: S::u16s = a.bitcast();
    let b: S::u16s = b.bitcast();
    (a * b).bitcast()
}

#[inline(always)]
fn compress_15<S: BoardSimd>(sets: [S::u64s; 15]) -> [S::u64s; 4] {
    quadbit_quad::simd::compress_15(sets)
}
