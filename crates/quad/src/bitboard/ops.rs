//! The operators of [`Bitboard`]: set operations, a mask given as a word, and shifts of the word.

use core::ops::{BitAnd, Shl, Shr};

use super::Bitboard;
use crate::operators;

operators!([] Bitboard, { 0 }: & | ^ ! - &= |= ^= -=);

/// Intersects a set with a mask given as a word, as the formulas of [`sets`](crate::sets) need.
impl BitAnd<u64> for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, mask: u64) -> Self {
        Self(self.0 & mask)
    }
}

/// Shifts the word towards h8, by fewer than 64 bits. Squares that leave the h-file reappear on the a-file one rank up:
/// the caller masks them.
impl Shl<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }
}

/// Shifts the word towards a1, by fewer than 64 bits. Squares that leave the a-file reappear on the h-file one rank
/// down: the caller masks them.
impl Shr<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }
}
