//! GFNI, VBMI and VBMI2: one board in one register.
//!
//! The register holds eight words, one for each rank. A word of planes is a matrix of bits with a plane in
//! each row, a word of codes is one with a file in each row; `vgf2p8affineqb` turns one into the other (see
//! `simd/avx512.rs` for how it transposes). It reads the rows from the last to the first, so they are put in
//! that order on the way in.

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m256i, __m512i, _mm512_and_si512, _mm512_castsi512_si256, _mm512_cvtepi16_epi8, _mm512_cvtepu8_epi16,
    _mm512_cvtepu32_epi64, _mm512_gf2p8affine_epi64_epi8, _mm512_maddubs_epi16, _mm512_multishift_epi64_epi8,
    _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi64,
    _mm512_shuffle_epi8, _mm512_slli_epi16, _mm512_zextsi256_si512,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m256i, __m512i, _mm512_and_si512, _mm512_castsi512_si256, _mm512_cvtepi16_epi8, _mm512_cvtepu8_epi16,
    _mm512_cvtepu32_epi64, _mm512_gf2p8affine_epi64_epi8, _mm512_maddubs_epi16, _mm512_multishift_epi64_epi8,
    _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi64,
    _mm512_shuffle_epi8, _mm512_slli_epi16, _mm512_zextsi256_si512,
};

use fearless_simd::prelude::*;
use fearless_simd::{kernel, u8x32, u8x64, u64x4};

use super::PlaneSimd;
use crate::simd::{Avx512, DIAGONAL};

/// Rank `r` of plane `p`, byte `8p + r`, to byte `7 - p` of word `r`. The other half of each word is taken
/// from byte 32, which is zero.
const PLANES_TO_RANKS: [u8; 64] = {
    let mut indices = [32; 64];
    let mut i = 0;
    while i < 32 {
        let (plane, rank) = (i / 8, i % 8);
        indices[(8 * rank + 7 - plane) as usize] = i;
        i += 1;
    }
    indices
};

/// Byte `p` of word `r`, a rank of a plane, to byte `8p + r`; only the lower half of the register counts.
const RANKS_TO_PLANES: [u8; 64] = {
    let mut indices = [0; 64];
    let mut i = 0;
    while i < 32 {
        indices[i as usize] = i % 8 * 8 + i / 8;
        i += 1;
    }
    indices
};

/// The eight nibbles of a word's lower half to its bytes, the first to the last: byte `j` begins at bit `28 - 4j`.
const NIBBLES_REVERSED: i64 = 0x0004_080C_1014_181C;

/// The bytes of each word reversed.
const BYTES_REVERSED: [u8; 64] = {
    let mut indices = [0; 64];
    let mut i = 0;
    while i < 64 {
        indices[i as usize] = i ^ 7;
        i += 1;
    }
    indices
};

impl PlaneSimd for Avx512 {
    #[inline(always)]
    fn planes_to_nibbles(self, planes: &[u64; 4]) -> [u8; 32] {
        let codes = codes_of_planes(self, u64x4::load_array_ref(self, planes).into());
        let nibbles: u8x32<Self> = nibbles_of_codes(self, codes).simd_into(self);
        nibbles.to_array()
    }

    #[inline(always)]
    fn nibbles_to_planes(self, nibbles: &[u8; 32]) -> [u64; 4] {
        let planes: u64x4<Self> =
            planes_of_nibbles(self, u8x32::load_array_ref(self, nibbles).into()).simd_into(self);
        planes.to_array()
    }

    #[inline(always)]
    fn planes_to_codes(self, planes: &[u64; 4]) -> [u8; 64] {
        let codes: u8x64<Self> =
            codes_of_planes(self, u64x4::load_array_ref(self, planes).into()).simd_into(self);
        codes.to_array()
    }

    #[inline(always)]
    fn codes_to_planes(self, codes: &[u8; 64]) -> [u64; 4] {
        let planes: u64x4<Self> =
            planes_of_codes(self, u8x64::load_array_ref(self, codes).into()).simd_into(self);
        planes.to_array()
    }

    #[inline(always)]
    fn nibbles_to_codes(self, nibbles: &[u8; 32]) -> [u8; 64] {
        let codes: u8x64<Self> =
            codes_of_nibbles(self, u8x32::load_array_ref(self, nibbles).into()).simd_into(self);
        codes.to_array()
    }

    #[inline(always)]
    fn codes_to_nibbles(self, codes: &[u8; 64]) -> [u8; 32] {
        let codes = u8x64::load_array_ref(self, codes) & 0x0F;
        let nibbles: u8x32<Self> = nibbles_of_codes(self, codes.into()).simd_into(self);
        nibbles.to_array()
    }
}

// `vpermb`, `vgf2p8affineqb`
kernel!(
    #[inline(always)]
    fn codes_of_planes(token: Avx512, planes: __m256i) -> __m512i {
        let indices = u8x64::simd_from(token, PLANES_TO_RANKS).into();
        let ranks = _mm512_permutexvar_epi8(indices, _mm512_zextsi256_si512(planes));
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), ranks)
    }
);

// `vpmaddubsw`: even + 16 * odd in 16 bits; `vpmovwb`. The codes are below 16.
kernel!(
    #[inline(always)]
    fn nibbles_of_codes(_token: Avx512, codes: __m512i) -> __m256i {
        _mm512_cvtepi16_epi8(_mm512_maddubs_epi16(codes, _mm512_set1_epi16(0x1001)))
    }
);

// `vpmovzxdq`, `vpmultishiftqb`, `vgf2p8affineqb`, `vpermb`. What the multishift leaves above each nibble
// falls to rows 4 to 7 of the transpose, which are not taken.
kernel!(
    #[inline(always)]
    fn planes_of_nibbles(token: Avx512, nibbles: __m256i) -> __m256i {
        let files =
            _mm512_multishift_epi64_epi8(_mm512_set1_epi64(NIBBLES_REVERSED), _mm512_cvtepu32_epi64(nibbles));
        planes_of_reversed_files(token, files)
    }
);

// `vpshufb`, `vgf2p8affineqb`, `vpermb`
kernel!(
    #[inline(always)]
    fn planes_of_codes(token: Avx512, codes: __m512i) -> __m256i {
        let files = _mm512_shuffle_epi8(codes, u8x64::simd_from(token, BYTES_REVERSED).into());
        planes_of_reversed_files(token, files)
    }
);

kernel!(
    #[inline(always)]
    fn planes_of_reversed_files(token: Avx512, files: __m512i) -> __m256i {
        let ranks = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), files);
        let indices = u8x64::simd_from(token, RANKS_TO_PLANES).into();
        _mm512_castsi512_si256(_mm512_permutexvar_epi8(indices, ranks))
    }
);

// `vpmovzxbw`, `vpsllw`, `vporq`, `vpandq`: a byte `ba` becomes `0b 0a` by way of `.b ba`.
kernel!(
    #[inline(always)]
    fn codes_of_nibbles(_token: Avx512, nibbles: __m256i) -> __m512i {
        let pairs = _mm512_cvtepu8_epi16(nibbles);
        _mm512_and_si512(_mm512_or_si512(pairs, _mm512_slli_epi16::<4>(pairs)), _mm512_set1_epi8(0x0F))
    }
);
