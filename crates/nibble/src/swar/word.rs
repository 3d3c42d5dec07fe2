//! Rows of lanes: words of three widths.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::nibble::Nibble;

pub(super) mod sealed {
    pub trait Sealed {}
}

/// A row of nibbles, the operand of every formula of [`swar`](super): a word, or a SIMD register of words.
///
/// The trait is sealed: its implementations are `u32`, `u64`, `u128` and, with the feature `simd`,
/// [`Vector`](super::Vector).
pub trait NibbleRow:
    sealed::Sealed
    + Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// A row as long as `self` that repeats the 16 lanes of `pattern`, or has the lowest of them if `self` is
    /// shorter.
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
pub trait NibbleWord: NibbleRow + Debug + Default + Eq {
    /// The number of nibbles.
    const LANES: u32;

    /// The word with all four bits of one lane set and no others; zero if there is no such lane.
    fn lane_mask(lane: u32) -> Self;

    /// The word with `nibble` in the lowest lane and zeros elsewhere.
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

    /// The 16 lower and the 16 higher lanes; lanes beyond the end of the word are zero.
    fn halves(self) -> [u64; 2];

    /// The word with its bytes in the opposite order.
    fn swap_bytes(self) -> Self;

    /// Reads the word from bytes, the lowest first.
    ///
    /// # Panics
    ///
    /// If there are more or fewer bytes.
    fn load_bytes(bytes: &[u8]) -> Self;

    /// Writes the word to bytes, the lowest first.
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
/// `n * L`, where L is the lowest bit of every lane; computed here by doubling, which works for all widths.
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

        impl NibbleRow for $word {
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
#[expect(clippy::cast_possible_truncation, reason = "the upper half is dropped on purpose")]
const fn low_u32(x: u64) -> u32 {
    x as u32
}

/// The lower half of a word.
#[expect(clippy::cast_possible_truncation, reason = "the upper half is dropped on purpose")]
const fn low_u64(x: u128) -> u64 {
    x as u64
}

nibble_word!(u32, low_u32, |x| [u64::from(x), 0]);
nibble_word!(u64, |pattern| pattern, |x| [x, 0]);
nibble_word!(u128, |pattern| u128::from(pattern) << 64 | u128::from(pattern), |x| [
    low_u64(x),
    low_u64(x >> 64)
]);

/// [`add`](super::add), by the sum of words.
#[inline(always)]
pub(super) fn words_plus<W: NibbleRow>(x: W, y: W) -> W {
    let h = high(x);
    (x & !h).plus(y & !h) ^ ((x ^ y) & h)
}

/// [`sub`](super::sub), by the difference of words.
#[inline(always)]
pub(super) fn words_minus<W: NibbleRow>(x: W, y: W) -> W {
    let h = high(x);
    (x | h).minus(y & !h) ^ ((x ^ !y) & h)
}

/// The highest bit of every lane.
#[inline(always)]
pub(super) fn high<W: NibbleRow>(x: W) -> W {
    x.every(0x8888_8888_8888_8888)
}

/// The lowest bit of every lane.
#[inline(always)]
pub(super) fn low<W: NibbleRow>(x: W) -> W {
    x.every(0x1111_1111_1111_1111)
}
