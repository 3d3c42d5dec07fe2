//! SSE4.2: bytes and words of 16 bits to lanes, and sums of bytes.

use fearless_simd::prelude::*;
use fearless_simd::u16x8;
use quadbit_nibble::simd::arch::{
    __m128i, _mm_cvtepu8_epi64, _mm_cvtepu16_epi64, _mm_cvtsi32_si128, _mm_sad_epu8, _mm_setzero_si128,
};
use quadbit_nibble::simd::{Sse4_2, kernels};

#[inline(always)]
pub(super) fn widen_words(s: Sse4_2, words: [u16; 8]) -> __m128i {
    widen(s, u16x8::simd_from(s, words).into())
}

kernels! {
    // Adds up the eight bytes of each word: `psadbw`.
    pub(super) fn sum_bytes(_token: Sse4_2, bytes: __m128i) -> __m128i {
        _mm_sad_epu8(bytes, _mm_setzero_si128())
    }

    // Widens the lowest two bytes to words of 64 bits: `movd`, `pmovzxbq`.
    pub(super) fn widen_bytes(_token: Sse4_2, bytes: u64) -> __m128i {
        _mm_cvtepu8_epi64(_mm_cvtsi32_si128((bytes as u32).cast_signed()))
    }

    // Widens the lowest two words of 16 bits to words of 64 bits: `pmovzxwq`.
    fn widen(_token: Sse4_2, words: __m128i) -> __m128i {
        _mm_cvtepu16_epi64(words)
    }
}
