//! Spreads the bits of a word to one truth value each.

use fearless_simd::prelude::*;
use fearless_simd::{mask8x64, u8x64};
use quadbit_nibble::simd::BitSimd;

/// Writes each bit of `bits` as a truth value, the lowest first: 64 values.
#[inline(always)]
fn truths<S: BitSimd>(s: S, bits: u64, values: &mut [bool]) {
    let mut bytes = [0; 64];
    let ones = mask8x64::from_bitmask(s, bits);
    ones.select(u8x64::splat(s, 1), u8x64::splat(s, 0)).store_slice(&mut bytes);
    // Stores one array of 64 values, because otherwise the compiler makes a loop over bytes.
    if let Some(values) = values.first_chunk_mut() {
        *values = bytes.map(|byte| byte != 0);
    }
}

/// Writes each bit of `words` as a truth value, the lowest first. The words are overwritten.
///
/// The caller's memory can begin anywhere in a cache line, but a store that crosses a line takes twice as
/// long. So the bits are shifted, and all stores but the first and the last are whole lines:
///
/// ```text
///   lines     .....012|34567890|12345678|90......
///   stores         012 34567                        the first, unaligned
///                                  45678 90         the last, unaligned
///                      34567890 12345678            from the shifted bits
/// ```
#[inline(always)]
pub(crate) fn spread<S: BitSimd>(s: S, words: &mut [u64], values: &mut [bool]) {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
    truths(s, *first, &mut values[..64]);
    let end = values.len() - 64;
    truths(s, *last, &mut values[end..]);

    let ahead = values.as_ptr().align_offset(64) & 63;
    shift(s, words, ahead as u32);
    for (&bits, values) in words.iter().zip(values[ahead..].chunks_exact_mut(64)) {
        truths(s, bits, values);
    }
}

/// Shifts the bits of all words down by `count`, less than 64, from each word into the one before it.
#[inline(always)]
fn shift<S: BitSimd>(s: S, words: &mut [u64], count: u32) {
    if count == 0 {
        return;
    }
    let (mut at, lanes) = (0, S::u64s::LEN);
    while at + lanes < words.len() {
        let this = S::u64s::from_slice(s, &words[at..at + lanes]);
        let next = S::u64s::from_slice(s, &words[at + 1..at + 1 + lanes]);
        ((this >> count) | (next << (64 - count))).store_slice(&mut words[at..at + lanes]);
        at += lanes;
    }
    while at < words.len() {
        let next = words.get(at + 1).copied().unwrap_or(0);
        words[at] = words[at] >> count | next << (64 - count);
        at += 1;
    }
}
