//! Words of lanes of four bits, of three widths: 8 lanes in a `u32`, 16 in a `u64`, 32 in a `u128`.
//!
//! [`NibbleWord`] is what the functions of this module need from `u32`, `u64` and `u128`: the bit operators, sums and
//! differences of whole words, single lanes, and bytes for [`NibbleArray`](crate::NibbleArray). The macro
//! implements the trait for the three widths, which differ only in how a pattern of 16 lanes fills the word and how
//! the word splits into halves. `high` and `low` at the end are the constants `H` and `L` of the formulas.
//!
//! Lane 0 is in the lowest bits, whatever the byte order of the machine.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::nibble::Nibble;

pub(super) mod sealed {
    pub trait Sealed {}
}

/// A word of 8, 16 or 32 nibbles: `u32`, `u64` or `u128`.
///
/// ```
/// use quadbit_nibble::{Nibble, swar::NibbleWord};
/// assert_eq!(u32::LANES, 8);
/// assert_eq!(0x7654_3210_u32.lane(3), Nibble::new(3));
/// assert_eq!(0x7654_3210_u32.lane(8), None);
/// assert_eq!(0_u32.with_lane(3, Nibble::ALL[15]), 0xF000);
/// ```
///
/// The trait is sealed.
pub trait NibbleWord:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of nibbles in the word.
    const LANES: u32;

    /// The word that repeats the 16 nibbles of `pattern`. A `u32` has the lower eight of them.
    fn repeat(pattern: u64) -> Self;

    /// The sum of `self` and `other` as whole words, modulo 2 to the number of their bits.
    fn plus(self, other: Self) -> Self;

    /// The difference of `self` and `other` as whole words, modulo 2 to the number of their bits.
    fn minus(self, other: Self) -> Self;

    /// The nibble in `lane`, which is bits `4 * lane` to `4 * lane + 3`; `None` if the word has no such lane.
    fn lane(self, lane: u32) -> Option<Nibble>;

    /// The word with `nibble` in `lane`, which is bits `4 * lane` to `4 * lane + 3`; the word itself if it has no such
    /// lane.
    #[must_use]
    fn with_lane(self, lane: u32, nibble: Nibble) -> Self;

    /// The nibbles 0 to 15, and the nibbles 16 to 31, each as 64 bits; nibbles beyond the end of the word are zero.
    fn halves(self) -> [u64; 2];

    /// The word with its bytes in the opposite order.
    fn swap_bytes(self) -> Self;

    /// Reads the word from `bytes` in little-endian order.
    ///
    /// # Panics
    ///
    /// If `bytes` is not exactly as long as the word.
    fn load_bytes(bytes: &[u8]) -> Self;

    /// Writes the word to `bytes` in little-endian order.
    ///
    /// # Panics
    ///
    /// If `bytes` is not exactly as long as the word.
    fn store_bytes(self, bytes: &mut [u8]);
}

macro_rules! nibble_word {
    ($word:ident, $repeat:expr, $halves:expr) => {
        impl sealed::Sealed for $word {}

        impl NibbleWord for $word {
            const LANES: u32 = Self::BITS / 4;

            #[inline(always)]
            fn repeat(pattern: u64) -> Self {
                $repeat(pattern)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn lane(self, lane: u32) -> Option<Nibble> {
                if lane >= Self::LANES {
                    return None;
                }
                Some(Nibble::from_low_bits((self >> (4 * lane)).to_le_bytes()[0]))
            }

            #[inline(always)]
            fn with_lane(self, lane: u32, nibble: Nibble) -> Self {
                if lane >= Self::LANES {
                    return self;
                }
                self & !(15 << (4 * lane)) | Self::from(nibble.get()) << (4 * lane)
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
        }
    };
}

/// The lower 32 bits of `x`.
#[expect(clippy::cast_possible_truncation, reason = "the upper half is dropped on purpose")]
const fn low_u32(x: u64) -> u32 {
    x as u32
}

/// The lower 64 bits of `x`.
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

/// The word with only the highest bit of every lane of four bits set: `H` of the formulas.
#[inline(always)]
pub(super) fn high<W: NibbleWord>() -> W {
    W::repeat(0x8888_8888_8888_8888)
}

/// The word with only the lowest bit of every lane of four bits set: `L` of the formulas.
#[inline(always)]
pub(super) fn low<W: NibbleWord>() -> W {
    W::repeat(0x1111_1111_1111_1111)
}
