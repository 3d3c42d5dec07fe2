//! As many boards as a level has 64-bit lanes.
//!
//! 1. Boards are loaded from a slice, or one board into all lanes: four words of each are transposed to four
//!    vectors of planes.
//! 2. Moves change them: [`after`](Boards::after) for a move of one piece, [`put`](Boards::put) for a set of
//!    squares.
//! 3. Sets of pieces follow from the planes, with the operations of `QuadBitboard`.
//! 4. [`store`](Boards::store) transposes back.
//!
//! A board never leaves its lane.

use fearless_simd::prelude::*;
use quadbit_x88::Color;

use crate::quad_bitboard::QuadBitboard;
use crate::simd::board_simd::BoardSimd;

/// Quad-bitboards in lanes: vector `p` holds plane `p` of all boards, a board in each lane.
///
/// ```text
///              lane 0     lane 1     lane 2     lane 3  ..
///   planes[0]  a.black    b.black    c.black    d.black
///   planes[1]  a.P,B,Q    b.P,B,Q    c.P,B,Q    d.P,B,Q
///   planes[2]  a.N,B,K    b.N,B,K    c.N,B,K    d.N,B,K
///   planes[3]  a.R,Q,K    b.R,Q,K    c.R,Q,K    d.R,Q,K
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Boards<S: BoardSimd> {
    /// The planes: bit `s` of lane `i` of `planes[p]` is bit `p` of the nibble on square `s` of board `i`.
    pub planes: [S::u64s; 4],
}

impl<S: BoardSimd> Boards<S> {
    /// The number of boards, one in each lane: 2, 4 or 8.
    pub const LEN: usize = {
        assert!(
            size_of::<Self>() == S::u64s::LEN * size_of::<QuadBitboard>(),
            "the lanes are whole boards and no more"
        );
        S::u64s::LEN
    };

    /// Builds boards from their planes: `plane` returns the plane with a given index, 0 to 3. It must be an
    /// `#[inline(always)]` closure.
    #[inline(always)]
    fn of_planes(plane: impl Fn(usize) -> S::u64s) -> Self {
        Self { planes: [plane(0), plane(1), plane(2), plane(3)] }
    }

    /// Loads one board into all lanes.
    #[inline(always)]
    pub fn splat(s: S, board: QuadBitboard) -> Self {
        let planes = board.planes();
        Self::of_planes(
            #[inline(always)]
            |p| S::u64s::splat(s, planes[p].0),
        )
    }

    /// Loads `boards[i]` into lane `i`. Boards beyond the last lane are ignored; lanes beyond the end of the slice are
    /// empty boards.
    #[inline(always)]
    pub fn load(s: S, boards: &[QuadBitboard]) -> Self {
        if let Some(boards) = boards.get(..Self::LEN) {
            return Self::load_all(s, boards);
        }
        let mut padded = [QuadBitboard::EMPTY; 8];
        padded[..boards.len()].copy_from_slice(boards);
        Self::load_all(s, &padded[..Self::LEN])
    }

    /// Loads as many boards as there are lanes: `a0 a1 a2 a3 b0 b1 b2 b3 ..` becomes `a0 b0 ..`, `a1 b1 ..`,
    /// `a2 b2 ..`, `a3 b3 ..`, by separating even words from odd ones twice.
    #[inline(always)]
    fn load_all(s: S, boards: &[QuadBitboard]) -> Self {
        let words: &[u64] = bytemuck::cast_slice(boards);
        let vector = |n: usize| S::u64s::from_slice(s, &words[n * Self::LEN..(n + 1) * Self::LEN]);
        let (even_low, odd_low) = vector(0).deinterleave(vector(1));
        let (even_high, odd_high) = vector(2).deinterleave(vector(3));
        let (p0, p2) = even_low.deinterleave(even_high);
        let (p1, p3) = odd_low.deinterleave(odd_high);
        Self { planes: [p0, p1, p2, p3] }
    }

    /// Writes the board of lane `i` to `boards[i]`, for all lanes, or as many as the slice has room for.
    #[inline(always)]
    pub fn store(&self, boards: &mut [QuadBitboard]) {
        if let Some(boards) = boards.get_mut(..Self::LEN) {
            return self.store_all(boards);
        }
        let mut all = [QuadBitboard::EMPTY; 8];
        self.store_all(&mut all[..Self::LEN]);
        let len = boards.len();
        boards.copy_from_slice(&all[..len]);
    }

    #[inline(always)]
    fn store_all(&self, boards: &mut [QuadBitboard]) {
        let [p0, p1, p2, p3] = self.planes;
        let (even_low, even_high) = p0.interleave(p2);
        let (odd_low, odd_high) = p1.interleave(p3);
        let (v0, v1) = even_low.interleave(odd_low);
        let (v2, v3) = even_high.interleave(odd_high);
        let words: &mut [u64] = bytemuck::cast_slice_mut(boards);
        v0.store_slice(&mut words[..Self::LEN]);
        v1.store_slice(&mut words[Self::LEN..2 * Self::LEN]);
        v2.store_slice(&mut words[2 * Self::LEN..3 * Self::LEN]);
        v3.store_slice(&mut words[3 * Self::LEN..4 * Self::LEN]);
    }

