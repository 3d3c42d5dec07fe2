//! The number of moves to each square, and in total.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, compress_15, full_add};

use crate::board::pawns::ByPawnMove;
use crate::board::targets::Targets;

/// The number of moves to each square, at most 19, stored vertically: set `n` has bit `n` of every number.
///
/// All sets of targets are added up square by square first, so that the moves and the captures among them
/// take few population counts.
pub(super) struct Destinations<S: BoardSimd>([S::u64s; 5]);

impl<S: BoardSimd> Destinations<S> {
    /// Counts the moves of `targets`, a promotion once, and castling as a move to each rook of `castling`.
    #[inline(always)]
    pub(super) fn new(targets: &Targets<S>, castling: S::u64s) -> Self {
        let [n, ne, e, se, so, sw, w, nw] = targets.slides.0;
        let [k1, k2, k3, k4, k5, k6, k7, k8] = targets.jumps.0;
        let ByPawnMove { single, double, west, east } = targets.pawns;
        // Disjoint sets can be united: pushes go to empty squares, captures to enemy pieces, castling to our rooks.
        let (first, second) = (single | west | castling, double | east);
        let [a, b, c, d] = compress_15([n, ne, e, se, so, sw, w, nw, k1, k2, k3, k4, k5, k6, k7]);
        let (f, g) = full_add(k8, first, second);
        let (one, carry) = full_add(a, f, targets.king);
        let (two, carry) = full_add(b, g, carry);
        let (four, carry) = (c ^ carry, c & carry);
        Self([one, two, four, d ^ carry, d & carry])
    }

    /// The numbers of moves to the squares of `set`; zero for all other squares.
    #[inline(always)]
    pub(super) fn within(&self, set: S::u64s) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([a & set, b & set, c & set, d & set, e & set])
    }
}

/// The sum of all numbers of [`Destinations`] added so far, in every lane. Element `n` counts the bits `n` of these
/// numbers; the five counts are combined at the end.
pub(super) struct Total<S: BoardSimd>([S::u64s; 5]);

impl<S: BoardSimd> Total<S> {
    #[inline(always)]
    pub(super) fn new(s: S) -> Self {
        Self([S::u64s::splat(s, 0); 5])
    }

    #[inline(always)]
    pub(super) fn add(&mut self, s: S, destinations: &Destinations<S>) {
        let [a, b, c, d, e] = destinations.0;
        self.0[0] += s.popcount(a);
        self.0[1] += s.popcount(b);
        self.0[2] += s.popcount(c);
        self.0[3] += s.popcount(d);
        self.0[4] += s.popcount(e);
    }

    /// Adds the number in each lane of `ones` to the total of that lane.
    #[inline(always)]
    pub(super) fn add_ones(&mut self, ones: S::u64s) {
        self.0[0] += ones;
    }

    /// The number of moves added so far, over all lanes.
    #[inline(always)]
    pub(super) fn finish(&self) -> u128 {
        let [a, b, c, d, e] = self.0;
        let sum = a + (b << 1) + (c << 2) + (d << 3) + (e << 4);
        u128::from((0..S::u64s::LEN).map(|lane| sum[lane]).sum::<u64>())
    }
}
