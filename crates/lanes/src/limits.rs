//! The steps that all counts of moves in lanes have in common: every step treats all pieces of a kind, in all lanes, as one
//! set.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Lanes, Slides};
use quadbit_quad::{Bitboard, sets};
use quadbit_x88::{Color, Direction, File, Rank};

/// What one side attacks, in every lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats<S: BoardSimd> {
    /// Its sliders, in each direction, by [`Direction::index`].
    pub(crate) slides: [S::u64s; 8],
    /// All its pieces.
    pub(crate) all: S::u64s,
}

/// What limits the moves of one side, in every lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits<S: BoardSimd> {
    /// Whose moves they are.
    pub(crate) us: Color,
    /// Where pieces other than the king may go.
    pub(crate) allowed: S::u64s,
    /// The pieces that are pinned to their king on its rank, file, diagonal and antidiagonal.
    pub(crate) pins: [S::u64s; 4],
}

/// The squares that pawns of one side move to, a set for each kind of move, in every lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PawnTargets<S: BoardSimd> {
    pub(crate) single: S::u64s,
    pub(crate) double: S::u64s,
    pub(crate) west: S::u64s,
    pub(crate) east: S::u64s,
}

impl<S: BoardSimd> Threats<S> {
    #[inline(always)]
    pub(crate) fn new(s: S, boards: &Lanes<S>, slides: &Slides<S>, by: Color) -> Self {
        let pieces = boards.color(by);
        let (o, d) = (boards.orthogonal_sliders() & pieces, boards.diagonal_sliders() & pieces);
        let slides = slides.attacks(s, [o, o, d, d]);
        let [n, ne, e, se, so, sw, w, nw] = slides;
        let [west, east] = sets::pawn_attacks(boards.pawns() & pieces, by);
        let knights = sets::knight_attacks(boards.knights() & pieces);
        let king = sets::king_attacks(boards.kings() & pieces);
        let all = n | ne | e | se | so | sw | w | nw | west | east | knights | king;
        Self { slides, all }
    }

    /// The squares that sliders attack along ranks, files, diagonals and antidiagonals.
    #[inline(always)]
    pub(crate) fn lines(&self) -> [S::u64s; 4] {
        let [n, ne, e, se, so, sw, w, nw] = self.slides;
        [e | w, n | so, ne | sw, se | nw]
    }

    /// The squares that sliders attack beyond a king, if it makes way: the next one of each slide that ends at the king.
    #[inline(always)]
    pub(crate) fn beyond(&self, king: S::u64s) -> S::u64s {
        let [n, ne, e, se, so, sw, w, nw] = self.slides;
        sets::step(n & king, Direction::North)
            | sets::step(ne & king, Direction::NorthEast)
            | sets::step(e & king, Direction::East)
            | sets::step(se & king, Direction::SouthEast)
            | sets::step(so & king, Direction::South)
            | sets::step(sw & king, Direction::SouthWest)
            | sets::step(w & king, Direction::West)
            | sets::step(nw & king, Direction::NorthWest)
    }
}

impl<S: BoardSimd> Limits<S> {
    /// The pieces that are not pinned.
    #[inline(always)]
    pub(crate) fn free(&self, boards: &Lanes<S>) -> S::u64s {
        let [rank, file, diagonal, antidiagonal] = self.pins;
        boards.color(self.us) & !(rank | file | diagonal | antidiagonal)
    }

    /// Where bishops, rooks and queens may go, a set for each direction. A pinned one slides along its pin's line alone.
    #[inline(always)]
    pub(crate) fn slider_targets(&self, s: S, boards: &Lanes<S>, slides: &Slides<S>) -> [S::u64s; 8] {
        let [rank, file, diagonal, antidiagonal] = self.pins;
        let free = self.free(boards);
        let (d, o) = (boards.diagonal_sliders(), boards.orthogonal_sliders());
        let sliders =
            [o & (free | rank), o & (free | file), d & (free | diagonal), d & (free | antidiagonal)];
        let [n, ne, e, se, so, sw, w, nw] = slides.attacks(s, sliders);
        let allowed = self.allowed;
        [
            n & allowed,
            ne & allowed,
            e & allowed,
            se & allowed,
            so & allowed,
            sw & allowed,
            w & allowed,
            nw & allowed,
        ]
    }