    /// The boards after a move of one piece each: in every lane, `from` is emptied, and `code` is put on `to`, whatever
    /// was there.
    ///
    /// In every lane, `from` and `to` are sets of one square ([`BoardSimd::squares`]), and `code` is the nibble 0 to 15
    /// ([`BoardSimd::widen_bytes`]) of the moved piece, or of the piece to which a pawn promotes. A capture needs
    /// nothing more. 13 operations at AVX-512, 21 at AVX2.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, s: S, from: S::u64s, to: S::u64s, code: S::u64s) -> Self {
        let kept = !(from | to);
        let zero = S::u64s::splat(s, 0);
        Self::of_planes(
            #[inline(always)]
            |p| (self.planes[p] & kept) | (code & (1 << p)).simd_ne(zero).select(to, zero),
        )
    }

    /// The boards after the piece on `from` has moved to `to`, whatever was there; both are sets of one square in every
    /// lane. If `from` is empty, `to` becomes empty. 13 operations at AVX-512, 21 at AVX2.
    #[inline(always)]
    #[must_use]
    pub fn moved(&self, s: S, from: S::u64s, to: S::u64s) -> Self {
        let kept = !(from | to);
        let zero = S::u64s::splat(s, 0);
        let planes = self.planes;
        Self::of_planes(
            #[inline(always)]
            |p| (planes[p] & kept) | (planes[p] & from).simd_eq(zero).select(zero, to),
        )
    }

    /// The boards with the squares of `emptied` emptied, and then the nibble `code`, 0 to 15, put on the squares of
    /// `set`. 5 operations, and one for each bit of the nibble.
    #[inline(always)]
    #[must_use]
    pub fn put(&self, emptied: S::u64s, set: S::u64s, code: u8) -> Self {
        let kept = !(emptied | set);
        let [a, b, c, d] = self.planes;
        let mut planes = [a & kept, b & kept, c & kept, d & kept];
        let mut p = 0;
        while p < 4 {
            if code >> p & 1 == 1 {
                planes[p] |= set;
            }
            p += 1;
        }
        Self { planes }
    }

    /// Chooses boards: lane by lane, the board of `others` where `mask` is all ones, this one where it is all zeros. 4
    /// operations on AVX-512 (12 on AVX2).
    #[inline(always)]
    #[must_use]
    pub fn replaced(&self, s: S, mask: S::u64s, others: &Self) -> Self {
        Self::of_planes(
            #[inline(always)]
            |p| s.select_bits(mask, others.planes[p], self.planes[p]),
        )
    }

    /// The boards as the other side sees them: ranks in reverse order and colours exchanged. 6 operations on AVX-512 (7
    /// on AVX2).
    #[inline(always)]
    #[must_use]
    pub fn flip_colors(&self, s: S) -> Self {
        let [a, b, c, d] = self.planes;
        let black = a ^ self.occupied();
        Self { planes: [s.reverse_bytes(black), s.reverse_bytes(b), s.reverse_bytes(c), s.reverse_bytes(d)] }
    }

    /// The occupied squares of each board.
    #[inline(always)]
    pub fn occupied(&self) -> S::u64s {
        let [_, b1, b2, b3] = self.planes;
        b1 | b2 | b3
    }

    /// The squares of the pieces of `color` on each board.
    #[inline(always)]
    pub fn color(&self, color: Color) -> S::u64s {
        match color {
            Color::White => self.occupied() & !self.planes[0],
            Color::Black => self.planes[0],
        }
    }

    /// The squares of the pawns of both sides on each board.
    #[inline(always)]
    pub fn pawns(&self) -> S::u64s {
        let [_, b1, b2, b3] = self.planes;
        b1 & !(b2 | b3)
    }

    /// The squares of the knights of both sides on each board.
    #[inline(always)]
    pub fn knights(&self) -> S::u64s {
        let [_, b1, b2, b3] = self.planes;
        b2 & !(b1 | b3)
    }

    /// The squares of the rooks of both sides on each board.
    #[inline(always)]
    pub fn rooks(&self) -> S::u64s {
        let [_, b1, b2, b3] = self.planes;
        b3 & !(b1 | b2)
    }

    /// The squares of the kings of both sides on each board.
    #[inline(always)]
    pub fn kings(&self) -> S::u64s {
        let [_, _, b2, b3] = self.planes;
        b2 & b3
    }

    /// The squares of the bishops and queens of both sides on each board.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> S::u64s {
        let [_, b1, b2, b3] = self.planes;
        b1 & (b2 | b3)
    }

    /// The squares of the rooks and queens of both sides on each board.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> S::u64s {
        let [_, _, b2, b3] = self.planes;
        b3 & !b2
    }
}
