//! Bytes to 64-bit lanes where a level below AVX-512 has an instruction for it: `vpmovzxbq`.

#[cfg(target_arch = "x86")]
use core::arch::x86::{__m128i, __m256i, _mm_cvtepu8_epi64, _mm_cvtsi32_si128, _mm256_cvtepu8_epi64};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{__m128i, __m256i, _mm_cvtepu8_epi64, _mm_cvtsi32_si128, _mm256_cvtepu8_epi64};

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
