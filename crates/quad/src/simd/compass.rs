//! One board's sliders in all eight directions, a direction in each lane.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x4};

use crate::sets::{FILE_A, FILE_H};

/// North, north-east, east and north-west by shifts to the left; south, south-west, west and south-east, their opposites, by the
/// same shifts to the right. A fill by Kogge and Stone, as in [`Ray`](crate::sets::Ray).
///
/// Source: the two sets of lanes of the AVX2 Dumb7 fill, <https://www.chessprogramming.org/AVX2>.
#[inline(always)]
pub(super) fn all_directions<S: Simd>(s: S, orthogonal: u64, diagonal: u64, empty: u64) -> [u64; 8] {
    let steps = u64x4::simd_from(s, [8, 9, 1, 7]);
    let [two_steps, four_steps] = [steps + steps, (steps + steps) + (steps + steps)];
    let sliders = u64x4::simd_from(s, [orthogonal, diagonal, orthogonal, diagonal]);
    let empty = u64x4::splat(s, empty);

    let arrival = u64x4::simd_from(s, [!0, !FILE_A, !FILE_A, !FILE_H]);
    let one = empty & arrival;
    let filled = sliders | (one & (sliders << steps));
    let two = one & (one << steps);
    let filled = filled | (two & (filled << two_steps));
    let four = two & (two << two_steps);
    let filled = filled | (four & (filled << four_steps));
    let up = (filled << steps) & arrival;

    let arrival = u64x4::simd_from(s, [!0, !FILE_H, !FILE_H, !FILE_A]);
    let one = empty & arrival;
    let filled = sliders | (one & (sliders >> steps));
    let two = one & (one >> steps);
    let filled = filled | (two & (filled >> two_steps));
    let four = two & (two >> two_steps);
    let filled = filled | (four & (filled >> four_steps));
    let down = (filled >> steps) & arrival;

    [up[0], up[1], up[2], down[3], down[0], down[1], down[2], up[3]]
}
