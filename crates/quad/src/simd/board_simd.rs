//! The operations on boards side by side that differ from level to level.

use fearless_simd::Simd;
use fearless_simd::prelude::*;
use quadbit_nibble::simd::{BitSimd, at_level};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadbit_nibble::simd::{from_xmm, from_ymm, from_zmm, to_xmm, to_ymm};
use quadbit_x88::Square;

use super::counts;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::{avx2, avx512, sse4_2};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;
use crate::quad_bitboard::sixteen_sets::sixteen_sets;

/// Operations on boards side by side, one in each lane, as methods of every SIMD token of `fearless_simd`.
///
/// Costs are given for AVX-512 and, in parentheses, AVX2; "operation" means one vector instruction, constants not
/// counted.
pub trait BoardSimd: BitSimd {
    /// Puts byte `i` of `bytes`, the lowest first, into lane `i`. Bytes above the last lane are ignored. 2 operations
    /// on AVX-512 (2 on AVX2).
    #[inline(always)]
    fn widen_bytes(self, bytes: u64) -> Self::u64s {
        at_level!(self: Self, Avx512(token) => from_zmm(self, avx512::widen_bytes(token, bytes)));
        at_level!(self: Self, Avx2(token) => from_ymm(self, avx2::widen_bytes(token, bytes)));
        at_level!(self: Self, Sse4_2(token) => from_xmm(self, sse4_2::widen_bytes(token, bytes)));
        let bytes = bytes.to_le_bytes();
        Self::u64s::from_fn(self, |lane| u64::from(bytes[lane & 7]))
    }

    /// Puts `words[i]` into lane `i`. Words above the last lane are ignored. 2 operations on AVX-512 (2 on AVX2).
    #[inline(always)]
    fn widen_words(self, words: [u16; 8]) -> Self::u64s {
        at_level!(self: Self, Avx512(token) => from_zmm(self, avx512::widen_words(token, words)));
        at_level!(self: Self, Avx2(token) => from_ymm(self, avx2::widen_words(token, words)));
        at_level!(self: Self, Sse4_2(token) => from_xmm(self, sse4_2::widen_words(token, words)));
        Self::u64s::from_fn(self, |lane| u64::from(words[lane & 7]))
    }

    /// Makes a set of one square in each lane: byte `i` of `numbers`, the lowest first, is the index of the square in
    /// lane `i`. 4 operations on AVX-512 (6 on AVX2), after a mask of the numbers.
    ///
    /// A byte counts modulo 64; bytes above the last lane are ignored.
    #[inline(always)]
    fn squares(self, numbers: u64) -> Self::u64s {
        let numbers = numbers & 0x3f3f_3f3f_3f3f_3f3f;
        at_level!(self: Self, Avx2..(_) => Self::u64s::splat(self, 1) << self.widen_bytes(numbers));
        let numbers = numbers.to_le_bytes();
        Self::u64s::from_fn(self, |lane| 1 << numbers[lane & 7])
    }

    /// All ones in the first `lanes` lanes, zero in the others: the mask of a batch that is partly empty.
    #[inline(always)]
    fn first_lanes(self, lanes: usize) -> Self::u64s {
        /// Eight words of ones, then eight of zeros: the eight words from index `8 - n` on begin with `n` words
        /// of ones.
        const WINDOW: [u64; 16] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
        let start = 8 - lanes.min(8);
        Self::u64s::from_slice(self, &WINDOW[start..start + Self::u64s::LEN])
    }

    /// The nibble on `square` of one board, like [`QuadBitboard::code`]. 2 operations on AVX-512 (2 on AVX2), against
    /// 15 on scalars.
    #[inline(always)]
    fn code(self, board: QuadBitboard, square: Square) -> u8 {
        at_level!(self: Self, Avx512(token) => avx512::code(token, board, square));
        at_level!(self: Self, Avx2(token) => avx2::code(token, board, square));
        board.code(square)
    }

    /// The squares that a slider on `square` attacks along those lines whose plane of `on_lines` contains `square`:
    /// plane 0 is for its rank, 1 for its file, 2 for its diagonal, 3 for its antidiagonal. `occupied` are the squares
    /// of pieces.
    ///
    /// Where a register holds four words, hyperbolas `o ^ (o - 2r)`, with the occupied squares `o` of a line and the
    /// slider `r`, are computed on all four lines at once; the second subtraction is made on reversed words, so ranks
    /// need no method of their own. The only table is that of the lines.
    ///
    /// Source: <https://www.chessprogramming.org/Hyperbola_Quintessence>, "Reversed Bitboards".
    #[inline(always)]
    fn attacks_on_lines(self, square: Square, occupied: Bitboard, on_lines: QuadBitboard) -> Bitboard {
        at_level!(self: Self, Avx512(token) => avx512::attacks_on_lines(token, square, occupied, on_lines));
        at_level!(self: Self, Avx2(token) => avx2::attacks_on_lines(token, square, occupied, on_lines));
        let lines = attacks::queen_lines(square, occupied).into_iter().zip(on_lines.planes());
        lines.fold(Bitboard::EMPTY, |all, (line, on)| if on.has(square) { all | line } else { all })
    }

    /// Splits a board into sixteen disjoint sets, one for each code, like [`QuadBitboard::to_bitboards`]. 5 operations
    /// on AVX-512 (9 on AVX2).
    #[inline(always)]
    fn to_bitboards(self, board: QuadBitboard) -> [Bitboard; 16] {
        sixteen_sets(self, board)
    }

    /// Counts the squares of seven sets and adds up the counts, in every lane. 13 operations on AVX-512 (41 on AVX2).
    ///
    /// Where a level has no instruction that counts bits, four full adders bring the seven words down to
    /// three of weights 1, 2 and 4 first.
    #[inline(always)]
    fn sum_counts_7(self, sets: [Self::u64s; 7]) -> Self::u64s {
        at_level!(self: Self, Avx512(_) => counts::sum_7(self, sets));
        self.weighed_counts(counts::compress_7(sets), [0, 1, 2])
    }

    /// Counts the squares of fifteen sets and adds up the counts, in every lane. 29 operations on AVX-512 (83 on AVX2).
    ///
    /// Like [`sum_counts_7`](Self::sum_counts_7), with eleven full adders.
    #[inline(always)]
    fn sum_counts_15(self, sets: [Self::u64s; 15]) -> Self::u64s {
        at_level!(self: Self, Avx512(_) => counts::sum_15(self, sets));
        self.weighed_counts(counts::compress_15(sets), [0, 1, 2, 3])
    }

    /// Adds up the numbers of squares in `sets`, that of `sets[n]` times `2^weights[n]`, in every lane. 3 operations
    /// for each set on AVX-512 (7 on AVX2).
    ///
    /// The sum of the weights `2^weights[n]` must be at most 31: then the sum for eight
    /// squares fits into a byte.
    #[inline(always)]
    fn weighed_counts<const N: usize>(self, sets: [Self::u64s; N], weights: [u32; N]) -> Self::u64s {
        at_level!(self: Self, Avx2(token) => {
            let bytes = counts::weighed_counts_in_bytes(self, sets, weights);
            from_ymm(self, avx2::sum_bytes(token, to_ymm(self, bytes)))
        });
        at_level!(self: Self, Sse4_2(token) => {
            let bytes = counts::weighed_counts_in_bytes(self, sets, weights);
            from_xmm(self, sse4_2::sum_bytes(token, to_xmm(self, bytes)))
        });
        counts::weighed_counts(self, sets, weights)
    }
}

impl<S: Simd> BoardSimd for S {}
