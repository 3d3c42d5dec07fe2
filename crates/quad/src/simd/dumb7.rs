//! Dumb7 in two sets of four lanes.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x4};

use super::compass::{ABOVE, BELOW, STEPS, by_direction, sliders};
use crate::bitboard::Bitboard;

/// The empty squares of one board, prepared for fills in all eight directions that go one step at a time, at most seven: the fill
/// called Dumb7.
///
/// Each lane of a vector of four is a direction: north, north-east, east and north-west in the one that is shifted to the left,
/// their opposites in the one that is shifted to the right. A step is a shift, an and, an or, and nothing waits for the or. For the
/// attacks of one board that is 21 operations on each vector, in a chain of 14, where the doublings of Kogge and Stone
/// ([`BoardSimd::all_directions`](super::BoardSimd::all_directions)) have 16 in a chain of 11. What speaks for it is that it keeps nothing but
/// a mask.
///
/// Source: <https://www.chessprogramming.org/AVX2>, "`Dumb7Fill`".
///
/// ```
/// use quadbit_nibble::simd::{Level, dispatch};
/// use quadbit_quad::Bitboard;
/// use quadbit_quad::simd::Dumb7;
/// use quadbit_x88::{Direction, Square};
/// let (rooks, bishops) = (Bitboard::of(Square::B2), Bitboard::of(Square::F2));
/// let empty = !(rooks | bishops);
/// let attacks = dispatch!(Level::auto(), s => Dumb7::new(s, empty).attacks(s, rooks, bishops));
/// assert_eq!(
///     (attacks[Direction::East.index()] | attacks[Direction::NorthWest.index()]).to_string(),
///     ". . . . . . . .\n\
///      1 . . . . . . .\n\
///      . 1 . . . . . .\n\
///      . . 1 . . . . .\n\
///      . . . 1 . . . .\n\
///      . . . . 1 . . .\n\
///      . . 1 1 1 1 . .\n\
///      . . . . . . . .\n"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dumb7<S: Simd> {
    /// The empty squares that a step to the left, or to the right, can enter.
    above: u64x4<S>,
    below: u64x4<S>,
}

impl<S: Simd> Dumb7<S> {
    /// Fills over these empty squares. 2 operations.
    #[inline(always)]
    pub fn new(s: S, empty: Bitboard) -> Self {
        let empty = u64x4::splat(s, empty.0);
        Self { above: empty & u64x4::simd_from(s, ABOVE), below: empty & u64x4::simd_from(s, BELOW) }
    }

    /// The sliders, and all squares that they pass or stop at before the first piece, by
    /// [`Direction::index`](quadbit_x88::Direction::index). 42 operations.
    #[inline(always)]
    pub fn occluded(&self, s: S, orthogonal: Bitboard, diagonal: Bitboard) -> [Bitboard; 8] {
        let [up, down] = self.fill::<7>(s, orthogonal, diagonal);
        by_direction(up, down)
    }

    /// The squares that the sliders attack, by direction: up to the first piece and with it. 40 operations.
    ///
    /// Sliders must be among the squares that are not empty.
    #[inline(always)]
    pub fn attacks(&self, s: S, orthogonal: Bitboard, diagonal: Bitboard) -> [Bitboard; 8] {
        let steps = u64x4::simd_from(s, STEPS);
        // Of seven steps the last goes to the edge of the board, which is entered only by attacking it.
        let [up, down] = self.fill::<6>(s, orthogonal, diagonal);
        let up = (up << steps) & u64x4::simd_from(s, ABOVE);
        let down = (down >> steps) & u64x4::simd_from(s, BELOW);
        by_direction(up, down)
    }

    #[inline(always)]
    fn fill<const STEPS_AT_MOST: u32>(
        &self,
        s: S,
        orthogonal: Bitboard,
        diagonal: Bitboard,
    ) -> [u64x4<S>; 2] {
        let steps = u64x4::simd_from(s, STEPS);
        let first = sliders(s, orthogonal, diagonal);
        let (mut up, mut above) = (first, first);
        let (mut down, mut below) = (first, first);
        let mut step = 0;
        while step < STEPS_AT_MOST {
            above = (above << steps) & self.above;
            up |= above;
            below = (below >> steps) & self.below;
            down |= below;
            step += 1;
        }
        [up, down]
    }
}
