//! The moves of pawns on boards in lanes, as sets of target squares by kind of move.
//!
//! 1. [`Pawns::new`] keeps the pawns that their pins allow to push, or to capture to either side.
//! 2. [`Pawns::ahead`] and [`Pawns::attacks`] are the squares before these pawns and those that they attack, empty or
//!    not; [`Pawns::targets`] are the targets of their moves.
//! 3. [`PawnMove::origins`] goes back from targets to pawns, for each kind of move.
//!
//! No two pawns of one side reach a square by the same kind of move, so the sizes of the sets are numbers of moves. A
//! promotion counts once in them, not four times ([`ByPawnMove::three_more`] adds the rest).

use fearless_simd::prelude::*;
use quadbit_quad::operators;
use quadbit_quad::sets::{self, ByLine};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, sets::step_back};
use quadbit_x88::{Color, Direction, Rank};

/// A way in which a pawn moves; west and east are captures.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PawnMove {
    Single,
    Double,
    West,
    East,
}

/// The targets of one side's pawn moves, by kind of move; west and east are captures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByPawnMove<S: BoardSimd> {
    pub(crate) single: S::u64s,
    pub(crate) double: S::u64s,
    pub(crate) west: S::u64s,
    pub(crate) east: S::u64s,
}

/// Squares of the eighth rank where white pawns promote, by the pawn move that leads there. East and west are captures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToLastRank<S: BoardSimd> {
    pub(crate) push: S::u64s,
    pub(crate) west: S::u64s,
    pub(crate) east: S::u64s,
}

/// The pawns of one side that pins allow to move, by kind of move: a pinned pawn may push if the pin is on its king's
/// file, and capture along the pin if the pin is diagonal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pawns<S: BoardSimd> {
    us: Color,
    /// Pawns that no pin keeps from pushing, whether blocked or not.
    pub(crate) push: S::u64s,
    /// Pawns that no pin keeps from capturing to the west, whether there is a piece to capture or not.
    pub(crate) west: S::u64s,
    /// Pawns that no pin keeps from capturing to the east, whether there is a piece to capture or not.
    pub(crate) east: S::u64s,
}

operators!([S: BoardSimd] ByPawnMove<S>, { single, double, west, east }: & | !);
operators!([S: BoardSimd] ToLastRank<S>, { push, west, east }: & | !);

impl PawnMove {
    /// The squares from which pawns of `us` go to the squares of `to` by this move.
    #[inline(always)]
    pub(crate) fn origins<S: BoardSimd>(self, us: Color, to: S::u64s) -> S::u64s {
        match self {
            Self::Single => step_back(to, Direction::North.relative_to(us), 1),
            Self::Double => step_back(to, Direction::North.relative_to(us), 2),
            Self::West => step_back(to, Direction::NorthWest.relative_to(us), 1),
            Self::East => step_back(to, Direction::NorthEast.relative_to(us), 1),
        }
    }
}

impl<S: BoardSimd> Pawns<S> {
    /// Finds the pawns of `us` that may move, given the pinned pieces by the line of their pin.
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

    /// The squares directly before the pawns of `push`, empty or not.
    #[inline(always)]
    pub(crate) fn ahead(&self) -> S::u64s {
        sets::step(self.push, Direction::North.relative_to(self.us))
    }

    /// The squares that the pawns of `west` and `east` attack, to the west and to the east, empty or not.
    #[inline(always)]
    pub(crate) fn attacks(&self) -> [S::u64s; 2] {
        [
            sets::step(self.west, Direction::NorthWest.relative_to(self.us)),
            sets::step(self.east, Direction::NorthEast.relative_to(self.us)),
        ]
    }

    /// The targets of the pawns' moves, within `allowed`: pushes to squares of `empty`, captures of `enemies`.
    #[inline(always)]
    pub(crate) fn targets(&self, empty: S::u64s, enemies: S::u64s, allowed: S::u64s) -> ByPawnMove<S> {
        let single = self.ahead() & empty;
        let third = single & Bitboard::rank(Rank::Third.relative_to(self.us)).0;
        let [west, east] = self.attacks();
        let captures = enemies & allowed;
        ByPawnMove {
            single: single & allowed,
            double: sets::step(third, Direction::North.relative_to(self.us)) & empty & allowed,
            west: west & captures,
            east: east & captures,
        }
    }
}

impl<S: BoardSimd> ByPawnMove<S> {
    /// The squares from which the pawns of `us` come to the targets in `self`, by kind of move.
    #[inline(always)]
    pub(crate) fn origins(&self, us: Color) -> Self {
        Self {
            single: PawnMove::Single.origins::<S>(us, self.single),
            double: PawnMove::Double.origins::<S>(us, self.double),
            west: PawnMove::West.origins::<S>(us, self.west),
            east: PawnMove::East.origins::<S>(us, self.east),
        }
    }

    /// Keeps the targets that are in `set`, for every kind of move.
    #[inline(always)]
    pub(crate) fn within(&self, set: S::u64s) -> Self {
        *self & Self { single: set, double: set, west: set, east: set }
    }

    /// Three times the number of promotions of `us` among the targets in `self`, in every lane: the moves that a count
    /// of targets misses, because a promotion is four moves to one target.
    #[inline(always)]
    pub(crate) fn three_more(&self, s: S, us: Color) -> S::u64s {
        let last = last_rank(us);
        let promotions =
            s.popcount(self.single & last) + s.popcount(self.west & last) + s.popcount(self.east & last);
        promotions + promotions + promotions
    }

    /// The targets of White's promotions (those on the eighth rank), by pawn move.
    #[inline(always)]
    pub(crate) fn promotions(&self) -> ToLastRank<S> {
        let last = last_rank(Color::White);
        ToLastRank { push: self.single & last, west: self.west & last, east: self.east & last }
    }

    /// Whether a pawn of `us` promotes in any lane.
    #[inline(always)]
    pub(crate) fn promote(&self, s: S, us: Color) -> bool {
        let promotions = (self.single | self.west | self.east) & last_rank(us);
        promotions.simd_ne(S::u64s::splat(s, 0)).any_true()
    }
}

impl<S: BoardSimd> ToLastRank<S> {
    /// The squares on the seventh rank from which the pawns come to the squares in `self`.
    #[inline(always)]
    pub(crate) fn origins(self) -> Self {
        Self {
            push: PawnMove::Single.origins::<S>(Color::White, self.push),
            west: PawnMove::West.origins::<S>(Color::White, self.west),
            east: PawnMove::East.origins::<S>(Color::White, self.east),
        }
    }
}

/// The rank on which pawns of `us` promote.
pub(crate) const fn last_rank(us: Color) -> u64 {
    Bitboard::rank(Rank::Eighth.relative_to(us)).0
}
