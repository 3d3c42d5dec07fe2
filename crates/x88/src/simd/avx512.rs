//! Ice Lake's AVX-512: a bit matrix moves the nibbles' bits.

#[cfg(target_arch = "x86")]
use core::arch::x86::{__m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_set1_epi64};

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{__m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_set1_epi64};

use crate::simd::level::RaySimd;
use fearless_simd::prelude::*;
use fearless_simd::u8x64;
use quadbit_nibble::simd::Avx512;

// Byte 7 - i of a matrix has the bit that becomes bit i of the result.

/// Bits 0, 1, 2 and 4, 5, 6 become bits 0 to 5.
const FROM_88: i64 = 0x0102_0410_2040_0000;

/// Bits 0, 1, 2 stay, bits 3, 4, 5 become bits 4, 5, 6.
const TO_88: i64 = 0x0102_0400_0810_2000;

impl RaySimd for Avx512 {
    #[inline(always)]
    fn squares_from_88(self, numbers: u8x64<Self>) -> u8x64<Self> {
        squares_from_88(self, numbers.into()).simd_into(self)
    }

    #[inline(always)]
    fn squares_to_88(self, squares: u8x64<Self>) -> u8x64<Self> {
        squares_to_88(self, squares.into()).simd_into(self)
    }
}

// `vgf2p8affineqb`
fearless_simd::kernel!(
    #[inline(always)]
    fn squares_from_88(_token: Avx512, numbers: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(numbers, _mm512_set1_epi64(FROM_88))
    }
);

// `vgf2p8affineqb`
fearless_simd::kernel!(
    #[inline(always)]
    fn squares_to_88(_token: Avx512, squares: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(squares, _mm512_set1_epi64(TO_88))
    }
);
