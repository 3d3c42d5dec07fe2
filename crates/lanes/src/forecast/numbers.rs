//! A small number on every square: vertical, one bit of it in each of five sets.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, compress_15};

/// A number from 0 to 31 on every square of every lane; set `b` holds bit `b` of all of them.
///
/// It is what a quad-bitboard is to pieces: planes of vertical nibbles, with a bit more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<S: BoardSimd>(pub(super) [S::u64s; 5]);

/// A number from 0 to 7 on every square.
pub(super) type Short<S> = [<S as Simd>::u64s; 3];

impl<S: BoardSimd> Numbers<S> {
    /// How many of fifteen sets each square is in.
    #[inline(always)]
    pub(super) fn tally(s: S, sets: [S::u64s; 15]) -> Self {
        let [a, b, c, d] = compress_15(sets);
        Self([a, b, c, d, S::u64s::splat(s, 0)])
    }

    /// The sums of four numbers, together under 32, of which the first two are under 8 together, and the others too.
    #[inline(always)]
    pub(super) fn sum(a: Short<S>, b: Short<S>, c: Short<S>, d: Short<S>) -> Self {
        let (a0, a1, a2, a3) = add_short::<S>(a, b);
        let (b0, b1, b2, b3) = add_short::<S>(c, d);
        let (s0, c0) = (a0 ^ b0, a0 & b0);
        let (s1, c1) = add_bits::<S>(a1, b1, c0);
        let (s2, c2) = add_bits::<S>(a2, b2, c1);
        let (s3, c3) = add_bits::<S>(a3, b3, c2);
        Self([s0, s1, s2, s3, c3])
    }

    /// The numbers, and one more on the squares of a set.
    #[inline(always)]
    pub(super) fn plus(self, one: S::u64s) -> Self {
        let [a, b, c, d, e] = self.0;
        let (a, one) = (a ^ one, a & one);
        let (b, one) = (b ^ one, b & one);
        let (c, one) = (c ^ one, c & one);
        let (d, one) = (d ^ one, d & one);
        Self([a, b, c, d, e ^ one])
    }

    /// The sums of two numbers, together under 32.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        let ([a, b, c, d, e], [f, g, h, i, j]) = (self.0, other.0);
        let (a, carry) = (a ^ f, a & f);
        let (b, carry) = add_bits::<S>(b, g, carry);
        let (c, carry) = add_bits::<S>(c, h, carry);
        let (d, carry) = add_bits::<S>(d, i, carry);
        Self([a, b, c, d, e ^ j ^ carry])
    }

    /// These numbers, or others where these are zero.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        let ([a, b, c, d, e], [f, g, h, i, j]) = (self.0, other.0);
        Self([a | f, b | g, c | h, d | i, e | j])
    }

    /// The squares whose number is another than two.
    #[inline(always)]
    pub(super) fn not_two(&self) -> S::u64s {
        let [a, b, c, d, e] = self.0;
        a | !b | c | d | e
    }

    /// The sum of the numbers on a set of squares, in every lane.
    #[inline(always)]
    pub(super) fn over(&self, s: S, set: S::u64s) -> S::u64s {
        let [a, b, c, d, e] = self.0;
        let small = s.popcount(a & set) + (s.popcount(b & set) << 1) + (s.popcount(c & set) << 2);
        if (d | e).simd_ne(S::u64s::splat(s, 0)).any_true() {
            small + (s.popcount(d & set) << 3) + (s.popcount(e & set) << 4)
        } else {
            small
        }
    }

    /// The sum over all squares of the products of two numbers, in every lane. `times` is small nearly always.
    #[inline(always)]
    pub(super) fn product(&self, s: S, times: &Self) -> S::u64s {
        let [a, b, c, d, e] = self.0;
        let small = times.over(s, a) + (times.over(s, b) << 1) + (times.over(s, c) << 2);
        small + (times.over(s, d) << 3) + (times.over(s, e) << 4)
    }
}

/// The sums of two numbers that are under 8 together.
#[inline(always)]
pub(super) fn add_within_axis<S: BoardSimd>(a: Short<S>, b: Short<S>) -> Short<S> {
    let (s0, s1, s2, _) = add_short::<S>(a, b);
    [s0, s1, s2]
}

#[inline(always)]
fn add_short<S: BoardSimd>(a: Short<S>, b: Short<S>) -> (S::u64s, S::u64s, S::u64s, S::u64s) {
    let (s0, c0) = (a[0] ^ b[0], a[0] & b[0]);
    let (s1, c1) = add_bits::<S>(a[1], b[1], c0);
    let (s2, c2) = add_bits::<S>(a[2], b[2], c1);
    (s0, s1, s2, c2)
}

/// Three bits of the same weight: their sum and what is carried.
#[inline(always)]
fn add_bits<S: BoardSimd>(a: S::u64s, b: S::u64s, c: S::u64s) -> (S::u64s, S::u64s) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// The products of numbers that are under 2^16.
#[inline(always)]
pub(super) fn multiply<S: BoardSimd>(a: S::u64s, b: S::u64s) -> S::u64s {
    let (a, b): (S::u32s, S::u32s) = (a.bitcast(), b.bitcast());
    (a * b).bitcast()
}
