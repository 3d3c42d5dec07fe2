//! Iteration over packed nibbles: of each byte, the lower half comes first.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::nibble::Nibble;

/// The nibbles of packed bytes, from the first to the last, or backwards with `rev`.
///
/// Created by `iter` of [`NibbleArray`](crate::NibbleArray). Methods that consume the whole iterator (`fold`,
/// `for_each`, or `sum` after `map`) take both halves of a byte at a time and are faster than a loop over `next`.
#[derive(Clone, Debug)]
pub struct Nibbles<'a> {
    bytes: &'a [u8],
    /// The indices of the elements that are left.
    left: Range<usize>,
}

impl<'a> Nibbles<'a> {
    /// Iterates over the first `len` nibbles of `bytes`, which must hold at least `len` nibbles.
    #[inline]
    pub(crate) const fn new(bytes: &'a [u8], len: usize) -> Self {
        Self { bytes, left: 0..len }
    }

    #[inline]
    const fn at(&self, index: usize) -> Nibble {
        nibble_of(self.bytes[index >> 1], index)
    }
}

impl Iterator for Nibbles<'_> {
    type Item = Nibble;

    #[inline]
    fn next(&mut self) -> Option<Nibble> {
        self.left.next().map(|index| self.at(index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Nibble> {
        self.left.nth(n).map(|index| self.at(index))
    }

    #[inline]
    fn last(mut self) -> Option<Nibble> {
        self.next_back()
    }

    #[inline]
    fn fold<B, F: FnMut(B, Nibble) -> B>(mut self, init: B, mut f: F) -> B {
        let mut acc = init;
        if self.left.start % 2 == 1
            && let Some(odd) = self.next()
        {
            acc = f(acc, odd);
        }
        // Now `start` is even or nothing is left, so every byte but the last one is taken whole.
        let Range { start, end } = self.left;
        for &byte in &self.bytes[start / 2..(end / 2).max(start / 2)] {
            acc = f(acc, nibble_of(byte, 0));
            acc = f(acc, nibble_of(byte, 1));
        }
        if end % 2 == 1 && start < end {
            acc = f(acc, nibble_of(self.bytes[end / 2], 0));
        }
        acc
    }
}

impl DoubleEndedIterator for Nibbles<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Nibble> {
        self.left.next_back().map(|index| self.at(index))
    }
}

impl ExactSizeIterator for Nibbles<'_> {}

impl FusedIterator for Nibbles<'_> {}

/// Extracts the nibble at `index` of an array from `byte`, the array's byte `index / 2`: shifts by `(index & 1) << 2`.
#[inline]
pub(crate) const fn nibble_of(byte: u8, index: usize) -> Nibble {
    Nibble::from_low_bits(byte >> shift_of(index))
}

#[inline]
pub(crate) const fn shift_of(index: usize) -> u32 {
    if index & 1 == 0 { 0 } else { 4 }
}
