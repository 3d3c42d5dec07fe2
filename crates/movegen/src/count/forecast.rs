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
const E8: u64 = 1 << 60;

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
    /// Where double pushes arrive beside a pawn that may capture en passant.
    pub(super) beside: S::u64s,
}

/// What all boards have in common on the side that replies to the moves, which is THEM.
#[derive(Debug)]
pub(super) struct Forecast {
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

/// The movers' pieces that attack squares of a set, `e` being what the squares see.
#[inline(always)]
fn attackers<S: BoardSimd>(boards: &Lanes<S>, m: S::u64s, u: S::u64s, e: &[S::u64s; 8]) -> S::u64s {
    let [rank, file, diagonal, antidiagonal] = on_lines::<S>(e);
    let [west, east] = sets::pawn_attacks(u, THEM);
    m & ((boards.orthogonal_sliders() & (rank | file))
        | (boards.diagonal_sliders() & (diagonal | antidiagonal))
        | (boards.knights() & sets::knight_attacks(u))
        | (boards.pawns() & (west | east))
        | (boards.kings() & sets::king_attacks(u)))
}

/// The empty squares between squares that see in eight directions and the sliders that they see there.
#[inline(always)]
fn ways<S: BoardSimd>(empty: S::u64s, slides: &[S::u64s; 8], e: &[S::u64s; 8]) -> S::u64s {
    empty
        & ((e[0] & slides[4])
            | (e[1] & slides[5])
            | (e[2] & slides[6])
            | (e[3] & slides[7])
            | (e[4] & slides[0])
            | (e[5] & slides[1])
            | (e[6] & slides[2])
            | (e[7] & slides[3]))
}

/// Two numbers whose sum is under eight.
#[inline(always)]
fn axis<S: BoardSimd>(a: [S::u64s; 3], b: [S::u64s; 3]) -> [S::u64s; 3] {
    let [c, d, e, _] = add3::<S>(a, b);
    [c, d, e]
}

impl Forecast {
    /// `castling`: of the side that replies, on boards turned so that it is black.
    pub(super) const fn new(castling: [Option<CastlingPath>; 2]) -> Self {
        Self { castling }
    }

