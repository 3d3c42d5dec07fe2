//! SIMD registers of words.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use fearless_simd::prelude::*;

use super::word::{NibbleRow, sealed, words_minus, words_plus};

/// A SIMD register of 64-bit words of 16 nibbles each; all functions over [`NibbleRow`] accept it.
///
/// It is for code that is generic over a token, see [`simd`](crate::simd).
///
/// ```
/// use fearless_simd::prelude::*;
/// use quadbit_nibble::{simd::{BitSimd, Level, dispatch}, swar::{self, Vector}};
///
/// fn negated<S: BitSimd>(s: S, word: u64) -> u64 {
///     swar::neg(Vector::<S>(S::u64s::splat(s, word))).0[0]
/// }
/// assert_eq!(dispatch!(Level::auto(), s => negated(s, 0x123)), 0xFED);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vector<S: Simd>(pub S::u64s);

impl<S: Simd> sealed::Sealed for Vector<S> {}

impl<S: Simd> NibbleRow for Vector<S> {
    #[inline(always)]
    fn every(self, pattern: u64) -> Self {
        Self(S::u64s::splat(self.0.token(), pattern))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Registers add bytes separately, so only the lower halves carry into a neighbour: the carry into an
    /// upper half, `(x ^ y ^ sum) & 0x10`, is subtracted again. This takes 5 operations instead of 6. The
    /// scalar level adds words, because a byte costs it as much as a word.
    #[inline(always)]
    fn lanes_plus(self, other: Self) -> Self {
        if self.0.token().level().is_fallback() {
            return words_plus(self, other);
        }
        let sum = bytes_plus(self, other);
        let carries = (self ^ other ^ sum) & self.every(UPPER_HALVES_LOW);
        bytes_minus(sum, carries)
    }

    /// The same with borrows, which are added back.
    #[inline(always)]
    fn lanes_minus(self, other: Self) -> Self {
        if self.0.token().level().is_fallback() {
            return words_minus(self, other);
        }
        let difference = bytes_minus(self, other);
        let borrows = (self ^ other ^ difference) & self.every(UPPER_HALVES_LOW);
        bytes_plus(difference, borrows)
    }
}

/// The lowest bit of the upper half of every byte.
const UPPER_HALVES_LOW: u64 = 0x1010_1010_1010_1010;

/// The sums of bytes, modulo 256.
#[inline(always)]
fn bytes_plus<S: Simd>(x: Vector<S>, y: Vector<S>) -> Vector<S> {
    Vector((x.0.bitcast::<S::u8s>() + y.0.bitcast::<S::u8s>()).bitcast())
}

/// The differences of bytes, modulo 256.
#[inline(always)]
fn bytes_minus<S: Simd>(x: Vector<S>, y: Vector<S>) -> Vector<S> {
    Vector((x.0.bitcast::<S::u8s>() - y.0.bitcast::<S::u8s>()).bitcast())
}

macro_rules! vector_operator {
    ($Trait:ident, $method:ident, $operator:tt) => {
        impl<S: Simd> $Trait for Vector<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }
    };
    ($Trait:ident, $method:ident, $operator:tt $count:ident) => {
        impl<S: Simd> $Trait<$count> for Vector<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, count: $count) -> Self {
                Self(self.0 $operator count)
            }
        }
    };
}
vector_operator!(BitAnd, bitand, &);
vector_operator!(BitOr, bitor, |);
vector_operator!(BitXor, bitxor, ^);
vector_operator!(Shl, shl, << u32);
vector_operator!(Shr, shr, >> u32);

impl<S: Simd> Not for Vector<S> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
