//! A small number on every square, stored vertically: one bit of it in each of five sets.
//!
//! 1. Sets of squares are counted ([`Numbers::tally`]): how many moves go to each square, how many pieces defend
//!    it. Numbers are added square by square with full adders, all 64 squares and all lanes at once.
//! 2. [`Biased`] holds numbers that may be negative, such as the worth of a square. [`Values`] has the worth on our
//!    pieces' squares; elsewhere the defenders minus the worth.
//! 3. A product of two numbers, summed over the squares, is a sum of population counts: bit `i` of the one and bit
//!    `j` of the other together weigh `2^(i + j)`.
//!
//! Every operation states the largest number that it may meet. None of them checks it outside of tests.

use fearless_simd::prelude::*;
use quadbit_quad::sets::Sets;
use quadbit_quad::simd::{BoardSimd, compress_15, full_add};

/// A number from 0 to 31 on every square of every lane; set `b` holds bit `b` of all of them.
///
/// A quad-bitboard of vertical nibbles, with one more bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<S: BoardSimd>(pub(super) [S::u64s; 5]);

/// A number from 0 to 7 on every square; set `b` holds bit `b` of all of them.
pub(super) type Short<S> = [<S as Simd>::u64s; 3];

impl<S: BoardSimd> Numbers<S> {
    /// The largest number that fits on a square.
    pub(super) const MAX: u32 = 31;

    /// For each square, the number of sets among `a` and `b`, at most fifteen in all, that contain it.
    #[inline(always)]
    pub(super) fn tally<const A: usize, const B: usize>(s: S, a: [S::u64s; A], b: [S::u64s; B]) -> Self {
        const { assert!(A + B <= 15, "four bits hold a number up to 15") }
        let zero = S::u64s::splat(s, 0);
        let mut sets = [zero; 15];
        sets[..A].copy_from_slice(&a);
        sets[A..A + B].copy_from_slice(&b);
        let [a, b, c, d] = compress_15(sets);
        Self([a, b, c, d, zero])
    }

    /// Adds four numbers of at most 7, square by square: the sums are at most 28.
    #[inline(always)]
    pub(super) fn sum(a: Short<S>, b: Short<S>, c: Short<S>, d: Short<S>) -> Self {
        let [a0, a1, a2, a3] = add_short::<S>(a, b);
        let [b0, b1, b2, b3] = add_short::<S>(c, d);
        let (s0, c0) = (a0 ^ b0, a0 & b0);
        let (s1, c1) = full_add(a1, b1, c0);
        let (s2, c2) = full_add(a2, b2, c1);
        let (s3, c3) = full_add(a3, b3, c2);
        Self([s0, s1, s2, s3, c3])
    }

    /// Adds one to the numbers on the squares of `one`, where they must be below 31.
    #[inline(always)]
    pub(super) fn plus(self, one: S::u64s) -> Self {
        let [a, b, c, d, e] = self.0;
        let (a, one) = (a ^ one, a & one);
        let (b, one) = (b ^ one, b & one);
        let (c, one) = (c ^ one, c & one);
        let (d, one) = (d ^ one, d & one);
        assert_none::<S>(e & one);
        Self([a, b, c, d, e ^ one])
    }

