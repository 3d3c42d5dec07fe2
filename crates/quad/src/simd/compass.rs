//! One board's sliders in all eight directions, a direction in each lane.
//!
//! North, north-east, east and north-west are shifts to the left; south, south-west, west and south-east, their opposites, are
//! the same shifts to the right. So four lanes twice hold all directions.
//!
//! Source: the two sets of lanes of the AVX2 Dumb7 fill, <https://www.chessprogramming.org/AVX2>.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x4};

use crate::bitboard::Bitboard;
use crate::sets::{FILE_A, FILE_H};

/// How far one step goes on each line, in both sets of lanes.
pub(super) const STEPS: [u64; 4] = [8, 9, 1, 7];

/// Where a step to the left, or to the right, can arrive without having left the board over its left or right edge.
pub(super) const ABOVE: [u64; 4] = [!0, !FILE_A, !FILE_A, !FILE_H];
pub(super) const BELOW: [u64; 4] = [!0, !FILE_H, !FILE_H, !FILE_A];

/// A fill by Kogge and Stone, as in [`Ray`](crate::sets::Ray), of both sets of lanes.
#[inline(always)]
pub(super) fn all_directions<S: Simd>(
    s: S,
    orthogonal: Bitboard,
    diagonal: Bitboard,
    empty: Bitboard,
) -> [Bitboard; 8] {
    let steps = u64x4::simd_from(s, STEPS);
    let [two_steps, four_steps] = [steps + steps, (steps + steps) + (steps + steps)];
    let sliders = sliders(s, orthogonal, diagonal);
    let empty = u64x4::splat(s, empty.0);

    let arrival = u64x4::simd_from(s, ABOVE);
    let one = empty & arrival;
    let filled = sliders | (one & (sliders << steps));
    let two = one & (one << steps);
    let filled = filled | (two & (filled << two_steps));
    let four = two & (two << two_steps);
    let filled = filled | (four & (filled << four_steps));
    let up = (filled << steps) & arrival;

    let arrival = u64x4::simd_from(s, BELOW);
    let one = empty & arrival;
    let filled = sliders | (one & (sliders >> steps));
    let two = one & (one >> steps);
    let filled = filled | (two & (filled >> two_steps));
    let four = two & (two >> two_steps);
    let filled = filled | (four & (filled >> four_steps));
    let down = (filled >> steps) & arrival;

    by_direction(up, down)
}

/// What slides on each line.
#[inline(always)]
pub(super) fn sliders<S: Simd>(s: S, orthogonal: Bitboard, diagonal: Bitboard) -> u64x4<S> {
    u64x4::simd_from(s, [orthogonal.0, diagonal.0, orthogonal.0, diagonal.0])
}

/// The lanes in the order of [`Direction::index`](quadbit_x88::Direction::index), clockwise from north.
#[inline(always)]
pub(super) fn by_direction<S: Simd>(up: u64x4<S>, down: u64x4<S>) -> [Bitboard; 8] {
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
