//! Operations for AVX2, with BMI2.

use crate::simd::arch::{__m256i, _mm256_permutevar8x32_epi32};
use crate::simd::kernels;
use fearless_simd::prelude::*;
use fearless_simd::u32x8;

use super::Avx2;

/// Operands of `vpermd` that move words of 64 bits to the front. The entry for a set of the four lanes, bit `i` for
/// lane `i`, lists the indices of the 32-bit halves of the words in these lanes, ascending, then zeros.
const PACKED: [[u32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut lanes = 0;
    while lanes < 16 {
        let (mut lane, mut len) = (0, 0);
        while lane < 4 {
            if lanes >> lane & 1 == 1 {
                table[lanes][2 * len] = 2 * lane;
                table[lanes][2 * len + 1] = 2 * lane + 1;
                len += 1;
            }
            lane += 1;
        }
        lanes += 1;
    }
    table
};

/// Moves the words of the lanes in `lanes` to the front, in order.
#[inline(always)]
pub(super) fn compress_words(s: Avx2, v: __m256i, lanes: u64) -> __m256i {
    permute_halves(s, v, u32x8::simd_from(s, PACKED[(lanes & 15) as usize]).into())
}

kernels! {
    // Permutes words of 32 bits: word `i` of the result is the one whose index is word `i` of `halves`. `vpermd`.
    fn permute_halves(_token: Avx2, v: __m256i, halves: __m256i) -> __m256i {
        _mm256_permutevar8x32_epi32(v, halves)
    }

    // Gathers the bits of `x` at the ones of `mask` into the low bits: `pext`.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn pext(_token: Avx2, x: u64, mask: u64) -> u64 {
        crate::simd::arch::_pext_u64(x, mask)
    }

    // Scatters the low bits of `x` to the ones of `mask`: `pdep`.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn pdep(_token: Avx2, x: u64, mask: u64) -> u64 {
        crate::simd::arch::_pdep_u64(x, mask)
    }
}