    /// Adds the numbers of `self` and `other`, square by square; the sums must be at most 31.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        let ([a, b, c, d, e], [f, g, h, i, j]) = (self.0, other.0);
        let (a, carry) = (a ^ f, a & f);
        let (b, carry) = full_add(b, g, carry);
        let (c, carry) = full_add(c, h, carry);
        let (d, carry) = full_add(d, i, carry);
        assert_none::<S>((e & j) | (e & carry) | (j & carry));
        Self([a, b, c, d, e ^ j ^ carry])
    }

    /// On each square the number of `self` or of `other`, whichever is not zero; at least one of them must be zero.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        let ([a, b, c, d, e], [f, g, h, i, j]) = (self.0, other.0);
        assert_none::<S>((a | b | c | d | e) & (f | g | h | i | j));
        Self([a | f, b | g, c | h, d | i, e | j])
    }

    /// The sum of the numbers on the squares of `set`, in every lane.
    #[inline(always)]
    pub(super) fn over(&self, s: S, set: S::u64s) -> S::u64s {
        let [a, b, c, d, e] = self.0;
        let small = s.weighed_counts([a & set, b & set, c & set], [0, 1, 2]);
        if (d | e).simd_ne(S::u64s::splat(s, 0)).any_true() {
            small + (s.weighed_counts([d & set, e & set], [0, 1]) << 3)
        } else {
            small
        }
    }

    /// The sum over all squares of the number of `self` times the number of `times`, which is at most 15, in
    /// every lane.
    #[inline(always)]
    pub(super) fn product(&self, s: S, times: &Self) -> S::u64s {
        let [a, b, c, d, e] = times.0;
        assert_none::<S>(e);
        let small = self.over(s, a) + (self.over(s, b) << 1) + (self.over(s, c) << 2);
        small + (self.over(s, d) << 3)
    }
}

/// For each square, a number from 0 to 63: how many replies a move from the square adds, plus 2, or how many a move to
/// it adds, plus 29 ([`new`](Self::new)).
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<S: BoardSimd>([S::u64s; 6]);

impl<S: BoardSimd> Values<S> {
    /// `set ? worth : 31 - worth + more`, square by square, where `worth` includes its bias of 2. `more` must be zero
    /// on `set`.
    #[inline(always)]
    pub(super) fn new(set: S::u64s, worth: &Biased<S>, more: &Numbers<S>) -> Self {
        let ([a, b, c, d, e], [f, g, h, i, j]) = (worth.0.0, more.0);
        let turned = !set;
        assert_none::<S>((f | g | h | i | j) & set);
        let (a, b, c, d, e) = (a ^ turned, b ^ turned, c ^ turned, d ^ turned, e ^ turned);
        let (a, carry) = (a ^ f, a & f);
        let (b, carry) = full_add(b, g, carry);
        let (c, carry) = full_add(c, h, carry);
        let (d, carry) = full_add(d, i, carry);
        let (e, carry) = full_add(e, j, carry);
        Self([a, b, c, d, e, carry])
    }

    /// The sum over all squares of the value times the number of `times`, in every lane. Faster if `times` is
    /// below 8 everywhere.
    #[inline(always)]
    pub(super) fn product(&self, s: S, times: &Numbers<S>) -> S::u64s {
        let [a, b, c, d, e, f] = self.0;
        let [x, y, z, u, v] = times.0;
        let low = [x, y, z];
        let mut sum =
            by_three(s, [a, b], low) + (by_three(s, [c, d], low) << 2) + (by_three(s, [e, f], low) << 4);
        if (u | v).simd_ne(S::u64s::splat(s, 0)).any_true() {
            let high = [u, v];
            sum += (by_two(s, [a, b], high) << 3)
                + (by_two(s, [c, d], high) << 5)
                + (by_two(s, [e, f], high) << 7);
        }
        sum
    }
}

/// The sum over all squares of a number of two bits, `a + 2b`, times one of three bits, `x + 2y + 4z`, in every
/// lane.
#[inline(always)]
fn by_three<S: BoardSimd>(s: S, [a, b]: [S::u64s; 2], [x, y, z]: [S::u64s; 3]) -> S::u64s {
    s.weighed_counts([a & x, a & y, a & z, b & x, b & y, b & z], [0, 1, 2, 1, 2, 3])
}

/// The sum over all squares of a number of two bits, `a + 2b`, times another, `u + 2v`, in every lane.
#[inline(always)]
fn by_two<S: BoardSimd>(s: S, [a, b]: [S::u64s; 2], [u, v]: [S::u64s; 2]) -> S::u64s {
    s.weighed_counts([a & u, a & v, b & u, b & v], [0, 1, 1, 2])
}

