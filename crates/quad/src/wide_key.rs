//! Keys of 128 bits for tables of boards.

#[cfg(feature = "simd")]
mod lanes;

use quadbit_nibble::const_array;

use crate::quad_bitboard::QuadBitboard;
use crate::zobrist;

/// A hash function from boards to 128 bits. The seed chooses one of a family of functions.
///
/// Two different boards get the same key with a probability of 2^-128 if the function is chosen at random, and this
/// holds *for any two boards*: the family is strongly universal. A board is hashed from scratch, with 19
/// multiplications and no table, which suits programs that make many boards and look up few.
///
/// The four planes are eight words of 32 bits. Each quarter of the key is
///
/// ```text
///   k0 + (k1 + w0)(k2 + w1) + (k3 + w2)(k4 + w3) + (k5 + w4)(k6 + w5) + (k7 + w6)(k8 + w7)   modulo 2^64, upper half
/// ```
///
/// with nine random keys of 64 bits for each quarter. A bijection of the 128 bits at the end spreads every
/// bit over all others; it cannot make two different keys equal.
///
/// Source: "Multilinear-HM" in Daniel Lemire and Owen Kaser, "Strongly universal string hashing is fast", The
/// Computer Journal 57 (2014).
///
/// ```
/// use quadbit_quad::{QuadBitboard, WideKeys};
/// use quadbit_x88::{Color, Role, Square};
/// let keys = WideKeys::new(1);
/// let mut board = QuadBitboard::EMPTY;
/// let empty = keys.of(board);
/// board.put(Square::E1, Role::King.of(Color::White));
/// assert_ne!(keys.of(board), empty);
/// assert_ne!(keys.of(board), WideKeys::new(2).of(board));
/// board.take(Square::E1);
/// assert_eq!(keys.of(board), empty);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideKeys {
    /// Nine random keys for each quarter of a board's key: one where the sum begins, and one for each of the eight
    /// words of 32 bits in the four planes.
    keys: [[u64; 9]; 4],
}

/// The odd factors that mix the bits of a key at the end of hashing: the first 64 bits of the fractional parts of the
/// golden ratio and of the square root of 3.
const MIX: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbb67_ae85_84ca_a73b];

/// The lower half of a word.
const LOW: u64 = 0xffff_ffff;
const HIGH: u64 = !LOW;

impl WideKeys {
    /// The hash function of `seed`: its random keys are numbers of the `SplitMix64` sequence, from an index
    /// that depends on the seed.
    pub const fn new(seed: u64) -> Self {
        let start = zobrist::split_mix(!seed);
        let keys = const_array!(4, |q: u64| const_array!(9, |n: u64| zobrist::split_mix(
            start.wrapping_add(9 * q + n)
        )));
        Self { keys }
    }

    /// The 128-bit key of a board, computed from scratch.
    #[inline]
    pub const fn of(&self, board: QuadBitboard) -> u128 {
        let planes = board.planes();
        let mut quarters = [0; 4];
        let mut q = 0;
        while q < 4 {
            let keys = &self.keys[q];
            let mut sum = keys[0];
            let mut p = 0;
            while p < 4 {
                let low = keys[2 * p + 1].wrapping_add(planes[p].0 & LOW);
                let high = keys[2 * p + 2].wrapping_add(planes[p].0 >> 32);
                sum = sum.wrapping_add(low.wrapping_mul(high));
                p += 1;
            }
            quarters[q] = sum;
            q += 1;
        }
        let a = quarters[0] & HIGH | quarters[1] >> 32;
        let b = quarters[2] & HIGH | quarters[3] >> 32;
        let a = (a ^ b >> 32).wrapping_mul(MIX[0]);
        let b = (b ^ a >> 32).wrapping_mul(MIX[1]);
        let a = (a ^ b >> 32).wrapping_mul(MIX[0]);
        let b = b ^ a >> 32;
        (a as u128) << 64 | b as u128
    }
}
