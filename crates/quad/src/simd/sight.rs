//! What one square sees in every lane.

use fearless_simd::prelude::*;
use quadbit_x88::Square;

use super::BoardSimd;
use crate::attacks;

/// One square, the same in all lanes, with its four lines: for the king of siblings, which all have it on the same square.
///
/// Sixteen vectors of constants, worth keeping for as long as the square stays.
#[derive(Clone, Copy, Debug)]
pub struct Sight<S: BoardSimd> {
    /// The rank to the right of the square, and to its left.
    east: S::u64s,
    west: S::u64s,
    /// File, diagonal and antidiagonal; and the same upside down.
    lines: [S::u64s; 3],
    flipped: [S::u64s; 3],
    /// The square's bit doubled; and upside down, doubled.
    doubled: S::u64s,
    flipped_doubled: S::u64s,
}

impl<S: BoardSimd> Sight<S> {
    /// The sight from a square.
    #[inline(always)]
    pub fn new(s: S, square: Square) -> Self {
        let splat = |set: u64| S::u64s::splat(s, set);
        let bit = 1_u64 << square.index();
        let [rank, file, diagonal, antidiagonal] = attacks::lines(square).map(|line| line.0);
        let lines = [file, diagonal, antidiagonal];
        Self {
            east: splat(rank & bit.wrapping_neg()),
            west: splat(rank & (bit - 1)),
            lines: lines.map(splat),
            flipped: lines.map(|line| splat(line.swap_bytes())),
            doubled: splat(bit << 1),
            flipped_doubled: splat(bit.swap_bytes() << 1),
        }
    }

    /// The squares that are seen along rank, file, diagonal and antidiagonal: both ways, up to the first piece and with it.
    ///
    /// A line and half of the board give one direction. 37 operations at AVX2.
    ///
    /// File and diagonals by the hyperbola `o ^ (o - 2r)`, forwards and upside down, as in [`attacks`]; the rank by the lowest
    /// piece above and a smear of the highest piece below.
    #[inline(always)]
    pub fn lines(&self, s: S, occupied: S::u64s) -> [S::u64s; 4] {
        let upside_down = s.reverse_bytes(occupied);
        let line = |n: usize| {
            let up = (occupied & self.lines[n]) - self.doubled;
            let down = (upside_down & self.flipped[n]) - self.flipped_doubled;
            (up ^ s.reverse_bytes(down)) & self.lines[n]
        };
        [self.rank(s, occupied), line(0), line(1), line(2)]
    }

    #[inline(always)]
    fn rank(&self, s: S, occupied: S::u64s) -> S::u64s {
        let above = occupied & self.east;
        let east = (above ^ (above - S::u64s::splat(s, 1))) & self.east;

        let below = occupied & self.west;
        let below = below | (below >> 1);
        let below = below | (below >> 2);
        let below = below | (below >> 4);
        east | (self.west & !(below >> 1))
    }
}
