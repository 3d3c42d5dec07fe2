//! The moves from one square, converted from target squares to the order of a numbering.
//!
//! 1. `lanes` gives the squares to which the piece on each square may move, a *row* of 64 sets.
//! 2. One set is converted to bits in the order of the numbering: by [`move_types`] for `AlphaZero`, by [`places`]
//!    among the squares that a queen or a knight can reach for lc0.
//! 3. The bits of all squares are joined to a mask: square by square, or where that is faster rank by rank with
//!    shifts that are known at compile time.
//!
//! Promotions are not in the rows: `policy` adds them. A level may do any step in another way; the results are equal.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{Simd, prelude::*, u8x16, u64x2};
use quadbit_nibble::simd::{BitSimd, at_level};
use quadbit_quad::Bitboard;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadbit_quad::simd::SquareList;
use quadbit_x88::Square;

use super::Policy;
use super::numbers::{FIRST, LC0, move_type};

/// The move types of `AlphaZero` below 64 that lead from `from` to `targets`: bit `n` for move type `n`, a direction
/// and a distance, or a knight's jump.
///
/// ```text
///   targets of the knight on b1    a3 c3 d2
///   move types                     bit 63 for a3, bit 56 for c3, bit 57 for d2
/// ```
#[inline(always)]
pub(super) fn move_types<S: BitSimd>(s: S, from: Square, targets: Bitboard) -> u64 {
    at_level!(s: S, Avx512(token) => x86::move_types(token, from, targets));
    at_level!(s: S, Avx2(_) => x86::move_types_by_bytes(s, from, targets));
    at_level!(s: S, Sse4_2(_) => x86::move_types_by_bytes(s, from, targets));
    targets.into_iter().fold(0, |bits, to| bits | 1 << move_type(from, to))
}

/// The places of `targets` in lc0's numbering: bit `i` is set if the `i`-th square that a queen or a knight on `from`
/// attacks on an empty board, from a1 on, is in `targets`.
///
/// ```text
///   targets of the knight on b1    a3 c3 d2
///   places                         a1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 a3 b3 c3 ..
///                                  0  0  0  0  0  0  0  0  0  0  1  1  0  1
/// ```
#[inline(always)]
pub(super) fn places<S: BitSimd>(s: S, from: Square, targets: Bitboard) -> u64 {
    at_level!(s: S, Bmi2(_) => x86::places(s, from, targets));
    let row = &LC0[from.index()];
    targets.into_iter().fold(0, |bits, to| bits | 1 << ((row[to.index()] - FIRST[from.index()]) & 63))
}

/// Writes the masks of legal moves in `AlphaZero`'s numbering to `words`, except for promotions. For each position,
/// `squares` are the squares whose pieces can move, and `rows` has their targets. `rows` is overwritten.
#[inline(always)]
pub(super) fn masks_of_move_types<S: BitSimd>(
    s: S,
    squares: &[Bitboard],
    rows: &mut [[Bitboard; 64]],
    words: &mut [u64],
) {
    at_level!(s: S, Avx2..(_) => move_types_by_rank(s, squares, rows, words));
    let masks = words.chunks_exact_mut(Policy::AlphaZero.words());
    for ((squares, rows), words) in squares.iter().zip(rows).zip(masks) {
        square_by_square(
            *squares,
            words,
            #[inline(always)]
            |from| (super::MOVE_TYPES * from.index() as u16, move_types(s, from, rows[from.index()])),
        );
    }
}

