//! The bit operations of [`PackSimd`] by `pext` and `pdep`.

use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::BitSimd;
use quadbit_x88::Square;

use crate::bitboard::Bitboard;
use crate::packed_pieces::PackSimd;

/// Bit 0 of each nibble.
const LOWEST: u64 = 0x1111_1111_1111_1111;

/// Implements [`PackSimd`] for a level with BMI2, where each gather and each scatter is one instruction.
macro_rules! by_bmi2 {
    ($token:ident { $($method:item)* }) => {
        impl PackSimd for quadbit_nibble::simd::$token {
            $($method)*

            #[inline(always)]
            fn gather_bits(self, x: u64, mask: u64) -> u64 {
                self.pext(x, mask)
            }

            #[inline(always)]
            fn scatter_bits(self, x: u64, mask: u64) -> u64 {
                self.pdep(x, mask)
            }

            #[inline(always)]
            fn nth_square(self, set: Bitboard, number: u32) -> Option<Square> {
                // No set has more than 64 squares.
                Bitboard(self.pdep(1_u64.checked_shl(number)?, set.0)).first()
            }

            #[inline(always)]
            fn split(self, nibbles: u64) -> u64 {
                let bits = |p: u32| self.pext(nibbles, LOWEST << p) << (16 * p);
                bits(0) | bits(1) | bits(2) | bits(3)
            }

            #[inline(always)]
            fn join(self, bits: u64) -> u64 {
                let nibbles = |p: u32| self.pdep(bits >> (16 * p), LOWEST << p);
                nibbles(0) | nibbles(1) | nibbles(2) | nibbles(3)
            }

            #[inline(always)]
            fn gather(self, [a, b, c, d]: [Bitboard; 4], occupied: Bitboard) -> [u32; 4] {
                let bits = |plane: Bitboard| self.pext(plane.0, occupied.0) as u32;
                [bits(a), bits(b), bits(c), bits(d)]
            }

            #[inline(always)]
            fn scatter(self, [a, b, c, d]: [u32; 4], occupied: Bitboard) -> [Bitboard; 4] {
                let plane = |bits: u32| Bitboard(self.pdep(bits.into(), occupied.0));
                [plane(a), plane(b), plane(c), plane(d)]
            }
        }
    };
}

by_bmi2!(Avx2 {
    /// Gathers the numbers of the squares of each rank, as eight bytes of a word, at the occupied squares of the rank,
    /// and stores them behind those of the ranks below.
    #[inline(always)]
    fn piece_squares(self, occupied: Bitboard) -> [u8; 32] {
        let mut squares = [0; 40];
        let mut len = 0;
        for (rank, pieces) in (0..).zip(occupied.0.to_le_bytes()) {
            let bytes = self.pdep(pieces.into(), 0x0101_0101_0101_0101) * 0xff;
            let numbers = 0x0706_0504_0302_0100 + 0x0808_0808_0808_0808 * rank;
            squares[len..len + 8].copy_from_slice(&self.pext(numbers, bytes).to_le_bytes());
            len = (len + pieces.count_ones() as usize).min(32);
        }
        let mut first = [0; 32];
        first.copy_from_slice(&squares[..32]);
        first
    }
});

by_bmi2!(Avx512 {
    #[inline(always)]
    fn piece_squares(self, occupied: Bitboard) -> [u8; 32] {
        self.indices(occupied.0)
    }

    /// Converts the nibbles as half of a board of 64 nibbles into planes, which takes fewer instructions than eight
    /// gathers.
    #[inline(always)]
    fn bits_of_nibbles(self, nibbles: [u8; 16]) -> [u32; 4] {
        let mut all = [0; 32];
        all[..16].copy_from_slice(&nibbles);
        let [a, b, c, d] = self.nibbles_to_planes(&all);
        [a as u32, b as u32, c as u32, d as u32]
    }
});
