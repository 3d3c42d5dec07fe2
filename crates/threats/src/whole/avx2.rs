//! AVX2: eight rays in two registers.
//!
//! AVX2 has no instruction that finds the highest bit of each word. So the rays towards a1 are rotated by
//! half a turn, and the nearest piece is the lowest bit of every ray. Its number is the exponent of that bit
//! converted to floating point.
//!
//! ```text
//!   ahead    N  NE  E  NW             four words
//!   behind   SE S   SW W              four words, rotated
//!   lanes    N  NE  SE S  E NW SW W   eight halves of words: the lower ones, and the upper ones
//! ```

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m256i, _mm_set_epi64x, _mm256_add_epi32, _mm256_and_si256, _mm256_blendv_ps, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cvtepi32_ps, _mm256_cvtepu8_epi32, _mm256_fmadd_ps, _mm256_movemask_ps,
    _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_shuffle_ps, _mm256_slli_epi32, _mm256_srli_epi32, _mm256_sub_epi64,
    _mm256_xor_si256,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_add_epi32, _mm256_and_si256, _mm256_blendv_ps, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cvtepi32_ps, _mm256_cvtepu8_epi32, _mm256_fmadd_ps, _mm256_movemask_ps,
    _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_shuffle_ps, _mm256_slli_epi32, _mm256_srli_epi32, _mm256_sub_epi64,
    _mm256_xor_si256,
};

use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x32, u32x8, u64x4};
use quadbit_nibble::simd::Avx2;
use quadbit_quad::Bitboard;
use quadbit_x88::Square;
use quadbit_x88::simd::LaneSink;

use crate::list::Buffer;
use crate::threat::place;
use crate::whole::tables::{self, RAYS, TOWARDS_A1};
use crate::whole::{self, Pawns, Whole};

/// A board of bytes, each quarter twice; and its occupied squares, as they are and rotated by half a turn.
#[derive(Clone, Copy)]
pub(crate) struct Halves<'a> {
    s: Avx2,
    codes: &'a [u8; 64],
    quarters: [__m256i; 4],
    occupied: Bitboard,
    rotated: u64,
}

impl<'a> Halves<'a> {
    #[inline(always)]
    pub(crate) fn new(s: Avx2, codes: &'a [u8; 64], occupied: Bitboard) -> Self {
        let (quarters, _) = codes.as_chunks();
        let quarter = |i: usize| u8x32::block_splat(u8x16::load_array_ref(s, &quarters[i])).into();
        Self {
            s,
            codes,
            quarters: [quarter(0), quarter(1), quarter(2), quarter(3)],
            occupied,
            rotated: occupied.0.reverse_bits(),
        }
    }
}

impl Whole for Halves<'_> {
    #[inline(always)]
    fn write_pawns<const N: usize>(self, pawns: Pawns, out: &mut Buffer<N>) {
        whole::write_pawns(self.codes, pawns, out);
    }

    #[inline(always)]
    fn write_attacked<const N: usize>(self, from: Square, out: &mut Buffer<N>) {
        let Self { s, codes, quarters, occupied, rotated } = self;
        let code = codes[from.index()];
        let targets = (tables::reach(code, from) & occupied).0;
        let back = tables::reach(code, Square::from_low_bits(63 - from.index() as u32)).0 & rotated;
        let [ahead, behind] = &HALVES[tables::kind(code)][from.index()];
        let ahead = u64x4::load_array_ref(s, ahead) & targets;
        let behind = u64x4::load_array_ref(s, behind) & back;
        let turns = u32x8::simd_from(s, TURNS);
        let (places, lanes) = places(s, quarters, [ahead.into(), behind.into()], turns.into());
        let pairs: u32x8<Avx2> = places.simd_into(s);
        let order = u64::from_le_bytes(CLOCKWISE[(lanes.cast_unsigned() & 0xff) as usize]).cast_signed();
        let pairs: u32x8<Avx2> = compress(s, (pairs | place(from, code) << 16).into(), order).simd_into(s);
        out.push(pairs.to_array(), lanes.count_ones() as usize);
    }
}

/// The lane of each direction. `vshufps` takes two of each half in turn.
const LANES: [u8; 8] = [0, 1, 4, 2, 3, 6, 7, 5];