    /// The sum of the replies to all moves that can be foretold, and the other moves.
    #[inline(always)]
    pub(super) fn look<S: BoardSimd>(&self, s: S, movers: &Siblings<S>, boards: &Lanes<S>) -> (S::u64s, Leftover<S>) {
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
        let (limits, o_attacked, o_slides) = movers.limits::<true, true>(s, boards, &slides);

        // The other side's king.
        let m_slides = slides.attacks(s, [ort & m, ort & m, dia & m, dia & m]);
        let m_lines = on_lines::<S>(&m_slides);
        let king = boards.kings() & o;
        let ring = sets::king_attacks(king);
        let o_sight = slides.attacks_on_lines(s, [king, king, king, king]);
        let o_pins = [
            o & o_sight[0] & m_lines[0],
            o & o_sight[1] & m_lines[1],
            o & o_sight[2] & m_lines[2],
            o & o_sight[3] & m_lines[3],
        ];
        let o_limits = Limits { us: THEM, allowed: !o, pins: o_pins };
        let o_free = o_limits.free(boards);

        // What attacks the king's squares: once, twice, three times.
        let mut ks = ring & !o;
        let mut path_squares = zero;
        let mut rook_squares = zero;
        let mut alive = [zero; 2];
        let mut castle_safe = [zero; 2];
        let mut castle_empty = [zero; 2];
        let mut n = 0;
        while n < 2 {
            if let Some(path) = &self.castling[n] {
                let home = king.simd_eq(S::u64s::splat(s, E8)).select(zero, !zero);
                let dead = (o & path.empty) | (!o & path.rook) | home;
                let lanes = dead.simd_eq(zero);
                alive[n] = lanes.select(!zero, zero);
                castle_safe[n] = S::u64s::splat(s, path.safe) & alive[n] & !king;
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
        let att1 = attackers::<S>(boards, m, u1, &e1);
        let att2 = attackers::<S>(boards, m, u2, &e2);
        let way1 = ways::<S>(empty, &m_slides, &e1);
        let way2 = ways::<S>(empty, &m_slides, &e2);
        let pair = way2.simd_ne(zero).select(att2, zero);
        let open0 = m
            & ((e0_lines[0] & m_lines[0])
                | (e0_lines[1] & m_lines[1])
                | (e0_lines[2] & m_lines[2])
                | (e0_lines[3] & m_lines[3]));

        // The king's lines: what shields, what pins, and what could.
        let first = [o_sight[0] & occ, o_sight[1] & occ, o_sight[2] & occ, o_sight[3] & occ];
        let behind_o = slides.attacks_on_lines(s, [first[0] & o, first[1] & o, first[2] & o, first[3] & o]);
        let behind_m = slides.attacks_on_lines(s, [first[0] & m, first[1] & m, first[2] & m, first[3] & m]);
        let mut f_lines = zero;
        let mut n = 0;
        while n < 4 {
            let sliders = if n < 2 { ort } else { dia };
            let hit = m_lines[n];
            let uncovered = (behind_m[n] & o & hit).simd_ne(zero);
            f_lines = f_lines
                | (m & (o_sight[n] | behind_o[n]) & hit)
                | (m & sliders & behind_o[n])
                | uncovered.select(m & first[n], zero);
            n += 1;
        }
        let any_pin = o_pins[0] | o_pins[1] | o_pins[2] | o_pins[3];
        let mut t_pins = zero;
        if any_pin.simd_ne(zero).any_true() {
            let [a, b, c, d] = slides.attacks_on_lines(s, o_pins);
            t_pins = any_pin | a | b | c | d;
        }

        // Promotions of the other side.
        let about = pawns & o & Bitboard::rank(Rank::Second).0;
        let [aw, ae] = sets::pawn_attacks(about, THEM);
        let promotion_zone = sets::step(about, Direction::South) | aw | ae;

        // The other side's moves, if it were its turn.
        let os = if (any_pin & (ort | dia)).simd_ne(zero).any_true() {
            slides.attacks(
                s,
                [
                    ort & (o_free | o_pins[0]),
                    ort & (o_free | o_pins[1]),
                    dia & (o_free | o_pins[2]),
                    dia & (o_free | o_pins[3]),
                ],
            )
        } else {
            o_slides
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
            ring & u0,
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
        let gen_rank = ort & (o_free | o_pins[0]);
        let gen_file = ort & (o_free | o_pins[1]);
        let gen_dia = dia & (o_free | o_pins[2]);
        let gen_anti = dia & (o_free | o_pins[3]);
        macro_rules! runs {
            ($i:expr, $d:expr, $gen:expr) => {{
                let legal = (os[$i] | second_os[$i]) & no;
                run::<S>(legal, empty, (os[$i] & no) | $gen, $d)
            }};
        }
        let ranks = axis::<S>(runs!(2, Direction::East, gen_rank), runs!(6, Direction::West, gen_rank));
        let files = axis::<S>(runs!(0, Direction::North, gen_file), runs!(4, Direction::South, gen_file));
        let diagonals = axis::<S>(runs!(1, Direction::NorthEast, gen_dia), runs!(5, Direction::SouthWest, gen_dia));
        let antis = axis::<S>(runs!(3, Direction::SouthEast, gen_anti), runs!(7, Direction::NorthWest, gen_anti));
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
        // What is lost when a knight or a pawn is captured: all its moves.
        let knight_moves = compress_15::<S>([
            unjump::<S, 17>(on[0] & no),
            unjump::<S, -15>(on[1] & no),
            unjump::<S, 15>(on[2] & no),
            unjump::<S, -17>(on[3] & no),
            unjump::<S, 10>(on[4] & no),
            unjump::<S, -6>(on[5] & no),
            unjump::<S, 6>(on[6] & no),
            unjump::<S, -10>(on[7] & no),
            // Pawns stand on other squares.
            op.single << 8,
            op.double << 16,
            op.west << 9,
            op.east << 7,
            zero,
            zero,
            zero,
        ]);
        let [b0, b1, b2, b3, b4] = beyond;
        let beyond =
            [b0 | knight_moves[0], b1 | knight_moves[1], b2 | knight_moves[2], b3 | knight_moves[3], b4];
        let losses = add_one::<S>(
            add_one::<S>(
                add_one::<S>(add_one::<S>(beyond, ahead & !o), stopped_double | op.double | freed_two | freed_double),
                !gain_west,
            ),
            !gain_east,
        );
        // What is gained by a capture: to recapture.
        let defenders = compress_15::<S>([
            os[0] & o, os[1] & o, os[2] & o, os[3] & o, os[4] & o, os[5] & o, os[6] & o, os[7] & o,
            on[0] & o, on[1] & o, on[2] & o, on[3] & o, on[4] & o, on[5] & o, on[6] & o,
        ]);
        let defender_too = on[7] & o;

        // The moves.
        let home = pawns & o & Bitboard::rank(Rank::Seventh).0;
        let front_one = home >> 8;
        let front_two = home >> 16;
        let fronts = front_one | front_two;
        let rooted = ring | path_squares | f_lines | open0 | att1 | pair | promotion_zone;
        let t_all = ring | about | path_squares | rook_squares | way1 | t_pins | promotion_zone;
        let [n0, ne0, ea0, se0, so0, sw0, we0, nw0] = e0;
        let t_orthogonal = o_sight[0] | o_sight[1] | behind_o[0] | behind_o[1] | n0 | ea0 | so0 | we0;
        let t_diagonal = o_sight[2] | o_sight[3] | behind_o[2] | behind_o[3] | ne0 | se0 | sw0 | nw0;
        let t_knight = t_all | sets::knight_attacks(u0 | king);
        let [a0, b0] = sets::pawn_attacks(u0 | king, THEM);
        let t_pawn = t_all | a0 | b0;
        let t_king = t_all | sets::king_attacks(u0);

        let free = limits.free(boards);
        let allowed = limits.allowed;
        let [p_rank, p_file, p_dia, p_anti] = limits.pins;
        let any_pin = p_rank | p_file | p_dia | p_anti;
        let all_slides = if (any_pin & (ort | dia)).simd_ne(zero).any_true() {
            slides.attacks(
                s,
                [ort & (free | p_rank), ort & (free | p_file), dia & (free | p_dia), dia & (free | p_anti)],
            )
        } else {
            m_slides
        };
        let still = !rooted;
        let gens = [
            ort & (free | p_rank) & still & !os_lines[0],
            ort & (free | p_file) & still & !(fronts | ahead | os_lines[1]),
            dia & (free | p_dia) & still & !os_lines[2],
            dia & (free | p_anti) & still & !os_lines[3],
        ];
        let regular_slides = slides.attacks(s, gens);
        let their_pawns = pawns & o;
        let orthogonal_targets = allowed & !(t_all | t_orthogonal);
        let diagonal_targets = allowed & !(t_all | t_diagonal);
        let mut q_slides = [
            regular_slides[0] & orthogonal_targets,
            regular_slides[1] & diagonal_targets & !(their_pawns & sets::step(gens[2], Direction::NorthEast)),
            regular_slides[2] & orthogonal_targets,
            regular_slides[3] & diagonal_targets,
            regular_slides[4] & orthogonal_targets,
            regular_slides[5] & diagonal_targets,
            regular_slides[6] & orthogonal_targets,
            regular_slides[7] & diagonal_targets & !(their_pawns & sets::step(gens[3], Direction::NorthWest)),
        ];
        let queens = m & ort & dia;
        if queens.simd_ne(zero).any_true() {
            let by_queens =
                slides.attacks(s, [gens[0] & queens, gens[1] & queens, gens[2] & queens, gens[3] & queens]);
            q_slides = [
                q_slides[0] & !(by_queens[0] & t_diagonal),
                q_slides[1] & !(by_queens[1] & t_orthogonal),
                q_slides[2] & !(by_queens[2] & t_diagonal),
                q_slides[3] & !(by_queens[3] & t_orthogonal),
                q_slides[4] & !(by_queens[4] & t_diagonal),
                q_slides[5] & !(by_queens[5] & t_orthogonal),
                q_slides[6] & !(by_queens[6] & t_diagonal),
                q_slides[7] & !(by_queens[7] & t_orthogonal),
            ];
        }
        let all_jumps = knight_jumps::<S>(knights & free);
        let regular_jumps = knight_jumps::<S>(knights & free & still);
        let knight_targets = allowed & !t_knight;
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
        let king_steps = sets::king_attacks(boards.kings() & m) & !(m | o_attacked);
        let opened = os_lines[0] | os_lines[1] | os_lines[2] | os_lines[3] | ahead | gain_west | gain_east;
        let king_rooted = (boards.kings() & m & (rooted | fronts | opened)).simd_ne(zero);
        let q_king = king_rooted.select(zero, king_steps & !t_king);
        let p = limits.pawn_targets(boards);
        let last = Bitboard::rank(Rank::Eighth).0;
        let third = Bitboard::rank(Rank::Third).0;
        let movable = pawns & (free | p_file) & still & !os_lines[1];
        let pawn_targets = allowed & !t_pawn;
        let pawn_quiet = pawn_targets & empty;
        let pawn_captures = pawn_targets & o & !last;
        let q_west = sets::step(pawns & (free | p_anti) & still & !os_lines[3], Direction::NorthWest) & pawn_captures;
        let q_east = sets::step(pawns & (free | p_dia) & still & !os_lines[2], Direction::NorthEast) & pawn_captures;
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
        let [x0, x1, x2] =
            quadbit_quad::simd::compress_7([q_jumps[7], q_king, q_single, q_double, q_west, q_east, zero]);
        let times = add4::<S>([m0, m1, m2, m3], [x0, x1, x2, zero]);
        let number = weigh(s, &times, !zero);
        let recaptures = weigh(s, &times, defenders[0])
            + (weigh(s, &times, defenders[1]) << 1)
            + (weigh(s, &times, defenders[2]) << 2)
            + (weigh(s, &times, defenders[3]) << 3)
            + weigh(s, &times, defender_too);
        let lost = sum_over(s, &times, &losses);
        let mut sum = multiply(s, number, base) + recaptures - lost;

        // What pieces leave behind them.
        let knight_sources = compress_15::<S>([
            unjump::<S, 17>(q_jumps[0]),
            unjump::<S, -15>(q_jumps[1]),
            unjump::<S, 15>(q_jumps[2]),
            unjump::<S, -17>(q_jumps[3]),
            unjump::<S, 10>(q_jumps[4]),
            unjump::<S, -6>(q_jumps[5]),
            unjump::<S, 6>(q_jumps[6]),
            unjump::<S, -10>(q_jumps[7]),
            q_single >> 8,
            q_double >> 16,
            q_west >> 7,
            q_east >> 9,
            zero,
            zero,
            zero,
        ]);
        let [k0, k1, k2, k3] = knight_sources;
        sum = sum + sum_over(s, &[k0, k1, k2, k3, zero], &losses);
        // A pawn that is captured by the one it attacks is counted twice as a loss.
        sum = sum + s.popcount((q_west >> 7) & gain_east) + s.popcount((q_east >> 9) & gain_west);
        // The king stays where nothing opens behind him.
        let two_kings = s.popcount(q_king);
        sum = sum + two_kings + two_kings;
        let movable = gens[0] | gens[1] | gens[2] | gens[3];
        if (movable & (losses[0] | !losses[1] | losses[2] | losses[3] | losses[4])).simd_ne(zero).any_true() {
            let mut n = 0;
            while n < 5 {
                let some = losses[n];
                if (some & movable).simd_ne(zero).any_true() {
                    let sliders = [gens[0] & some, gens[1] & some, gens[2] & some, gens[3] & some];
                    let count = count_both(s, &slides.attacks(s, sliders), &q_slides);
                    sum = sum + (count << n as u32);
                }
                n += 1;
            }
        } else {
            let count = count_both(s, &q_slides, &q_slides);
            sum = sum + count + count;
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
            west: p.west & !q_west,
            east: p.east & !q_east,
            castling: movers.castling_marks(s, boards.kings() & m, m, occ, o_attacked),
            beside,
        };
        (sum, left)
    }
}

/// The sum over a set of numbers of five bits.
#[inline(always)]
fn weigh<S: BoardSimd>(s: S, times: &[S::u64s; 5], set: S::u64s) -> S::u64s {
    let [one, two, four, eight, sixteen] = times;
    let few = s.popcount(*one & set) + (s.popcount(*two & set) << 1) + (s.popcount(*four & set) << 2);
    if (*eight | *sixteen).simd_ne(S::u64s::splat(s, 0)).any_true() {
        return few + (s.popcount(*eight & set) << 3) + (s.popcount(*sixteen & set) << 4);
    }
    few
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

#[inline(always)]
fn sum_over<S: BoardSimd>(s: S, times: &[S::u64s; 5], numbers: &[S::u64s; 5]) -> S::u64s {
    weigh(s, times, numbers[0])
        + (weigh(s, times, numbers[1]) << 1)
        + (weigh(s, times, numbers[2]) << 2)
        + (weigh(s, times, numbers[3]) << 3)
        + (weigh(s, times, numbers[4]) << 4)
}

/// Back where a jump came from.
#[inline(always)]
fn unjump<S: BoardSimd, const BY: i32>(set: S::u64s) -> S::u64s {
    if BY > 0 { set >> BY.unsigned_abs() } else { set << BY.unsigned_abs() }
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
