//! Classes of bytes, told by their two nibbles.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64};

/// Up to eight classes of bytes. A class is given by a set of low nibbles and a set of high nibbles: a byte is in the
/// class if both of its nibbles are in their sets.
///
/// A byte may be in several classes, or in none. Two lookups in tables of 16 entries and an `and` find the classes of a
/// byte, and vectors do this for many bytes at once.
///
/// ```text
///        .0 .1 .2 .. .9 .A .B .. .F
/// 2x      .  .  .     .  .  .     .
/// 3x      1  1  1     1  .  .     .      the digits: low nibbles 0 to 9, high nibble 3
/// 4x      .  .  .     .  .  .     .
/// ```
///
/// Source: Daniel Lemire and Geoff Langdale, "Parsing gigabytes of JSON per second", 2019, section 3.1.2.
///
/// ```
/// use quadbit_nibble::simd::{ByteClasses, Level, dispatch};
/// const DIGITS: u8 = 1;
/// let classes = ByteClasses::new(&[(0b11_1111_1111, 1 << 3)]);
/// let mut text = [b' '; 64];
/// text[..5].copy_from_slice(b"Ra1b2");
/// let found = dispatch!(Level::auto(), s => classes.find(s, &text, [DIGITS]));
/// assert_eq!(found, [0b1_0100]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteClasses {
    /// For each low nibble: the set of classes that admit it, bit `n` for class `n`.
    low: [u8; 16],
    /// For each high nibble: the set of classes that admit it, bit `n` for class `n`.
    high: [u8; 16],
}

impl ByteClasses {
    /// Creates the classes. Each is two masks: bit `i` of the first admits bytes with low nibble `i`, bit `i` of the
    /// second bytes with high nibble `i`; a byte in the class is admitted by both. In the groups that
    /// [`find`](Self::find) takes, bit `n` stands for `classes[n]`.
    ///
    /// # Panics
    ///
    /// If there are more than eight classes.
    pub const fn new(classes: &[(u16, u16)]) -> Self {
        assert!(classes.len() <= 8, "a byte has room for eight classes");
        let (mut low, mut high) = ([0; 16], [0; 16]);
        let mut n = 0;
        while n < classes.len() {
            let mut nibble = 0;
            while nibble < 16 {
                low[nibble] |= ((classes[n].0 >> nibble & 1) as u8) << n;
                high[nibble] |= ((classes[n].1 >> nibble & 1) as u8) << n;
                nibble += 1;
            }
            n += 1;
        }
        Self { low, high }
    }

    /// Finds for each of `groups` the bytes that are in a class of the group. A group is a set of classes, with bit `n`
    /// for class `n`. Bit `i` of `result[g]` is set if `bytes[i]` is in at least one class of `groups[g]`.
    ///
    /// At level `sse2`, which has no shuffle of bytes, this is slower than a loop.
    #[inline(always)]
    pub fn find<S: Simd, const N: usize>(&self, s: S, bytes: &[u8; 64], groups: [u8; N]) -> [u64; N] {
        let bytes = u8x64::load_array_ref(s, bytes);
        let (low, high) = (bytes & u8x64::splat(s, 15), bytes >> 4);
        let classes = u8x64::block_splat(u8x16::simd_from(s, self.low)).swizzle_dyn_within_blocks(low)
            & u8x64::block_splat(u8x16::simd_from(s, self.high)).swizzle_dyn_within_blocks(high);
        // Not by `map`, which compilers may call without the level's instructions.
        let mut found = [0; N];
        for (found, group) in found.iter_mut().zip(groups) {
            *found = !(classes & u8x64::splat(s, group)).simd_eq(u8x64::splat(s, 0)).to_bitmask();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::ByteClasses;
    use crate::simd::{dispatch, testing};

    fn of(classes: &ByteClasses, byte: u8) -> u8 {
        classes.low[usize::from(byte & 15)] & classes.high[usize::from(byte >> 4)]
    }

    /// Checks that `find` agrees with a lookup of single bytes, for every byte, at each of the 64 places and at every
    /// level.
    #[test]
    fn groups_are_those_of_single_bytes() {
        let classes =
            ByteClasses::new(&[(1, 1), (0xff00, 0x00ff), (0x5555, 0xaaaa), (0xffff, 0xff00), (0x0810, 0x20)]);
        for level in testing::levels() {
            for first in 0..=u8::MAX {
                let bytes: [u8; 64] =
                    core::array::from_fn(|n| first.wrapping_add((n * n % 256).try_into().unwrap()));
                let groups = [1, 2, 4, 8, 16, 0, 0b11111, 0b1010];
                let expected = groups.map(|group| {
                    (0..64).fold(0, |bits, n| bits | u64::from(of(&classes, bytes[n]) & group != 0) << n)
                });
                let [found, same] =
                    [bytes, [first; 64]].map(|bytes| dispatch!(level, s => classes.find(s, &bytes, groups)));
                assert_eq!(found, expected, "{level}: {first}");
                let all = groups.map(|group| if of(&classes, first) & group == 0 { 0 } else { u64::MAX });
                assert_eq!(same, all, "{level}: {first}");
            }
        }
    }

    #[test]
    fn a_class_is_a_rectangle() {
        let classes = ByteClasses::new(&[(0b11_1111_1111, 1 << 3), (1 << 0xb | 1 << 0xd, 1 << 7)]);
        for byte in 0..=u8::MAX {
            let expected = u8::from(byte.is_ascii_digit()) | u8::from(byte == b'{' || byte == b'}') << 1;
            assert_eq!(of(&classes, byte), expected);
        }
    }
}