/// 63 in the lanes of rotated directions: it changes the number of a rotated square into that of the square.
const TURNS: [u32; 8] = {
    let mut turns = [0; 8];
    let mut d = 0;
    while d < 8 {
        if TOWARDS_A1[d] {
            turns[LANES[d] as usize] = 63;
        }
        d += 1;
    }
    turns
};

/// The rays of [`RAYS`] towards h8, and those towards a1, rotated by half a turn. 8 KiB.
static HALVES: [[[[u64; 4]; 2]; 64]; 2] = {
    let mut halves = [[[[0; 4]; 2]; 64]; 2];
    let mut i = 0;
    while i < 2 * 64 * 8 {
        let (kind, from, d) = (i / 512, i / 8 % 64, i % 8);
        let (ray, lane) = (RAYS[kind][from][d], LANES[d] as usize);
        let half = lane / 2 % 2;
        halves[kind][from][half][lane / 4 * 2 + lane % 2] = if half == 1 { ray.reverse_bits() } else { ray };
        i += 1;
    }
    halves
};

/// For each set of lanes their numbers, clockwise. 2 KiB.
static CLOCKWISE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut lanes = 0;
    while lanes < 256 {
        let (mut d, mut to) = (0, 0);
        while d < 8 {
            if lanes >> LANES[d] & 1 == 1 {
                table[lanes][to] = LANES[d];
                to += 1;
            }
            d += 1;
        }
        lanes += 1;
    }
    table
};

// `vpsubq`, `vpand`: the lowest bits. `vshufps`, `vcvtdq2ps`, `vfmadd`: the same as floating-point numbers;
// the low and high halves of the words are converted separately. `vpshufb` in each quarter, `vblendvps` by
// bits 4 and 5 of the squares, moved to bit 31: the codes.
fearless_simd::kernel!(
    #[inline(always)]
    fn places(_token: Avx2, quarters: [__m256i; 4], rays: [__m256i; 2], turns: __m256i) -> (__m256i, i32) {
        let [ahead, behind] = rays;
        let zero = _mm256_setzero_si256();
        let ahead = _mm256_castsi256_ps(_mm256_and_si256(ahead, _mm256_sub_epi64(zero, ahead)));
        let behind = _mm256_castsi256_ps(_mm256_and_si256(behind, _mm256_sub_epi64(zero, behind)));
        let below_32 = _mm256_cvtepi32_ps(_mm256_castps_si256(_mm256_shuffle_ps::<0x88>(ahead, behind)));
        let above_32 = _mm256_cvtepi32_ps(_mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(ahead, behind)));
        let bits = _mm256_castps_si256(_mm256_fmadd_ps(above_32, _mm256_set1_ps(4_294_967_296.0), below_32));
        // The exponent is the number of the bit plus 127, or 0 for no bit. One more sets bit 7
        // only if there is one.
        let exponents = _mm256_srli_epi32::<23>(bits);
        let squares = _mm256_xor_si256(_mm256_add_epi32(exponents, _mm256_set1_epi32(1)), turns);
        let lanes = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32::<24>(squares)));
        let squares = _mm256_and_si256(squares, _mm256_set1_epi32(63));
        let at = _mm256_or_si256(squares, _mm256_set1_epi32(0x8080_8000_u32.cast_signed()));
        let bit_4 = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(squares));
        let bit_5 = _mm256_castsi256_ps(_mm256_slli_epi32::<26>(squares));
        let [a, b, c, d] = quarters.map(|quarter| _mm256_castsi256_ps(_mm256_shuffle_epi8(quarter, at)));
        let codes = _mm256_blendv_ps(_mm256_blendv_ps(a, b, bit_4), _mm256_blendv_ps(c, d, bit_4), bit_5);
        (_mm256_or_si256(_mm256_slli_epi32::<4>(squares), _mm256_castps_si256(codes)), lanes)
    }
);

// `vpmovzxbd` and `vpermd`
fearless_simd::kernel!(
    #[inline(always)]
    fn compress(_token: Avx2, pairs: __m256i, order: i64) -> __m256i {
        _mm256_permutevar8x32_epi32(pairs, _mm256_cvtepu8_epi32(_mm_set_epi64x(0, order)))
    }
);
