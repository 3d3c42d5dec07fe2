//! Ice Lake's AVX-512: GFNI, VBMI2, and BMI2 beside them.

use crate::const_array;
use crate::simd::arch::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_lzcnt_epi64, _mm512_maskz_compress_epi8,
    _mm512_maskz_compress_epi64, _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_srlv_epi64,
};
use crate::simd::kernels;
use fearless_simd::prelude::*;
use fearless_simd::u8x64;

use super::Avx512;
use crate::simd::bits::BitSimd;

/// The 8x8 identity matrix of bits: row `r` has a one in column `r`.
///
/// As operand A of `vgf2p8affineqb` it reverses the bits of each byte, because the instruction takes the rows
/// of A from the last to the first. As operand x, with data as A, it gives the transpose of the data, whose
/// rows are again taken from the last to the first.
pub(crate) const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64.cast_signed();

/// The bytes 0, 1, .. 63.
const INDICES: [u8; 64] = const_array!(64, |i: u8| i);

impl BitSimd for Avx512 {
    #[inline(always)]
    fn reverse_bits_in_bytes(self, v: Self::u64s) -> Self::u64s {
        reverse_bits_in_bytes(self, v.into()).simd_into(self)
    }

    #[inline(always)]
    fn transpose8x8(self, v: Self::u64s) -> Self::u64s {
        transpose_reversed_rows(self, self.reverse_bytes(v).into()).simd_into(self)
    }

    #[inline(always)]
    fn last_bits(self, v: Self::u64s) -> Self::u64s {
        last_bits(self, v.into()).simd_into(self)
    }

    #[inline(always)]
    fn rotate_left(self, v: Self::u64s, counts: Self::u64s) -> Self::u64s {
        rotate_left(self, v.into(), counts.into()).simd_into(self)
    }

    #[inline(always)]
    fn compress_words(self, v: Self::u64s, lanes: u64) -> Self::u64s {
        compress_words(self, v.into(), lanes).simd_into(self)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn pext(self, x: u64, mask: u64) -> u64 {
        pext(self, x, mask)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn pdep(self, x: u64, mask: u64) -> u64 {
        pdep(self, x, mask)
    }

    #[inline(always)]
    fn indices<const N: usize>(self, set: u64) -> [u8; N] {
        const { assert!(N <= 64, "a word has 64 bits") }
        let all: u8x64<Self> = indices(self, set).simd_into(self);
        core::array::from_fn(|i| all[i])
    }
}

kernels! {
    // `vgf2p8affineqb` with the data as x.
    fn reverse_bits_in_bytes(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(v, _mm512_set1_epi64(DIAGONAL))
    }

    // `vgf2p8affineqb` with the data as A.
    fn transpose_reversed_rows(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), v)
    }

    // `vplzcntq` and `vpsrlvq`; the shift by 64 of an empty word leaves zero.
    fn last_bits(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(v))
    }

    // `vprolvq`
    fn rotate_left(_token: Avx512, v: __m512i, counts: __m512i) -> __m512i {
        _mm512_rolv_epi64(v, counts)
    }

    // `vpcompressq`
    fn compress_words(_token: Avx512, v: __m512i, lanes: u64) -> __m512i {
        _mm512_maskz_compress_epi64((lanes & 0xff) as u8, v)
    }

    // `vpcompressb` of the bytes 0, 1, .. 63
    fn indices(token: Avx512, set: u64) -> __m512i {
        _mm512_maskz_compress_epi8(set, u8x64::simd_from(token, INDICES).into())
    }

    // `pext`
    #[cfg(target_arch = "x86_64")]
    fn pext(_token: Avx512, x: u64, mask: u64) -> u64 {
        crate::simd::arch::_pext_u64(x, mask)
    }

    // `pdep`
    #[cfg(target_arch = "x86_64")]
    fn pdep(_token: Avx512, x: u64, mask: u64) -> u64 {
        crate::simd::arch::_pdep_u64(x, mask)
    }
}
