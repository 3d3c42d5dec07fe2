//! The bytes of movetext that can end a game or hide its end, in blocks of 64.
//!
//! 1. [`Marks::of`] classifies the bytes of a block: braces, signs, and bytes that are signs between others.
//! 2. [`Marks::outside_comments`] removes the signs in comments, found by the carry of a sum, and says whether a
//!    comment goes on.
//!
//! A sign too many costs a look at a byte; one too few would lose the end of a game.

use quadbit_nibble::simd::{BitSimd, ByteClasses};

/// The marks of 64 bytes of a text, a bit for each byte, the first byte lowest. Bytes beyond the end of the text count
/// as signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The bytes that are `{`.
    open: u64,
    /// The bytes that are `}`.
    close: u64,
    /// The signs: bytes that are one of `% & ' ( ) * ; [`, or not ASCII; a line break or hyphen that stands before a
    /// byte below `0`, or between two digits 0 to 2. A neighbour in another block counts as such a byte.
    signs: u64,
}

/// The number of bytes whose marks are the bits of one word.
pub(crate) const BLOCK: usize = 64;

impl Marks {
    /// The marks of the first [`BLOCK`] bytes of `text`.
    #[inline(always)]
    pub(crate) fn of<S: BitSimd>(s: S, text: &[u8]) -> Self {
        if let Some(block) = text.first_chunk() {
            return Self::of_block(s, block);
        }
        let mut block = [0x80; BLOCK];
        block[..text.len()].copy_from_slice(text);
        Self::of_block(s, &block)
    }

    #[inline(always)]
    fn of_block<S: BitSimd>(s: S, block: &[u8; BLOCK]) -> Self {
        const CLASSES: ByteClasses = ByteClasses::new(&[
            (1 << 0xb, 1 << 7),
            (1 << 0xd, 1 << 7),
            // %&'()* and ;[ and 0x80 to 0xff.
            (0b111_1110_0000, 1 << 2),
            (1 << 0xb, 1 << 3 | 1 << 5),
            (0xffff, 0xff00),
            // A line feed and a hyphen; a carriage return and an asterisk are in their rectangle.
            (1 << 0xa | 1 << 0xd, 1 << 0 | 1 << 2),
            // Below 0, and 0 to 2.
            (0xffff, 0b111),
            (0b111, 1 << 3),
        ]);
        let groups = [1 << 0, 1 << 1, 0b11100, 1 << 5, 1 << 6, 1 << 7];
        let [open, close, signs, others, below, digits] = CLASSES.find(s, block, groups);
        Self { open, close, signs: signs | others & (before(below) | behind(digits) & before(digits)) }
    }

    /// The signs outside `{ }`. `in_comment` says whether a comment is open before the 64 bytes, and is set to whether
    /// one is open after them.
    ///
    /// A comment goes on from `{` to the next `}`; a `{` within it and a `}` outside mean nothing. A sum finds it: a
    /// bit added to a row of ones clears the ones above it, and is carried to the `}` or out of the word.
    ///
    /// ```text
    /// text         a { b { c } } d {      first byte on the left
    /// open         . 1 . 1 . . . . 1
    /// not close    1 1 1 1 1 . . 1 1
    /// sum          1 . . 1 . 1 . 1 .  and a carry: the last comment is open
    /// in comments  . 1 1 1 1 . . . 1     ones that the sum cleared, and open
    /// ```
    #[inline]
    pub(crate) fn outside_comments(self, in_comment: &mut bool) -> u64 {
        let open = self.open | u64::from(*in_comment);
        let (sum, is_open) = (!self.close).overflowing_add(open);
        *in_comment = is_open;
        self.signs & !(!self.close & !sum | open)
    }
}

/// The set of the bytes directly before those in the set `places`, and the last byte, which may be before one of the
/// next block. Bit `i` stands for byte `i`.
#[inline]
const fn before(places: u64) -> u64 {
    places >> 1 | 1 << 63
}

/// The set of the bytes directly behind those in the set `places`, and the first byte, which may be behind one of the
/// block before. Bit `i` stands for byte `i`.
#[inline]
const fn behind(places: u64) -> u64 {
    places << 1 | 1
}

#[cfg(test)]
mod tests {
    extern crate std;
    use quadbit_nibble::simd::{Level, dispatch};

    use super::{BLOCK, Marks};
    use crate::random::random;

    /// By a loop over the bytes: the signs outside comments, and whether a comment is open at the end.
    fn by_bytes(text: &[u8], mut in_comment: bool) -> (u64, bool) {
        let mut signs = 0;
        for n in 0..BLOCK {
            let byte = text.get(n).copied().unwrap_or(0x80);
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                _ if in_comment => {}
                _ if b"%&'()*;[".contains(&byte) || byte >= 0x80 => signs |= 1 << n,
                b'-' | b'\n' | b'\r' if is_between(text, n) => signs |= 1 << n,
                _ => {}
            }
        }
        (signs, in_comment)
    }

    /// Whether the neighbours in the block make a hyphen or a line feed a sign.
    fn is_between(text: &[u8], n: usize) -> bool {
        let neighbour = |n: usize| text.get(n).copied().unwrap_or(0x80);
        let is_digit = |n| matches!(neighbour(n), b'0'..=b'2');
        n + 1 == BLOCK || neighbour(n + 1) < b'0' || (n == 0 || is_digit(n - 1)) && is_digit(n + 1)
    }

    fn check(text: &[u8]) {
        for in_comment in [false, true] {
            let mut is_open = in_comment;
            for n in 0..4 {
                let rest = text.get(n * BLOCK..).unwrap_or_default();
                let marks = dispatch!(Level::auto(), s => Marks::of(s, rest));
                let expected = by_bytes(rest, is_open);
                let signs = marks.outside_comments(&mut is_open);
                assert_eq!((signs, is_open), expected, "{text:?}");
            }
        }
    }

    /// Compares the marks of every byte, in every place and behind bytes of every other kind, with those that a loop
    /// finds.
    #[test]
    fn marks_of_each_byte_equal_a_loop() {
        for byte in 0..=u8::MAX {
            for n in 0..BLOCK {
                for around in *b"a\n{}-1" {
                    let mut text = [around; BLOCK + 5];
                    text[n] = byte;
                    check(&text);
                    check(&text[..n]);
                }
            }
        }
    }

    /// Braces and signs in any order.
    #[test]
    fn marks_around_comments_equal_a_loop() {
        let mut state = 1_u64;
        for _ in 0..100_000 {
            let text: [u8; 4 * BLOCK + 1] =
                core::array::from_fn(|_| b"{{}}--;\n\r 0123(aaa"[random(&mut state) % 18]);
            check(&text);
            check(&text[..random(&mut state) % text.len()]);
        }
        check(b"{");
        check(b"}");
        check(&[b'{'; BLOCK]);
        check(&[b'}'; BLOCK]);
    }
}
