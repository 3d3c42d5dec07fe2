//! AVX-512: the pairs of pawns, eight at a time.

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x8};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_and_si256, _mm256_cvtepu8_epi32, _mm256_or_si256,
    _mm256_set1_epi32, _mm256_slli_epi32, _mm512_castsi256_si512, _mm512_castsi512_si128,
    _mm512_castsi512_si256, _mm512_maskz_compress_epi8, _mm512_permutexvar_epi8,
};
use quadbit_nibble::simd::{Avx512, kernels};
use quadbit_x88::simd::LaneSink;

use crate::list::Buffer;
use crate::whole::Pawns;

#[inline(always)]
pub(super) fn write_pawns<const N: usize>(s: Avx512, codes: &[u8; 64], pawns: Pawns, out: &mut Buffer<N>) {
    let vectors = [u8x64::load_array_ref(s, codes).into(), u8x64::simd_from(s, NUMBERS).into()];
    let pawn = u32::from(pawns.code()).wrapping_add_signed(-16 * pawns.direction.shift()) << 16;
    let mut targets = pawns.targets.0;
    loop {
        let count = targets.count_ones() as usize;
        let pairs: u32x8<Avx512> = pawn_pairs(s, vectors, targets, pawn.cast_signed()).simd_into(s);
        out.push(pairs.to_array(), count.min(8));
        if count <= 8 {
            return;
        }
        for _ in 0..8 {
            targets &= targets - 1;
        }
    }
}

/// The numbers of the squares: 0, 1, .. 63.
const NUMBERS: [u8; 64] = const_array!(64, |i: u8| i);

kernels! {
    // Makes the pairs of the first eight squares of `targets` (`vpcompressb`, `vpmovzxbd`) with the codes on them
    // (`vpermb`). A square, shifted by 20 bits, plus `pawn` gives the pawn that attacks it.
    fn pawn_pairs(_token: Avx512, vectors: [__m512i; 2], targets: u64, pawn: i32) -> __m256i {
        let [board, numbers] = vectors;
        let squares = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(targets, numbers));
        let squares = _mm256_cvtepu8_epi32(squares);
        let codes = _mm512_castsi512_si256(_mm512_permutexvar_epi8(_mm512_castsi256_si512(squares), board));
        let codes = _mm256_and_si256(codes, _mm256_set1_epi32(15));
        let places = _mm256_or_si256(_mm256_slli_epi32::<4>(squares), codes);
        let pawns = _mm256_add_epi32(_mm256_slli_epi32::<20>(squares), _mm256_set1_epi32(pawn));
        _mm256_or_si256(places, pawns)
    }
}
