//! SSSE3's multiplication of bytes brings two of them together.

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m128i, _mm_and_si128, _mm_maddubs_epi16, _mm_packus_epi16, _mm_set1_epi8, _mm_set1_epi16,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_maddubs_epi16, _mm_packus_epi16, _mm_set1_epi8, _mm_set1_epi16,
};

use fearless_simd::kernel;
use fearless_simd::prelude::*;
use fearless_simd::u8x16;

use super::{PlaneSimd, load, planes_of_nibbles, store};
use crate::simd::Sse4_2;

impl PlaneSimd for Sse4_2 {
    #[inline(always)]
    fn codes_to_planes(self, codes: &[u8; 64]) -> [u64; 4] {
        planes_of_nibbles(self, nibbles_of_codes(self, load(self, codes)))
    }

    #[inline(always)]
    fn codes_to_nibbles(self, codes: &[u8; 64]) -> [u8; 32] {
        store(self, nibbles_of_codes(self, load(self, codes)))
    }
}

#[inline(always)]
fn nibbles_of_codes(s: Sse4_2, [a, b, c, d]: [u8x16<Sse4_2>; 4]) -> [u8x16<Sse4_2>; 2] {
    [nibbles_of_two(s, a.into(), b.into()).simd_into(s), nibbles_of_two(s, c.into(), d.into()).simd_into(s)]
}

// `pand`, `pmaddubsw`: even + 16 * odd in 16 bits, twice; `packuswb`
kernel!(
    #[inline(always)]
    fn nibbles_of_two(_token: Sse4_2, a: __m128i, b: __m128i) -> __m128i {
        let low = _mm_set1_epi8(0x0F);
        let weights = _mm_set1_epi16(0x1001);
        let a = _mm_maddubs_epi16(_mm_and_si128(a, low), weights);
        let b = _mm_maddubs_epi16(_mm_and_si128(b, low), weights);
        _mm_packus_epi16(a, b)
    }
);
