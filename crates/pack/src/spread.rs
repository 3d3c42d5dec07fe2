//! Bits to numbers: a 1 for each one and a 0 for each zero.

use bytemuck::Pod;
use fearless_simd::prelude::*;
use fearless_simd::{f32x16, mask8x64, mask32x16, u8x64};
use quadbit_nibble::simd::BitSimd;

/// A kind of number for which a line of the cache, 64 bytes, is made at once.
pub(crate) trait Number: Copy {
    /// As many bits as a line has numbers.
    type Bits: Pod;

    /// The bits as a word, from their bytes in little-endian order.
    fn word(bits: Self::Bits) -> u64;

    /// Writes a line for the lowest bits of a word.
    fn spread<S: BitSimd>(s: S, bits: u64, line: &mut [Self]);
}

impl Number for u8 {
    type Bits = u64;

    #[inline(always)]
    fn word(bits: u64) -> u64 {
        u64::from_le(bits)
    }

    #[inline(always)]
    fn spread<S: BitSimd>(s: S, bits: u64, line: &mut [Self]) {
        mask8x64::from_bitmask(s, bits).select(u8x64::splat(s, 1), u8x64::splat(s, 0)).store_slice(line);
    }
}

impl Number for bool {
    type Bits = u64;

    #[inline(always)]
    fn word(bits: u64) -> u64 {
        u64::from_le(bits)
    }

    #[inline(always)]
    fn spread<S: BitSimd>(s: S, bits: u64, line: &mut [Self]) {
        let mut bytes = [0; 64];
        u8::spread(s, bits, &mut bytes);
        for (value, byte) in line.iter_mut().zip(bytes) {
            *value = byte != 0;
        }
    }
}

impl Number for f32 {
    type Bits = u16;

    #[inline(always)]
    fn word(bits: u16) -> u64 {
        u16::from_le(bits).into()
    }

    #[inline(always)]
    fn spread<S: BitSimd>(s: S, bits: u64, line: &mut [Self]) {
        let ones = mask32x16::from_bitmask(s, bits & 0xffff);
        ones.select(f32x16::splat(s, 1.0), f32x16::splat(s, 0.0)).store_slice(line);
    }
}

/// Writes 64 numbers for each word, the lowest bit first. The words are lost.
///
/// The caller's memory begins anywhere in a line of the cache, but a store that crosses from one line to the next takes twice as
/// long. Therefore the bits are shifted, and all stores but the first and the last are whole lines:
///
/// ```text
///   lines     .....012|34567890|12345678|90......
///   stores         012 34567                        the first, unaligned
///                                  45678 90         the last, unaligned
///                      34567890 12345678            from the shifted bits
/// ```
#[inline(always)]
pub(crate) fn spread<S: BitSimd, N: Number>(s: S, words: &mut [u64], numbers: &mut [N]) {
    let line = 8 * size_of::<N::Bits>();
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
    N::spread(s, *first, &mut numbers[..line]);
    let end = numbers.len() - line;
    N::spread(s, last >> (64 - line), &mut numbers[end..]);

    let ahead = numbers.as_ptr().align_offset(64) % line;
    shift(s, words, ahead as u32);
    let bits: &[N::Bits] = bytemuck::cast_slice(words);
    for (&bits, line) in bits.iter().zip(numbers[ahead..].chunks_exact_mut(line)) {
        N::spread(s, N::word(bits), line);
    }
}

/// Shifts the bits of all words down by less than a word, from each word into the one before it; the bytes of the words are then in
/// little-endian order.
#[inline(always)]
fn shift<S: BitSimd>(s: S, words: &mut [u64], count: u32) {
    if cfg!(target_endian = "little") && count == 0 {
        return;
    }
    let (mut at, lanes) = (0, S::u64s::LEN);
    while cfg!(target_endian = "little") && at + lanes < words.len() {
        let this = S::u64s::from_slice(s, &words[at..at + lanes]);
        let next = S::u64s::from_slice(s, &words[at + 1..at + 1 + lanes]);
        ((this >> count) | (next << (64 - count))).store_slice(&mut words[at..at + lanes]);
        at += lanes;
    }
    while at < words.len() {
        let next = words.get(at + 1).copied().unwrap_or(0);
        words[at] = (words[at] >> count | next.checked_shl(64 - count).unwrap_or(0)).to_le();
        at += 1;
    }
}
