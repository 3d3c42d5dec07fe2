//! AVX-512: pairs of four pawns with all sixteen, in one register. Compressing leaves only the pairs of the runs.
//!
//! ```text
//!   lanes       0 .. 15    16 .. 31   32 .. 47   48 .. 63
//!   later       4 4 .. 4   5 5 .. 5   6 6 .. 6   7 7 .. 7
//!   before      0 1 .. 15  0 1 .. 15  0 1 .. 15  0 1 .. 15    those of the run are compressed
//! ```

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x16};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m128i, __m512i, _mm_max_epu8, _mm_min_epu8, _mm256_add_epi16, _mm256_cvtepu8_epi16, _mm256_mullo_epi16,
    _mm256_set1_epi16, _mm256_srli_epi16, _mm256_sub_epi16, _mm512_add_epi32, _mm512_castsi128_si512,
    _mm512_castsi512_si128, _mm512_cmplt_epu8_mask, _mm512_cvtepu16_epi32, _mm512_maskz_compress_epi8,
    _mm512_permutexvar_epi8, _mm512_set1_epi32, _mm512_sub_epi8,
};
use quadbit_nibble::simd::{Avx512, kernels};

use crate::sets::found::Found;

#[inline(always)]
pub(super) fn pair<const R: usize>(
    s: Avx512,
    begins: __m128i,
    count: u8,
    pawns: [__m128i; 2],
    base: u32,
    found: &mut [Found<R>; 2],
) {
    let before = u8x64::simd_from(s, BEFORE);
    let [whites, blacks] = found;
    for later in LATER.iter().take(usize::from(count).div_ceil(4).max(3)) {
        let later = u8x64::load_array_ref(s, later);
        let (mut pairs, lanes) = runs(s, begins, [later.into(), before.into()]);
        let mut rest = lanes.count_ones() as usize;
        loop {
            let count = rest.min(16);
            for (pawns, found) in pawns.into_iter().zip([&mut *whites, &mut *blacks]) {
                let indices = numbered(s, pairs, pawns, base.cast_signed());
                let indices: u32x16<Avx512> = indices.simd_into(s);
                found.push(indices.to_array(), count);
            }
            rest -= count;
            // The loop rarely repeats: four later pawns seldom form more than sixteen pairs.
            if rest == 0 {
                break;
            }
            pairs = pairs.map(|places| {
                let places: u8x64<Avx512> = places.simd_into(s);
                places.slide::<16>(u8x64::splat(s, 0)).into()
            });
        }
    }
}

/// The index of the later pawn in each lane: four later pawns in each row, with sixteen lanes for each.
const LATER: [[u8; 64]; 4] = const_array!(4, |four: u8| const_array!(64, |lane: u8| 4 * four + lane / 16));

/// The index of the earlier pawn in each lane: 0 to 15, four times.
const BEFORE: [u8; 64] = const_array!(64, |lane: u8| lane % 16);

kernels! {
    // `vpermb`: for each lane, where the run of its later pawn begins. `vpsubb`, `vpcmpub`: the lanes whose earlier
    // pawn is in that run. `vpcompressb` moves the pairs of these lanes to the front.
    fn runs(_token: Avx512, begins: __m128i, places: [__m512i; 2]) -> ([__m512i; 2], u64) {
        let [later, before] = places;
        let begins = _mm512_permutexvar_epi8(later, _mm512_castsi128_si512(begins));
        let (place, end) = (_mm512_sub_epi8(before, begins), _mm512_sub_epi8(later, begins));
        let lanes = _mm512_cmplt_epu8_mask(place, end);
        (places.map(|places| _mm512_maskz_compress_epi8(lanes, places)), lanes)
    }

    // `vpermb`: the pawns of sixteen pairs. `vpmaxub`, `vpminub`, `vpmullw`: high * (high - 1) / 2 + low.
    fn numbered(_token: Avx512, pairs: [__m512i; 2], pawns: __m128i, base: i32) -> __m512i {
        let [a, b] = pairs.map(|places| {
            _mm512_castsi512_si128(_mm512_permutexvar_epi8(places, _mm512_castsi128_si512(pawns)))
        });
        let high = _mm256_cvtepu8_epi16(_mm_max_epu8(a, b));
        let low = _mm256_cvtepu8_epi16(_mm_min_epu8(a, b));
        let first = _mm256_mullo_epi16(high, _mm256_sub_epi16(high, _mm256_set1_epi16(1)));
        let number = _mm256_add_epi16(_mm256_srli_epi16::<1>(first), low);
        _mm512_add_epi32(_mm512_cvtepu16_epi32(number), _mm512_set1_epi32(base))
    }
}
