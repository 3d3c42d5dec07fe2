//! Sums and exclusive ors of whole arrays of nibbles, two to a byte, at every level.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::{BitSimd, Level, dispatch};
use quadbit_nibble::swar;

/// A formula that combines two rows of nibbles into one.
trait Combine: Copy {
    /// Returns the result for eight bytes, two nibbles in each.
    fn words(self, x: u64, y: u64) -> u64;

    /// Returns the result for a register of bytes.
    fn registers<S: BitSimd>(self, s: S, x: S::u8s, y: S::u8s) -> S::u8s;
}

/// Adds each nibble of `y` to the nibble of `x` at the same place, modulo 16.
pub(crate) fn add(level: Level, x: &mut [u8], y: &[u8]) {
    dispatch!(level, s => combine(s, x, y, Sum));
}

/// Replaces `x` by its exclusive or with `y`: a measure of two loads, one operation and one store.
pub(crate) fn xor(level: Level, x: &mut [u8], y: &[u8]) {
    dispatch!(level, s => combine(s, x, y, Xor));
}

/// Combines whole registers, four at a time because the formulas are shorter than the overhead of the loop,
/// then words. Both lengths must be equal, and multiples of eight.
#[inline(always)]
fn combine<S: BitSimd>(s: S, x: &mut [u8], y: &[u8], formula: impl Combine) {
    assert!(x.len() == y.len() && x.len().is_multiple_of(8), "{} and {} bytes", x.len(), y.len());
    let len = S::u8s::LEN;
    let register = |x: &mut [u8], y: &[u8]| {
        let [a, b] = [&*x, y].map(|bytes| S::u8s::from_slice(s, bytes));
        formula.registers(s, a, b).store_slice(x);
    };
    let mut x = x.chunks_exact_mut(4 * len);
    let mut y = y.chunks_exact(4 * len);
    for (x, y) in (&mut x).zip(&mut y) {
        register(&mut x[..len], &y[..len]);
        register(&mut x[len..2 * len], &y[len..2 * len]);
        register(&mut x[2 * len..3 * len], &y[2 * len..3 * len]);
        register(&mut x[3 * len..], &y[3 * len..]);
    }
    for (x, y) in x.into_remainder().as_chunks_mut::<8>().0.iter_mut().zip(y.remainder().as_chunks::<8>().0) {
        *x = formula.words(u64::from_ne_bytes(*x), u64::from_ne_bytes(*y)).to_ne_bytes();
    }
}

#[derive(Clone, Copy)]
struct Sum;

impl Combine for Sum {
    #[inline(always)]
    fn words(self, x: u64, y: u64) -> u64 {
        swar::add(x, y)
    }

    /// Adds the bytes of two registers separately, so that only the lower halves carry into a neighbour. This carry
    /// into an upper half, `(x ^ y ^ sum) & 0x10`, is subtracted again. The whole takes one operation less than
    /// [`swar::add`]. The scalar level adds words, because a byte costs it as much as a word.
    #[inline(always)]
    fn registers<S: BitSimd>(self, s: S, x: S::u8s, y: S::u8s) -> S::u8s {
        if s.level().is_fallback() {
            let (x, y) = (x.bitcast::<S::u64s>(), y.bitcast::<S::u64s>());
            let (low, high) =
                (S::u64s::splat(s, 0x7777_7777_7777_7777), S::u64s::splat(s, 0x8888_8888_8888_8888));
            return (((x & low) + (y & low)) ^ ((x ^ y) & high)).bitcast();
        }
        let sum = x + y;
        sum - ((x ^ y ^ sum) & S::u8s::splat(s, 0x10))
    }
}

#[derive(Clone, Copy)]
struct Xor;

impl Combine for Xor {
    #[inline(always)]
    fn words(self, x: u64, y: u64) -> u64 {
        x ^ y
    }

    #[inline(always)]
    fn registers<S: BitSimd>(self, _: S, x: S::u8s, y: S::u8s) -> S::u8s {
        x ^ y
    }
}
