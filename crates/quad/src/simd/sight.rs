//! What one square sees in every lane.

use fearless_simd::prelude::*;

use quadbit_x88::Square;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::simd::board_simd::BoardSimd;

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
        let bit = 1_u64 << square.index();
        let [rank, file, diagonal, antidiagonal] = attacks::lines(square);
        Self {
            east: S::u64s::splat(s, rank.0 & bit.wrapping_neg()),
            west: S::u64s::splat(s, rank.0 & (bit - 1)),
            lines: [splat(s, file), splat(s, diagonal), splat(s, antidiagonal)],
            flipped: [
                splat(s, file.flip_ranks()),
                splat(s, diagonal.flip_ranks()),
                splat(s, antidiagonal.flip_ranks()),
            ],
            doubled: S::u64s::splat(s, bit << 1),
            flipped_doubled: S::u64s::splat(s, bit.swap_bytes() << 1),
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
        [
            self.rank(s, occupied),
            self.line::<0>(s, occupied, upside_down),
            self.line::<1>(s, occupied, upside_down),
            self.line::<2>(s, occupied, upside_down),
        ]
    }

    /// One of the lines that a reversal of the bytes turns around.
    #[inline(always)]
    fn line<const N: usize>(&self, s: S, occupied: S::u64s, upside_down: S::u64s) -> S::u64s {
        let up = (occupied & self.lines[N]) - self.doubled;
        let down = (upside_down & self.flipped[N]) - self.flipped_doubled;
        (up ^ s.reverse_bytes(down)) & self.lines[N]
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

#[inline(always)]
fn splat<S: BoardSimd>(s: S, set: Bitboard) -> S::u64s {
    S::u64s::splat(s, set.0)
}
