//! Streams of bits, highest first, and signed numbers in them.

/// A reader of bits.
#[derive(Clone, Debug)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The number of bits that have been read.
    at: usize,
}

impl<'a> Bits<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next bits, at most eight; `None` after the end.
    #[inline]
    pub(super) fn take(&mut self, count: u32) -> Option<u8> {
        if count == 0 {
            return Some(0);
        }
        let end = self.at + count as usize;
        if end > 8 * self.bytes.len() {
            return None;
        }
        let byte = |at: usize| self.bytes.get(at).copied().unwrap_or(0);
        let pair = u16::from_be_bytes([byte(self.at / 8), byte(self.at / 8 + 1)]);
        let bits = pair << (self.at % 8) >> (16 - count);
        self.at = end;
        Some(bits as u8)
    }

    /// A number in blocks of four bits, lowest first, each after a bit that says whether more follow.
    #[inline]
    pub(super) fn take_number(&mut self) -> Option<i16> {
        let mut number = 0;
        for block in 0..4 {
            let bits = self.take(5)?;
            number |= u16::from(bits & 15) << (4 * block);
            if bits & 16 == 0 {
                return Some(from_zigzag(number));
            }
        }
        None
    }

    /// The bytes after the last one from which a bit was read.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at.div_ceil(8)..]
    }
}

/// The number of bits that the numbers below a count need.
pub(super) const fn width(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

/// A number whose sign is in its lowest bit.
#[cfg(feature = "alloc")]
pub(super) const fn to_zigzag(number: i16) -> u16 {
    let bits = number.cast_unsigned();
    let bits = if number < 0 { bits ^ 0x7fff } else { bits };
    bits.rotate_left(1)
}

/// The reverse of [`to_zigzag`].
pub(super) const fn from_zigzag(bits: u16) -> i16 {
    let bits = bits.rotate_right(1);
    (if bits & 0x8000 == 0 { bits } else { bits ^ 0x7fff }).cast_signed()
}

/// A writer of bits.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, Default)]
pub(super) struct BitWriter {
    pub(super) bytes: alloc::vec::Vec<u8>,
    /// The number of bits of the last byte that are free.
    free: u32,
}

#[cfg(feature = "alloc")]
impl BitWriter {
    pub(super) const fn new() -> Self {
        Self { bytes: alloc::vec::Vec::new(), free: 0 }
    }

    /// Appends bits, at most eight.
    pub(super) fn put(&mut self, bits: u8, count: u32) {
        for n in (0..count).rev() {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            self.free -= 1;
            if let Some(last) = self.bytes.last_mut() {
                *last |= (bits >> n & 1) << self.free;
            }
        }
    }

    /// Appends a number as [`Bits::take_number`] reads it.
    pub(super) fn put_number(&mut self, number: i16) {
        let mut rest = to_zigzag(number);
        loop {
            let more = u8::from(rest > 15) << 4;
            self.put(more | (rest & 15) as u8, 5);
            rest >>= 4;
            if rest == 0 {
                return;
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.free = 0;
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::{BitWriter, Bits, from_zigzag, to_zigzag, width};

    #[test]
    fn numbers_come_back() {
        let mut writer = BitWriter::default();
        for number in i16::MIN..=i16::MAX {
            assert_eq!(from_zigzag(to_zigzag(number)), number);
            writer.put_number(number);
        }
        let mut bits = Bits::new(&writer.bytes);
        assert!((i16::MIN..=i16::MAX).all(|number| bits.take_number() == Some(number)));
        assert!(bits.rest().is_empty());
        assert_eq!([0, 1, -1, 2, -2].map(to_zigzag), [0, 2, 1, 4, 3]);
    }

    #[test]
    fn bits_are_highest_first() {
        let mut writer = BitWriter::default();
        writer.put(0b101, 3);
        writer.put(0, 0);
        writer.put(0b1100_0001, 8);
        assert_eq!(writer.bytes, [0b1011_1000, 0b0010_0000]);
        let mut bits = Bits::new(&writer.bytes);
        assert_eq!([bits.take(3), bits.take(0), bits.take(8)], [Some(0b101), Some(0), Some(0b1100_0001)]);
        assert_eq!((bits.take(6), bits.take(5)), (None, Some(0)));
        assert_eq!([0, 1, 2, 3, 4, 5, 16].map(width), [0, 0, 1, 2, 2, 3, 4]);
    }
}
