//! The operations that differ between the levels.

use crate::square::Square;
use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x64, u32x4, u32x16, u64x8};
use quadbit_nibble::simd::{BitSimd, at_other_levels};

/// Where a vector's lanes are written one after the other.
pub trait LaneSink {
    /// Takes the first `len` of some lanes, at most 16.
    fn push<const N: usize>(&mut self, lanes: [u32; N], len: usize);
}

/// Operations on 64 squares at once; implemented for every token.
pub trait RaySimd: BitSimd {
    /// 0x88 numbers to numbers of 0 to 63, `0rrr0fff` to `00rrrfff`. A number off the board loses the bits
    /// that mark it as such and becomes the number of some square. 1 operation at AVX-512, 5 elsewhere.
    #[inline(always)]
    fn squares_from_88(self, numbers: u8x64<Self>) -> u8x64<Self> {
        (numbers & 0x07) | ((numbers >> 1) & 0x38)
    }

    /// Numbers of 0 to 63 to 0x88 numbers, `00rrrfff` to `0rrr0fff`: `s + (s & 0x38)`. Bits above the lowest
    /// six must be zero. 1 operation at AVX-512, 2 elsewhere.
    #[inline(always)]
    fn squares_to_88(self, squares: u8x64<Self>) -> u8x64<Self> {
        squares + (squares & 0x38)
    }

    /// The bytes of a board on some squares, `..rrrfff`; 0 where bit 7 of a number is set. Bit 6 is ignored.
    /// 28 operations at AVX2.
    #[inline(always)]
    fn bytes_on(self, board: u8x64<Self>, squares: u8x64<Self>) -> u8x64<Self> {
        board.swizzle_dyn_precise(squares & 0xbf)
    }

    /// The sums of the eight bytes of each word: of words with one byte at most that byte, moved to the
    /// bottom. 2 operations at AVX2.
    #[inline(always)]
    fn sums_of_bytes(self, bytes: u8x64<Self>) -> u64x8<Self> {
        bytes.pairwise_widening_add().pairwise_widening_add().pairwise_widening_add()
    }

    /// A board with another byte on a square.
    #[inline(always)]
    fn with_byte(self, board: u8x64<Self>, square: Square, byte: u8) -> u8x64<Self> {
        let is_here = u8x64::simd_from(self, NUMBERS).simd_eq(NUMBERS[square.index()]);
        is_here.select(u8x64::splat(self, byte), board)
    }

    /// [`compress`](Self::compress) of at most eight lanes.
    #[inline(always)]
    fn compress_8(self, words: u32x16<Self>, lanes: u16, out: &mut impl LaneSink) {
        self.compress(words, lanes, out);
    }

    /// Writes some lanes, from the lowest, without gaps.
    #[inline(always)]
    fn compress(self, words: u32x16<Self>, lanes: u16, out: &mut impl LaneSink) {
        let (low, high) = words.split();
        let ((a, b), (c, d)) = (low.split(), high.split());
        compress_4(self, a, lanes & 15, out);
        compress_4(self, b, lanes >> 4 & 15, out);
        compress_4(self, c, lanes >> 8 & 15, out);
        compress_4(self, d, lanes >> 12, out);
    }
}

/// The numbers 0, 1, .. 63.
pub(super) const NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 1;
    while i < 64 {
        numbers[i] = numbers[i - 1] + 1;
        i += 1;
    }
    numbers
};

/// For each set of four lanes where the bytes come from.
static COMPRESS_4: [[u8; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut lanes = 0;
    while lanes < 16 {
        let (mut from, mut to) = (0_u8, 0);
        while from < 16 {
            if lanes >> (from / 4) & 1 == 1 {
                table[lanes][to] = from;
                to += 1;
            }
            from += 1;
        }
        lanes += 1;
    }
    table
};

#[inline(always)]
fn compress_4<S: Simd>(s: S, words: u32x4<S>, lanes: u16, out: &mut impl LaneSink) {
    let bytes = u8x16::load_array_ref(s, &COMPRESS_4[(lanes & 15) as usize]);
    out.push(words.swizzle_dyn(bytes).to_array(), lanes.count_ones() as usize);
}

// simd/avx2.rs, simd/avx512.rs
at_other_levels!(RaySimd; Avx2, Avx512);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{Square, Square88};
    use quadbit_nibble::simd::testing::at_every_level;
    use std::vec::Vec;

    /// All 256 bytes, on the board or not, and all 64 squares.
    #[test]
    fn conversions_are_those_of_one_square() {
        at_every_level!(s => {
            let bytes: Vec<u8> = (0..=255).collect();
            for chunk in bytes.chunks_exact(64) {
                let numbers = u8x64::from_slice(s, chunk);
                let squares = s.squares_from_88(numbers);
                for lane in 0..64 {
                    let [high, low] = [numbers[lane] >> 4 & 7, numbers[lane] & 7];
                    assert_eq!(squares[lane], 8 * high + low, "{:02x}", numbers[lane]);
                }
            }
            let numbers = s.squares_to_88(u8x64::from_slice(s, &bytes[..64]));
            for (lane, square) in Square::ALL.into_iter().enumerate() {
                assert_eq!(numbers[lane], Square88::from(square).get());
            }
        });
    }
}
