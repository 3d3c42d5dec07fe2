//! The operators of sets.

use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign,
};

use super::Bitboard;

/// Implements an operator of two sets and its assignment form, each from a formula for their two words.
macro_rules! operators {
    ($($trait:ident::$method:ident, $assign:ident::$assign_method:ident: |$a:ident, $b:ident| $formula:expr;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, Self($b): Self) -> Self {
                let Self($a) = self;
                Self($formula)
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

operators! {
    BitAnd::bitand, BitAndAssign::bitand_assign: |a, b| a & b;
    BitOr::bitor, BitOrAssign::bitor_assign: |a, b| a | b;
    BitXor::bitxor, BitXorAssign::bitxor_assign: |a, b| a ^ b;
    Sub::sub, SubAssign::sub_assign: |a, b| a & !b;
}

/// Intersects a set with a mask, as the formulas of [`sets`](crate::sets) do.
impl BitAnd<u64> for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, mask: u64) -> Self {
        Self(self.0 & mask)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Shifts the word towards h8. Squares that leave the h-file reappear on the a-file one rank up: the caller masks them.
impl Shl<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }
}

/// Shifts the word towards a1. Squares that leave the a-file reappear on the h-file one rank down: the caller masks
/// them.
impl Shr<u32> for Bitboard {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }
}
