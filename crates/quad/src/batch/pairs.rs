//! Two boards side by side in registers of 256 bits.
//!
//! The steps are those of [`quadbit_nibble::planes`] for one board in registers of 128 bits; the instructions of AVX2 that interleave do
//! so in each half apart, so each half does one board. The address of a bit is given as there, in the order register, word of
//! the half, byte of the word, bit of the byte.

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m256i, _mm256_and_si256, _mm256_permute2x128_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_srli_epi64, _mm256_unpackhi_epi8, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi8, _mm256_unpacklo_epi64, _mm256_xor_si256,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_permute2x128_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_srli_epi64, _mm256_unpackhi_epi8, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi8, _mm256_unpacklo_epi64, _mm256_xor_si256,
};

use fearless_simd::prelude::*;
use fearless_simd::u8x32;
use quadbit_nibble::simd::Avx2;

/// Planes to nibbles, two boards at a time; gives the number of boards done, all or all but one.
#[inline(always)]
pub(super) fn planes_to_nibbles(s: Avx2, planes: &[[u8; 32]], nibbles: &mut [[u8; 32]]) -> usize {
    for (from, to) in planes.chunks_exact(2).zip(nibbles.chunks_exact_mut(2)) {
        let (a, b) = (u8x32::simd_from(s, from[0]), u8x32::simd_from(s, from[1]));
        let (a, b) = to_nibbles(s, a.into(), b.into());
        store(s, [a, b], to);
    }
    planes.len() & !1
}

/// Nibbles to planes, two boards at a time; gives the number of boards done, all or all but one.
#[inline(always)]
pub(super) fn nibbles_to_planes(s: Avx2, nibbles: &[[u8; 32]], planes: &mut [[u8; 32]]) -> usize {
    for (from, to) in nibbles.chunks_exact(2).zip(planes.chunks_exact_mut(2)) {
        let (a, b) = (u8x32::simd_from(s, from[0]), u8x32::simd_from(s, from[1]));
        let (a, b) = to_planes(s, a.into(), b.into());
        store(s, [a, b], to);
    }
    nibbles.len() & !1
}

#[inline(always)]
fn store(s: Avx2, [a, b]: [__m256i; 2], to: &mut [[u8; 32]]) {
    let (a, b): (u8x32<Avx2>, u8x32<Avx2>) = (a.simd_into(s), b.simd_into(s));
    a.store_slice(&mut to[0]);
    b.store_slice(&mut to[1]);
}

/// Every other bit, every other pair of bits, every other nibble.
const LOW_BITS: i64 = 0x5555_5555_5555_5555;
const LOW_PAIRS: i64 = 0x3333_3333_3333_3333;
const LOW_NIBBLES: i64 = 0x0f0f_0f0f_0f0f_0f0f;

/// The bytes of even index of each half, and behind them those of odd index.
const EVEN_ODD: [i64; 2] = [0x0e0c_0a08_0604_0200, 0x0f0d_0b09_0705_0301];

/// Exchanges the address bit that tells two registers apart with the one of weight `$shift` in the byte: `vpsrlq`, `vpxor`,
/// `vpand`, `vpsllq`, `vpxor`, `vpxor`.
macro_rules! exchange {
    ($a:ident, $b:ident, $shift:literal, $low:ident) => {
        let low = _mm256_set1_epi64x($low);
        let changed = _mm256_and_si256(_mm256_xor_si256(_mm256_srli_epi64::<$shift>($a), $b), low);
        let $a = _mm256_xor_si256($a, _mm256_slli_epi64::<$shift>(changed));
        let $b = _mm256_xor_si256($b, changed);
    };
}

fearless_simd::kernel!(
    #[inline(always)]
    fn to_nibbles(_token: Avx2, first: __m256i, second: __m256i) -> (__m256i, __m256i) {
        // `vperm2i128`: the boards' planes 0 and 1, and their planes 2 and 3.
        let a = _mm256_permute2x128_si256::<0x20>(first, second);
        let b = _mm256_permute2x128_si256::<0x31>(first, second); //      p1  p0  r2 r1 r0     c2 c1 c0
        exchange!(a, b, 2, LOW_PAIRS); //                                 c1  p0  r2 r1 r0     c2 p1 c0
        // `vpunpcklqdq`, `vpunpckhqdq`
        let (a, b) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        exchange!(a, b, 1, LOW_BITS); //                                  c0  c1  r2 r1 r0     c2 p1 p0
        exchange!(a, b, 4, LOW_NIBBLES); //                               c2  c1  r2 r1 r0     c0 p1 p0
        // `vpunpcklbw`, `vpunpckhbw`, twice
        let (a, b) = (_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b));
        let (a, b) = (_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b));
        (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
    }
);

fearless_simd::kernel!(
    #[inline(always)]
    fn to_planes(_token: Avx2, first: __m256i, second: __m256i) -> (__m256i, __m256i) {
        let a = _mm256_permute2x128_si256::<0x20>(first, second);
        let b = _mm256_permute2x128_si256::<0x31>(first, second);
        // `vpshufb`, then words of even and of odd bytes: twice the steps of `to_nibbles` backwards.
        let even_odd = _mm256_set_epi64x(EVEN_ODD[1], EVEN_ODD[0], EVEN_ODD[1], EVEN_ODD[0]);
        let (a, b) = (_mm256_shuffle_epi8(a, even_odd), _mm256_shuffle_epi8(b, even_odd));
        let (a, b) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        let (a, b) = (_mm256_shuffle_epi8(a, even_odd), _mm256_shuffle_epi8(b, even_odd));
        let (a, b) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        exchange!(a, b, 4, LOW_NIBBLES);
        exchange!(a, b, 1, LOW_BITS);
        let (a, b) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        exchange!(a, b, 2, LOW_PAIRS);
        (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
    }
);
