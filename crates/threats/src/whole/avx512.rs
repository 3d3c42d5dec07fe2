//! AVX-512: eight rays in one register.

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x8, u64x8};
use quadbit_nibble::simd::Avx512;
use quadbit_nibble::simd::arch::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_and_si256, _mm256_cvtepu8_epi32, _mm256_or_si256,
    _mm256_set1_epi32, _mm256_slli_epi32, _mm256_ternarylogic_epi32, _mm512_and_si512,
    _mm512_castsi256_si512, _mm512_castsi512_si128, _mm512_castsi512_si256, _mm512_lzcnt_epi64,
    _mm512_mask_cmplt_epu32_mask, _mm512_maskz_compress_epi8, _mm512_maskz_compress_epi32,
    _mm512_permutexvar_epi8, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_sub_epi64,
    _mm512_ternarylogic_epi64,
};
use quadbit_quad::Bitboard;
use quadbit_x88::simd::LaneSink;
use quadbit_x88::{Direction, Square};

use crate::list::Buffer;
use crate::threat::place;
use crate::whole::tables;
use crate::whole::{Pawns, Whole};

/// A board of bytes, as it is and rotated by half a turn, and its occupied squares.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    s: Avx512,
    codes: &'a [u8; 64],
    occupied: Bitboard,
    rotated: __m512i,
}

impl<'a> Words<'a> {
    #[inline(always)]
    pub(crate) fn new(s: Avx512, codes: &'a [u8; 64], occupied: Bitboard) -> Self {
        let board = u8x64::load_array_ref(s, codes);
        Self { s, codes, occupied, rotated: rotated(s, board.into(), u8x64::simd_from(s, ROTATED).into()) }
    }
}

impl Whole for Words<'_> {
    #[inline(always)]
    fn write_pawns<const N: usize>(self, pawns: Pawns, out: &mut Buffer<N>) {
        let Self { s, codes, .. } = self;
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

    #[inline(always)]
    fn write_attacked<const N: usize>(self, from: Square, out: &mut Buffer<N>) {
        let Self { s, codes, occupied, rotated } = self;
        let code = codes[from.index()];
        let (rays, reach) = tables::of(code, from);
        let targets = (reach & occupied).0.cast_signed();
        let here = place(from, code) << 16 ^ place(Square::H8, 0);
        let towards_a1 = u64x8::simd_from(
            s,
            Direction::ALL.map(|direction| if direction.is_towards_a1() { u64::MAX } else { 0 }),
        );
        let rays = u64x8::load_array_ref(s, rays);
        let (pairs, count) = pairs(s, [rotated, rays.into(), towards_a1.into()], targets, here.cast_signed());
        let pairs: u32x8<Avx512> = pairs.simd_into(s);
        out.push(pairs.to_array(), count as usize);
    }
}

/// 0, 1, .. 63.
const NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 1;
    while i < 64 {
        numbers[i] = numbers[i - 1] + 1;
        i += 1;
    }
    numbers
};

/// 63, 62, .. 0.
const ROTATED: [u8; 64] = {
    let mut numbers = NUMBERS;
    let mut i = 0;
    while i < 64 {
        numbers[i] = 63 - NUMBERS[i];
        i += 1;
    }
    numbers
};

// `vpcompressb`, `vpmovzxbd`: the first eight squares. `vpermb`: the codes.
fearless_simd::kernel!(
    #[inline(always)]
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
);

// `vpermb`
fearless_simd::kernel!(
    #[inline(always)]
    fn rotated(_token: Avx512, board: __m512i, numbers: __m512i) -> __m512i {
        _mm512_permutexvar_epi8(numbers, board)
    }
);

// `vpandq`, `vpsubq`, `vpternlogq`: the lowest bit of each ray towards h8, and all bits of the others,
// where only the highest counts. `vplzcntq`: 63 - square, or 64. `vpcompressd`: those below 64.
// `vpermb`: the codes.
fearless_simd::kernel!(
    #[inline(always)]
    fn pairs(_token: Avx512, vectors: [__m512i; 3], targets: i64, here: i32) -> (__m256i, u32) {
        let [rotated, rays, towards_a1] = vectors;
        let seen = _mm512_and_si512(rays, _mm512_set1_epi64(targets));
        let below = _mm512_sub_epi64(_mm512_setzero_si512(), seen);
        // Bitwise `seen & (-seen | towards_a1)`.
        let nearest = _mm512_ternarylogic_epi64::<0xe0>(seen, below, towards_a1);
        let zeros = _mm512_lzcnt_epi64(nearest);
        let present = _mm512_mask_cmplt_epu32_mask(0x5555, zeros, _mm512_set1_epi32(64));
        let zeros = _mm512_maskz_compress_epi32(present, zeros);
        let codes = _mm512_castsi512_si256(_mm512_permutexvar_epi8(zeros, rotated));
        let codes = _mm256_and_si256(codes, _mm256_set1_epi32(15));
        let squares = _mm256_slli_epi32::<4>(_mm512_castsi512_si256(zeros));
        // Bitwise `(codes | squares) ^ here`.
        let pairs = _mm256_ternarylogic_epi32::<0x56>(codes, squares, _mm256_set1_epi32(here));
        (pairs, present.count_ones())
    }
);