/// A number from -2 to 29 on every square. The number plus 2 is stored, which is never negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Biased<S: BoardSimd>(Numbers<S>);

impl<S: BoardSimd> Biased<S> {
    /// The bias: what is added to a number when it is stored.
    pub(super) const BIAS: u32 = 2;
    /// The largest number that can be stored.
    pub(super) const MAX: u32 = Numbers::<S>::MAX - Self::BIAS;

    /// `numbers`, minus one on the squares of `a`, minus one on the squares of `b`. With the bias of two that
    /// means plus one outside of `a`, and plus one outside of `b`.
    #[inline(always)]
    pub(super) fn less(numbers: Numbers<S>, [a, b]: [S::u64s; 2]) -> Self {
        const { assert!(Self::BIAS == 2, "one for each set") }
        Self(numbers.plus(!a).plus(!b))
    }

    /// The numbers as they are stored, each with two added.
    #[inline(always)]
    pub(super) fn with_bias(&self) -> &Numbers<S> {
        &self.0
    }

    /// The squares whose number, without the bias, is not zero.
    #[inline(always)]
    pub(super) fn nonzero(&self) -> S::u64s {
        let [a, b, c, d, e] = self.0.0;
        const { assert!(Self::BIAS == 0b10, "zero is stored as the second bit alone") }
        a | !b | c | d | e
    }

    /// The sum of the biases of `count` numbers.
    #[inline(always)]
    pub(super) fn biases(count: S::u64s) -> S::u64s {
        const { assert!(Self::BIAS == 2, "twice") }
        count + count
    }
}

/// Adds the numbers for two opposite directions, square by square. No line has more than 7 other squares, so the sums
/// are at most 7.
#[inline(always)]
pub(super) fn add_within_axis<S: BoardSimd>(a: Short<S>, b: Short<S>) -> Short<S> {
    let [s0, s1, s2, carry] = add_short::<S>(a, b);
    assert_none::<S>(carry);
    [s0, s1, s2]
}

#[inline(always)]
fn add_short<S: BoardSimd>(a: Short<S>, b: Short<S>) -> [S::u64s; 4] {
    let (s0, c0) = (a[0] ^ b[0], a[0] & b[0]);
    let (s1, c1) = full_add(a[1], b[1], c0);
    let (s2, c2) = full_add(a[2], b[2], c1);
    [s0, s1, s2, c2]
}

/// The products of `a` and `b`, lane by lane; both are below 2^16.
#[inline(always)]
pub(super) fn multiply<S: BoardSimd>(a: S::u64s, b: S::u64s) -> S::u64s {
    let (a, b): (S::u32s, S::u32s) = (a.bitcast(), b.bitcast());
    (a * b).bitcast()
}

