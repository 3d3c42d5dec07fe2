//! Operations on the bits of words, at every level.
//!
//! The methods of [`BitSimd`] end with a portable form. Before it, they return early where a level does better: by
//! [`at_level!`](crate::simd::at_level) with kernels of `avx2` and `avx512`, and at SSE2 and the scalar level, which do
//! not shuffle bytes, with functions of `swar`.
//!
//! The tests run each operation at every level against a loop over single bits.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16};

use super::swar;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::{
    avx2, avx512,
    registers::{from_ymm, from_zmm, to_ymm, to_zmm},
};
use crate::at_level;

/// Operations on bits that boards of bits need and `fearless_simd` lacks, as methods of every SIMD token, a value that
/// proves that the CPU has the instructions of a level.
///
/// A vector `Self::u64s` holds as many 64-bit words as a register of the level. Bit `i` of a word is
/// worth `2^i`; byte `r` of a word is its bits `8r` to `8r + 7`, so a word is also a matrix of eight rows
/// (bytes) with eight columns (bits in the byte).
///
/// All methods give the same results at every level. Each is inlined: call them in a frame with the level's
/// instructions enabled (see the [module](super)). Costs are given for AVX-512 and, in parentheses, AVX2; "operation"
/// means one instruction on a register, constants not counted.
///
/// ```
/// use fearless_simd::prelude::*;
/// use quadbit_nibble::simd::{BitSimd, Level, dispatch};
///
/// fn transpose<S: BitSimd>(s: S, word: u64) -> u64 {
///     s.transpose8x8(S::u64s::splat(s, word))[0]
/// }
/// /// Reads a drawing: each row is a byte, the lowest byte on top, its lowest bit at the left.
/// fn word(drawing: &str) -> u64 {
///     drawing.split_whitespace().enumerate().filter(|&(_, bit)| bit == "1").map(|(i, _)| 1 << i).sum()
/// }
/// let drawn = word("
///     1 1 1 1 1 1 1 1
///     1 . . . . . . .
///     1 1 1 1 . . . .
///     1 . . . . . . .
///     1 . . . . . . .
///     1 . . . . . . .
///     1 . . . . . . .
///     . . . . . . . .
/// ");
/// assert_eq!(dispatch!(Level::auto(), s => transpose(s, drawn)), word("
///     1 1 1 1 1 1 1 .
///     1 . 1 . . . . .
///     1 . 1 . . . . .
///     1 . 1 . . . . .
///     1 . . . . . . .
///     1 . . . . . . .
///     1 . . . . . . .
///     1 . . . . . . .
/// "));
/// ```
pub trait BitSimd: Simd {
    /// Whether the level has no vector instructions, so that each operation handles one word after the other.
    #[inline(always)]
    fn is_scalar(self) -> bool {
        self.level().is_fallback()
    }

    /// Whether the level shuffles bytes by one instruction: neither the scalar level nor SSE2 does.
    #[inline(always)]
    fn has_byte_shuffle(self) -> bool {
        !self.is_scalar() && !is_sse2(self)
    }

    /// Reverses the bytes of every word: row `r` becomes row `7 - r`. 1 operation on AVX-512 (1 on AVX2).
    #[inline(always)]
    fn reverse_bytes(self, v: Self::u64s) -> Self::u64s {
        if const { Self::u64s::LEN == 2 } && self.is_scalar() {
            return Self::u64s::from_fn(self, |i| v[i].swap_bytes());
        }
        if const { Self::u64s::LEN == 2 } && is_sse2(self) {
            return swar::reverse_bytes(v);
        }
        let indices = u8x16::simd_from(self, [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8]);
        v.swizzle_dyn_within_blocks(Self::u8s::block_splat(indices))
    }

    /// Reverses the bits of every byte: column `c` becomes column `7 - c`. 1 operation on AVX-512 (6 on AVX2).
    ///
    /// The portable form looks both nibbles of a byte up in a register (Mula, "SSSE3: fast popcount", uses
    /// the same shuffle).
    #[inline(always)]
    fn reverse_bits_in_bytes(self, v: Self::u64s) -> Self::u64s {
        at_level!(self: Self, Avx512(token) => from_zmm(self, avx512::reverse_bits_in_bytes(token, to_zmm(self, v))));
        if const { Self::u64s::LEN == 2 } && !self.has_byte_shuffle() {
            return swar::reverse_bits_in_bytes(v);
        }
        let to_high = u8x16::simd_from(self, REVERSED.map(|n| n << 4));
        let to_low = u8x16::simd_from(self, REVERSED);
        let low = v & 0x0F0F_0F0F_0F0F_0F0F;
        let high = (v >> 4) & 0x0F0F_0F0F_0F0F_0F0F;
        let high: Self::u8s =
            Self::u8s::block_splat(to_low).swizzle_dyn_within_blocks(high.bitcast::<Self::u8s>());
        let low: Self::u8s =
            Self::u8s::block_splat(to_high).swizzle_dyn_within_blocks(low.bitcast::<Self::u8s>());
        (low | high).bitcast()
    }

    /// Reverses the 64 bits of every word: bit `i` becomes bit `63 - i`. 2 operations on AVX-512 (7 on AVX2).
    #[inline(always)]
    fn reverse_bits(self, v: Self::u64s) -> Self::u64s {
        self.reverse_bits_in_bytes(self.reverse_bytes(v))
    }

