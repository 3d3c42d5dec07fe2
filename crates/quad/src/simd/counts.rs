//! Sums of the population counts of several words. Where a level has no instruction that counts bits, full adders first
//! combine the words into fewer.

use fearless_simd::prelude::*;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::u8x16;
use quadbit_nibble::simd::BitSimd;

use crate::sets::Sets;

/// Adds `a`, `b` and `c` at each bit position, as numbers of one bit: returns the low bits of the sums, and the high
/// bits, which weigh twice as much. 5 operations.
///
/// Source: the carry-save adder of Robert Harley and David Seal's population count,
/// <https://www.chessprogramming.org/Population_Count>.
#[inline(always)]
pub fn full_add<W: Sets>(a: W, b: W, c: W) -> (W, W) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// Counts, at each bit position, how many of seven words have a one: bit `k` of the count goes to result word `k`. 20
/// operations.
#[inline(always)]
pub(super) fn compress_7<W: Sets>([a, b, c, d, e, f, g]: [W; 7]) -> [W; 3] {
    let (x, two_x) = full_add(a, b, c);
    let (y, two_y) = full_add(d, e, f);
    let (one, two_z) = full_add(x, y, g);
    let (two, four) = full_add(two_x, two_y, two_z);
    [one, two, four]
}

/// Counts, at each bit position, how many of fifteen words have a one: bit `k` of the count goes to result word `k`. 55
/// operations.
#[inline(always)]
pub fn compress_15<W: Sets>([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]: [W; 15]) -> [W; 4] {
    let [x, two_x, four_x] = compress_7([a, b, c, d, e, f, g]);
    let [y, two_y, four_y] = compress_7([h, i, j, k, l, m, n]);
    let (one, two_z) = full_add(x, y, o);
    let (two, four_z) = full_add(two_x, two_y, two_z);
    let (four, eight) = full_add(four_x, four_y, four_z);
    [one, two, four, eight]
}

/// Adds up the population counts of seven words, in every lane.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn sum_7<S: BitSimd>(s: S, [a, b, c, d, e, f, g]: [S::u64s; 7]) -> S::u64s {
    let four = (s.popcount(a) + s.popcount(b)) + (s.popcount(c) + s.popcount(d));
    four + ((s.popcount(e) + s.popcount(f)) + s.popcount(g))
}

/// Adds up the population counts of fifteen words, in every lane.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn sum_15<S: BitSimd>(s: S, words: [S::u64s; 15]) -> S::u64s {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = words;
    sum_7(s, [a, b, c, d, e, f, g]) + sum_7(s, [h, i, j, k, l, m, n]) + s.popcount(o)
}

/// Adds up the population counts of `words`, that of `words[n]` times `2^weights[n]`, in every lane.
#[inline(always)]
pub(super) fn weighed_counts<S: BitSimd, const N: usize>(
    s: S,
    words: [S::u64s; N],
    weights: [u32; N],
) -> S::u64s {
    let mut sum = S::u64s::splat(s, 0);
    let mut n = 0;
    while n < N {
        sum += s.popcount(words[n]) << weights[n];
        n += 1;
    }
    sum
}

/// For each byte position, adds up the numbers of ones in that byte of all `words`, the number in `words[n]` times
/// `2^weights[n]`. For levels with byte shuffles, but without an instruction that counts bits. No sum may be greater
/// than 255.
///
/// The count of a nibble is looked up in a table in a register, whose counts are already multiplied by `2^weights[n]`.
///
/// Source: Wojciech Mula, "SSSE3: fast popcount", <http://0x80.pl/articles/sse-popcount.html>.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn weighed_counts_in_bytes<S: BitSimd, const N: usize>(
    s: S,
    words: [S::u64s; N],
    weights: [u32; N],
) -> S::u64s {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let mut sum = S::u8s::splat(s, 0);
    let mut n = 0;
    while n < N {
        let mut counts = COUNTS;
        let mut nibble = 0;
        while nibble < 16 {
            counts[nibble] <<= weights[n];
            nibble += 1;
        }
        let counts = S::u8s::block_splat(u8x16::simd_from(s, counts));
        let (low, high): (S::u8s, S::u8s) = ((words[n] & LOW).bitcast(), ((words[n] >> 4) & LOW).bitcast());
        sum = sum + counts.swizzle_dyn_within_blocks(low) + counts.swizzle_dyn_within_blocks(high);
        n += 1;
    }
    sum.bitcast()
}
