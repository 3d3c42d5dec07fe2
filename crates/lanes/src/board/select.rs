//! Keeps sets in the lanes that fulfil a condition, and empties them in the others.

use fearless_simd::prelude::*;
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::BoardSimd;

/// The squares of `set` in the lanes where `condition` has a square, and none elsewhere.
#[inline(always)]
pub(crate) fn if_some<S: BoardSimd>(s: S, condition: S::u64s, set: S::u64s) -> S::u64s {
    let zero = S::u64s::splat(s, 0);
    condition.simd_eq(zero).select(zero, set)
}

/// The squares of `set` in the lanes where `condition` has no square, and none elsewhere.
#[inline(always)]
pub(crate) fn if_none<S: BoardSimd>(s: S, condition: S::u64s, set: S::u64s) -> S::u64s {
    let zero = S::u64s::splat(s, 0);
    condition.simd_eq(zero).select(set, zero)
}

/// The union of those lines of `sets` for which the same line of `conditions` has a square, in each lane.
#[inline(always)]
pub(crate) fn union_where<S: BoardSimd>(s: S, conditions: ByLine<S::u64s>, sets: ByLine<S::u64s>) -> S::u64s {
    let ([c0, c1, c2, c3], [s0, s1, s2, s3]) = (conditions.0, sets.0);
    if_some(s, c0, s0) | if_some(s, c1, s1) | if_some(s, c2, s2) | if_some(s, c3, s3)
}
