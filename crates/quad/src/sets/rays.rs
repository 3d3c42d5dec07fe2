//! The squares that sliders reach in one direction.
//!
//! 1. [`Ray::new`] prepares a direction over an occupancy: where a slider can enter one square, two squares,
//!    four squares.
//! 2. [`Ray::occluded`] fills from a set of sliders by three doublings; [`Ray::attacks`] steps once more, onto the
//!    first piece.
//! 3. [`Rays`] holds the eight directions over one occupancy, for squares seen from a set.
//!
//! The direction must be a constant where a fill is compiled: a shift by a variable takes longer.

use quadbit_x88::Direction;

use super::{Sets, UNWRAPPED, shift};
use crate::sets::by_direction::ByDirection;

/// The squares over which sliders move in one direction, prepared for any number of fills with the same occupied
/// squares.
///
/// A fill by Kogge and Stone takes three steps, each of which doubles its reach. The steps need the squares that can be
/// entered by one, two and four steps of a slider. These squares depend only on the occupancy, so the sliders of both
/// sides and of every role share them. Preparing takes 5 operations, or 4 straight up and down.
///
/// Source: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#[derive(Clone, Copy, Debug)]
pub struct Ray<W> {
    direction: Direction,
    /// Empty squares that a slider can enter from the square one step back.
    one: W,
    /// Empty squares that a slider can enter from the square two steps back, past another empty one.
    two: W,
    /// Empty squares that a slider can enter from the square four steps back, past three empty ones.
    four: W,
}

impl<W: Sets> Ray<W> {
    /// Prepares fills in `direction`. Sliders move over the squares of `empty` and stop on the first square outside of
    /// it.
    #[inline(always)]
    pub fn new(direction: Direction, empty: W) -> Self {
        let one = empty & UNWRAPPED[direction.index()];
        let two = one & shift(one, direction, 1);
        let four = two & shift(two, direction, 2);
        Self { direction, one, two, four }
    }

    /// The squares that `sliders` attack in the direction of the ray, up to and including the first piece. 11
    /// operations, or 10 straight up or down.
    #[inline(always)]
    pub fn attacks(&self, sliders: W) -> W {
        self.attacks_towards(self.direction, sliders)
    }

    /// Like [`attacks`](Self::attacks), with the direction as an argument, so that it stays a constant if the ray
    /// is loaded from memory.
    #[inline(always)]
    pub(crate) fn attacks_towards(&self, direction: Direction, sliders: W) -> W {
        super::step(self.occluded_towards(direction, sliders), direction)
    }

    /// The occluded fill: `sliders`, and all empty squares up to the first piece in the direction of the ray. 9
    /// operations.
    ///
    /// ```
    /// use quadbit_quad::{Bitboard, bitboard, sets::Ray};
    /// use quadbit_x88::{Direction, Square};
    /// let (rook, pawn) = (Bitboard::of(Square::C2), Bitboard::of(Square::C6));
    /// let filled = Ray::new(Direction::North, (!(rook | pawn)).0).occluded(rook.0);
    /// assert_eq!(
    ///     Bitboard(filled),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . . . . . . .
    ///         . . X . . . . .
    ///         . . X . . . . .
    ///         . . X . . . . .
    ///         . . X . . . . .
    ///         . . . . . . . .
    ///     }
    /// );
    /// ```
    #[inline(always)]
    pub fn occluded(&self, sliders: W) -> W {
        self.occluded_towards(self.direction, sliders)
    }

    /// Like [`occluded`](Self::occluded), with the direction as an argument, so that it can be a constant where the
    /// fill is compiled.
    #[inline(always)]
    fn occluded_towards(&self, direction: Direction, sliders: W) -> W {
        let filled = sliders | (self.one & shift(sliders, direction, 1));
        let filled = filled | (self.two & shift(filled, direction, 2));
        filled | (self.four & shift(filled, direction, 4))
    }
}

/// The squares over which sliders move in all eight directions, prepared for any number of fills with the same occupied
/// squares.
///
/// Rays may start on any square, empty ones too. For sliders, which stand on occupied squares,
/// `simd::Slides` is faster.
#[derive(Clone, Copy, Debug)]
pub struct Rays<W>([Ray<W>; 8]);