    /// Transposes every word as an 8x8 matrix: bit `8r + c` becomes bit `8c + r`. 2 operations on AVX-512 (18 on AVX2).
    ///
    /// The portable form swaps the off-diagonal quarters of the 8x8, 4x4 and 2x2 blocks (Warren, "Hacker's
    /// Delight", 7-3).
    #[inline(always)]
    fn transpose8x8(self, v: Self::u64s) -> Self::u64s {
        at_level!(self: Self, Avx512(token) => {
            let reversed = to_zmm(self, self.reverse_bytes(v));
            from_zmm(self, avx512::transpose_reversed_rows(token, reversed))
        });
        let v = crate::delta_swap!(v, 28, 0x0000_0000_F0F0_F0F0);
        let v = crate::delta_swap!(v, 14, 0x0000_CCCC_0000_CCCC);
        crate::delta_swap!(v, 7, 0x00AA_00AA_00AA_00AA)
    }

    /// The number of one bits of every word. 1 operation on AVX-512 (7 on AVX2).
    #[inline(always)]
    fn popcount(self, v: Self::u64s) -> Self::u64s {
        if const { Self::u64s::LEN == 2 } && is_sse2(self) {
            return swar::popcount(v);
        }
        v.count_ones()
    }

    /// Keeps only the lowest one bit of every word; 0 stays 0. 2 operations on AVX-512 (2 on AVX2).
    #[inline(always)]
    fn first_bits(self, v: Self::u64s) -> Self::u64s {
        v & (Self::u64s::splat(self, 0) - v)
    }

    /// Keeps only the highest one bit of every word; 0 stays 0. 3 operations on AVX-512 (14 on AVX2).
    ///
    /// The portable form smears the highest bit over all lower ones and keeps the edge.
    #[inline(always)]
    fn last_bits(self, v: Self::u64s) -> Self::u64s {
        at_level!(self: Self, Avx512(token) => from_zmm(self, avx512::last_bits(token, to_zmm(self, v))));
        let v = v | (v >> 1);
        let v = v | (v >> 2);
        let v = v | (v >> 4);
        let v = v | (v >> 8);
        let v = v | (v >> 16);
        let v = v | (v >> 32);
        v ^ (v >> 1)
    }

    /// The bits of `a` where `mask` has ones, the bits of `b` where it has zeros. 1 operation on AVX-512 (3 on AVX2).
    ///
    /// To choose whole words by a comparison, use the comparison's own `select`.
    #[inline(always)]
    fn select_bits(self, mask: Self::u64s, a: Self::u64s, b: Self::u64s) -> Self::u64s {
        b ^ ((a ^ b) & mask)
    }

    /// Rotates every word of `v` to the left by as many bits as the word in the same lane of `counts` says, modulo 64.
    /// 1 operation on AVX-512 (6 on AVX2).
    #[inline(always)]
    fn rotate_left(self, v: Self::u64s, counts: Self::u64s) -> Self::u64s {
        at_level!(self: Self, Avx512(token) => {
            from_zmm(self, avx512::rotate_left(token, to_zmm(self, v), to_zmm(self, counts)))
        });
        let left = counts & 63;
        let right = (Self::u64s::splat(self, 0) - counts) & 63;
        (v << left) | (v >> right)
    }

    /// Moves words to the first lanes, in order: those of the lanes whose bits are set in `lanes` (bit `i` for lane
    /// `i`; other bits are ignored). The lanes after them are unspecified. 1 operation on AVX-512 (2 on AVX2).
    #[inline(always)]
    fn compress_words(self, v: Self::u64s, lanes: u64) -> Self::u64s {
        at_level!(self: Self, Avx512(token) => from_zmm(self, avx512::compress_words(token, to_zmm(self, v), lanes)));
        at_level!(self: Self, Avx2(token) => from_ymm(self, avx2::compress_words(token, to_ymm(self, v), lanes)));
        let mut packed = [0; 8];
        let mut len = 0;
        for lane in 0..Self::u64s::LEN {
            packed[len & 7] = v[lane];
            len += (lanes >> lane & 1) as usize;
        }
        Self::u64s::from_slice(self, &packed[..Self::u64s::LEN])
    }

    /// Gathers the bits of `x` at the ones of `mask` into the low bits, in order (PEXT, Steele's compress).
    ///
    /// On x86-64, one instruction at AVX2 and AVX-512 (slow, microcoded, on AMD before Zen 3); elsewhere a loop over
    /// the ones of `mask`.
    #[inline(always)]
    fn pext(self, x: u64, mask: u64) -> u64 {
        at_level!(self: Self, Bmi2(token) => avx2::pext(token, x, mask));
        swar::pext(x, mask)
    }

    /// Scatters the low bits of `x` to the ones of `mask`, in order, and zeros elsewhere (PDEP, Steele's expand).
    ///
    /// On x86-64, one instruction at AVX2 and AVX-512 (slow, microcoded, on AMD before Zen 3); elsewhere a loop over
    /// the ones of `mask`.
    #[inline(always)]
    fn pdep(self, x: u64, mask: u64) -> u64 {
        at_level!(self: Self, Bmi2(token) => avx2::pdep(token, x, mask));
        swar::pdep(x, mask)
    }

    /// The indices of the ones of `set`, ascending. If there are more than `N`, the first `N`; if fewer, zeros follow.
    ///
    /// `N` is at most 64. One compression of bytes at AVX-512; elsewhere a loop of `N` steps.
    #[inline(always)]
    fn indices<const N: usize>(self, set: u64) -> [u8; N] {
        at_level!(self: Self, Avx512(token) => avx512::indices(token, set));
        swar::indices(set)
    }
}

impl<S: Simd> BitSimd for S {}

/// Each nibble with its bits in the opposite order.
const REVERSED: [u8; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];

/// Whether the level is SSE2, which shuffles no bytes and counts no bits.
#[inline(always)]
pub(crate) fn is_sse2<S: Simd>(s: S) -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return matches!(s.level(), fearless_simd::Level::Sse2(_));
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    return {
        let _ = s;
        false
    };
}