/// Checks, in the tests of this crate only, that a set is empty in every lane.
#[inline(always)]
fn assert_none<S: BoardSimd>(set: S::u64s) {
    if cfg!(test) {
        assert!(!set.simd_ne(set.none()).any_true(), "a number is too large for its bits");
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use quadbit_nibble::simd::testing::at_every_level;
    use quadbit_quad::zobrist::split_mix;

    /// Random words, in turn dense and sparse.
    struct Words(u64);

    impl Words {
        fn word(&mut self) -> u64 {
            self.0 += 3;
            let [a, b, c] = [0, 1, 2].map(|n| split_mix(self.0 + n));
            if self.0.is_multiple_of(2) { a & b & c } else { a }
        }

        fn vector<S: BoardSimd>(&mut self, s: S) -> S::u64s {
            S::u64s::from_fn(s, |_| self.word())
        }

        fn vectors<S: BoardSimd, const N: usize>(&mut self, s: S) -> [S::u64s; N] {
            core::array::from_fn(|_| self.vector(s))
        }
    }

    /// The numbers on the squares of all lanes as a list: 64 of lane 0, then 64 of lane 1, and so on.
    fn plain<S: BoardSimd>(numbers: &[S::u64s]) -> Vec<u64> {
        let number = |lane: usize, square: usize| {
            numbers.iter().enumerate().map(|(bit, set)| (set[lane] >> square & 1) << bit).sum()
        };
        (0..S::u64s::LEN).flat_map(|lane| (0..64).map(move |square| number(lane, square))).collect()
    }

    fn each(a: &[u64], b: &[u64], f: impl Fn(u64, u64) -> u64) -> Vec<u64> {
        a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
    }

    fn same_in_lanes<S: BoardSimd>(found: S::u64s, expected: &[u64]) {
        for (lane, expected) in expected.chunks(64).enumerate() {
            assert_eq!(found[lane], expected.iter().sum::<u64>(), "lane {lane}");
        }
    }

    #[test]
    fn numbers_are_counted_square_by_square() {
        at_every_level!(s => counted(s));
    }

    fn counted<S: BoardSimd>(s: S) {
        let mut words = Words(0);
        for _ in 0..200 {
            let sets: [S::u64s; 15] = words.vectors(s);
            let mut expected = std::vec![0; 64 * S::u64s::LEN];
            for set in sets {
                expected = each(&expected, &plain::<S>(&[set]), |a, b| a + b);
            }
            let tally = Numbers::tally(s, sets, []);
            assert_eq!(plain::<S>(&tally.0), expected);

            let [a, b, c, d]: [Short<S>; 4] = core::array::from_fn(|_| words.vectors(s));
            let expected = [b, c, d]
                .iter()
                .fold(plain::<S>(&a), |sum, short| each(&sum, &plain::<S>(short), |a, b| a + b));
            assert_eq!(plain::<S>(&Numbers::<S>::sum(a, b, c, d).0), expected);

            // The second numbers are 0 where the first are not, so no sum exceeds 7, as with the two rays of a line.
            let full = (a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]);
            let apart = b.map(|set| set & !full & !(a[0] | a[1] | a[2]));
            let axis = add_within_axis::<S>(a, apart);
            assert_eq!(plain::<S>(&axis), each(&plain::<S>(&a), &plain::<S>(&apart), |a, b| a + b));
        }
    }

    #[test]
    fn numbers_are_added_square_by_square() {
        at_every_level!(s => added(s));
    }

    fn added<S: BoardSimd>(s: S) {
        let mut words = Words(1 << 20);
        for _ in 0..200 {
            let numbers = Numbers::<S>(words.vectors(s));
            let all = plain::<S>(&numbers.0);
            let [a, b, c, d, e] = numbers.0;
            let full = a & b & c & d & e;
            let set = words.vector(s) & !full;
            let expected = each(&all, &plain::<S>(&[set]), |a, b| a + b);
            assert_eq!(plain::<S>(&numbers.plus(set).0), expected);

            // Numbers of at most 15 in each operand, and so at most 30 together.
            let zero = S::u64s::splat(s, 0);
            let (small, other) = (Numbers::<S>([a, b, c, d, zero]), words.vectors::<S, 4>(s));
            let other = Numbers::<S>([other[0], other[1], other[2], other[3], zero]);
            let expected = each(&plain::<S>(&small.0), &plain::<S>(&other.0), |a, b| a + b);
            assert_eq!(plain::<S>(&small.and(other).0), expected);

            // Numbers of at most 23 in one operand and 7 in the other, and so at most 30 together.
            let large = Numbers::<S>([a, b, c, d & !e, e]);
            let other = Numbers::<S>([other.0[0], other.0[1], other.0[2], zero, zero]);
            let expected = each(&plain::<S>(&large.0), &plain::<S>(&other.0), |a, b| a + b);
            assert_eq!(plain::<S>(&large.and(other).0), expected);
            assert_eq!(plain::<S>(&other.and(large).0), expected);

            let elsewhere = Numbers::<S>(words.vectors(s)).0.map(|set| set & !(a | b | c | d | e));
            let expected = each(&all, &plain::<S>(&elsewhere), |a, b| if a == 0 { b } else { a });
            assert_eq!(plain::<S>(&numbers.or(Numbers(elsewhere)).0), expected);
        }
    }

    #[test]
    fn sums_go_over_squares() {
        at_every_level!(s => summed(s));
    }

    fn summed<S: BoardSimd>(s: S) {
        let mut words = Words(2 << 20);
        for n in 0..200 {
            let mut numbers: [Numbers<S>; 2] = [Numbers(words.vectors(s)), Numbers(words.vectors(s))];
            if n % 2 == 0 {
                // Every other time the second numbers are below 8 everywhere, for which there is a faster path.
                let zero = S::u64s::splat(s, 0);
                numbers[1].0[3] = zero;
                numbers[1].0[4] = zero;
            }
            let [a, b] = numbers;
            let (all, times) = (plain::<S>(&a.0), plain::<S>(&b.0));
            let small = Numbers::<S>([a.0[0], a.0[1], a.0[2], a.0[3], S::u64s::splat(s, 0)]);
            let expected = each(&plain::<S>(&small.0), &times, |a, b| a * b);
            same_in_lanes::<S>(b.product(s, &small), &expected);
            let here = words.vector(s);
            let worth = Biased::<S>(a);
            let more = Numbers::<S>(words.vectors::<S, 5>(s).map(|set| set & !here));
            let turned = each(&all, &plain::<S>(&[here]), |a, is_here| if is_here == 1 { a } else { 31 - a });
            let values = each(&turned, &plain::<S>(&more.0), |a, b| a + b);
            let expected = each(&values, &times, |a, b| a * b);
            same_in_lanes::<S>(Values::new(here, &worth, &more).product(s, &b), &expected);
            let set = words.vector(s);
            let in_set = plain::<S>(&[set]);
            same_in_lanes::<S>(b.over(s, set), &each(&times, &in_set, |number, is_in| number * is_in));
        }
    }

    #[test]
    fn biased_numbers_go_below_zero() {
        at_every_level!(s => biased(s));
    }

    fn biased<S: BoardSimd>(s: S) {
        let mut words = Words(3 << 20);
        let bias = u64::from(Biased::<S>::BIAS);
        for _ in 0..200 {
            let [a, b, c, d, e] = words.vectors(s);
            // Numbers of at most 29: with the bias of 2 they still fit into five bits.
            let numbers = Numbers::<S>([a, b & !(c & d & e), c, d, e]);
            let less: [S::u64s; 2] = words.vectors(s);
            let biased = Biased::less(numbers, less);
            let [first, second] = less.map(|set| plain::<S>(&[set]));
            let lessened = each(&first, &second, |a, b| a + b);
            let expected = each(&plain::<S>(&numbers.0), &lessened, |a, b| a + bias - b);
            assert_eq!(plain::<S>(&biased.with_bias().0), expected);
            let nonzero = each(&expected, &expected, |a, _| u64::from(a != bias));
            assert_eq!(plain::<S>(&[biased.nonzero()]), nonzero);
            let factors = words.vector(s) & 0xff;
            let biases = Biased::<S>::biases(factors);
            for lane in 0..S::u64s::LEN {
                assert_eq!(biases[lane], bias * factors[lane]);
            }
        }
    }

    #[test]
    fn products_of_numbers() {
        at_every_level!(s => products(s));
    }

    fn products<S: BoardSimd>(s: S) {
        let mut words = Words(4 << 20);
        for _ in 0..200 {
            let (a, b) = (words.vector(s) & 0xffff, words.vector(s) & 0xffff);
            let product = multiply::<S>(a, b);
            for lane in 0..S::u64s::LEN {
                assert_eq!(product[lane], a[lane] * b[lane]);
            }
        }
    }
}
