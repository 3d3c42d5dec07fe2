//! What a row of lanes is: three widths of words, and SIMD registers of them.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use fearless_simd::prelude::*;

use crate::nibble::Nibble;

mod sealed {
    pub trait Sealed {}
}

/// A row of nibbles that the formulas of [`swar`](super) work on: a word, or a SIMD register of words.
///
/// The trait is sealed: its implementations are `u32`, `u64`, `u128` and [`Vector`].
pub trait Lanes:
    sealed::Sealed
    + Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// A row as long as `self` that repeats the 16 lanes of `pattern`, or has as many of them as there is room for.
    fn every(self, pattern: u64) -> Self;

    /// The sum of whole words, modulo their size.
    fn plus(self, other: Self) -> Self;

    /// The difference of whole words, modulo their size.
    fn minus(self, other: Self) -> Self;

    /// The sums of lanes, modulo 16: [`add`](super::add), whose formula this is.
    #[inline(always)]
    fn lanes_plus(self, other: Self) -> Self {
        words_plus(self, other)
    }

    /// The differences of lanes, modulo 16: [`sub`](super::sub), whose formula this is.
    #[inline(always)]
    fn lanes_minus(self, other: Self) -> Self {
        words_minus(self, other)
    }
}

/// A word of 8, 16 or 32 nibbles: `u32`, `u64` or `u128`.
///
/// ```
/// use quadbit_nibble::{Nibble, swar::NibbleWord};
/// assert_eq!(u32::LANES, 8);
/// assert_eq!(0x7654_3210_u32.lane(3), Nibble::new(3));
/// assert_eq!(0x7654_3210_u32.lane(8), None);
/// assert_eq!(0_u32.with_lane(3, Nibble::MAX), 0xF000);
/// ```
pub trait NibbleWord: Lanes + Debug + Default + Eq {
    /// The number of nibbles.
    const LANES: u32;

    /// The word of no bits but those of one lane, all four; zero if there is no such lane.
    fn lane_mask(lane: u32) -> Self;

    /// The word whose lowest lane is `nibble`, and all others zero.
    fn from_nibble(nibble: Nibble) -> Self;

    /// The nibble in the lowest lane.
    fn lowest(self) -> Nibble;

    /// The nibble of a lane; `None` if there is no such lane.
    #[inline]
    fn lane(self, lane: u32) -> Option<Nibble> {
        if lane < Self::LANES { Some((self >> (4 * lane)).lowest()) } else { None }
    }

    /// The word with the nibble of one lane replaced; the word itself if there is no such lane.
    #[inline]
    fn with_lane(self, lane: u32, nibble: Nibble) -> Self {
        let mask = Self::lane_mask(lane);
        self & !mask | splat::<Self>(nibble) & mask
    }

    /// The 16 lower and the 16 higher lanes; those that the word has not are zero.
    fn halves(self) -> [u64; 2];

    /// The word with its bytes in the opposite order.
    fn swap_bytes(self) -> Self;

    /// Reads the word from as many bytes as it has, the lowest first.
    ///
    /// # Panics
    ///
    /// If there are more or fewer bytes.
    fn load_bytes(bytes: &[u8]) -> Self;

    /// Writes the word to as many bytes as it has, the lowest first.
    ///
    /// # Panics
    ///
    /// If there are more or fewer bytes.
    fn store_bytes(self, bytes: &mut [u8]);

    /// The number of zero bits below the lowest one.
    fn trailing_zeros(self) -> u32;
}

/// The word with `nibble` in every lane.
///
/// `n * L`, L being the lowest bit of every lane; here by doubling, which all widths know.
///
/// ```
/// use quadbit_nibble::{Nibble, swar};
/// assert_eq!(swar::splat::<u64>(Nibble::from_low_bits(0xA)), 0xAAAA_AAAA_AAAA_AAAA);
/// ```
#[inline]
pub fn splat<W: NibbleWord>(nibble: Nibble) -> W {
    W::default().every(u64::from(nibble.get()) * 0x1111_1111_1111_1111)
}

macro_rules! nibble_word {
    ($word:ident, $every:expr, $halves:expr) => {
        impl sealed::Sealed for $word {}

        impl Lanes for $word {
            #[inline(always)]
            fn every(self, pattern: u64) -> Self {
                $every(pattern)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }

        impl NibbleWord for $word {
            const LANES: u32 = Self::BITS / 4;

            #[inline(always)]
            fn lane_mask(lane: u32) -> Self {
                if lane < Self::LANES { 15 << (4 * lane) } else { 0 }
            }

            #[inline(always)]
            fn from_nibble(nibble: Nibble) -> Self {
                nibble.get().into()
            }

            #[inline(always)]
            fn lowest(self) -> Nibble {
                Nibble::from_low_bits(self.to_le_bytes()[0])
            }

            #[inline(always)]
            fn halves(self) -> [u64; 2] {
                $halves(self)
            }

            #[inline(always)]
            fn swap_bytes(self) -> Self {
                self.swap_bytes()
            }

            #[inline(always)]
            fn load_bytes(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as many bytes as the word has"))
            }

            #[inline(always)]
            fn store_bytes(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
        }
    };
}

/// The lower half of a word.
#[expect(clippy::cast_possible_truncation, reason = "the upper half is what is to be left out")]
const fn low_u32(x: u64) -> u32 {
    x as u32
}

/// The lower half of a word.
#[expect(clippy::cast_possible_truncation, reason = "the upper half is what is to be left out")]
const fn low_u64(x: u128) -> u64 {
    x as u64
}

nibble_word!(u32, low_u32, |x| [u64::from(x), 0]);
nibble_word!(u64, |pattern| pattern, |x| [x, 0]);
nibble_word!(u128, |pattern| u128::from(pattern) << 64 | u128::from(pattern), |x| [
    low_u64(x),
    low_u64(x >> 64)
]);

/// A SIMD register of 64-bit words, each of 16 nibbles; all functions over [`Lanes`] take it.
///
/// To be used in code that is generic over a token, see [`simd`](crate::simd).
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

impl<S: Simd> Lanes for Vector<S> {
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

    /// Registers add bytes apart, so only lower halves carry: what comes into an upper half, `(x ^ y ^ sum) & 0x10`,
    /// is taken away again. 5 operations instead of 6. The scalar level, for which a byte is as much work as a word, adds words.
    #[inline(always)]
    fn lanes_plus(self, other: Self) -> Self {
        if self.0.token().level().is_fallback() {
            return words_plus(self, other);
        }
        let sum = bytes_plus(self, other);
        let carries = (self ^ other ^ sum) & self.every(UPPER_HALVES_LOW);
        bytes_minus(sum, carries)
    }

    /// The same with borrows, which are given back.
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

/// [`add`](super::add) by the sum of words.
#[inline(always)]
fn words_plus<W: Lanes>(x: W, y: W) -> W {
    let h = high(x);
    (x & !h).plus(y & !h) ^ ((x ^ y) & h)
}

/// [`sub`](super::sub) by the difference of words.
#[inline(always)]
fn words_minus<W: Lanes>(x: W, y: W) -> W {
    let h = high(x);
    (x | h).minus(y & !h) ^ ((x ^ !y) & h)
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

/// The highest bit of every lane.
#[inline(always)]
pub(super) fn high<W: Lanes>(x: W) -> W {
    x.every(0x8888_8888_8888_8888)
}

/// The lowest bit of every lane.
#[inline(always)]
pub(super) fn low<W: Lanes>(x: W) -> W {
    x.every(0x1111_1111_1111_1111)
}
