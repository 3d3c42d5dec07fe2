//! Sets by line, in lanes.

use fearless_simd::prelude::*;
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::BoardSimd;

/// The squares of `sets` on those lines on which `conditions` has a square, in each lane.
#[inline(always)]
pub(crate) fn union_where<S: BoardSimd>(s: S, conditions: ByLine<S::u64s>, sets: ByLine<S::u64s>) -> S::u64s {
    let zero = S::u64s::splat(s, 0);
    let ([c0, c1, c2, c3], [s0, s1, s2, s3]) = (conditions.0, sets.0);
    c0.simd_eq(zero).select(zero, s0)
        | c1.simd_eq(zero).select(zero, s1)
        | c2.simd_eq(zero).select(zero, s2)
        | c3.simd_eq(zero).select(zero, s3)
}