/// Writes the masks of legal moves in lc0's numbering to `words`, except for promotions. For each position, `squares`
/// are the squares whose pieces can move, and `rows` has their targets.
#[inline(always)]
pub(super) fn masks_of_places<S: BitSimd>(
    s: S,
    squares: &[Bitboard],
    rows: &[[Bitboard; 64]],
    words: &mut [u64],
) {
    at_level!(s: S, Bmi2(_) => x86::masks_by_rank(s, squares, rows, words));
    let masks = words.chunks_exact_mut(Policy::Lc0.words());
    for ((squares, rows), words) in squares.iter().zip(rows).zip(masks) {
        square_by_square(
            *squares,
            words,
            #[inline(always)]
            |from| (FIRST[from.index()], places(s, from, rows[from.index()])),
        );
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

/// The number of bytes of a mask that the move types from the eight squares of a rank take: 8 * 73 bits.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const RANK: usize = 73;

/// Writes the masks of legal moves in `AlphaZero`'s numbering to `words`, except for promotions. For each position,
/// `squares` are the squares whose pieces can move, and `rows` has their targets; `rows` is overwritten. The bits of a
/// rank fill whole bytes, so the steps for all ranks are the same.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn move_types_by_rank<S: BitSimd>(
    s: S,
    squares: &[Bitboard],
    rows: &mut [[Bitboard; 64]],
    words: &mut [u64],
) {
    // The rows are written word by word, and read in vectors later, when they have left the store buffer.
    let mut list = SquareList::EMPTY;
    list.fill(s, squares);
    let all = rows.as_flattened_mut();
    for &number in list.numbers() {
        let Some(row) = all.get_mut(usize::from(number)) else { break };
        *row = Bitboard(move_types(s, Square::from_low_bits(number.into()), *row));
    }
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
    let masks = bytes.chunks_exact_mut(8 * RANK);
    for ((squares, rows), bytes) in squares.iter().zip(rows.iter()).zip(masks) {
        let (ranks, last_ranks) = bytes.split_at_mut(6 * RANK);
        write_ranks(s, &rows[..48], ranks);
        if squares.0 >> 48 == 0 {
            last_ranks.fill(0);
        } else {
            write_ranks(s, &rows[48..], last_ranks);
        }
    }
}

/// Joins the move types of `AlphaZero`'s numbering from the squares of one or more ranks to masks in `bytes`, 73 bytes
/// for each rank. `rows` has a word of 64 move types for each square.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn write_ranks<S: BitSimd>(s: S, rows: &[Bitboard], bytes: &mut [u8]) {
    let ranks: &[[u64; 8]] = bytemuck::cast_slice(rows);
    for (n, rank) in ranks.iter().enumerate() {
        let last_word: u8x16<S> = (u64x2::simd_from(s, [rank[7], 0]) >> 1).bitcast();
        // This writes seven bytes too many, which belong to the next rank, if there is one.
        if let Some(bytes) = bytes.get_mut(RANK * n..RANK * n + 80) {
            join(s, rank, &mut bytes[..64]);
            last_word.store_slice(&mut bytes[64..]);
        } else if let Some(bytes) = bytes.get_mut(RANK * n..RANK * n + RANK) {
            join(s, rank, &mut bytes[..64]);
            bytes[64..].copy_from_slice(&last_word.to_array()[..9]);
        }
    }
}

/// Joins the move types from the squares of `rank`, each 73 bits after the one before, to `bytes`. The last nine bytes
/// of the rank are not written:
///
/// ```text
///   squares       a              b             c             ..  h
///   word n        a              b << 9        c << 18       ..  h << 63
///   word n + 1                   a >> 64 (0)   b >> 55       ..  g >> 10      h >> 1
/// ```
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn join<S: Simd>(s: S, rank: &[u64; 8], bytes: &mut [u8]) {
    at_level!(s: S, Avx512(token) => x86::join_words(token, rank, bytes));
    at_level!(s: S, Avx2(token) => x86::join_halves(token, rank, bytes));
    let mut before = 0;
    for ((n, &move_types), bytes) in (0..).zip(rank).zip(bytes.as_chunks_mut::<8>().0) {
        *bytes = (move_types << (9 * n) | before).to_le_bytes();
        // The move types from the next square begin 9 * (n + 1) bits after the start of the next word.
        before = move_types.checked_shr(64 - 9 * n).unwrap_or(0);
    }
}

#[cfg(all(test, any(target_arch = "x86", target_arch = "x86_64")))]
mod tests {
    use quadbit_nibble::simd::testing::at_every_level;
    use quadbit_quad::zobrist::split_mix;

    use fearless_simd::Simd;

    /// Bit `n` of the square on file `file` becomes bit `73 * file + n` of the bytes.
    #[test]
    fn ranks_are_joined_bit_by_bit() {
        at_every_level!(s => joined_alike(s));
    }

    fn joined_alike<S: Simd>(s: S) {
        for number in 0..50 {
            let rank = [0, 1, 2, 3, 4, 5, 6, 7].map(|file| split_mix(8 * number + file));
            let (mut found, mut expected) = ([0xff; 64], [0; 64]);
            super::join(s, &rank, &mut found);
            for (file, bits) in rank.into_iter().enumerate() {
                for bit in (0..64).filter(|bit| bits >> bit & 1 == 1 && 73 * file + bit < 512) {
                    expected[(73 * file + bit) / 8] |= 1 << ((73 * file + bit) % 8);
                }
            }
            assert_eq!(found, expected, "{rank:x?}");
        }
    }
}
