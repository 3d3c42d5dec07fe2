//! The nearest squares on eight rays, in two registers of AVX2.
//!
//! AVX2 has no instruction that finds the highest bit of each word. So the rays towards a1 are rotated by
//! half a turn, and the nearest square is the lowest bit of every ray. Its number is the exponent of that bit
//! converted to floating point.
//!
//! ```text
//!   ahead    N  NE  E  NW             four words
//!   behind   SE S   SW W              four words, rotated
//!   lanes    N  NE  SE S  E NW SW W   eight halves of words: the lower ones, and the upper ones
//! ```

use fearless_simd::prelude::*;
use fearless_simd::{u32x8, u64x4};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_cvtepi32_ps, _mm256_fmadd_ps, _mm256_movemask_ps, _mm256_set1_epi32, _mm256_set1_ps,
    _mm256_shuffle_ps, _mm256_slli_epi32, _mm256_srli_epi32, _mm256_xor_si256,
};
use quadbit_nibble::simd::{Avx2, kernels};

use crate::direction::Direction;
use crate::simd::avx2::reordered;
use crate::simd::eight_rays::{EightRays, LANES};
use crate::simd::tables::lanes_of;

/// Finds the nearest occupied square on each of eight rays. Returns the squares that are also targets, clockwise from
/// north, and how many there are, as [`RaySimd::nearest`](crate::simd::RaySimd::nearest) says.
#[inline(always)]
pub(in crate::simd) fn nearest(
    s: Avx2,
    rays: &EightRays,
    occupied: [u64; 2],
    targets: [u64; 2],
) -> (__m256i, usize) {
    // Not by `map`, whose closure the compiler may leave as a call without AVX2.
    let ahead = lowest(u64x4::load_array_ref(s, &rays.halves[0]) & occupied[0]) & targets[0];
    let behind = lowest(u64x4::load_array_ref(s, &rays.halves[1]) & occupied[1]) & targets[1];
    let turns = u32x8::simd_from(s, TURNS);
    let (squares, lanes) = exponents(s, ahead.into(), behind.into(), turns.into());
    let lanes = lanes.cast_unsigned() as usize & 0xff;
    (reordered(s, squares, CLOCKWISE[lanes]), lanes.count_ones() as usize)
}

/// Keeps the lowest one bit of each word; 0 stays 0.
#[inline(always)]
fn lowest(words: u64x4<Avx2>) -> u64x4<Avx2> {
    words & (u64x4::splat(words.token(), 0) - words)
}

/// 63 in the lanes of the rays towards a1, which are stored rotated by 180 degrees, else 0: an xor with it turns the
/// number of a rotated square into that of the square.
const TURNS: [u32; 8] = {
    let mut turns = [0; 8];
    let mut d = 0;
    while d < 8 {
        if Direction::ALL[d].is_towards_a1() {
            turns[LANES[d] as usize] = 63;
        }
        d += 1;
    }
    turns
};

/// For each set of the eight lanes, bit `i` for lane `i`: the indices of its lanes, one a byte, in clockwise order of
/// their directions, then zeros. 2 KiB.
static CLOCKWISE: [[u8; 8]; 256] = const_array!(256, |set| lanes_of(set, LANES));

kernels! {
    // Finds the squares by converting the bits to floating-point numbers: `vshufps`, `vcvtdq2ps`, `vfmadd`. The low and
    // high halves of the words are converted separately.
    fn exponents(_token: Avx2, ahead: __m256i, behind: __m256i, turns: __m256i) -> (__m256i, i32) {
        let (ahead, behind) = (_mm256_castsi256_ps(ahead), _mm256_castsi256_ps(behind));
        let below_32 = _mm256_cvtepi32_ps(_mm256_castps_si256(_mm256_shuffle_ps::<0x88>(ahead, behind)));
        let above_32 = _mm256_cvtepi32_ps(_mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(ahead, behind)));
        let bits = _mm256_castps_si256(_mm256_fmadd_ps(above_32, _mm256_set1_ps(4_294_967_296.0), below_32));
        // The exponent is the number of the bit plus 127, or 0 if there is no bit. Adding 1 sets bit 7 of the exponent
        // only if there is a bit.
        let exponents = _mm256_srli_epi32::<23>(bits);
        let squares = _mm256_xor_si256(_mm256_add_epi32(exponents, _mm256_set1_epi32(1)), turns);
        let lanes = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32::<24>(squares)));
        (_mm256_and_si256(squares, _mm256_set1_epi32(63)), lanes)
    }
}
