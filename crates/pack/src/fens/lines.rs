//! The ends of lines in a text, found in vectors.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x32};
use quadbit_nibble::simd::{Level, dispatch};

/// The number of lines of a text: how many positions [`read`](super::read) can find in it. A last line
/// needs no line break.
///
/// ```
/// use quadbit_pack::fens::count_lines;
/// use quadbit_nibble::simd::Level;
/// let count = |text: &str| count_lines(Level::auto(), text.as_bytes());
/// assert_eq!([count(""), count("a"), count("a\n"), count("a\n\n"), count("\nb")], [0, 1, 1, 2, 2]);
/// ```
pub fn count_lines(level: Level, text: &[u8]) -> usize {
    let breaks: usize = dispatch!(level, s => count_breaks(s, text));
    breaks + usize::from(!text.is_empty() && text.last() != Some(&b'\n'))
}

#[inline(always)]
fn count_breaks<S: Simd>(s: S, text: &[u8]) -> usize {
    let mut chunks = text.chunks_exact(32);
    let mut count = 0;
    for chunk in &mut chunks {
        count += breaks(s, chunk).count_ones() as usize;
    }
    chunks.remainder().iter().fold(count, |count, &byte| count + usize::from(byte == b'\n'))
}

/// The length of the first line of a text, with its line break if it has one.
#[inline(always)]
pub(super) fn end<S: Simd>(s: S, text: &[u8]) -> usize {
    let mut passed = 0;
    // Most lines end within these 96 bytes, which are searched without a branch that depends on the length of the line.
    if let Some(window) = text.get(..96) {
        let (first, second) = (breaks(s, &window[..32]), breaks(s, &window[32..64]));
        let (both, third) = (u64::from(first) | u64::from(second) << 32, breaks(s, &window[64..]));
        if both | u64::from(third) != 0 {
            let beyond = 64 + third.trailing_zeros() as usize;
            return 1 + if both == 0 { beyond } else { both.trailing_zeros() as usize };
        }
        passed = 96;
    }
    while let Some(chunk) = text.get(passed..passed + 32) {
        let breaks = breaks(s, chunk);
        if breaks != 0 {
            return passed + breaks.trailing_zeros() as usize + 1;
        }
        passed += 32;
    }
    let rest = text[passed..].iter().position(|&byte| byte == b'\n');
    rest.map_or(text.len(), |at| passed + at + 1)
}

/// The line feeds among the 32 bytes of `chunk`, a bit for each byte.
#[inline(always)]
fn breaks<S: Simd>(s: S, chunk: &[u8]) -> u32 {
    u8x32::from_slice(s, chunk).simd_eq(u8x32::splat(s, b'\n')).to_bitmask() as u32
}
