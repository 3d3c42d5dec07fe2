//! The men of a board in the order of their squares: the array of nibbles that all packed formats share.

#[cfg(target_arch = "x86_64")]
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::{BitSimd, for_each_token};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Square;

use crate::record_error::RecordError;

/// The nibbles of at most 32 men, a1 first, taken apart into their bits: bit `i` of `bits[p]` is bit `p` of the nibble of the
/// man on the `i`-th occupied square.
///
/// ```text
///   board      R . . . K . . .        occupied   1 0 0 0 1 0 0 0
///   nibbles    r k                    bits[p]    bit p of r, bit p of k
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedPieces {
    pub(crate) occupied: Bitboard,
    pub(crate) bits: [u32; 4],
}

impl PackedPieces {
    /// Takes 16 bytes of nibbles apart, even ones in the low halves.
    ///
    /// # Errors
    /// There are more than 32 men.
    #[inline(always)]
    pub(crate) fn unpack<S: PackSimd>(
        s: S,
        occupied: Bitboard,
        nibbles: [u8; 16],
    ) -> Result<Self, RecordError> {
        if occupied.count() > 32 {
            return Err(RecordError::ManyMen);
        }
        let men = Self { occupied, bits: [0, 0, 0, 0] }.all();
        let [a, b, c, d] = s.bits_of_nibbles(nibbles);
        Ok(Self { occupied, bits: [a & men, b & men, c & men, d & men] })
    }

    /// The 16 bytes; those after the last man are zeros.
    #[inline(always)]
    pub(crate) fn pack<S: PackSimd>(self, s: S) -> [u8; 16] {
        let [a, b, c, d] = self.bits.map(u64::from);
        let low = a & 0xffff | (b & 0xffff) << 16 | (c & 0xffff) << 32 | (d & 0xffff) << 48;
        let high = a >> 16 | b >> 16 << 16 | c >> 16 << 32 | d >> 16 << 48;
        (u128::from(s.join(low)) | u128::from(s.join(high)) << 64).to_le_bytes()
    }

    /// The men of a board, with our own codes. A position never has more than 32.
    #[inline(always)]
    pub(crate) fn of<S: PackSimd>(s: S, board: QuadBitboard) -> Self {
        Self::on_squares(s, board, board.occupied())
    }

    /// The men on some squares of a board, which are occupied, with our own codes.
    #[inline(always)]
    pub(crate) fn on_squares<S: PackSimd>(s: S, board: QuadBitboard, occupied: Bitboard) -> Self {
        Self { occupied, bits: s.gather(board.planes(), occupied) }
    }

    /// The board, if the codes are our own.
    #[inline(always)]
    pub(crate) fn board<S: PackSimd>(self, s: S) -> QuadBitboard {
        QuadBitboard::from_planes(s.scatter(self.bits, self.occupied))
    }

    /// One bit for each man.
    #[inline(always)]
    pub(crate) fn all(self) -> u32 {
        ((1_u64 << self.occupied.count()) - 1) as u32
    }

    /// The squares of some men.
    #[inline(always)]
    pub(crate) fn squares<S: PackSimd>(self, s: S, men: u32) -> Bitboard {
        if men == 0 { Bitboard::EMPTY } else { Bitboard(s.pdep(u64::from(men), self.occupied.0)) }
    }

    /// The men on some squares.
    #[inline(always)]
    pub(crate) fn on<S: PackSimd>(self, s: S, squares: Bitboard) -> u32 {
        if squares.is_empty() { 0 } else { s.pext(squares.0, self.occupied.0) as u32 }
    }

    /// An error for the first man of a set of men with invalid nibbles; no error if the set is empty.
    #[inline(always)]
    pub(crate) fn refuse<S: PackSimd>(self, s: S, bad: u32) -> Result<(), RecordError> {
        if bad == 0 { Ok(()) } else { Err(self.refusal(s, bad)) }
    }

    #[cold]
    fn refusal<S: PackSimd>(self, s: S, bad: u32) -> RecordError {
        let man = bad.trailing_zeros();
        let code = (0..4).map(|p| (self.bits[p] >> man & 1) << p).sum::<u32>() as u8;
        RecordError::Code(self.squares(s, bad).first().unwrap_or(Square::A1), code)
    }
}