    /// Where knights that are not pinned may go, a set for each of their eight jumps. A pinned one cannot move at all.
    #[inline(always)]
    pub(crate) fn knight_targets(&self, knights: S::u64s) -> [S::u64s; 8] {
        let [a, b, c, d, e, f, g, h] = knight_jumps::<S>(knights);
        let allowed = self.allowed;
        [
            a & allowed,
            b & allowed,
            c & allowed,
            d & allowed,
            e & allowed,
            f & allowed,
            g & allowed,
            h & allowed,
        ]
    }

    /// Where pawns may go. A pinned one may push on its king's file, and capture along its king's diagonals.
    #[inline(always)]
    pub(crate) fn pawn_targets(&self, boards: &Lanes<S>) -> PawnTargets<S> {
        let us = self.us;
        let [_, on_file, on_diagonal, on_antidiagonal] = self.pins;
        // To the west a pawn captures along one diagonal, to the east along the other; which, depends on its side.
        let (west_pin, east_pin) = match us {
            Color::White => (on_antidiagonal, on_diagonal),
            Color::Black => (on_diagonal, on_antidiagonal),
        };
        let occupied = boards.occupied();
        let pawns = boards.pawns() & boards.color(us);
        let free = boards.pawns() & self.free(boards);
        let forward = Direction::North.relative_to(us);
        let third = Bitboard::rank(Rank::Third.relative_to(us)).0;
        let single = sets::step(free | (pawns & on_file), forward) & !occupied;
        let captures = boards.color(!us) & self.allowed;
        PawnTargets {
            single: single & self.allowed,
            double: sets::step(single & third, forward) & !occupied & self.allowed,
            west: sets::step(free | (pawns & west_pin), Direction::NorthWest.relative_to(us)) & captures,
            east: sets::step(free | (pawns & east_pin), Direction::NorthEast.relative_to(us)) & captures,
        }
    }
}

impl<S: BoardSimd> PawnTargets<S> {
    /// What promotions add: a pawn that reaches the last rank has four moves instead of one.
    #[inline(always)]
    pub(crate) fn three_more(&self, s: S, us: Color) -> S::u64s {
        let last = Bitboard::rank(Rank::Eighth.relative_to(us)).0;
        let promotions =
            s.popcount(self.single & last) + s.popcount(self.west & last) + s.popcount(self.east & last);
        promotions + promotions + promotions
    }
}

/// Where pieces other than the king may go: `anywhere` if there is no checker, where it stops the check if there is one,
/// nowhere if there are more.
#[inline(always)]
pub(crate) fn allowed<S: BoardSimd>(s: S, checkers: S::u64s, stops: S::u64s, anywhere: S::u64s) -> S::u64s {
    let zero = S::u64s::splat(s, 0);
    let second = checkers & (checkers - S::u64s::splat(s, 1));
    let stops = second.simd_eq(zero).select(stops, zero);
    checkers.simd_eq(zero).select(anywhere, stops)
}

/// The squares that knights reach by each of their eight jumps: a square that two knights reach is in two sets.
#[inline(always)]
pub(crate) fn knight_jumps<S: BoardSimd>(knights: S::u64s) -> [S::u64s; 8] {
    let file = |file: File| Bitboard::file(file).0;
    let not_a = !file(File::A);
    let not_h = !file(File::H);
    let not_ab = not_a & !file(File::B);
    let not_gh = not_h & !file(File::G);
    let (right, left) = (knights << 1 & not_a, knights >> 1 & not_h);
    let (right_two, left_two) = (knights << 2 & not_ab, knights >> 2 & not_gh);
    [
        right << 16,
        right >> 16,
        left << 16,
        left >> 16,
        right_two << 8,
        right_two >> 8,
        left_two << 8,
        left_two >> 8,
    ]
}

/// The squares from which jumps came, by the place of the jump among [`knight_jumps`].
#[inline(always)]
pub(crate) fn unjump<S: BoardSimd, const JUMP: usize>(to: S::u64s) -> S::u64s {
    match JUMP {
        0 => to >> 17,
        1 => to << 15,
        2 => to >> 15,
        3 => to << 17,
        4 => to >> 10,
        5 => to << 6,
        6 => to >> 6,
        _ => to << 10,
    }
}
