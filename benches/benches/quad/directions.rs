//! The sliders of one board in all eight directions, a direction in each lane: by doublings and step by step.
//!
//! North, north-east, east and north-west are shifts to the left; south, south-west, west and south-east, their
//! opposites, are the same shifts to the right. So two vectors of four lanes hold all directions.
//!
//! Source: <https://www.chessprogramming.org/AVX2>, "`Dumb7Fill`".

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x4};
use quadbit_quad::Bitboard;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The distance of one step on each line: of the shifts to the left as of those to the right.
const STEPS: [u64; 4] = [8, 9, 1, 7];

/// The squares that a step to the left, or to the right, can reach without wrapping around the left or
/// right edge of the board.
const ABOVE: [u64; 4] = [!0, !FILE_A, !FILE_A, !FILE_H];
const BELOW: [u64; 4] = [!0, !FILE_H, !FILE_H, !FILE_A];

/// Returns the attacks of all sliders in each of the eight directions, by Kogge and Stone: three doublings. Each of the
/// two vectors of four directions takes 16 operations, of which the longest chain has 11.
#[inline(always)]
pub(crate) fn by_doublings<S: Simd>(
    s: S,
    orthogonal: Bitboard,
    diagonal: Bitboard,
    empty: Bitboard,
) -> [Bitboard; 8] {
    let steps = u64x4::simd_from(s, STEPS);
    let [two_steps, four_steps] = [steps + steps, (steps + steps) + (steps + steps)];
    let sliders = sliders(s, orthogonal, diagonal);
    let empty = u64x4::splat(s, empty.0);

    let inside = u64x4::simd_from(s, ABOVE);
    let one = empty & inside;
    let filled = sliders | (one & (sliders << steps));
    let two = one & (one << steps);
    let filled = filled | (two & (filled << two_steps));
    let four = two & (two << two_steps);
    let filled = filled | (four & (filled << four_steps));
    let up = (filled << steps) & inside;

    let inside = u64x4::simd_from(s, BELOW);
    let one = empty & inside;
    let filled = sliders | (one & (sliders >> steps));
    let two = one & (one >> steps);
    let filled = filled | (two & (filled >> two_steps));
    let four = two & (two >> two_steps);
    let filled = filled | (four & (filled >> four_steps));
    let down = (filled >> steps) & inside;

    by_direction(up, down)
}

/// Returns the sliders that move along each line.
#[inline(always)]
fn sliders<S: Simd>(s: S, orthogonal: Bitboard, diagonal: Bitboard) -> u64x4<S> {
    u64x4::simd_from(s, [orthogonal.0, diagonal.0, orthogonal.0, diagonal.0])
}

/// Returns the lanes in the order of [`Direction::index`](quadbit_x88::Direction::index), clockwise from north.
#[inline(always)]
fn by_direction<S: Simd>(up: u64x4<S>, down: u64x4<S>) -> [Bitboard; 8] {
    [
        Bitboard(up[0]),
        Bitboard(up[1]),
        Bitboard(up[2]),
        Bitboard(down[3]),
        Bitboard(down[0]),
        Bitboard(down[1]),
        Bitboard(down[2]),
        Bitboard(up[3]),
    ]
}

/// Returns the attacks of all sliders in the eight directions by single steps, at most seven, called Dumb7. Each of the
/// two vectors of four directions takes 21 operations, of which the longest chain has 15, and a mask is the only
/// constant.
#[inline(always)]
pub(crate) fn by_steps<S: Simd>(
    s: S,
    orthogonal: Bitboard,
    diagonal: Bitboard,
    empty: Bitboard,
) -> [Bitboard; 8] {
    let steps = u64x4::simd_from(s, STEPS);
    let empty = u64x4::splat(s, empty.0);
    let [edge_above, edge_below] = [u64x4::simd_from(s, ABOVE), u64x4::simd_from(s, BELOW)];
    let [above_empty, below_empty] = [empty & edge_above, empty & edge_below];
    let first = sliders(s, orthogonal, diagonal);
    let [mut up, mut above, mut down, mut below] = [first; 4];
    // The last of seven steps goes to the edge of the board, which is only attacked, not passed.
    for _ in 0..6 {
        above = (above << steps) & above_empty;
        up |= above;
        below = (below >> steps) & below_empty;
        down |= below;
    }
    by_direction((up << steps) & edge_above, (down >> steps) & edge_below)
}
