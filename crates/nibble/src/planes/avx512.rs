//! AVX-512 with GFNI and VBMI: the conversions between planes, nibbles and codes with one board in one register.
//!
//! 1. From planes, a permutation of bytes brings the bits that belong together into one word: for codes a word for each
//!    rank, with a plane in each row; for nibbles a word for two ranks, in half a register.
//! 2. For nibbles, the odd files of one rank change places with the even files of the other, since a byte holds two
//!    nibbles.
//! 3. `vgf2p8affineqb` transposes the matrix of bits in each word (see `simd/avx512.rs` for how).
//!
//! The way back takes these steps in reverse. Between nibbles and codes nothing is transposed. `vgf2p8affineqb` reads
//! the rows of a matrix from the last to the first, so the rows are reversed, too: by a permutation before it, or by a
//! second such instruction after it.

use crate::const_array;
use crate::simd::arch::{
    __m256i, __m512i, _mm256_gf2p8affine_epi64_epi8, _mm256_multishift_epi64_epi8, _mm256_permutexvar_epi8,
    _mm256_set1_epi64x, _mm256_shuffle_epi8, _mm256_ternarylogic_epi64, _mm512_and_si512,
    _mm512_castsi512_si256, _mm512_cvtepi16_epi8, _mm512_cvtepu8_epi16, _mm512_gf2p8affine_epi64_epi8,
    _mm512_maddubs_epi16, _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi16,
    _mm512_set1_epi64, _mm512_slli_epi16, _mm512_zextsi256_si512,
};
use crate::simd::kernels;
use fearless_simd::prelude::*;
use fearless_simd::{u8x32, u8x64, u64x4};

use crate::simd::{Avx512, DIAGONAL};

/// The order of bytes that moves byte `8p + r`, which is rank `r` of plane `p`, to byte `7 - p` of word `r`. The lower
/// half of each word is taken from byte 32, which is zero.
const PLANES_TO_RANKS: [u8; 64] =
    const_array!(64, |i: u8| if i % 8 < 4 { 32 } else { 8 * (7 - i % 8) + i / 8 });

/// The order of bytes that moves byte `p` of word `r`, which is rank `r` of plane `p`, to byte `8p + r`. Only the lower
/// half of the register counts.
const RANKS_TO_PLANES: [u8; 64] = const_array!(64, |i: u8| if i < 32 { i % 8 * 8 + i / 8 } else { 0 });

/// The order of bytes that moves rank `2w` of plane `p` to byte `7 - p` of word `w`, and rank `2w + 1` of this plane to
/// byte `3 - p`.
const PLANES_TO_PAIRS_OF_RANKS: [u8; 32] = const_array!(32, |i: u8| {
    let (odd, plane) = (1 - i % 8 / 4, 3 - i % 4);
    8 * plane + 2 * (i / 8) + odd
});

/// A control of `vpmultishiftqb`. In each word it moves the odd rank (lower half) one file up into the upper half, and
/// the even rank (upper half) one file down into the lower half. Where [`KEPT`] is clear, these bits replace those of
/// the word: the odd files of the even rank change places with the even files of the odd rank.
const OTHER_RANK: i64 = 0x170F_073F_3931_2921;

/// The bits of each word that keep their places when ranks and files are exchanged: the even files of the even rank
/// (upper half), the odd files of the odd rank (lower half).
const KEPT: i64 = 0x5555_5555_AAAA_AAAA_u64.cast_signed();

/// An operand x of `vgf2p8affineqb` that moves bits 0, 2, 4, 6 of a byte to its lower half, bits 1, 3, 5, 7 to
/// its upper half.
const EVEN_THEN_ODD: i64 = 0x8020_0802_4010_0401_u64.cast_signed();

/// The order of bytes that takes the bytes of two ranks in turn, in each word from the top down: bytes 0 to 3, the
/// first rank, go to bytes 7, 5, 3, 1, and bytes 4 to 7, the second rank, to bytes 6, 4, 2, 0.
const RANKS_ALTERNATELY: [u8; 32] = const_array!(32, |i: u8| {
    let (rank, group) = (1 - i % 2, 3 - i % 8 / 2);
    i / 8 * 8 + 4 * rank + group
});

/// A control of `vpmultishiftqb`. In each word it moves the odd files (upper half) one file up into the lower half, and
/// the even files (lower half) one file down into the upper half: the reverse of [`OTHER_RANK`].
const OTHER_FILES: i64 = 0x1911_0901_372F_271F;

/// The order of bytes that moves byte `p` of word `w`, which is rank `2w` of plane `p`, to byte `8p + 2w`, and byte
/// `4 + p`, which is rank `2w + 1` of this plane, to byte `8p + 2w + 1`.
const PAIRS_OF_RANKS_TO_PLANES: [u8; 32] = const_array!(32, |i: u8| {
    let (plane, pair, rank) = (i / 8, i % 8 / 2, i % 2);
    8 * pair + 4 * rank + plane
});

#[inline(always)]
pub(super) fn planes_to_nibbles(s: Avx512, planes: &[u64; 4]) -> [u8; 32] {
    u8x32::simd_from(s, nibbles_of_planes(s, u64x4::load_array_ref(s, planes).into())).to_array()
}

#[inline(always)]
pub(super) fn nibbles_to_planes(s: Avx512, nibbles: &[u8; 32]) -> [u64; 4] {
    u64x4::simd_from(s, planes_of_nibbles(s, u8x32::load_array_ref(s, nibbles).into())).to_array()
}