impl<W: Sets> Rays<W> {
    /// Prepares fills in all directions. Sliders move over the squares of `empty` and stop on the first square outside
    /// of it.
    #[inline(always)]
    pub fn new(empty: W) -> Self {
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

    /// The squares that queens on the squares of `from` attack in each direction, up to and including the first piece.
    /// The squares of `from` may be empty. 86 operations.
    #[inline(always)]
    pub fn attacks(&self, from: W) -> ByDirection<W> {
        self.slides(from, from)
    }

    /// The squares that rooks on the squares of `orthogonal` and bishops on those of `diagonal` attack in each
    /// direction, up to and including the first piece. 86 operations.
    #[inline(always)]
    pub fn slides(&self, orthogonal: W, diagonal: W) -> ByDirection<W> {
        let [n, ne, e, se, so, sw, w, nw] = &self.0;
        ByDirection([
            n.attacks_towards(Direction::North, orthogonal),
            ne.attacks_towards(Direction::NorthEast, diagonal),
            e.attacks_towards(Direction::East, orthogonal),
            se.attacks_towards(Direction::SouthEast, diagonal),
            so.attacks_towards(Direction::South, orthogonal),
            sw.attacks_towards(Direction::SouthWest, diagonal),
            w.attacks_towards(Direction::West, orthogonal),
            nw.attacks_towards(Direction::NorthWest, diagonal),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::Four;
    use crate::{Bitboard, attacks};
    use quadbit_x88::Square;

    /// The slow form of [`Ray::attacks`]: one slider at a time, one square at a time.
    fn walk(direction: Direction, sliders: u64, occupied: u64) -> u64 {
        let mut set = Bitboard::EMPTY;
        for slider in Bitboard(sliders) {
            let mut at = slider;
            while let Some(next) = at.offset(direction.files(), direction.ranks()) {
                set = set.with(next);
                if Bitboard(occupied).has(next) {
                    break;
                }
                at = next;
            }
        }
        set.0
    }

    /// Sparse and dense boards: occupied squares, and sliders among them.
    fn boards() -> impl Iterator<Item = (u64, u64)> {
        (0..20_000).map(|n| {
            let [a, b, c] = [0, 1, 2].map(|i| crate::zobrist::split_mix(3 * n + i));
            match n % 3 {
                0 => (a, a & b),
                1 => (a & b, a & b & c),
                _ => (a & b & c, a & b & c),
            }
        })
    }

    #[test]
    fn rays_are_walks() {
        for (occupied, sliders) in boards() {
            let all = Rays::new(!occupied).attacks(sliders);
            for direction in Direction::ALL {
                let ray = Ray::new(direction, !occupied);
                let expected = walk(direction, sliders, occupied);
                assert_eq!(all.0[direction.index()], expected, "{direction}");
                assert_eq!(ray.attacks(sliders), expected, "{direction}");
                // All squares before a blocker, and the sliders themselves.
                assert_eq!(ray.occluded(sliders), expected & !occupied | sliders, "{direction}");
            }
        }
    }

    #[test]
    fn four_rays_are_each_their_own() {
        for (occupied, sliders) in boards().take(2000) {
            for direction in Direction::ALL {
                let four = [sliders, occupied, 0, sliders & sliders.wrapping_neg()];
                let filled = Ray::new(direction, Four::splat(!occupied)).attacks(Four(four));
                assert_eq!(filled.0, four.map(|sliders| walk(direction, sliders, occupied)));
            }
        }
    }

    #[test]
    fn rays_of_one_slider_are_a_queens() {
        for (occupied, _) in boards().take(200) {
            for square in Square::ALL {
                let all = Direction::ALL
                    .map(|direction| Ray::new(direction, !occupied).attacks(Bitboard::of(square).0))
                    .into_iter()
                    .fold(0, |a, b| a | b);
                assert_eq!(Bitboard(all), attacks::queen(square, Bitboard(occupied)));
            }
        }
    }
}
