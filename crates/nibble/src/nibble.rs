//! Four bits as a number from 0 to 15, or from -8 to 7: conversions from and to integers and hexadecimal digits.
//!
//! No `Nibble` holds a bit above the lowest four: everything that packs nibbles relies on it.

use core::{fmt, ops};

use crate::const_array;

/// Four bits: a number from 0 to 15, one hexadecimal digit.
///
/// Four bits can also be read as a signed number in two's complement, where 8 to 15 mean -8 to -1. A `Nibble` has the
/// operators `&`, `|`, `^` and `!`, but no sums: add single numbers as `u8`, and all nibbles of a word at once with
/// [`swar`](crate::swar).
///
/// A `Nibble` takes a whole byte, whose upper half is zero;
/// [`NibbleArray`](crate::NibbleArray) packs two into one.
///
/// ```
/// use quadbit_nibble::Nibble;
///
/// let n = Nibble::new(0xb).unwrap();
/// assert_eq!(n.get(), 11);
/// assert_eq!(n.get_signed(), -5);
/// assert_eq!(n.to_string(), "b");
/// assert_eq!(Nibble::new(16), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "simd", derive(bytemuck::NoUninit, bytemuck::Zeroable))]
#[repr(transparent)]
pub struct Nibble(u8);

const _: () = assert!(size_of::<Nibble>() == 1);

impl Nibble {
    /// All nibbles from 0 to 15.
    pub const ALL: [Self; 16] = const_array!(16, |value: u8| Self(value));

    /// The nibble of a number from 0 to 15; `None` for a larger number.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        if value < 16 { Some(Self(value)) } else { None }
    }

    /// The nibble of the lowest four bits of `bits`. Never fails.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// The nibble of a number from -8 to 7, in two's complement; `None` for any other number.
    #[inline]
    pub const fn from_signed(value: i8) -> Option<Self> {
        if -8 <= value && value < 8 { Some(Self::from_low_bits(value.cast_unsigned())) } else { None }
    }

    /// The nibble of a hexadecimal digit of either case; `None` for any other character.
    #[inline]
    pub(crate) const fn from_hex_digit(digit: char) -> Option<Self> {
        match digit {
            '0'..='9' => Some(Self(digit as u8 - b'0')),
            'a'..='f' => Some(Self(digit as u8 - b'a' + 10)),
            'A'..='F' => Some(Self(digit as u8 - b'A' + 10)),
            _ => None,
        }
    }

    /// The number, 0 to 15.
    #[inline]
    pub const fn get(self) -> u8 {
        // The mask tells the compiler what the constructors guarantee, so that an index into 16 elements
        // needs no bounds check.
        self.0 & 15
    }

    /// The bits read as a signed number, -8 to 7.
    #[inline]
    pub const fn get_signed(self) -> i8 {
        (self.0 << 4).cast_signed() >> 4
    }

    /// The hexadecimal digit, in lower case.
    #[inline]
    pub(crate) const fn to_hex_digit(self) -> char {
        b"0123456789abcdef"[self.get() as usize] as char
    }
}

impl ops::BitAnd for Nibble {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl ops::BitOr for Nibble {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl ops::BitXor for Nibble {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl ops::Not for Nibble {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 15)
    }
}

impl From<Nibble> for u8 {
    #[inline]
    fn from(nibble: Nibble) -> Self {
        nibble.get()
    }
}

impl From<Nibble> for usize {
    #[inline]
    fn from(nibble: Nibble) -> Self {
        nibble.get().into()
    }
}

/// Writes the hexadecimal digit, in lower case.
impl fmt::Display for Nibble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_hex_digit().encode_utf8(&mut [0; 1]))
    }
}
