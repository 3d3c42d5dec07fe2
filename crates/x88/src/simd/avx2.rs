//! AVX2: a shuffle of bytes within 16, and one of words within 32 bytes.

mod nearest;

use crate::simd::eight_rays::EightRays;
use crate::simd::level::{LaneSink, RaySimd, lanes_of};
use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x32, u8x64, u32x8, u32x16, u64x4, u64x8};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m256i, _mm_set_epi64x, _mm256_blendv_epi8, _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_cvtepu8_epi32, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_permutevar8x32_epi32,
    _mm256_sad_epu8, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16,
    _mm256_slli_epi32,
};
use quadbit_nibble::simd::{Avx2, kernels};

/// For each set of lanes out of eight, a bit for each: the indices of its lanes, ascending, one a byte, then zeros. 2
/// KiB.
static COMPRESS_8: [[u8; 8]; 256] = const_array!(256, |set| lanes_of(set, [0, 1, 2, 3, 4, 5, 6, 7]));

impl RaySimd for Avx2 {
    #[inline(always)]
    fn nearest(self, rays: &EightRays, occupied: [u64; 2], targets: [u64; 2]) -> (u32x8<Self>, usize) {
        nearest::nearest(self, rays, occupied, targets)
    }

    #[inline(always)]
    fn codes_on(self, board: &[u8; 64], squares: u32x8<Self>) -> u32x8<Self> {
        let (quarters, _) = board.as_chunks();
        let quarter = |i: usize| u8x32::block_splat(u8x16::load_array_ref(self, &quarters[i])).into();
        codes_on(self, [quarter(0), quarter(1), quarter(2), quarter(3)], squares.into()).simd_into(self)
    }

    #[inline(always)]
    fn bytes_on(self, board: u8x64<Self>, squares: u8x64<Self>) -> u8x64<Self> {
        let (low, high) = board.split();
        let quarters = quarters(self, low.into(), high.into());
        let (first, second) = squares.split();
        let first: u8x32<Self> = bytes_on(self, quarters, first.into()).simd_into(self);
        let second: u8x32<Self> = bytes_on(self, quarters, second.into()).simd_into(self);
        first.combine(second)
    }

    #[inline(always)]
    fn sums_of_bytes(self, bytes: u8x64<Self>) -> u64x8<Self> {
        let (low, high) = bytes.split();
        let low: u64x4<Self> = sums_of_bytes(self, low.into()).simd_into(self);
        let high: u64x4<Self> = sums_of_bytes(self, high.into()).simd_into(self);
        low.combine(high)
    }

    #[inline(always)]
    fn compress(self, words: u32x16<Self>, lanes: u16, out: &mut impl LaneSink) {
        let (low, high) = words.split();
        compress_8(self, low, lanes & 0xff, out);
        compress_8(self, high, lanes >> 8, out);
    }
}

#[inline(always)]
fn compress_8(s: Avx2, words: u32x8<Avx2>, lanes: u16, out: &mut impl LaneSink) {
    let packed = reordered(s, words, COMPRESS_8[(lanes & 0xff) as usize]);
    out.push(packed.to_array(), lanes.count_ones() as usize);
}

/// Permutes `words`: element `i` of the result is `words[numbers[i]]`.
#[inline(always)]
fn reordered(s: Avx2, words: u32x8<Avx2>, numbers: [u8; 8]) -> u32x8<Avx2> {
    compress(s, words.into(), u64::from_le_bytes(numbers).cast_signed()).simd_into(s)
}

kernels! {
    // `vperm2i128`: each quarter of 64 bytes twice.
    fn quarters(_token: Avx2, low: __m256i, high: __m256i) -> [__m256i; 4] {
        [
            _mm256_permute2x128_si256::<0x00>(low, low),
            _mm256_permute2x128_si256::<0x11>(low, low),
            _mm256_permute2x128_si256::<0x00>(high, high),
            _mm256_permute2x128_si256::<0x11>(high, high),
        ]
    }

    // `vpshufb` in each quarter, which gives 0 where bit 7 of a number is set; `vpblendvb` by bits 4
    // and 5, moved to bit 7.
    fn bytes_on(_token: Avx2, quarters: [__m256i; 4], squares: __m256i) -> __m256i {
        let [a, b, c, d] = quarters;
        let bit_4 = _mm256_slli_epi16::<3>(squares);
        let low = _mm256_blendv_epi8(_mm256_shuffle_epi8(a, squares), _mm256_shuffle_epi8(b, squares), bit_4);
        let high =
            _mm256_blendv_epi8(_mm256_shuffle_epi8(c, squares), _mm256_shuffle_epi8(d, squares), bit_4);
        _mm256_blendv_epi8(low, high, _mm256_slli_epi16::<2>(squares))
    }

    // `vpshufb` in each quarter, `vblendvps` by bits 4 and 5 of the squares, moved to bit 31.
    fn codes_on(_token: Avx2, quarters: [__m256i; 4], squares: __m256i) -> __m256i {
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

    // `vpsadbw` with zero
    fn sums_of_bytes(_token: Avx2, bytes: __m256i) -> __m256i {
        _mm256_sad_epu8(bytes, _mm256_setzero_si256())
    }

    // `vpmovzxbd` and `vpermd`
    fn compress(_token: Avx2, words: __m256i, numbers: i64) -> __m256i {
        let numbers = _mm_set_epi64x(0, numbers);
        _mm256_permutevar8x32_epi32(words, _mm256_cvtepu8_epi32(numbers))
    }
}
