//! Bytes and words of 16 bits to 64-bit lanes where a level below AVX-512 has instructions for it: `vpmovzxbq`, `vpmovzxwq`.

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m128i, __m256i, _mm_cvtepu8_epi64, _mm_cvtepu16_epi64, _mm_cvtsi32_si128, _mm256_cvtepu8_epi64,
    _mm256_cvtepu16_epi64,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m128i, __m256i, _mm_cvtepu8_epi64, _mm_cvtepu16_epi64, _mm_cvtsi32_si128, _mm256_cvtepu8_epi64,
    _mm256_cvtepu16_epi64,
};

// `vmovd` and `vpmovzxbq` of four bytes
fearless_simd::kernel!(
    #[inline(always)]
    pub(super) fn avx2(_token: Avx2, bytes: u64) -> __m256i {
        _mm256_cvtepu8_epi64(_mm_cvtsi32_si128((bytes as u32).cast_signed()))
    }
);

// `movd` and `pmovzxbq` of two bytes
fearless_simd::kernel!(
    #[inline(always)]
    pub(super) fn sse4_2(_token: Sse4_2, bytes: u64) -> __m128i {
        _mm_cvtepu8_epi64(_mm_cvtsi32_si128((bytes as u32).cast_signed()))
    }
);

// `vpmovzxwq` of the lowest four words of 16 bits
fearless_simd::kernel!(
    #[inline(always)]
    pub(super) fn words_avx2(_token: Avx2, words: __m128i) -> __m256i {
        _mm256_cvtepu16_epi64(words)
    }
);

// `pmovzxwq` of the lowest two words of 16 bits
fearless_simd::kernel!(
    #[inline(always)]
    pub(super) fn words_sse4_2(_token: Sse4_2, words: __m128i) -> __m128i {
        _mm_cvtepu16_epi64(words)
    }
);
