//! Pawns in lanes.

use fearless_simd::prelude::*;
use quadbit_quad::sets::{self, ByLine};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, sets::step_back};
use quadbit_x88::{Color, Direction, Rank};

/// The kinds of pawn moves. West and east are captures.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PawnMove {
    Single,
    Double,
    West,
    East,
}

/// A set for each kind of pawn move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByPawnMove<S: BoardSimd> {
    pub(crate) single: S::u64s,
    pub(crate) double: S::u64s,
    pub(crate) west: S::u64s,
    pub(crate) east: S::u64s,
}

/// The pawns of one side that their pins allow to move: a pinned one may push on its king's file, and capture
/// along its king's diagonals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pawns<S: BoardSimd> {
    us: Color,
    /// Those that may push, capture to the west, and capture to the east.
    pub(crate) push: S::u64s,
    pub(crate) west: S::u64s,
    pub(crate) east: S::u64s,
}

impl PawnMove {
    #[inline(always)]
    const fn direction(self, us: Color) -> Direction {
        match self {
            Self::Single | Self::Double => Direction::North.relative_to(us),
            Self::West => Direction::NorthWest.relative_to(us),
            Self::East => Direction::NorthEast.relative_to(us),
        }
    }

    /// The origins of moves of this kind to a set of squares.
    #[inline(always)]
    pub(crate) fn origins<S: BoardSimd>(self, us: Color, to: S::u64s) -> S::u64s {
        step_back(to, self.direction(us), if matches!(self, Self::Double) { 2 } else { 1 })
    }
}

impl<S: BoardSimd> Pawns<S> {
    /// The pawns of a side with its pinned pieces, by the line of the pin.
    #[inline(always)]
    pub(crate) fn new(boards: &Boards<S>, us: Color, pins: ByLine<S::u64s>) -> Self {
        let pawns = boards.pawns() & boards.color(us);
        let free = pawns & !pins.union();
        let ByLine([_, on_file, on_diagonal, on_antidiagonal]) = pins;
        // The diagonal of a capture to the west and that of a capture to the east depend on the side.
        let (west_pin, east_pin) = match us {
            Color::White => (on_antidiagonal, on_diagonal),
            Color::Black => (on_diagonal, on_antidiagonal),
        };
        Self {
            us,
            push: free | (pawns & on_file),
            west: free | (pawns & west_pin),
            east: free | (pawns & east_pin),
        }
    }

    /// The squares directly before the pawns that may push, empty or not.
    #[inline(always)]
    pub(crate) fn ahead(&self) -> S::u64s {
        sets::step(self.push, PawnMove::Single.direction(self.us))
    }

    /// The squares that they attack to the west and to the east, empty or not.
    #[inline(always)]
    pub(crate) fn attacks(&self) -> [S::u64s; 2] {
        [
            sets::step(self.west, PawnMove::West.direction(self.us)),
            sets::step(self.east, PawnMove::East.direction(self.us)),
        ]
    }

    /// The targets of their moves, within `allowed`.
    #[inline(always)]
    pub(crate) fn targets(&self, empty: S::u64s, enemies: S::u64s, allowed: S::u64s) -> ByPawnMove<S> {
        let single = self.ahead() & empty;
        let third = single & Bitboard::rank(Rank::Third.relative_to(self.us)).0;
        let [west, east] = self.attacks();
        let captures = enemies & allowed;
        ByPawnMove {
            single: single & allowed,
            double: sets::step(third, PawnMove::Single.direction(self.us)) & empty & allowed,
            west: west & captures,
            east: east & captures,
        }
    }
}

impl<S: BoardSimd> ByPawnMove<S> {
    /// The origins of the moves to these squares.
    #[inline(always)]
    pub(crate) fn origins(&self, us: Color) -> Self {
        Self {
            single: PawnMove::Single.origins::<S>(us, self.single),
            double: PawnMove::Double.origins::<S>(us, self.double),
            west: PawnMove::West.origins::<S>(us, self.west),
            east: PawnMove::East.origins::<S>(us, self.east),
        }
    }

    /// These squares without those of other sets.
    #[inline(always)]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self {
            single: self.single & !other.single,
            double: self.double & !other.double,
            west: self.west & !other.west,
            east: self.east & !other.east,
        }
    }

    /// These squares within a set.
    #[inline(always)]
    pub(crate) fn within(&self, set: S::u64s) -> Self {
        self.and(&Self { single: set, double: set, west: set, east: set })
    }

    /// The squares that are in other sets too.
    #[inline(always)]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self {
            single: self.single & other.single,
            double: self.double & other.double,
            west: self.west & other.west,
            east: self.east & other.east,
        }
    }

    /// These squares and those of other sets.
    #[inline(always)]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self {
            single: self.single | other.single,
            double: self.double | other.double,
            west: self.west | other.west,
            east: self.east | other.east,
        }
    }

    /// The additional moves by promotions: a pawn that reaches the last rank has four moves instead of one.
    #[inline(always)]
    pub(crate) fn three_more(&self, s: S, us: Color) -> S::u64s {
        let last = last_rank(us);
        let promotions =
            s.popcount(self.single & last) + s.popcount(self.west & last) + s.popcount(self.east & last);
        promotions + promotions + promotions
    }

    /// The promotions of white: pushes, captures to the west, captures to the east.
    #[inline(always)]
    pub(crate) fn promotions(&self) -> [S::u64s; 3] {
        let last = last_rank(Color::White);
        [self.single & last, self.west & last, self.east & last]
    }

    /// Whether any lane has a promotion.
    #[inline(always)]
    pub(crate) fn promote(&self, s: S, us: Color) -> bool {
        let promotions = (self.single | self.west | self.east) & last_rank(us);
        promotions.simd_ne(S::u64s::splat(s, 0)).any_true()
    }
}

/// The rank on which pawns promote.
pub(crate) const fn last_rank(us: Color) -> u64 {
    Bitboard::rank(Rank::Eighth.relative_to(us)).0
}
