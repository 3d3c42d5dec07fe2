//! AVX2: looks up bytes of a board by a shuffle in each of its four quarters of 16 bytes, and permutes the eight words
//! of a register.

mod nearest;

pub(super) use nearest::nearest;

use crate::simd::tables::lanes_of;
use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x32, u32x8};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m256i, _mm_set_epi64x, _mm256_blendv_epi8, _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_cvtepu8_epi32, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_permutevar8x32_epi32,
    _mm256_sad_epu8, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16,
    _mm256_slli_epi32,
};
use quadbit_nibble::simd::{Avx2, kernels};

/// For each set of the eight lanes, bit `i` for lane `i`: the indices of its lanes, ascending, one a byte, then zeros.
/// 2 KiB.
static COMPRESS_8: [[u8; 8]; 256] = const_array!(256, |set| lanes_of(set, [0, 1, 2, 3, 4, 5, 6, 7]));

#[inline(always)]
pub(super) fn codes_on(s: Avx2, board: &[u8; 64], squares: __m256i) -> __m256i {
    let (quarters, _) = board.as_chunks();
    let quarter = |i: usize| u8x32::block_splat(u8x16::load_array_ref(s, &quarters[i])).into();
    words_on(s, [quarter(0), quarter(1), quarter(2), quarter(3)], squares)
}

/// Looks up the bytes of a board at 64 squares, as [`RaySimd::bytes_on`](super::RaySimd::bytes_on) does. The board and
/// the squares are given in two halves of 32 bytes each.
#[inline(always)]
pub(super) fn bytes_on(s: Avx2, [low, high]: [__m256i; 2], squares: [__m256i; 2]) -> [__m256i; 2] {
    let quarters = quarters(s, low, high);
    [half_on(s, quarters, squares[0]), half_on(s, quarters, squares[1])]
}

/// The words whose lanes are set in `lanes` (bit `i` for lane `i`), in order, in the first elements; the elements after
/// them are arbitrary.
#[inline(always)]
pub(super) fn compress(s: Avx2, words: __m256i, lanes: u16) -> [u32; 8] {
    u32x8::simd_from(s, reordered(s, words, COMPRESS_8[(lanes & 0xff) as usize])).to_array()
}

/// Permutes eight words: word `i` of the result is the one with the number `numbers[i]`.
#[inline(always)]
fn reordered(s: Avx2, words: __m256i, numbers: [u8; 8]) -> __m256i {
    permute(s, words, u64::from_le_bytes(numbers).cast_signed())
}

kernels! {
    // Copies each quarter of the 64 bytes to both halves of a register: `vperm2i128`.
    fn quarters(_token: Avx2, low: __m256i, high: __m256i) -> [__m256i; 4] {
        [
            _mm256_permute2x128_si256::<0x00>(low, low),
            _mm256_permute2x128_si256::<0x11>(low, low),
            _mm256_permute2x128_si256::<0x00>(high, high),
            _mm256_permute2x128_si256::<0x11>(high, high),
        ]
    }

    // Looks up a byte of the board for each byte of `squares`: `vpshufb` in each quarter, which gives 0 where bit 7 is
    // set, then `vpblendvb` by bits 4 and 5, moved to bit 7.
    fn half_on(_token: Avx2, quarters: [__m256i; 4], squares: __m256i) -> __m256i {
        let [a, b, c, d] = quarters;
        let bit_4 = _mm256_slli_epi16::<3>(squares);
        let low = _mm256_blendv_epi8(_mm256_shuffle_epi8(a, squares), _mm256_shuffle_epi8(b, squares), bit_4);
        let high =
            _mm256_blendv_epi8(_mm256_shuffle_epi8(c, squares), _mm256_shuffle_epi8(d, squares), bit_4);
        _mm256_blendv_epi8(low, high, _mm256_slli_epi16::<2>(squares))
    }

    // Looks up a byte of the board for each 32-bit word of `squares`: `vpshufb` in each quarter, then `vblendvps` by
    // bits 4 and 5, moved to bit 31.
    fn words_on(_token: Avx2, quarters: [__m256i; 4], squares: __m256i) -> __m256i {
        let at = _mm256_or_si256(squares, _mm256_set1_epi32(0x8080_8000_u32.cast_signed()));
        let bit_4 = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(squares));
        let bit_5 = _mm256_castsi256_ps(_mm256_slli_epi32::<26>(squares));
        let [a, b, c, d] = quarters.map(|quarter| _mm256_castsi256_ps(_mm256_shuffle_epi8(quarter, at)));
        _mm256_castps_si256(_mm256_blendv_ps(
            _mm256_blendv_ps(a, b, bit_4),
            _mm256_blendv_ps(c, d, bit_4),
            bit_5,
        ))
    }

    // Adds up the eight bytes of each word of 64 bits: `vpsadbw` with zero.
    pub(super) fn sums_of_bytes(_token: Avx2, bytes: __m256i) -> __m256i {
        _mm256_sad_epu8(bytes, _mm256_setzero_si256())
    }

    // Permutes eight words: word `i` of the result is the one whose number is byte `i` of `numbers`. `vpmovzxbd`,
    // `vpermd`.
    fn permute(_token: Avx2, words: __m256i, numbers: i64) -> __m256i {
        let numbers = _mm_set_epi64x(0, numbers);
        _mm256_permutevar8x32_epi32(words, _mm256_cvtepu8_epi32(numbers))
    }
}
