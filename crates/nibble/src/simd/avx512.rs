//! Operations for AVX-512 as of Ice Lake, with GFNI and VBMI2.

use crate::const_array;
use crate::simd::arch::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_lzcnt_epi64, _mm512_maskz_compress_epi8,
    _mm512_maskz_compress_epi64, _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_srlv_epi64,
};
use crate::simd::kernels;
use fearless_simd::prelude::*;
use fearless_simd::u8x64;

use super::Avx512;

/// The 8x8 identity matrix of bits: row `r` has a one in column `r`.
///
/// As operand A of `vgf2p8affineqb` it reverses the bits of each byte, because the instruction takes the rows
/// of A from the last to the first. As operand x, with data as A, it gives the transpose of the data, whose
/// rows are again taken from the last to the first.
pub(crate) const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64.cast_signed();

/// The bytes 0, 1, .. 63, from which a compression selects the indices of a set.
const INDICES: [u8; 64] = const_array!(64, |i: u8| i);

/// The indices of the ones of `set`, ascending, the first `N`; zeros after the last.
#[inline(always)]
pub(super) fn indices<const N: usize>(s: Avx512, set: u64) -> [u8; N] {
    const { assert!(N <= 64, "a word has 64 bits") }
    let all: u8x64<Avx512> = compressed_indices(s, set).simd_into(s);
    core::array::from_fn(|i| all[i])
}

kernels! {
    // Reverses the bits of each byte: `vgf2p8affineqb` with the data as x.
    pub(super) fn reverse_bits_in_bytes(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(v, _mm512_set1_epi64(DIAGONAL))
    }

    // Transposes each word as a matrix whose rows are in reverse order: `vgf2p8affineqb` with the data as A.
    pub(super) fn transpose_reversed_rows(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), v)
    }

    // Keeps the highest one bit of each word: `vplzcntq`, `vpsrlvq`. An empty word is shifted by 64, which leaves zero.
    pub(super) fn last_bits(_token: Avx512, v: __m512i) -> __m512i {
        _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(v))
    }

    // Rotates each word to the left: `vprolvq`.
    pub(super) fn rotate_left(_token: Avx512, v: __m512i, counts: __m512i) -> __m512i {
        _mm512_rolv_epi64(v, counts)
    }

    // Moves the words of the lanes in `lanes` to the front, in order: `vpcompressq`.
    pub(super) fn compress_words(_token: Avx512, v: __m512i, lanes: u64) -> __m512i {
        _mm512_maskz_compress_epi64((lanes & 0xff) as u8, v)
    }

    // Moves the indices of the ones of `set` to the front, ascending: `vpcompressb` of the bytes 0, 1, .. 63.
    fn compressed_indices(token: Avx512, set: u64) -> __m512i {
        _mm512_maskz_compress_epi8(set, u8x64::simd_from(token, INDICES).into())
    }
}
