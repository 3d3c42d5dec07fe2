//! Iteration over packed nibbles.

use core::iter::FusedIterator;

use crate::nibble::Nibble;

/// The nibbles of packed bytes, from the first to the last, or backwards with `rev`.
///
/// Created by `iter` of [`NibbleArray`](crate::NibbleArray). Methods that consume the whole iterator (`sum`,
/// `for_each`, `fold`) take both halves of a byte at a time and are faster than a loop over `next`.
#[derive(Clone, Debug)]
pub struct Nibbles<'a> {
    bytes: &'a [u8],
    /// The index of the next element from the front.
    front: usize,
    /// One more than the index of the next element from the back.
    back: usize,
}

impl<'a> Nibbles<'a> {
    /// Iterates over the first `len` nibbles of `bytes`, which must hold at least `len` nibbles.
    #[inline]
    pub(crate) const fn new(bytes: &'a [u8], len: usize) -> Self {
        Self { bytes, front: 0, back: len }
    }
}

impl Iterator for Nibbles<'_> {
    type Item = Nibble;

    #[inline]
    fn next(&mut self) -> Option<Nibble> {
        if self.front == self.back {
            return None;
        }
        let index = self.front;
        self.front += 1;
        Some(nibble_of(self.bytes[index >> 1], index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.back - self.front;
        (len, Some(len))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Nibble> {
        self.front += n.min(self.back - self.front);
        self.next()
    }

    #[inline]
    fn last(mut self) -> Option<Nibble> {
        self.next_back()
    }

    #[inline]
    fn fold<B, F: FnMut(B, Nibble) -> B>(mut self, init: B, mut f: F) -> B {
        let mut acc = init;
        if self.front % 2 == 1
            && let Some(odd) = self.next()
        {
            acc = f(acc, odd);
        }
        // Now the front is even, and every whole byte up to the back has both halves left.
        for &byte in &self.bytes[self.front / 2..(self.back / 2).max(self.front / 2)] {
            acc = f(acc, nibble_of(byte, 0));
            acc = f(acc, nibble_of(byte, 1));
        }
        if self.back % 2 == 1 && self.front < self.back {
            acc = f(acc, nibble_of(self.bytes[self.back / 2], 0));
        }
        acc
    }
}

impl DoubleEndedIterator for Nibbles<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Nibble> {
        if self.front == self.back {
            return None;
        }
        self.back -= 1;
        Some(nibble_of(self.bytes[self.back >> 1], self.back))
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
