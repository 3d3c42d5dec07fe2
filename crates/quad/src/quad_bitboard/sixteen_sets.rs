//! A board split into the sets of its sixteen codes.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::BitSimd;

use super::QuadBitboard;
use crate::bitboard::Bitboard;

/// Splits a board into the sets of its sixteen codes, with as many sets in a vector as it has lanes.
///
/// The first planes distinguish the lanes of a vector. Each other plane `p` splits every vector into the
/// squares without its bit and those with it.
///
/// ```text
///   lanes   first vector                            then           operations   stores
///   2       ~p0  p0                                 p1, p2, p3     15           8
///   4       ~p1 & ~p0  ~p1 & p0  p1 & ~p0  p1 & p0  p2, p3          9           4
///   8       the same with p2                        p3              7           2
/// ```
///
/// A plane is compared with a constant of the lanes by an `xor`. At AVX-512 one instruction does such an `xor` and the
/// `and` after it, so that 5 of the 7 operations are left.
#[inline(always)]
pub(crate) fn sixteen_sets<S: BitSimd>(s: S, board: QuadBitboard) -> [Bitboard; 16] {
    if s.is_scalar() {
        return board.one_by_one();
    }
    let planes = board.planes().map(|plane| S::u64s::splat(s, plane.0));
    let told_by_lane = S::u64s::LEN.ilog2() as usize;
    let mut vectors = [S::u64s::splat(s, !0); 8];
    for (p, &plane) in planes.iter().enumerate().take(told_by_lane) {
        let without = S::u64s::from_fn(s, |lane| (lane as u64 >> p & 1).wrapping_sub(1));
        vectors[0] &= plane ^ without;
    }
    let mut len = 1;
    for &plane in &planes[told_by_lane..] {
        for i in 0..len {
            vectors[len + i] = vectors[i] & plane;
            vectors[i] &= !plane;
        }
        len *= 2;
    }
    let mut sets = [0; 16];
    for (vector, sets) in vectors.iter().zip(sets.chunks_exact_mut(S::u64s::LEN)) {
        vector.store_slice(sets);
    }
    sets.map(Bitboard)
}
