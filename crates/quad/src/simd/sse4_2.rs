//! SSE4.2: bytes and words to lanes.

use fearless_simd::prelude::*;
use fearless_simd::u16x8;
use quadbit_nibble::simd::arch::{
    __m128i, _mm_cvtepu8_epi64, _mm_cvtepu16_epi64, _mm_cvtsi32_si128, _mm_sad_epu8, _mm_setzero_si128,
};
use quadbit_nibble::simd::{Sse4_2, kernels};

use super::board_simd::BoardSimd;
use super::counts::weighed_counts_in_bytes;

impl BoardSimd for Sse4_2 {
    #[inline(always)]
    fn weighed_counts<const N: usize>(self, sets: [Self::u64s; N], weights: [u32; N]) -> Self::u64s {
        sum_bytes(self, weighed_counts_in_bytes(self, sets, weights).into()).simd_into(self)
    }

    #[inline(always)]
    fn widen_bytes(self, bytes: u64) -> Self::u64s {
        widen_bytes(self, bytes).simd_into(self)
    }

    #[inline(always)]
    fn widen_words(self, words: [u16; 8]) -> Self::u64s {
        widen_words(self, u16x8::simd_from(self, words).into()).simd_into(self)
    }
}

kernels! {
    // `psadbw`: the sum of the eight bytes of each word
    fn sum_bytes(_token: Sse4_2, bytes: __m128i) -> __m128i {
        _mm_sad_epu8(bytes, _mm_setzero_si128())
    }

    // `movd` and `pmovzxbq` of two bytes
    fn widen_bytes(_token: Sse4_2, bytes: u64) -> __m128i {
        _mm_cvtepu8_epi64(_mm_cvtsi32_si128((bytes as u32).cast_signed()))
    }

    // `pmovzxwq` of the lowest two words of 16 bits
    fn widen_words(_token: Sse4_2, words: __m128i) -> __m128i {
        _mm_cvtepu16_epi64(words)
    }
}