/// The bit shuffles that each level does in its own way.
pub trait PackSimd: BitSimd {
    /// Bit 0 of 16 nibbles in the lowest 16 bits, then bit 1 of them, and so on: `a0 a1 a2 a3 b0 b1 ..` to `a0 b0 .. a1 b1 ..`.
    ///
    /// Two perfect unshuffles: each brings the bits of even index down and those of odd index up.
    ///
    /// Source: Warren, "Hacker's Delight", 7-2.
    #[inline(always)]
    fn split(self, nibbles: u64) -> u64 {
        unshuffle(unshuffle(nibbles))
    }

    /// Bit 0 of 32 nibbles, even ones in the low halves, then bit 1 of them, and so on.
    #[inline(always)]
    fn bits_of_nibbles(self, nibbles: [u8; 16]) -> [u32; 4] {
        let nibbles = u128::from_le_bytes(nibbles);
        let (low, high) = (self.split(nibbles as u64), self.split((nibbles >> 64) as u64));
        let bit = |p: u32| (low >> (16 * p) & 0xffff | (high >> (16 * p) & 0xffff) << 16) as u32;
        [bit(0), bit(1), bit(2), bit(3)]
    }

    /// The reverse of [`split`](Self::split).
    #[inline(always)]
    fn join(self, bits: u64) -> u64 {
        shuffle(shuffle(bits))
    }

    /// The bits of four planes on the occupied squares, at most 32 of them, in order.
    ///
    /// The portable form loops over the men. It does not branch on bits, because half of the branches would be mispredicted.
    #[inline(always)]
    fn gather(self, planes: [Bitboard; 4], occupied: Bitboard) -> [u32; 4] {
        let mut bits = [0; 4];
        for (man, square) in occupied.into_iter().enumerate() {
            for (bits, plane) in bits.iter_mut().zip(planes) {
                *bits |= ((plane.0 >> square.index() & 1) as u32) << (man & 31);
            }
        }
        bits
    }

    /// The numbers of the first 32 occupied squares, ascending; the entries after the last one are arbitrary.
    #[inline(always)]
    fn men_squares(self, occupied: Bitboard) -> [u8; 32] {
        self.indices(occupied.0)
    }

    /// The reverse of [`gather`](Self::gather); other squares stay empty.
    #[inline(always)]
    fn scatter(self, bits: [u32; 4], occupied: Bitboard) -> [Bitboard; 4] {
        let mut planes = [Bitboard::EMPTY; 4];
        for (man, square) in occupied.into_iter().enumerate() {
            for (plane, bits) in planes.iter_mut().zip(bits) {
                plane.0 |= u64::from(bits >> (man & 31) & 1) << square.index();
            }
        }
        planes
    }
}

/// Bits 0, 2, 4, .. to the low half, bits 1, 3, 5, .. to the high half.
#[inline(always)]
const fn unshuffle(x: u64) -> u64 {
    let x = quadbit_nibble::delta_swap!(x, 1, 0x2222_2222_2222_2222);
    let x = quadbit_nibble::delta_swap!(x, 2, 0x0c0c_0c0c_0c0c_0c0c);
    let x = quadbit_nibble::delta_swap!(x, 4, 0x00f0_00f0_00f0_00f0);
    let x = quadbit_nibble::delta_swap!(x, 8, 0x0000_ff00_0000_ff00);
    quadbit_nibble::delta_swap!(x, 16, 0x0000_0000_ffff_0000)
}

/// The reverse of [`unshuffle`].
#[inline(always)]
const fn shuffle(x: u64) -> u64 {
    let x = quadbit_nibble::delta_swap!(x, 16, 0x0000_0000_ffff_0000);
    let x = quadbit_nibble::delta_swap!(x, 8, 0x0000_ff00_0000_ff00);
    let x = quadbit_nibble::delta_swap!(x, 4, 0x00f0_00f0_00f0_00f0);
    let x = quadbit_nibble::delta_swap!(x, 2, 0x0c0c_0c0c_0c0c_0c0c);
    quadbit_nibble::delta_swap!(x, 1, 0x2222_2222_2222_2222)
}

