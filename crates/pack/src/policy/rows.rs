//! The moves from one square, from squares to the order of a numbering.

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{__m512i, _mm512_bitshuffle_epi64_mask, _mm512_set1_epi64};

#[cfg(target_arch = "x86_64")]
use fearless_simd::prelude::*;
#[cfg(target_arch = "x86_64")]
use fearless_simd::u8x64;
#[cfg(target_arch = "x86_64")]
use quadbit_nibble::simd::Avx512;
use quadbit_nibble::simd::{BitSimd, for_each_token};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

use crate::generated::policy::{ALPHA_ZERO, LC0};

/// The targets of a piece as bits in the order of a numbering; implemented for every token.
///
/// ```text
///   targets of the knight on b1    a3 c3 d2
///   ways                           bit 63 for a3, bit 56 for c3, bit 57 for d2
///   places                         of its 26 targets on an empty board, as a queen or a knight:
///                                  a1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 a3 b3 c3 ..
///                                  0  0  0  0  0  0  0  0  0  0  1  1  0  1
/// ```
pub(crate) trait RowSimd: BitSimd {
    /// Bit `w` for way `w` of `AlphaZero`, below 64, if it leads to a target.
    #[inline(always)]
    fn ways(self, from: Square, targets: Bitboard) -> u64 {
        targets.into_iter().fold(0, |bits, to| bits | 1 << way(from, to))
    }

    /// Bit `i` for the `i`-th square that a queen or a knight attacks on an empty board, if it is a target.
    #[inline(always)]
    fn places(self, from: Square, targets: Bitboard) -> u64 {
        let row = &LC0[from.index()];
        targets.into_iter().fold(0, |bits, to| bits | 1 << ((row[to.index()] - FIRST[from.index()]) & 63))
    }
}

/// The way from a square to another, below 64.
#[inline(always)]
pub(super) const fn way(from: Square, to: Square) -> u8 {
    let ranks = to.rank().index() + 7 - from.rank().index();
    let files = to.file().index() + 7 - from.file().index();
    ALPHA_ZERO[16 * ranks + files] & 63
}

/// The squares that a queen or a knight attacks on an empty board.
const fn within_reach(from: Square) -> Bitboard {
    let [straight, slanted] = attacks::crosses(from);
    Bitboard(straight.0 | slanted.0 | attacks::knight(from).0)
}

/// The number of lc0's first move from each square.
pub(super) static FIRST: [u16; 64] = {
    let mut first = [0; 64];
    let mut sum = 0;
    let mut from = 0;
    while from < 64 {
        first[from] = sum;
        sum += within_reach(Square::ALL[from]).count() as u16;
        from += 1;
    }
    first
};

/// The squares that a queen or a knight attacks on an empty board, by square.
#[cfg(target_arch = "x86_64")]
static WITHIN_REACH: [Bitboard; 64] = {
    let mut all = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        all[from] = within_reach(Square::ALL[from]);
        from += 1;
    }
    all
};

/// The square where each way leads; the square itself for ways that leave the board.
#[cfg(target_arch = "x86_64")]
static ARRIVALS: [[u8; 64]; 64] = {
    let mut arrivals = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        arrivals[from] = [from as u8; 64];
        let reach = within_reach(Square::ALL[from]);
        let mut to = 0;
        while to < 64 {
            if reach.has(Square::ALL[to]) {
                arrivals[from][way(Square::ALL[from], Square::ALL[to]) as usize] = to as u8;
            }
            to += 1;
        }
        from += 1;
    }
    arrivals
};

#[cfg(target_arch = "x86_64")]
macro_rules! row_simd {
    (Avx512) => {
        impl RowSimd for Avx512 {
            #[inline(always)]
            fn ways(self, from: Square, targets: Bitboard) -> u64 {
                let arrivals = u8x64::load_array_ref(self, &ARRIVALS[from.index()]);
                bits_of(self, targets.0, arrivals.into())
            }

            #[inline(always)]
            fn places(self, from: Square, targets: Bitboard) -> u64 {
                self.pext(targets.0, WITHIN_REACH[from.index()].0)
            }
        }
    };
    (Avx2) => {
        impl RowSimd for quadbit_nibble::simd::Avx2 {
            #[inline(always)]
            fn places(self, from: Square, targets: Bitboard) -> u64 {
                self.pext(targets.0, WITHIN_REACH[from.index()].0)
            }
        }
    };
    ($token:ident) => {
        impl RowSimd for quadbit_nibble::simd::$token {}
    };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! row_simd {
    ($token:ident) => {
        impl RowSimd for quadbit_nibble::simd::$token {}
    };
}
for_each_token!(row_simd);

// `vpshufbitqmb`: the bits of a word with these numbers.
#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn bits_of(_token: Avx512, word: u64, numbers: __m512i) -> u64 {
        _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word.cast_signed()), numbers)
    }
);
