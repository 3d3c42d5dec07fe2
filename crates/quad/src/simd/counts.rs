//! Full adders, and sums of population counts by them.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::BitSimd;

use crate::sets::Sets;

/// Adds three words in every bit: their sums, and the carries, which weigh twice as much. 5 operations.
///
/// Source: the carry-save adder of Robert Harley and David Seal's population count,
/// <https://www.chessprogramming.org/Population_Count>.
#[inline(always)]
pub fn full_add<W: Sets>(a: W, b: W, c: W) -> (W, W) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// Seven words of one bit to three words of weights 1, 2 and 4: in every bit the same sum. 20 operations.
#[inline(always)]
pub fn compress_7<W: Sets>([a, b, c, d, e, f, g]: [W; 7]) -> [W; 3] {
    let (x, two_x) = full_add(a, b, c);
    let (y, two_y) = full_add(d, e, f);
    let (one, two_z) = full_add(x, y, g);
    let (two, four) = full_add(two_x, two_y, two_z);
    [one, two, four]
}

/// Fifteen words of one bit to four words of weights 1, 2, 4 and 8: in every bit the same sum. 55 operations.
#[inline(always)]
pub fn compress_15<W: Sets>([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]: [W; 15]) -> [W; 4] {
    let [x, two_x, four_x] = compress_7([a, b, c, d, e, f, g]);
    let [y, two_y, four_y] = compress_7([h, i, j, k, l, m, n]);
    let (one, two_z) = full_add(x, y, o);
    let (two, four_z) = full_add(two_x, two_y, two_z);
    let (four, eight) = full_add(four_x, four_y, four_z);
    [one, two, four, eight]
}

/// The sum of the population counts of words whose weights are 1, 2, 4 and so on.
#[inline(always)]
pub(super) fn weighed_sum<S: BitSimd, const N: usize>(s: S, words: [S::u64s; N]) -> S::u64s {
    let mut sum = S::u64s::splat(s, 0);
    let mut n = N;
    while n > 0 {
        n -= 1;
        sum = sum + sum + s.popcount(words[n]);
    }
    sum
}
