//! The nibble on one square, all four planes at once.

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m256i, _mm_cvtsi32_si128, _mm256_castsi256_pd, _mm256_movemask_pd, _mm256_set1_epi64x,
    _mm256_sll_epi64, _mm256_test_epi64_mask,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_castsi256_pd, _mm256_movemask_pd, _mm256_set1_epi64x,
    _mm256_sll_epi64, _mm256_test_epi64_mask,
};

use quadbit_x88::Square;

// `vpsllq` brings the square's bits to the top, `vmovmskpd` gathers the top bits
fearless_simd::kernel!(
    #[inline(always)]
    pub(super) fn avx2(_token: Avx2, planes: __m256i, square: Square) -> u8 {
        let from_the_top = _mm_cvtsi32_si128((square.index() as u32 ^ 63).cast_signed());
        let at_the_top = _mm256_castsi256_pd(_mm256_sll_epi64(planes, from_the_top));
        _mm256_movemask_pd(at_the_top).cast_unsigned() as u8
    }
);

// `vptestmq`
fearless_simd::kernel!(
    #[inline(always)]
    pub(super) fn avx512(_token: Avx512, planes: __m256i, square: i64) -> u8 {
        _mm256_test_epi64_mask(planes, _mm256_set1_epi64x(square))
    }
);
