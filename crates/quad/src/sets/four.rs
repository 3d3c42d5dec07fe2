//! Four sets side by side.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// Four sets of squares, as the planes of a quad-bitboard: each operator is applied to all of them.
///
/// Four kinds of sliders fill the board with the cost of one where a register holds four words. A compiler makes vector
/// instructions of these operators by itself, those that the frame has enabled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct Four(pub [u64; 4]);

impl Four {
    /// The same set four times.
    #[inline(always)]
    pub const fn splat(set: u64) -> Self {
        Self([set; 4])
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        let Self([a, b, c, d]) = self;
        Self([f(a), f(b), f(c), f(d)])
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Self([f(a, e), f(b, g), f(c, h), f(d, i)])
    }
}

impl BitAnd for Four {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitAnd<u64> for Four {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, mask: u64) -> Self {
        self.map(|a| a & mask)
    }
}

impl BitOr for Four {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Four {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Four {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.map(|a| !a)
    }
}

impl Shl<u32> for Four {
    type Output = Self;
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        self.map(|a| a << by)
    }
}

impl Shr<u32> for Four {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        self.map(|a| a >> by)
    }
}
