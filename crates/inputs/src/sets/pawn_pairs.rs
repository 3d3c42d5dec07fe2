//! `PP_3Wide`: numbers of pairs of pawns.
//!
//! 1. Pawns are put in order of files, then ranks. The pawns before a pawn with which it forms pairs are then
//!    neighbors in that list: the rest of its file, and the file before.
//! 2. So pairs are written as runs of indices into the list:
//!
//! ```text
//!   pawns     a2 a7 b3 b6 d4 e5 e6 h7     indices 0 to 7
//!   pairs     1 2 2 3 3 3 5 6 6
//!        with 0 0 1 0 1 2 4 4 5           a run for each pawn: 0, 0 1, 0 1 2, 4, 4 5
//! ```
//!
//! 3. The pairs are numbered sixteen at a time, for each side with the numbers that it gives the pawns of the
//!    list.
//!
//! The list must stay in order of files: otherwise the pawns of a run would not be neighbors.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;

use fearless_simd::prelude::*;
use fearless_simd::{mask8x16, u8x16};
use quadbit_movegen::Color;
use quadbit_nibble::const_array;
use quadbit_nibble::simd::{BitSimd, at_level};
use quadbit_quad::packed_pieces::PackSimd;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Role, Square};

use super::found::Found;
use super::king;

/// The number of inputs: pairs of 96 pawns, 48 squares for each side.
pub(super) const SIZE: usize = 96 * 95 / 2;

/// Adds the pairs of pawns on one file or on neighbouring files, as both sides see them: for each pawn, by files and
/// then by ranks, its pairs with earlier pawns. `base` is added to each number.
#[inline(always)]
pub(super) fn append<S: BitSimd, const R: usize>(
    s: S,
    board: QuadBitboard,
    base: u32,
    found: &mut [Found<R>; 2],
) {
    // On the transposed board a square has the number 8 * file + rank, so the pawns come file by file.
    let (pawns, black) = (board.pawns().transpose(), board.black().transpose());
    let squares: [u8; 32] = s.piece_squares(pawns);
    let (squares, _) = squares.as_chunks::<16>();
    let squares = u8x16::load_array_ref(s, &squares[0]);
    let files = squares >> 3;
    // For each file, the number of pawns on files before its left neighbor: the index of the first pawn with which its
    // pawns form pairs.
    let begins = counts(pawns.0).wrapping_mul(0x0101_0101_0101_0101) << 16;
    let begins = u8x16::from_slice(s, bytemuck::bytes_of(&[begins; 2])).swizzle_dyn(files);
    let places = u8x16::from_fn(s, |n| n as u8);
    let count = pawns.len() as u8;
    // After the last pawn each run begins at its own index, so that it is empty.
    let begins = places.simd_lt(count).select(begins, places);
    let squares = ((squares & 7) << 3) | files;
    let is_black = mask8x16::from_bitmask(s, s.gather_bits(black.0, pawns.0));
    let theirs = is_black.select(u8x16::splat(s, 48), u8x16::splat(s, 0));
    let pawns = Color::ALL.map(
        #[inline(always)]
        |side| {
            let turn = super::turn(side, king(board, side));
            let theirs = if side == Color::White { theirs } else { u8x16::splat(s, 48) - theirs };
            (squares ^ turn) + theirs - 8
        },
    );
    pair_all(s, begins, count, pawns, base, found);
}

/// How a side sees pawns.
#[derive(Clone, Copy)]
pub(super) struct View {
    side: u8,
    /// An xor that turns a square to the side's view.
    turn: u8,
    base: u32,
}

impl View {
    /// The view of `side`, whose king stands on `king`; `base` is added to each index.
    #[inline(always)]
    pub(super) fn new(side: Color, king: Square, base: u32) -> Self {
        Self { side: side as u8, turn: super::turn(side, king), base }
    }

    /// The index of the pair of two pawns, each given by its square and its color in bit 0 of a number.
    #[inline(always)]
    pub(super) fn index(self, pawns: [(Square, u8); 2]) -> u32 {
        let [one, other] = pawns.map(|(square, code)| {
            let theirs = (code ^ self.side) & 1;
            u32::from(48 * theirs + (square.index() as u8 ^ self.turn) - 8)
        });
        self.base + pair(one, other)
    }
}

/// Calls `visit` with each pair of pawns, as [`View::index`] takes them, that has at least one pawn of `pieces`: with
/// the other pawn of `pieces`, or with one of the pawns `others`, of which those in `black` are Black's. Each of
/// `pieces` is a square and the code of its piece; other pieces than pawns are ignored.
#[inline(always)]
pub(super) fn each_pair(
    pieces: [(Square, u8); 2],
    others: Bitboard,
    black: Bitboard,
    mut visit: impl FnMut([(Square, u8); 2]),
) {
    let is_pawn = |code: u8| code >> 1 == Role::Pawn.code();
    let [one, two] = pieces;
    for piece in pieces {
        if is_pawn(piece.1) {
            for other in others & FILES_NEAR[piece.0.index() % 8] {
                visit([piece, (other, black.has(other).into())]);
            }
        }
    }
    if is_pawn(one.1) && is_pawn(two.1) && FILES_NEAR[one.0.index() % 8].has(two.0) {
        visit(pieces);
    }
}

