//! AVX2: eight rays in two registers.
//!
//! AVX2 has no instruction that finds the highest bit of each word. So the rays towards a1 are those of the
//! board turned by half, and the nearest piece is the lowest bit of every ray. Its number is the exponent of
//! that bit converted to floating point.
//!
//! ```text
//!   ahead    N  NE  E  NW             four words
//!   behind   SE S   SW W              four words, turned
//!   lanes    N  NE  SE S  E NW SW W   eight halves of words: the lower ones, and the upper ones
//! ```

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m256i, _mm_set_epi64x, _mm256_add_epi32, _mm256_and_si256, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_cvtepi32_ps, _mm256_cvtepu8_epi32, _mm256_fmadd_ps, _mm256_movemask_ps,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_set1_ps, _mm256_setzero_si256,
    _mm256_shuffle_ps, _mm256_slli_epi32, _mm256_srli_epi32, _mm256_sub_epi64, _mm256_xor_si256,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_add_epi32, _mm256_and_si256, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_cvtepi32_ps, _mm256_cvtepu8_epi32, _mm256_fmadd_ps, _mm256_movemask_ps,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_set1_ps, _mm256_setzero_si256,
    _mm256_shuffle_ps, _mm256_slli_epi32, _mm256_srli_epi32, _mm256_sub_epi64, _mm256_xor_si256,
};

use fearless_simd::prelude::*;
use fearless_simd::{u32x8, u64x4};
use quadbit_nibble::simd::Avx2;
use quadbit_x88::Square;

use super::tables::{self, Aligned, RAYS, TARGETS, TOWARDS_A1};
use super::{List, Sets};

/// Adds the pairs of a piece.
#[inline(always)]
pub(super) fn attacked(s: Avx2, codes: &[u8; 64], sets: &Sets, from: Square, list: &mut List) {
    let kind = tables::kind(codes[from.index()]);
    let [ahead, behind] = &HALVES.0[kind][from.index()];
    let rays = [u64x4::load_array_ref(s, ahead).into(), u64x4::load_array_ref(s, behind).into()];
    let turns = u32x8::simd_from(s, TURNS).into();
    let targets = sets.targets[usize::from(TARGETS[kind] > 8)].map(u64::cast_signed);
    let here = ((kind << 12 | from.index() << 6) as u32).cast_signed();
    let (pairs, lanes) = pairs(s, rays, turns, sets.occupied.map(u64::cast_signed), targets, here);
    let lanes = (lanes.cast_unsigned() & 0xff) as usize;
    let order = u64::from_le_bytes(CLOCKWISE[lanes]).cast_signed();
    let pairs: u32x8<Avx2> = compress(s, pairs, order).simd_into(s);
    list.push(pairs.to_array(), lanes.count_ones() as usize);
}

/// The lane of each direction. `vshufps` takes two of each half in turn.
const LANES: [u8; 8] = [0, 1, 4, 2, 3, 6, 7, 5];

/// 63 in the lanes of the turned board: it changes a turned square into the square.
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

/// By kind and square the rays towards h8, and those towards a1 on the turned board. 16 KiB.
static HALVES: Aligned<[[[[u64; 4]; 2]; 64]; 4]> = {
    let mut halves = [[[[0; 4]; 2]; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 * 8 {
        let (kind, from, d) = (i / 512, i / 8 % 64, i % 8);
        let (ray, lane) = (RAYS.0[kind][from][d], LANES[d] as usize);
        let half = lane / 2 % 2;
        halves[kind][from][half][lane / 4 * 2 + lane % 2] = if half == 1 { ray.reverse_bits() } else { ray };
        i += 1;
    }
    Aligned(halves)
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

// `vpsubq`, `vpand`: the lowest bits, if they are targets. `vshufps`, `vcvtdq2ps`, `vfmadd`: the same as
// floating-point numbers; the low and high halves of the words are converted separately.
fearless_simd::kernel!(
    #[inline(always)]
    fn pairs(
        _token: Avx2,
        rays: [__m256i; 2],
        turns: __m256i,
        occupied: [i64; 2],
        targets: [i64; 2],
        here: i32,
    ) -> (__m256i, i32) {
        let lowest = |half: usize| {
            let seen = _mm256_and_si256(rays[half], _mm256_set1_epi64x(occupied[half]));
            let lowest = _mm256_and_si256(seen, _mm256_sub_epi64(_mm256_setzero_si256(), seen));
            _mm256_castsi256_ps(_mm256_and_si256(lowest, _mm256_set1_epi64x(targets[half])))
        };
        let (ahead, behind) = (lowest(0), lowest(1));
        let below_32 = _mm256_cvtepi32_ps(_mm256_castps_si256(_mm256_shuffle_ps::<0x88>(ahead, behind)));
        let above_32 = _mm256_cvtepi32_ps(_mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(ahead, behind)));
        let bits = _mm256_castps_si256(_mm256_fmadd_ps(above_32, _mm256_set1_ps(4_294_967_296.0), below_32));
        // The exponent is the number of the bit plus 127, or 0 for no bit. One more sets bit 7
        // only if there is one.
        let exponents = _mm256_and_si256(_mm256_srli_epi32::<23>(bits), _mm256_set1_epi32(0xff));
        let squares = _mm256_add_epi32(exponents, _mm256_set1_epi32(1));
        let lanes = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32::<24>(squares)));
        let squares = _mm256_and_si256(_mm256_xor_si256(squares, turns), _mm256_set1_epi32(63));
        (_mm256_add_epi32(squares, _mm256_set1_epi32(here)), lanes)
    }
);

// `vpmovzxbd` and `vpermd`
fearless_simd::kernel!(
    #[inline(always)]
    fn compress(_token: Avx2, pairs: __m256i, order: i64) -> __m256i {
        _mm256_permutevar8x32_epi32(pairs, _mm256_cvtepu8_epi32(_mm_set_epi64x(0, order)))
    }
);
