//! The 128-bit keys of boards in lanes.

use fearless_simd::prelude::*;

use super::{HIGH, LOW, MIX, WideKeys};
use crate::simd::{BoardSimd, Boards};

impl WideKeys {
    /// The 128-bit keys of boards in lanes, as [`of`](Self::of) computes them one by one: first the upper 64 bits of
    /// each key, then the lower 64 bits.
    #[inline(always)]
    pub fn of_lanes<S: BoardSimd>(&self, s: S, boards: &Boards<S>) -> [S::u64s; 2] {
        let (q0, q1) = (self.quarter(s, 0, boards), self.quarter(s, 1, boards));
        let (q2, q3) = (self.quarter(s, 2, boards), self.quarter(s, 3, boards));
        let a = (q0 & HIGH) | (q1 >> 32);
        let b = (q2 & HIGH) | (q3 >> 32);
        let a = (a ^ (b >> 32)) * MIX[0];
        let b = (b ^ (a >> 32)) * MIX[1];
        let a = (a ^ (b >> 32)) * MIX[0];
        [a, b ^ (a >> 32)]
    }

    /// The sums for quarter `quarter`, 0 to 3, of the keys of boards in lanes: the upper half of each word is the
    /// quarter.
    #[inline(always)]
    fn quarter<S: BoardSimd>(&self, s: S, quarter: usize, boards: &Boards<S>) -> S::u64s {
        let [k0, k1, k2, k3, k4, k5, k6, k7, k8] = self.keys[quarter];
        let [p0, p1, p2, p3] = boards.planes;
        S::u64s::splat(s, k0)
            + ((p0 & LOW) + k1) * ((p0 >> 32) + k2)
            + ((p1 & LOW) + k3) * ((p1 >> 32) + k4)
            + ((p2 & LOW) + k5) * ((p2 >> 32) + k6)
            + ((p3 & LOW) + k7) * ((p3 >> 32) + k8)
    }
}