/// The number of the pair of two pawns with these numbers.
#[inline(always)]
const fn pair(one: u32, other: u32) -> u32 {
    let (high, low) = if one > other { (one, other) } else { (other, one) };
    high * (high - 1) / 2 + low
}

/// By file: the squares of the file and of its neighbors.
const FILES_NEAR: [Bitboard; 8] = const_array!(8, |file| {
    let a = 0x0101_0101_0101_0101;
    let before = if file > 0 { a << (file - 1) } else { 0 };
    let after = if file < 7 { a << (file + 1) } else { 0 };
    Bitboard(before | a << file | after)
});

/// Pairs of pawns, as indices into the list of pawns: the later pawn, and the one before it.
pub(super) struct Pairs {
    later: [u8; 128 + 16],
    before: [u8; 128 + 16],
    len: usize,
}

impl Pairs {
    /// Adds the pairs of the pawn with the index `place` with each pawn from the index `begin` to `place - 1`.
    #[inline(always)]
    fn push(&mut self, place: u8, begin: u8) {
        // There are at most 120 pairs, so the mask changes nothing; it spares a check of bounds.
        let at = self.len & 127;
        self.later[at..at + 16].fill(place);
        for (n, before) in self.before[at..at + 16].iter_mut().enumerate() {
            *before = begin + n as u8;
        }
        self.len = at + usize::from(place - begin);
    }
}

/// The number of set bits in each byte of `word`.
#[inline(always)]
const fn counts(word: u64) -> u64 {
    let word = word - (word >> 1 & 0x5555_5555_5555_5555);
    let word = (word & 0x3333_3333_3333_3333) + (word >> 2 & 0x3333_3333_3333_3333);
    (word + (word >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// Adds the numbers of the pairs of `count` pawns in a list: of pawn `i` with each pawn from index `begins[i]` to
/// `i - 1`. `pawns` has the number of each pawn, as each side sees it; `base` is added to each pair's number.
#[inline(always)]
fn pair_all<S: BitSimd, const R: usize>(
    s: S,
    begins: u8x16<S>,
    count: u8,
    pawns: [u8x16<S>; 2],
    base: u32,
    found: &mut [Found<R>; 2],
) {
    at_level!(s: S, Avx512(token) => avx512::pair(token, begins.into(), count, pawns.map(Into::into), base, found));
    let mut pairs = Pairs { later: [0; 144], before: [0; 144], len: 0 };
    for (n, begin) in (0..count).zip(begins.to_array()) {
        pairs.push(n, begin);
    }
    for (pawns, found) in pawns.into_iter().zip(found) {
        if s.has_byte_shuffle() {
            number(s, &pairs, pawns, base, found);
        } else {
            number_one_by_one(&pairs, pawns.to_array(), base, found);
        }
    }
}

/// Adds the numbers of `pairs`, sixteen at a time. `pawns` has the number of each pawn, as one side sees it; `base` is
/// added to each pair's number.
#[inline(always)]
fn number<S: BitSimd, const R: usize>(s: S, pairs: &Pairs, pawns: u8x16<S>, base: u32, found: &mut Found<R>) {
    let (later, _) = pairs.later.as_chunks();
    let (before, _) = pairs.before.as_chunks();
    let mut rest = pairs.len;
    for (later, before) in later.iter().zip(before) {
        if rest == 0 {
            return;
        }
        let a = pawns.swizzle_dyn(u8x16::load_array_ref(s, later));
        let b = pawns.swizzle_dyn(u8x16::load_array_ref(s, before));
        let ((high, more_high), (low, more_low)) = (a.max(b).widen(), a.min(b).widen());
        let (high, low) = (high.combine(more_high), low.combine(more_low));
        let numbers = ((high * (high - 1)) >> 1) + low;
        let (numbers, more) = numbers.widen();
        let count = rest.min(16);
        found.push((numbers.combine(more) + base).to_array(), count);
        rest -= count;
    }
}

/// Adds the numbers of `pairs` as [`number`] does, one after the other: for levels that shuffle no bytes.
#[inline(always)]
fn number_one_by_one<const R: usize>(pairs: &Pairs, pawns: [u8; 16], base: u32, found: &mut Found<R>) {
    for (a, b) in pairs.later.iter().zip(&pairs.before).take(pairs.len) {
        let (a, b) = (u32::from(pawns[usize::from(a & 15)]), u32::from(pawns[usize::from(b & 15)]));
        let (high, low) = (a.max(b), a.min(b));
        found.push_if(true, base + ((high * (high - 1)) >> 1) + low);
    }
}
