//! The keys of boards, from scratch.

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use arch::{
    __m256i, __m512i, _mm512_castsi512_si256, _mm512_cmplt_epu16_mask, _mm512_cvtepu8_epi16,
    _mm512_maskz_compress_epi8, _mm512_maskz_compress_epi16, _mm512_or_si512, _mm512_set1_epi16,
    _mm512_slli_epi16,
};

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::prelude::*;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{kernel, u8x64, u16x16};
use quadbit_nibble::planes::PlaneSimd;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadbit_nibble::simd::Avx512;
use quadbit_nibble::simd::for_each_token;
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::zobrist::key_of;

/// Levels that compute keys.
pub(crate) trait KeySimd: BoardSimd + PlaneSimd {
    /// The key of a board of pieces, and that of its pawns: [`board_keys`](quadbit_quad::zobrist::board_keys).
    #[inline(always)]
    fn board_keys(self, board: QuadBitboard) -> [u64; 2] {
        let planes = board.planes().map(|plane| plane.0);
        let codes = self.planes_to_codes(&planes);
        let [_, b1, b2, b3] = planes;
        let pawns = b1 & !(b2 | b3);
        let [pawns, others] = [key_on(&codes, pawns), key_on(&codes, (b1 | b2 | b3) & !pawns)];
        [pawns ^ others, pawns]
    }

    /// The same for some boards, at most eight.
    #[inline(always)]
    fn boards_keys(self, boards: &[QuadBitboard], keys: &mut [[u64; 2]; 8]) {
        for (board, keys) in boards.iter().zip(keys) {
            *keys = self.board_keys(*board);
        }
    }
}

/// The key of the pieces on some squares.
#[inline(always)]
pub(crate) fn key_on(codes: &[u8; 64], squares: u64) -> u64 {
    let (mut rest, mut sum) = (squares, 0);
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        sum ^= key_of(u16::from(codes[square as usize & 63] & 15) << 6 | square as u16);
    }
    sum
}

/// The maximum numbers of pawns and of other men in lists, for both sides together.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) const MEN: usize = 16;

/// The key of some men, each as `64 * code + square`. Zeros, whose key is zero, pad the list.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn key_of_list(list: &[u16; MEN]) -> u64 {
    list.iter().fold(0, |sum, &man| sum ^ key_of(man))
}

macro_rules! key_simd {
    (Avx512) => {
        /// The codes and the squares of the men are compressed into lists, pawns apart from the others. The lists of all boards are
        /// written before any number is looked up, so that they are read from memory and not taken out of registers.
        impl KeySimd for Avx512 {
            #[inline(always)]
            fn boards_keys(self, boards: &[QuadBitboard], keys: &mut [[u64; 2]; 8]) {
                let mut lists = [[[0; MEN]; 2]; 8];
                for (board, [pawns, others]) in boards.iter().zip(&mut lists) {
                    let codes = self.planes_to_codes(&board.planes().map(|plane| plane.0));
                    let codes = u8x64::load_array_ref(self, &codes);
                    let lists = lists_of(self, codes.into(), board.occupied().0);
                    let (in_front, behind): (u16x16<Self>, u16x16<Self>) =
                        (lists.0.simd_into(self), lists.1.simd_into(self));
                    in_front.store_slice(pawns);
                    behind.store_slice(others);
                }
                for ((board, [pawns, others]), keys) in boards.iter().zip(&lists).zip(keys) {
                    let count = (board.occupied().count() as usize, board.pawns().count() as usize);
                    *keys = if count.1 <= MEN && count.0 - count.1 <= MEN {
                        let [pawns, others] = [key_of_list(pawns), key_of_list(others)];
                        [pawns ^ others, pawns]
                    } else {
                        quadbit_quad::zobrist::board_keys(*board)
                    };
                }
            }
        }
    };
    ($token:ident) => {
        impl KeySimd for quadbit_nibble::simd::$token {}
    };
}
for_each_token!(key_simd);

/// The squares in order.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const SQUARES: [u8; 64] = {
    let mut squares = [0; 64];
    let mut square = 0;
    while square < 64 {
        squares[square] = square as u8;
        square += 1;
    }
    squares
};

// The pawns and the other men as `64 * code + square`, at most 16 of each.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
kernel!(
    #[inline(always)]
    fn lists_of(token: Avx512, codes: __m512i, occupied: u64) -> (__m256i, __m256i) {
        let squares = u8x64::simd_from(token, SQUARES).into();
        let codes = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(occupied, codes));
        let squares = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(occupied, squares));
        let codes = _mm512_cvtepu8_epi16(codes);
        let list = _mm512_or_si512(_mm512_slli_epi16::<6>(codes), _mm512_cvtepu8_epi16(squares));
        let all = ((1_u64 << occupied.count_ones()) - 1) as u32;
        let pawns = _mm512_cmplt_epu16_mask(codes, _mm512_set1_epi16(4)) & all;
        (
            _mm512_castsi512_si256(_mm512_maskz_compress_epi16(pawns, list)),
            _mm512_castsi512_si256(_mm512_maskz_compress_epi16(all & !pawns, list)),
        )
    }
);
