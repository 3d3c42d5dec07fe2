//! The forms for AVX-512 as of Ice Lake: a bit matrix moves the bits of the nibbles.

use crate::simd::level::{LaneSink, NUMBERS, RaySimd};
use crate::simd::neighbors::{Aligned, DIRECTIONS, NeighborSimd, Neighbors};
use crate::simd::rays::{ATTACKERS, DELTAS, KINDS};
use crate::square::Square;
use crate::square88::Square88;
use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x64, u32x16, u64x8};
use quadbit_nibble::simd::Avx512;
use quadbit_nibble::simd::arch::{
    __m512i, _mm512_and_si512, _mm512_cmpeq_epi32_mask, _mm512_gf2p8affine_epi64_epi8, _mm512_lzcnt_epi64,
    _mm512_mask_set1_epi8, _mm512_mask_test_epi32_mask, _mm512_maskz_compress_epi32,
    _mm512_permutex2var_epi8, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_shuffle_epi8, _mm512_slli_epi32, _mm512_sub_epi64, _mm512_ternarylogic_epi32,
    _mm512_ternarylogic_epi64, _mm512_test_epi8_mask, _mm512_test_epi32_mask,
};

// Byte 7 - i of a matrix holds the bit that becomes bit i of the result.

/// Bits 0, 1, 2 and 4, 5, 6 become bits 0 to 5.
const FROM_88: i64 = 0x0102_0410_2040_0000;

/// Bits 0, 1, 2 stay, bits 3, 4, 5 become bits 4, 5, 6.
const TO_88: i64 = 0x0102_0400_0810_2000;

impl RaySimd for Avx512 {
    #[inline(always)]
    fn squares_from_88(self, numbers: u8x64<Self>) -> u8x64<Self> {
        squares_from_88(self, numbers.into()).simd_into(self)
    }

    #[inline(always)]
    fn squares_to_88(self, squares: u8x64<Self>) -> u8x64<Self> {
        squares_to_88(self, squares.into()).simd_into(self)
    }

    #[inline(always)]
    fn with_byte(self, board: u8x64<Self>, square: Square, byte: u8) -> u8x64<Self> {
        with_byte(self, board.into(), 1 << square.index(), byte.cast_signed()).simd_into(self)
    }

    #[inline(always)]
    fn compress(self, words: u32x16<Self>, lanes: u16, out: &mut impl LaneSink) {
        let packed: u32x16<Self> = compress(self, words.into(), lanes).simd_into(self);
        out.push(packed.to_array(), lanes.count_ones() as usize);
    }

    #[inline(always)]
    fn compress_8(self, words: u32x16<Self>, lanes: u16, out: &mut impl LaneSink) {
        let packed: u32x16<Self> = compress(self, words.into(), lanes).simd_into(self);
        out.push(packed.split().0.to_array(), lanes.count_ones() as usize);
    }
}

/// Rays of words instead of bytes: a register has room for eight sets of squares, and counting zeros finds the
/// nearest piece of each.
///
/// ```text
///   rays towards h8:  ray & occupied, its lowest bit, 63 - zeros above
///   rays towards a1:  ray & occupied,                 63 - zeros above
/// ```
impl NeighborSimd for Avx512 {
    #[inline(always)]
    fn neighbors(self, board: u8x64<Self>, from: Square) -> Neighbors<Self> {
        let from = from.index();
        let kinds = u8x64::block_splat(u8x16::simd_from(self, KINDS));
        let (near, far) = (u32x16::simd_from(self, NEAR), u32x16::simd_from(self, FAR));
        let knights = u32x16::load_array_ref(self, &KNIGHTS.0[from]);
        let adjacent = u32x16::load_array_ref(self, &ADJACENT.0[from]);
        let rays = u64x8::load_array_ref(self, &RAYS.0[from]);
        let whole = u64x8::simd_from(self, TOWARDS_A1);
        let tables = [
            kinds.into(),
            near.into(),
            far.into(),
            knights.into(),
            adjacent.into(),
            rays.into(),
            whole.into(),
        ];
        let (places, [present, adjacent, attackers, sliders]) = look(self, board.into(), tables);
        Neighbors {
            places: places.simd_into(self),
            present,
            adjacent,
            attackers,
            sliders: sliders & DIRECTIONS,
        }
    }
}

/// The squares of the eight rays from each square, as sets. 4 KiB.
static RAYS: Aligned<[[u64; 8]; 64]> = {
    let mut rays = [[0; 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut lane = 0;
        while lane < 64 {
            if lane % 8 != 0
                && let Some(to) = step(from, lane)
            {
                rays[from][lane / 8] |= 1 << to.index();
            }
            lane += 1;
        }
        from += 1;
    }
    Aligned(rays)
};

/// The rays on which the nearest square is the highest: those towards a1.
const TOWARDS_A1: [u64; 8] = [0, 0, 0, !0, !0, !0, !0, 0];

/// No square: what the rays give where there is no piece, 63 - 64 in seven bits.
const NO_SQUARE: u8 = 127;

/// The squares a knight's step away in the lanes of knights, each subtracted from 63. 4 KiB.
static KNIGHTS: Aligned<[[u32; 16]; 64]> = {
    let mut knights = [[0; 16]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let square = match step(from, 8 * d) {
                Some(to) => NUMBERS[to.index()],
                None => NO_SQUARE,
            };
            knights[from][2 * d + 1] = (63 ^ square) as u32;
            d += 1;
        }
        from += 1;
    }
    Aligned(knights)
};

