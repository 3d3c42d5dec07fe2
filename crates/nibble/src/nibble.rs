//! Four bits.

/// Four bits: a number from 0 to 15, one hexadecimal digit.
///
/// ```
/// use quadbit_nibble::Nibble;
/// let n = Nibble::new(11).unwrap();
/// assert_eq!(n.get(), 11);
/// assert_eq!(Nibble::new(16), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Nibble(u8);

impl Nibble {
    /// The nibble of a number from 0 to 15; `None` for a larger one.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        if value < 16 { Some(Self(value)) } else { None }
    }

    /// The nibble of the lowest four bits of `bits`. Never fails.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// The number, 0 to 15.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0 & 15
    }
}