/// Bit 0 of each nibble.
#[cfg(target_arch = "x86_64")]
const LOWEST: u64 = 0x1111_1111_1111_1111;

/// Four gathers, or four scatters, where they are one instruction each.
#[cfg(target_arch = "x86_64")]
macro_rules! by_bmi2 {
    ($token:ident { $($method:item)* }) => {
        impl PackSimd for quadbit_nibble::simd::$token {
            $($method)*

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

#[cfg(target_arch = "x86_64")]
macro_rules! pack_simd {
    (Avx2) => {
        by_bmi2!(Avx2 {
            /// Rank by rank: the numbers of its eight squares, as bytes of a word, are gathered at the occupied ones.
            #[inline(always)]
            fn men_squares(self, occupied: Bitboard) -> [u8; 32] {
                let mut squares = [0; 40];
                let mut len = 0;
                for (rank, men) in (0..).zip(occupied.0.to_le_bytes()) {
                    let bytes = self.pdep(men.into(), 0x0101_0101_0101_0101) * 0xff;
                    let numbers = 0x0706_0504_0302_0100 + 0x0808_0808_0808_0808 * rank;
                    squares[len..len + 8].copy_from_slice(&self.pext(numbers, bytes).to_le_bytes());
                    len = (len + men.count_ones() as usize).min(32);
                }
                core::array::from_fn(|man| squares[man])
            }
        });
    };
    (Avx512) => {
        by_bmi2!(Avx512 {
            /// As planes of a board's nibbles, of which only the first half are there: fewer instructions than eight gathers.
            #[inline(always)]
            fn bits_of_nibbles(self, nibbles: [u8; 16]) -> [u32; 4] {
                let mut all = [0; 32];
                all[..16].copy_from_slice(&nibbles);
                self.nibbles_to_planes(&all).map(|plane| plane as u32)
            }
        });
    };
    ($token:ident) => {
        impl PackSimd for quadbit_nibble::simd::$token {}
    };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! pack_simd {
    ($token:ident) => {
        impl PackSimd for quadbit_nibble::simd::$token {}
    };
}
for_each_token!(pack_simd);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use quadbit_nibble::simd::dispatch;
    use quadbit_nibble::simd::testing::levels;
    use quadbit_quad::zobrist::split_mix;

    /// Nibble by nibble, bit by bit.
    fn split_slowly(nibbles: u64) -> u64 {
        (0..64).map(|i| (nibbles >> i & 1) << (16 * (i % 4) + i / 4)).sum()
    }

    #[test]
    fn bits_of_nibbles_are_split_and_joined_at_every_level() {
        for level in levels() {
            for word in (0..64).map(|i| 1 << i).chain((0..1000).map(split_mix)) {
                let (split, joined) = dispatch!(level, s => (s.split(word), s.join(s.split(word))));
                assert_eq!(split, split_slowly(word), "{word:016x} at level {level}");
                assert_eq!(joined, word, "{word:016x} at level {level}");
            }
        }
    }

    #[test]
    fn men_are_the_occupied_squares_in_order() {
        for level in levels() {
            for n in 0..1000 {
                let mut board = QuadBitboard::EMPTY;
                for i in 0..n % 33 {
                    let random = split_mix(64 * n + i);
                    board.put_code(Square::from_low_bits(random as u32), 2 + (random >> 32) as u8 % 14);
                }
                let nibbles = dispatch!(level, s => PackedPieces::of(s, board).pack(s));
                let squares = dispatch!(level, s => s.men_squares(board.occupied()));
                for (i, square) in board.occupied().into_iter().enumerate() {
                    assert_eq!(usize::from(squares[i]), square.index(), "level {level}");
                    assert_eq!(nibbles[i / 2] >> (4 * (i % 2)) & 15, board.code(square));
                }
                let back = dispatch!(level, s => PackedPieces::unpack(s, board.occupied(), nibbles).map(|men| men.board(s)));
                assert_eq!(back, Ok(board));
            }
            let full = dispatch!(level, s => PackedPieces::unpack(s, Bitboard(0x1_ffff_ffff), [0; 16]));
            assert_eq!(full, Err(RecordError::ManyMen));
        }
    }
}
