//! AVX2: eight rays in two registers, see [`nearest`], and the codes of the nearest pieces by shuffles.

use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x32, u32x8, u64x4};
use quadbit_nibble::simd::Avx2;
use quadbit_nibble::simd::arch::{
    __m256i, _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_or_si256, _mm256_set1_epi32,
    _mm256_shuffle_epi8, _mm256_slli_epi32,
};
use quadbit_quad::Bitboard;
use quadbit_x88::Square;
use quadbit_x88::simd::{LaneSink, nearest};

use crate::list::Buffer;
use crate::threat::place;
use crate::whole::tables::{self, RAYS};
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
        let ahead = nearest::lowest(u64x4::load_array_ref(s, ahead) & targets);
        let behind = nearest::lowest(u64x4::load_array_ref(s, behind) & back);
        let (squares, lanes) = nearest::squares(s, [ahead, behind]);
        let places: u32x8<Avx2> = places(s, quarters, squares.into()).simd_into(s);
        let pairs = nearest::clockwise(s, places | place(from, code) << 16, lanes);
        out.push(pairs.to_array(), lanes.count_ones() as usize);
    }
}

/// The rays of [`RAYS`] as halves. 8 KiB.
static HALVES: [[[[u64; 4]; 2]; 64]; 2] = {
    let mut halves = [[[[0; 4]; 2]; 64]; 2];
    let mut i = 0;
    while i < 2 * 64 {
        halves[i / 64][i % 64] = nearest::halves(RAYS[i / 64][i % 64]);
        i += 1;
    }
    halves
};

// `vpshufb` in each quarter, `vblendvps` by bits 4 and 5 of the squares, moved to bit 31: the codes.
fearless_simd::kernel!(
    #[inline(always)]
    fn places(_token: Avx2, quarters: [__m256i; 4], squares: __m256i) -> __m256i {
        let at = _mm256_or_si256(squares, _mm256_set1_epi32(0x8080_8000_u32.cast_signed()));
        let bit_4 = _mm256_castsi256_ps(_mm256_slli_epi32::<27>(squares));
        let bit_5 = _mm256_castsi256_ps(_mm256_slli_epi32::<26>(squares));
        let [a, b, c, d] = quarters.map(|quarter| _mm256_castsi256_ps(_mm256_shuffle_epi8(quarter, at)));
        let codes = _mm256_blendv_ps(_mm256_blendv_ps(a, b, bit_4), _mm256_blendv_ps(c, d, bit_4), bit_5);
        _mm256_or_si256(_mm256_slli_epi32::<4>(squares), _mm256_castps_si256(codes))
    }
);
