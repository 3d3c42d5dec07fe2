//! The nibble on one square, by the top bits of all bytes.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, i8x32, u64x4};

use quadbit_x88::Square;

use crate::quad_bitboard::QuadBitboard;

/// The top bit of every eighth byte: one of each plane.
const TOPS: u32 = 0x8080_8080;

/// Brings the bits 7, 15, 23 and 31 of a word to its bits 28 to 31.
const GATHER: u32 = 1 << 21 | 1 << 14 | 1 << 7 | 1;

/// `vpsllq`, `vpmovmskb`, and three steps on the word of 32 top bits.
#[inline(always)]
pub(super) fn code_by_bytes<S: Simd>(s: S, board: QuadBitboard, square: Square) -> u8 {
    let [a, b, c, d] = board.planes();
    let planes = u64x4::simd_from(s, [a.0, b.0, c.0, d.0]);
    let at_the_top: i8x32<S> = (planes << (square.index() as u32 ^ 63)).bitcast();
    let top_bits = at_the_top.simd_lt(i8x32::splat(s, 0)).to_bitmask() as u32;
    ((top_bits & TOPS).wrapping_mul(GATHER) >> 28) as u8
}