/// The next square in each direction. 4 KiB.
static ADJACENT: Aligned<[[u32; 16]; 64]> = {
    let mut adjacent = [[0xff; 16]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            if let Some(to) = step(from, 8 * d + 1) {
                adjacent[from][2 * d] = NUMBERS[to.index()] as u32;
            }
            d += 1;
        }
        from += 1;
    }
    Aligned(adjacent)
};

/// The square of a lane of 64.
const fn step(from: usize, lane: usize) -> Option<Square> {
    match Square88::from_square(Square::ALL[from]).step(DELTAS[lane]) {
        Some(to) => Some(to.to_square()),
        None => None,
    }
}

/// The kinds that attack from the next square in each direction, or by a knight's step.
const NEAR: [u32; 16] = kinds_at(1);

/// The kinds that attack from afar, or by a knight's step.
const FAR: [u32; 16] = kinds_at(2);

/// The kinds that attack from a distance in each direction, and by each knight's step.
const fn kinds_at(distance: usize) -> [u32; 16] {
    let mut kinds = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        kinds[lane] = ATTACKERS[8 * (lane / 2) + if lane % 2 == 0 { distance } else { 0 }] as u32;
        lane += 1;
    }
    kinds
}

// `vptestmb`: the occupied squares. `vpandq`, `vpsubq`, `vpternlogq`: of each ray the lowest bit, or all bits, of
// which the highest counts. `vplzcntq`. `vpternlogd`: 63 - zeros, and the knight's squares; 127 for none. `vpermi2b`:
// their codes; none are in the second board, which is empty. `vpcmpeqd` and `vptestmd` for the sets: squares next to
// the middle, attackers from afar, attackers, pieces.
fearless_simd::kernel!(
    #[inline(always)]
    fn look(_token: Avx512, board: __m512i, tables: [__m512i; 7]) -> (__m512i, [u16; 4]) {
        let [kinds, near, far, knights, adjacent, rays, whole] = tables;
        let zero = _mm512_setzero_si512();
        let occupied = _mm512_test_epi8_mask(board, board).cast_signed();
        let rays = _mm512_and_si512(rays, _mm512_set1_epi64(occupied));
        // Bitwise `rays & (-rays | whole)`.
        let nearest = _mm512_ternarylogic_epi64::<0xe0>(rays, _mm512_sub_epi64(zero, rays), whole);
        let zeros = _mm512_lzcnt_epi64(nearest);
        // Bitwise `(zeros | knights) ^ 63`.
        let squares = _mm512_ternarylogic_epi32::<0x56>(zeros, knights, _mm512_set1_epi32(63));
        let codes = _mm512_permutex2var_epi8(board, squares, zero);
        let kinds = _mm512_shuffle_epi8(kinds, codes);
        // Only the lowest byte of each code counts. Bitwise `places | codes & low`.
        let low = _mm512_set1_epi32(0xff);
        let places = _mm512_ternarylogic_epi32::<0xf8>(_mm512_slli_epi32::<4>(squares), codes, low);
        let adjacent = _mm512_cmpeq_epi32_mask(squares, adjacent);
        let sliders = _mm512_test_epi32_mask(kinds, far);
        let attackers = _mm512_mask_test_epi32_mask(adjacent, kinds, near) | sliders;
        (places, [_mm512_test_epi32_mask(codes, low), adjacent, attackers, sliders])
    }
);

// `vgf2p8affineqb`
fearless_simd::kernel!(
    #[inline(always)]
    fn squares_from_88(_token: Avx512, numbers: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(numbers, _mm512_set1_epi64(FROM_88))
    }
);

// `vgf2p8affineqb`
fearless_simd::kernel!(
    #[inline(always)]
    fn squares_to_88(_token: Avx512, squares: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(squares, _mm512_set1_epi64(TO_88))
    }
);

// `vpcompressd`
fearless_simd::kernel!(
    #[inline(always)]
    fn compress(_token: Avx512, words: __m512i, lanes: u16) -> __m512i {
        _mm512_maskz_compress_epi32(lanes, words)
    }
);

// `vpbroadcastb` with a mask
fearless_simd::kernel!(
    #[inline(always)]
    fn with_byte(_token: Avx512, board: __m512i, squares: u64, byte: i8) -> __m512i {
        _mm512_mask_set1_epi8(board, squares, byte)
    }
);
