//! The squares of several boards in one list.

use quadbit_nibble::simd::BitSimd;

use crate::bitboard::Bitboard;

/// The squares of sets on up to eight boards in one list: board by board, ascending on each, as
/// `64 * board + square`.
///
/// ```text
///   sets   a1, d1, h1        c1, f1        ..
///   list   0   3   7         66  69        ..
/// ```
///
/// A loop over the list ends once. A loop over each set would end once a board, after a number of squares
/// that the processor mispredicts.
#[derive(Clone, Debug)]
pub struct SquareList {
    numbers: [u16; (BOARDS + 1) * MOST_PIECES],
    len: usize,
}

const BOARDS: usize = 8;

/// The largest number of pieces of one side.
const MOST_PIECES: usize = 16;

impl SquareList {
    /// The empty list.
    pub const EMPTY: Self = Self { numbers: [0; (BOARDS + 1) * MOST_PIECES], len: 0 };

    /// Replaces the list by the squares of up to eight sets, `sets[i]` being those of board `i`. Of each set the first
    /// 16 squares count; further sets are ignored.
    ///
    /// The list is filled in place, because a returned one would be copied. At AVX-512 it takes a compression and
    /// a store for each set.
    #[inline(always)]
    pub fn fill<S: BitSimd>(&mut self, s: S, sets: &[Bitboard]) {
        let mut len = 0;
        for (first, set) in (0..64 * BOARDS as u16).step_by(64).zip(sets) {
            let squares: [u8; MOST_PIECES] = s.indices(set.0);
            for (number, square) in self.numbers[len..len + MOST_PIECES].iter_mut().zip(squares) {
                *number = first | u16::from(square);
            }
            // `len` never exceeds `BOARDS * MOST_PIECES`; stating this bound removes a bounds check.
            len = (len + (set.len() as usize).min(MOST_PIECES)).min(BOARDS * MOST_PIECES);
        }
        self.len = len;
    }

    /// The list: `64 * board + square` for each square, ascending.
    #[inline(always)]
    #[must_use]
    pub fn numbers(&self) -> &[u16] {
        &self.numbers[..self.len]
    }

    /// The list in groups of eight. The last group is filled up with copies of the last element.
    #[inline(always)]
    pub fn groups(&mut self) -> impl Iterator<Item = &[u16; 8]> {
        let last = self.numbers[self.len.saturating_sub(1)];
        self.numbers[self.len..self.len + 8].fill(last);
        self.numbers[..BOARDS * MOST_PIECES].as_chunks().0.iter().take(self.len.div_ceil(8))
    }
}
