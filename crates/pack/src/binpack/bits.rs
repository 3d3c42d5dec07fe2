//! Streams of bits, highest first, and signed numbers in them.
//!
//! 1. Reading: a [`Window`] loads the next 64 bits of a stream at any bit; moves and scores are taken from its
//!    upper end.
//! 2. Writing: a [`BitWriter`] appends bits to bytes; the last byte is filled with zeros.
//! 3. Signed numbers are zigzag, in blocks of four bits, each after a bit that says whether another block
//!    follows.
//!
//! The bits are those of the reference program: what one of its files holds must be read and written bit for
//! bit.

use core::array;

/// The next bits of a stream, loaded at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The bits that have not been taken; the highest comes next.
    bits: u64,
    /// The number of bits that have been taken.
    pub(super) taken: u32,
}

impl Window {
    /// Loads the bits of `bytes` from bit `at` on: at least 57, and zeros after the end. A move with its score
    /// has at most 30.
    #[inline(always)]
    pub(super) fn at(bytes: &[u8], at: usize) -> Self {
        Self { bits: Self::word(bytes, at / 8) << (at % 8), taken: 0 }
    }

    /// Loads 64 bits from byte `start` of `bytes` on, with zeros after the end.
    #[inline(always)]
    pub(super) fn word(bytes: &[u8], start: usize) -> u64 {
        let word = bytes.get(start..start + 8).and_then(<[u8]>::first_chunk);
        u64::from_be_bytes(word.copied().unwrap_or_else(|| last_word(bytes, start)))
    }

    /// Takes a number in as many bits as the numbers below `count` need. These bits may also hold `count` or a higher
    /// number. Takes 32 bits if `count` is 0.
    #[inline(always)]
    pub(super) fn take_below(&mut self, count: u32) -> u32 {
        let unused = count.wrapping_sub(1).leading_zeros();
        let bits = self.bits >> 32 >> unused;
        self.bits <<= 32 - unused;
        self.taken += 32 - unused;
        bits as u32
    }

    /// Takes a signed number in blocks of four bits, the lowest block first, each after a bit that says whether another
    /// block follows. `None` if there are more than four blocks.
    #[inline(always)]
    pub(super) fn take_number(&mut self) -> Option<i16> {
        let bits = self.bits >> 44;
        let ends = !bits & MORE;
        if ends == 0 {
            return None;
        }
        let taken = ends.leading_zeros() - 39;
        let bits = bits & !(0xf_ffff >> taken);
        // Reverses the order of the four blocks: `a b c d` become `b a . . d c`, and then `d c b a`.
        let pairs = bits >> 5 & 0x3c0f | bits << 4 & 0x0003_c0f0;
        let number = pairs >> 10 | (pairs & 0xff) << 8;
        self.bits <<= taken;
        self.taken += taken;
        Some(from_zigzag(number as u16))
    }
}

/// Returns the eight bytes of `bytes` from `start` on, with zeros after the end.
#[cold]
#[inline(never)]
fn last_word(bytes: &[u8], start: usize) -> [u8; 8] {
    array::from_fn(|n| bytes.get(start + n).copied().unwrap_or(0))
}

/// The bits that say, in each of four blocks, whether another block follows.
pub(super) const MORE: u64 = 0b10000_10000_10000_10000;

/// The number of bits that the numbers below `count` need.
#[inline(always)]
pub(super) const fn width(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

/// Moves the sign of a number to its lowest bit; the other bits of a negative number are inverted.
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

/// A writer of bits, from the highest to the lowest of each byte.
#[derive(Clone, Debug, Default)]
pub(super) struct BitWriter {
    pub(super) bytes: alloc::vec::Vec<u8>,
    /// The number of bits of the last byte that are free.
    free: u32,
}

impl BitWriter {
    pub(super) const fn new() -> Self {
        Self { bytes: alloc::vec::Vec::new(), free: 0 }
    }

    /// Appends the lowest `count` bits of `bits`; `count` is at most 8.
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

    /// Appends a number as [`Window::take_number`] reads it.
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

#[cfg(test)]
mod tests {
    use super::{BitWriter, Window, from_zigzag, to_zigzag, width};

    #[test]
    fn numbers_come_back() {
        let mut writer = BitWriter::default();
        for number in i16::MIN..=i16::MAX {
            assert_eq!(from_zigzag(to_zigzag(number)), number);
            writer.put_number(number);
        }
        let mut at = 0;
        for number in i16::MIN..=i16::MAX {
            let mut window = Window::at(&writer.bytes, at);
            assert_eq!(window.take_number(), Some(number));
            at += window.taken as usize;
        }
        assert_eq!(at.div_ceil(8), writer.bytes.len());
        assert_eq!([0, 1, -1, 2, -2].map(to_zigzag), [0, 2, 1, 4, 3]);
        // A number of five blocks is refused, because 16 bits have only four.
        assert_eq!(Window::at(&[0xff; 8], 0).take_number(), None);
    }

    #[test]
    fn bits_are_highest_first() {
        let mut writer = BitWriter::default();
        writer.put(0b101, 3);
        writer.put(0, 0);
        writer.put(0b1100_0001, 8);
        assert_eq!(writer.bytes, [0b1011_1000, 0b0010_0000]);
        let mut window = Window::at(&writer.bytes, 0);
        // Numbers below 5, 1, 256 and 64 take 3, 0, 8 and 6 bits.
        assert_eq!([5, 1, 256, 64].map(|count| window.take_below(count)), [0b101, 0, 0b1100_0001, 0]);
        assert_eq!(window.taken, 17);
        assert_eq!(
            [0, 3, 9, 15, 16, 99].map(|at| Window::at(&writer.bytes, at).take_below(128)),
            [92, 96, 32, 0, 0, 0]
        );
        assert_eq!([0, 1, 2, 3, 4, 5, 16].map(width), [0, 0, 1, 2, 2, 3, 4]);
        for count in 1..=256 {
            let mut window = Window::at(&writer.bytes, 0);
            window.take_below(count);
            assert_eq!(window.taken, width(count), "{count}");
        }
    }
}
