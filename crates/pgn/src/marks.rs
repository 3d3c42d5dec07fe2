//! The bytes of movetext that can end a game or hide its end, in blocks of 64.
//!
//! 1. The bytes of a block are classified: braces, signs, and bytes that are signs only next to certain others.
//! 2. [`outside_comments`] finds the comments by the carry of a sum, and says whether one goes on.
//! 3. Only if a sign is left outside comments, the bytes next to it are looked at: most blocks with comments have none.
//!
//! A sign too many costs a look at a byte; one too few would lose the end of a game.

use quadbit_nibble::simd::{BitSimd, ByteClasses};

/// The number of bytes whose marks are the bits of one word.
pub(crate) const BLOCK: usize = 64;

/// The signs (bytes that may end a game or hide its end) among the first [`BLOCK`] bytes of `text`: a bit for each
/// byte, the first byte lowest.
///
/// Outside `{ }` a sign is one of `% & ' ( ) * / : ; Z [`, or not ASCII; or a line break or hyphen before a
/// byte below `0`, or between two digits 0 to 2 or 5. Inside, it is a line break before one of `: ; Z [`, since the
/// next game may begin there. A neighbour in another block counts as such a byte, and bytes beyond the end of the text
/// as signs.
///
/// `in_comment` says whether a comment is open before these bytes, and is set to whether one is open after them.
#[inline(always)]
pub(crate) fn signs<S: BitSimd>(s: S, text: &[u8], in_comment: &mut bool) -> u64 {
    if let Some(block) = text.first_chunk() {
        return signs_of(s, block, in_comment);
    }
    let mut block = [0x80; BLOCK];
    block[..text.len()].copy_from_slice(text);
    signs_of(s, &block, in_comment)
}

#[inline(always)]
fn signs_of<S: BitSimd>(s: S, block: &[u8; BLOCK], in_comment: &mut bool) -> u64 {
    const CLASSES: ByteClasses = ByteClasses::new(&[
        (1 << 0xb, 1 << 7),
        (1 << 0xd, 1 << 7),
        // The signs % & ' ( ) * / and : ; Z [ and the bytes from 0x80 to 0xff.
        (0b1000_0111_1110_0000, 1 << 2),
        (1 << 0xa | 1 << 0xb, 1 << 3 | 1 << 5),
        (0xffff, 0xff00),
        // Line feed, carriage return and hyphen. A class has all combinations of some low nibbles with some high ones,
        // so this one has the asterisk, too.
        (1 << 0xa | 1 << 0xd, 1 << 0 | 1 << 2),
        // The bytes below `0`; the digits 0 to 2 and 5.
        (0xffff, 0b111),
        (0b10_0111, 1 << 3),
    ]);
    let [open, close, all, breaks] = CLASSES.find(s, block, [1, 1 << 1, 0b11_1100, 1 << 5]);
    let outside = outside_comments(open, close, in_comment);
    let breaks = breaks & !outside;
    let games = if breaks == 0 {
        0
    } else {
        line_breaks(block, breaks & before(CLASSES.find(s, block, [1 << 3])[0]))
    };
    let all = all & outside;
    if all == 0 {
        return games;
    }
    let [always, below, digits] = CLASSES.find(s, block, [0b1_1100, 1 << 6, 1 << 7]);
    all & (always | before(below) | behind(digits) & before(digits)) | games
}

/// The set of the bytes of `block` in the set `places` that are line breaks.
#[inline]
fn line_breaks(block: &[u8; BLOCK], mut places: u64) -> u64 {
    let mut found = 0;
    while places != 0 {
        let place = places & places.wrapping_neg();
        found |= if matches!(block[place.trailing_zeros() as usize], b'\n' | b'\r') { place } else { 0 };
        places ^= place;
    }
    found
}

/// The bytes outside `{ }`, given the sets of the bytes that are `{` and `}`. `in_comment` says whether a comment is
/// open before the 64 bytes, and is set to whether one is open after them.
///
/// A comment goes on from `{` to the next `}`; a `{` within it and a `}` outside mean nothing. A sum finds it: a bit
/// added to a row of ones clears the ones above it, and is carried to the `}` or out of the word.
///
/// ```text
/// text         a { b { c } } d {      first byte on the left
/// open         . 1 . 1 . . . . 1
/// not close    1 1 1 1 1 . . 1 1
/// sum          1 . . 1 . 1 . 1 .  and a carry: the last comment is open
/// in comments  . 1 1 1 1 . . . 1     ones that the sum cleared, and open
/// ```
#[inline]
fn outside_comments(open: u64, close: u64, in_comment: &mut bool) -> u64 {
    let open = open | u64::from(*in_comment);
    let (sum, is_open) = (!close).overflowing_add(open);
    *in_comment = is_open;
    !(!close & !sum | open)
}

/// The set of the bytes directly before those in the set `places`, and the last byte, which may be before one of the
/// next block. Bit `i` stands for byte `i`.
#[inline]
const fn before(places: u64) -> u64 {
    places >> 1 | 1 << 63
}

/// The set of the bytes directly after those in the set `places`, and the first byte, which may follow one of the
/// block before. Bit `i` stands for byte `i`.
#[inline]
const fn behind(places: u64) -> u64 {
    places << 1 | 1
}

#[cfg(test)]
mod tests {
    extern crate std;
    use quadbit_nibble::simd::{Level, dispatch};

    use super::{BLOCK, signs};
    use crate::random::random;

    /// The reference for [`signs`], a loop over the bytes of the first block: the signs, and whether a comment is open
    /// at the end.
    fn by_bytes(text: &[u8], mut in_comment: bool) -> (u64, bool) {
        let mut signs = 0;
        for n in 0..BLOCK {
            let byte = text.get(n).copied().unwrap_or(0x80);
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                b'\n' | b'\r' if in_comment => {
                    let next = text.get(n + 1).copied().unwrap_or(0x80);
                    signs |= u64::from(n + 1 == BLOCK || b":;Z[".contains(&next)) << n;
                }
                _ if in_comment => {}
                _ if b"%&'()*/:;Z[".contains(&byte) || byte >= 0x80 => signs |= 1 << n,
                b'-' | b'\n' | b'\r' if is_between(text, n) => signs |= 1 << n,
                _ => {}
            }
        }
        (signs, in_comment)
    }

    /// Whether the byte `n` of a block outside comments, a hyphen or a line break, is a sign because of the bytes next
    /// to it.
    fn is_between(text: &[u8], n: usize) -> bool {
        let neighbour = |n: usize| text.get(n).copied().unwrap_or(0x80);
        let is_digit = |n| matches!(neighbour(n), b'0'..=b'2' | b'5');
        n + 1 == BLOCK || neighbour(n + 1) < b'0' || (n == 0 || is_digit(n - 1)) && is_digit(n + 1)
    }

    fn check(text: &[u8]) {
        for in_comment in [false, true] {
            let mut is_open = in_comment;
            for n in 0..4 {
                let rest = text.get(n * BLOCK..).unwrap_or_default();
                let expected = by_bytes(rest, is_open);
                let signs = dispatch!(Level::auto(), s => signs(s, rest, &mut is_open));
                assert_eq!((signs, is_open), expected, "{text:?}");
            }
        }
    }

    /// Compares the signs with those that `by_bytes` finds, for every byte, in every place of a block whose other bytes
    /// are all of one of six kinds, such as a brace.
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

    /// Compares the signs with those that `by_bytes` finds, in texts with braces and signs in any order.
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
