//! The two conversions that differ between the levels.

use fearless_simd::u8x64;
use quadbit_nibble::simd::{BitSimd, for_each_token};

/// The conversions of 64 square numbers at once; implemented for every token.
pub trait RaySimd: BitSimd {
    /// 0x88 numbers to numbers of 0 to 63, `0rrr0fff` to `00rrrfff`. A number off the board loses the bits that mark
    /// it as such and becomes the number of some square. 1 operation at AVX-512, 5 elsewhere.
    #[inline(always)]
    fn squares_from_88(self, numbers: u8x64<Self>) -> u8x64<Self> {
        (numbers & 0x07) | ((numbers >> 1) & 0x38)
    }

    /// Numbers of 0 to 63 to 0x88 numbers, `00rrrfff` to `0rrr0fff`: `s + (s & 0x38)`. Bits above the lowest six must be
    /// zero. 1 operation at AVX-512, 2 elsewhere.
    #[inline(always)]
    fn squares_to_88(self, squares: u8x64<Self>) -> u8x64<Self> {
        squares + (squares & 0x38)
    }
}

/// The tokens that have nothing better than the portable forms.
macro_rules! portable {
    (Avx512) => {}; // simd/avx512.rs
    ($token:ident) => {
        impl RaySimd for quadbit_nibble::simd::$token {}
    };
}
for_each_token!(portable);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::{Square, Square88};
    use fearless_simd::prelude::*;
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
