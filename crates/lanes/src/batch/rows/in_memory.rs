//! Vectors copied to memory, to read their lanes one by one.

use fearless_simd::prelude::*;
use quadbit_quad::simd::BoardSimd;

/// The lanes of `v` as an array, with zeros after the last.
#[inline(always)]
pub(super) fn lanes_of<S: BoardSimd>(v: S::u64s) -> [u64; 8] {
    let mut lanes = [0; 8];
    v.store_slice(&mut lanes[..S::u64s::LEN]);
    lanes
}
