//! The moves from one square, converted from target squares to the order of a numbering.
//!
//! 1. `lanes` gives the squares to which the piece on each square may move, a *row* of 64 sets.
//! 2. [`RowSimd`] converts one set to bits in the order of the numbering: by
//!    [`move_types`](RowSimd::move_types) for `AlphaZero`, by [`places`](RowSimd::places) among the squares
//!    that a queen or a knight can reach for lc0.
//! 3. The bits of all squares are joined to a mask: square by square, or where that is faster rank by rank with
//!    shifts that are known at compile time.
//!
//! Promotions are not in the rows: `policy` adds them. A level may replace any step; the results are equal.

#[cfg(target_arch = "x86_64")]
mod x86_64;

use quadbit_nibble::simd::{BitSimd, at_other_levels};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

use super::Policy;
use crate::generated::policy::{ALPHA_ZERO, LC0};
use crate::spread::Number;

/// Converts the targets of a piece on one square to bits, numbered in one of two ways: by move type (direction and
/// distance, or knight's jump), or by place among all squares that a queen or a knight on that square attacks on an
/// empty board, from a1 on. Implemented for every SIMD token of `fearless_simd`.
///
/// ```text
///   targets of the knight on b1    a3 c3 d2
///   move types                     bit 63 for a3, bit 56 for c3, bit 57 for d2
///   places                         of the 24 targets of a queen or a knight on b1:
///                                  a1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 a3 b3 c3 ..
///                                  0  0  0  0  0  0  0  0  0  0  1  1  0  1
/// ```
pub(crate) trait RowSimd: BitSimd {
    /// Whether the truth values of all moves from a square are one store. If not, they are
    /// stored move by move.
    const STORES_ALL_MOVES: bool = false;

    /// The move types of `AlphaZero` below 64 that lead from `from` to `targets`: bit `n` for move type `n`.
    #[inline(always)]
    fn move_types(self, from: Square, targets: Bitboard) -> u64 {
        targets.into_iter().fold(0, |bits, to| bits | 1 << move_type(from, to))
    }

    /// Bit `i` is set if the `i`-th square that a queen or a knight on `from` attacks on an empty board is in
    /// `targets`.
    #[inline(always)]
    fn places(self, from: Square, targets: Bitboard) -> u64 {
        let row = &LC0[from.index()];
        targets.into_iter().fold(0, |bits, to| bits | 1 << ((row[to.index()] - FIRST[from.index()]) & 63))
    }

    /// Stores the [`move_types`](Self::move_types) as truth values in `mask`, from index `first` on.
    #[inline(always)]
    fn store_move_types(self, from: Square, targets: Bitboard, mask: &mut [bool], first: usize) {
        store(self, self.move_types(from, targets), mask, first);
    }

    /// Writes the masks of legal moves in `AlphaZero`'s numbering to `words`, except for promotions. For each position,
    /// `squares` are the squares whose pieces can move, and `rows` has their targets. `rows` is overwritten.
    #[inline(always)]
    fn masks_of_move_types(self, squares: &[Bitboard], rows: &mut [[Bitboard; 64]], words: &mut [u64]) {
        let masks = words.chunks_exact_mut(Policy::AlphaZero.words());
        for ((squares, rows), words) in squares.iter().zip(rows).zip(masks) {
            square_by_square(
                *squares,
                words,
                #[inline(always)]
                |from| (super::MOVE_TYPES * from.index() as u16, self.move_types(from, rows[from.index()])),
            );
        }
    }

    /// Joins the move types from the squares of `rank`, each 73 bits after the one before, to `bytes`. The last
    /// nine bytes of the rank are not written:
    ///
    /// ```text
    ///   squares       a              b             c             ..  h
    ///   word n        a              b << 9        c << 18       ..  h << 63
    ///   word n + 1                   a >> 64 (0)   b >> 55       ..  g >> 10      h >> 1
    /// ```
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn join(self, rank: &[u64; 8], bytes: &mut [u8]) {
        let mut before = 0;
        for ((n, &move_types), bytes) in (0..).zip(rank).zip(bytes.as_chunks_mut::<8>().0) {
            *bytes = (move_types << (9 * n) | before).to_le_bytes();
            // The move types from the next square begin 9 * (n + 1) bits after the start of the next word.
            before = move_types.checked_shr(64 - 9 * n).unwrap_or(0);
        }
    }

    /// Writes the masks of legal moves in lc0's numbering to `words`, except for promotions. For each position,
    /// `squares` are the squares whose pieces can move, and `rows` has their targets.
    #[inline(always)]
    fn masks_of_places(self, squares: &[Bitboard], rows: &mut [[Bitboard; 64]], words: &mut [u64]) {
        let masks = words.chunks_exact_mut(Policy::Lc0.words());
        for ((squares, rows), words) in squares.iter().zip(rows).zip(masks) {
            square_by_square(
                *squares,
                words,
                #[inline(always)]
                |from| (FIRST[from.index()], self.places(from, rows[from.index()])),
            );
        }
    }
}

/// Stores the 64 bits of `bits` as truth values in `mask`, from index `first` on.
#[inline(always)]
pub(super) fn store<S: BitSimd>(s: S, bits: u64, mask: &mut [bool], first: usize) {
    if let Some(values) = mask.get_mut(first..first + 64) {
        bool::spread(s, bits, values);
    }
}

/// Writes a mask of the moves of one position to `words`: bit `n` of the mask is the move with index `n`. The moves
/// from one square have indices side by side: for each square of `squares`, `bits` returns the first of these
/// indices, and a word whose bit `i` is set if the move with that index plus `i` is in the mask.
#[inline(always)]
fn square_by_square(squares: Bitboard, words: &mut [u64], bits: impl Fn(Square) -> (u16, u64)) {
    words.fill(0);
    for square in squares {
        let (first, bits) = bits(square);
        let first = usize::from(first);
        if let Some(word) = words.get_mut(first / 64) {
            *word |= bits << (first % 64);
        }
        if let Some(next) = words.get_mut(first / 64 + 1) {
            *next |= bits >> 1 >> (63 - first % 64);
        }
    }
}

/// The move type of `AlphaZero` from one square to another, below 64.
#[inline(always)]
pub(super) const fn move_type(from: Square, to: Square) -> u8 {
    let ranks = to.rank().index() + 7 - from.rank().index();
    let files = to.file().index() + 7 - from.file().index();
    ALPHA_ZERO[16 * ranks + files] & 63
}

/// The squares that a queen or a knight attacks on an empty board.
const fn within_reach(from: Square) -> Bitboard {
    let [orthogonal, diagonal] = attacks::crosses(from);
    Bitboard(orthogonal.0 | diagonal.0 | attacks::knight(from).0)
}

/// The number of lc0's first move from each square.
pub(super) static FIRST: [u16; 64] = FIRST_PLACES;

const FIRST_PLACES: [u16; 64] = {
    let mut first = [0; 64];
    let mut sum = 0;
    let mut from = 0;
    while from < 64 {
        first[from] = sum;
        sum += within_reach(Square::ALL[from]).len() as u16;
        from += 1;
    }
    first
};

#[cfg(target_arch = "x86_64")]
at_other_levels!(RowSimd; Sse4_2, Avx2, Avx512);
#[cfg(not(target_arch = "x86_64"))]
at_other_levels!(RowSimd;);
