//! The forms for AVX-512 as of Ice Lake: a bit matrix moves the bits of the nibbles.

#[cfg(target_arch = "x86")]
use core::arch::x86::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_maskz_compress_epi32, _mm512_maskz_mov_epi8,
    _mm512_maskz_permutexvar_epi8, _mm512_or_si512, _mm512_sad_epu8, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_shuffle_epi8, _mm512_slli_epi32, _mm512_test_epi8_mask, _mm512_test_epi32_mask,
};

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_maskz_compress_epi32, _mm512_maskz_mov_epi8,
    _mm512_maskz_permutexvar_epi8, _mm512_or_si512, _mm512_sad_epu8, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_shuffle_epi8, _mm512_slli_epi32, _mm512_test_epi8_mask, _mm512_test_epi32_mask,
};

use crate::diff::Diff;
use crate::simd::level::{LaneSink, NUMBERS, RaySimd};
use crate::simd::neighbors::{Aligned, DIRECTIONS, NeighborSimd, Neighbors};
use crate::simd::rays::{ATTACKERS, DELTAS, KINDS, visible};
use crate::square::Square;
use crate::square88::Square88;
use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x64, u32x16};
use quadbit_nibble::simd::{Avx512, BitSimd};

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

/// The nearest pieces by [`visible`], in a general register: fewer operations on wide registers
/// than the portable form.
impl NeighborSimd for Avx512 {
    #[inline(always)]
    fn neighbors(self, board: u8x64<Self>, from: Square) -> Neighbors<Self> {
        look(self, board, from, ON_BOARD[from.index()])
    }

    /// The lane of the empty square counts as off the board.
    #[inline(always)]
    fn neighbors_past(self, board: u8x64<Self>, from: Square, empty: Square) -> Neighbors<Self> {
        let hidden = LANES[Diff::of_squares(from, empty).index()];
        look(self, board, from, ON_BOARD[from.index()] & !hidden)
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are sixteen lanes")]
fn look(s: Avx512, board: u8x64<Avx512>, from: Square, lanes: u64) -> Neighbors<Avx512> {
    let from = from.index();
    let squares = u8x64::load_array_ref(s, &SQUARES.0[from]);
    let (codes, occupied) = codes_on(s, board.into(), squares.into(), lanes);
    let nearest = visible(occupied) & occupied & !0x0101_0101_0101_0101;
    let knights = u32x16::load_array_ref(s, &KNIGHTS.0[from]);
    let kinds = u8x64::block_splat(u8x16::simd_from(s, KINDS));
    let (near, far) = (u32x16::simd_from(s, NEAR), u32x16::simd_from(s, FAR));
    let vectors = [squares.into(), codes, knights.into(), kinds.into(), near.into(), far.into()];
    let (places, [present, near, far]) = in_lanes(s, vectors, nearest);
    let adjacent = s.pdep(s.pext(nearest, 0x0202_0202_0202_0202), DIRECTIONS.into()) as u16;
    let attackers = far | near & adjacent;
    Neighbors { places: places.simd_into(s), present, adjacent, attackers, sliders: far & DIRECTIONS }
}

/// The lane of each difference, as a set; none if a queen and a knight cannot get there.
static LANES: [u64; 240] = {
    let mut lanes = [0; 240];
    let mut lane = 0;
    while lane < 64 {
        lanes[Diff::of_delta(DELTAS[lane]).index()] = 1 << lane;
        lane += 1;
    }
    lanes
};

/// The squares of the 64 lanes around each square; 0 off the board. 4 KiB.
static SQUARES: Aligned<[[u8; 64]; 64]> = {
    let mut squares = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut lane = 0;
        while lane < 64 {
            if let Some(to) = Square88::from_square(Square::ALL[from]).step(DELTAS[lane]) {
                squares[from][lane] = NUMBERS[to.to_square().index()];
            }
            lane += 1;
        }
        from += 1;
    }
    Aligned(squares)
};

/// The lanes on the board.
static ON_BOARD: [u64; 64] = {
    let mut on_board = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut lane = 0;
        while lane < 64 {
            let is_square = Square88::from_square(Square::ALL[from]).step(DELTAS[lane]).is_some();
            on_board[from] |= (is_square as u64) << lane;
            lane += 1;
        }
        from += 1;
    }
    on_board
};

/// The squares a knight's step away, in the lanes and the bits of places. 4 KiB.
static KNIGHTS: Aligned<[[u32; 16]; 64]> = {
    let mut knights = [[0; 16]; 64];
    let mut from = 0;
    while from < 64 {
        let mut lane = 1;
        while lane < 16 {
            knights[from][lane] = (SQUARES.0[from][4 * (lane - 1)] as u32) << 4;
            lane += 2;
        }
        from += 1;
    }
    Aligned(knights)
};

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

/// Byte 0 of each word of eight bytes to byte 4, and nothing elsewhere.
const KNIGHTS_UP: [u8; 16] = {
    let mut bytes = [0x80; 16];
    (bytes[4], bytes[12]) = (0, 8);
    bytes
};

// `vpermb`, 0 off the board; `vptestmb`: the lanes with a piece.
fearless_simd::kernel!(
    #[inline(always)]
    fn codes_on(_token: Avx512, board: __m512i, squares: __m512i, on_board: u64) -> (__m512i, u64) {
        let codes = _mm512_maskz_permutexvar_epi8(on_board, squares, board);
        (codes, _mm512_test_epi8_mask(codes, codes))
    }
);

// `vpsadbw` of the nearest byte of each eight; the knights' by `vpshufb`. `vptestmd` for the sets: pieces,
// those that attack from the next square, those that attack from afar.
fearless_simd::kernel!(
    #[inline(always)]
    fn in_lanes(token: Avx512, vectors: [__m512i; 6], nearest: u64) -> (__m512i, [u16; 3]) {
        let [squares, codes, knights, kinds, near, far] = vectors;
        let zero = _mm512_setzero_si512();
        let up: u8x64<Avx512> = u8x64::block_splat(u8x16::simd_from(token, KNIGHTS_UP));
        let squares = _mm512_sad_epu8(_mm512_maskz_mov_epi8(nearest, squares), zero);
        let in_rays = _mm512_sad_epu8(_mm512_maskz_mov_epi8(nearest, codes), zero);
        let codes = _mm512_or_si512(in_rays, _mm512_shuffle_epi8(codes, up.into()));
        let kinds = _mm512_shuffle_epi8(kinds, codes);
        let places = _mm512_or_si512(_mm512_or_si512(_mm512_slli_epi32::<4>(squares), codes), knights);
        let sets = [
            _mm512_test_epi32_mask(codes, codes),
            _mm512_test_epi32_mask(kinds, near),
            _mm512_test_epi32_mask(kinds, far),
        ];
        (places, sets)
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