#[inline(always)]
pub(super) fn planes_to_codes(s: Avx512, planes: &[u64; 4]) -> [u8; 64] {
    u8x64::simd_from(s, codes_of_planes(s, u64x4::load_array_ref(s, planes).into())).to_array()
}

#[inline(always)]
pub(super) fn codes_to_planes(s: Avx512, codes: &[u8; 64]) -> [u64; 4] {
    u64x4::simd_from(s, planes_of_codes(s, u8x64::load_array_ref(s, codes).into())).to_array()
}

#[inline(always)]
pub(super) fn nibbles_to_codes(s: Avx512, nibbles: &[u8; 32]) -> [u8; 64] {
    u8x64::simd_from(s, codes_of_nibbles(s, u8x32::load_array_ref(s, nibbles).into())).to_array()
}

#[inline(always)]
pub(super) fn codes_to_nibbles(s: Avx512, codes: &[u8; 64]) -> [u8; 32] {
    let codes = u8x64::load_array_ref(s, codes) & 0x0F;
    u8x32::simd_from(s, nibbles_of_codes(s, codes.into())).to_array()
}

kernels! {
    // Converts planes to nibbles: `vpermb`, `vpmultishiftqb`, `vpternlogq`, `vgf2p8affineqb`. A word has two ranks. The
    // bits of the planes are
    //
    //     rank 0 of p:  0a 0b 0c 0d 0e 0f 0g 0h        rank 1 of p:  1a 1b 1c 1d 1e 1f 1g 1h
    //
    // and after the exchange of the odd files of one with the even files of the other
    //
    //     even files:   0a 1a 0c 1c 0e 1e 0g 1g        odd files:    0b 1b 0d 1d 0f 1f 0h 1h
    //
    // The transpose then takes every other bit, so each of its bytes has the eight bits of two neighbouring
    // nibbles: four bytes of rank 0 and then four of rank 1.
    fn nibbles_of_planes(token: Avx512, planes: __m256i) -> __m256i {
        let ranks = _mm256_permutexvar_epi8(u8x32::simd_from(token, PLANES_TO_PAIRS_OF_RANKS).into(), planes);
        let others = _mm256_multishift_epi64_epi8(_mm256_set1_epi64x(OTHER_RANK), ranks);
        // Bitwise `KEPT ? ranks : others`.
        let files = _mm256_ternarylogic_epi64::<0xCA>(_mm256_set1_epi64x(KEPT), ranks, others);
        _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(EVEN_THEN_ODD), files)
    }

    // Converts planes to codes: `vpermb` collects each rank of the planes in a word, `vgf2p8affineqb` transposes the
    // words.
    fn codes_of_planes(token: Avx512, planes: __m256i) -> __m512i {
        let indices = u8x64::simd_from(token, PLANES_TO_RANKS).into();
        let ranks = _mm512_permutexvar_epi8(indices, _mm512_zextsi256_si512(planes));
        _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), ranks)
    }

    // Packs 64 codes, all below 16: `vpmaddubsw` gives even + 16 * odd in 16 bits, `vpmovwb` keeps the lower byte.
    fn nibbles_of_codes(_token: Avx512, codes: __m512i) -> __m256i {
        _mm512_cvtepi16_epi8(_mm512_maddubs_epi16(codes, _mm512_set1_epi16(0x1001)))
    }

    // Converts nibbles to planes by the steps of `nibbles_of_planes` in reverse: `vpshufb`, `vgf2p8affineqb`,
    // `vpmultishiftqb`, `vpternlogq`, `vpermb`. The transpose has the even files of both ranks in its lower half, a
    // plane in each byte, and the odd files in its upper half.
    fn planes_of_nibbles(token: Avx512, nibbles: __m256i) -> __m256i {
        let rows = _mm256_shuffle_epi8(nibbles, u8x32::simd_from(token, RANKS_ALTERNATELY).into());
        let files = _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(DIAGONAL), rows);
        let others = _mm256_multishift_epi64_epi8(_mm256_set1_epi64x(OTHER_FILES), files);
        // Bitwise `!KEPT ? files : others`.
        let ranks = _mm256_ternarylogic_epi64::<0xCA>(_mm256_set1_epi64x(!KEPT), files, others);
        _mm256_permutexvar_epi8(u8x32::simd_from(token, PAIRS_OF_RANKS_TO_PLANES).into(), ranks)
    }

    // Converts codes to planes: `vgf2p8affineqb`, `vpermb`. The transpose reverses the files, which the second
    // `vgf2p8affineqb` puts right: a shuffle of the codes before it would wait for the unit of `vpermb`.
    fn planes_of_codes(token: Avx512, codes: __m512i) -> __m256i {
        let ranks = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(DIAGONAL), codes);
        let indices = u8x64::simd_from(token, RANKS_TO_PLANES).into();
        let planes = _mm512_castsi512_si256(_mm512_permutexvar_epi8(indices, ranks));
        _mm256_gf2p8affine_epi64_epi8::<0>(planes, _mm256_set1_epi64x(DIAGONAL))
    }

    // Unpacks nibbles: `vpmovzxbw`, `vpsllw`, `vporq` and `vpandq` turn a byte `ba` into `0b .a` and then `0b 0a`,
    // where `.` is any nibble.
    fn codes_of_nibbles(_token: Avx512, nibbles: __m256i) -> __m512i {
        let pairs = _mm512_cvtepu8_epi16(nibbles);
        _mm512_and_si512(_mm512_or_si512(pairs, _mm512_slli_epi16::<4>(pairs)), _mm512_set1_epi8(0x0F))
    }
}
