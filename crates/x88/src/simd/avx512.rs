//! The forms for AVX-512 as of Ice Lake: a bit matrix moves the bits of the nibbles.

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_maskz_compress_epi32, _mm512_maskz_permutexvar_epi8,
    _mm512_movepi8_mask, _mm512_sad_epu8, _mm512_set1_epi64, _mm512_setzero_si512,
};

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_maskz_compress_epi32, _mm512_maskz_permutexvar_epi8,
    _mm512_movepi8_mask, _mm512_sad_epu8, _mm512_set1_epi64, _mm512_setzero_si512,
};

use crate::simd::level::{LaneSink, RaySimd};
use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x16, u64x8};
use quadbit_nibble::simd::Avx512;

// Byte 7 - i of a matrix holds the bit that becomes bit i of the result.

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

    #[inline(always)]
    fn bytes_on(self, board: u8x64<Self>, squares: u8x64<Self>) -> u8x64<Self> {
        bytes_on(self, board.into(), squares.into()).simd_into(self)
    }

    #[inline(always)]
    fn sums_of_bytes(self, bytes: u8x64<Self>) -> u64x8<Self> {
        sums_of_bytes(self, bytes.into()).simd_into(self)
    }

    #[inline(always)]
    fn compress(self, words: u32x16<Self>, lanes: u16, out: &mut impl LaneSink) {
        let packed: u32x16<Self> = compress(self, words.into(), lanes).simd_into(self);
        out.push(packed.to_array(), lanes.count_ones() as usize);
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

// `vpmovb2m` and `vpermb`, which ignores the two highest bits.
fearless_simd::kernel!(
    #[inline(always)]
    fn bytes_on(_token: Avx512, board: __m512i, squares: __m512i) -> __m512i {
        _mm512_maskz_permutexvar_epi8(!_mm512_movepi8_mask(squares), squares, board)
    }
);

// `vpsadbw` with zero
fearless_simd::kernel!(
    #[inline(always)]
    fn sums_of_bytes(_token: Avx512, bytes: __m512i) -> __m512i {
        _mm512_sad_epu8(bytes, _mm512_setzero_si512())
    }
);

// `vpcompressd`
fearless_simd::kernel!(
    #[inline(always)]
    fn compress(_token: Avx512, words: __m512i, lanes: u16) -> __m512i {
        _mm512_maskz_compress_epi32(lanes, words)
    }
);
