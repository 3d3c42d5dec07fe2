//! The bytes of movetext that can end a game or hide its end, 64 at a time.

#[cfg(feature = "simd")]
use quadbit_nibble::simd::{ByteClasses, Level};

/// Some bytes among 64 of a text, a bit each, the first byte lowest. Behind the end of the text all signs are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    /// `{`
    open: u64,
    /// `}`
    close: u64,
    /// One of `% & ' ( ) * - ; [`, a line feed, or not ASCII.
    signs: u64,
}

/// The number of bytes that are looked at together.
pub(super) const BLOCK: usize = 64;

/// Finds marks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder {
    #[cfg(feature = "simd")]
    level: Level,
}

impl Finder {
    pub(super) fn new() -> Self {
        Self {
            #[cfg(feature = "simd")]
            level: Level::auto(),
        }
    }

    /// The marks at the beginning of a text.
    #[inline]
    pub(super) fn marks(self, text: &[u8]) -> Marks {
        if let Some(block) = text.first_chunk() {
            return self.marks_of_block(block);
        }
        let mut block = [0x80; BLOCK];
        block[..text.len()].copy_from_slice(text);
        self.marks_of_block(&block)
    }

    #[cfg(feature = "simd")]
    #[inline]
    fn marks_of_block(self, block: &[u8; BLOCK]) -> Marks {
        const CLASSES: ByteClasses = ByteClasses::new(&[
            (1 << 0xb, 1 << 7),
            (1 << 0xd, 1 << 7),
            // %&'()*- and ;[ and a line feed, and 0x80 to 0xff.
            (1 << 0xd | 0b111_1110_0000, 1 << 2),
            (1 << 0xb, 1 << 3 | 1 << 5),
            (1 << 0xa, 1 << 0),
            (0xffff, 0xff00),
        ]);
        let [open, close, signs] = CLASSES.find(self.level, block, [1, 2, 0b11_1100]);
        Marks { open, close, signs }
    }

    #[cfg(not(feature = "simd"))]
    #[inline]
    fn marks_of_block(self, block: &[u8; BLOCK]) -> Marks {
        marks_without_vectors(block)
    }
}

/// The same for builds without vectors, by words of eight bytes.
#[cfg(any(test, not(feature = "simd")))]
#[inline]
fn marks_without_vectors(block: &[u8; BLOCK]) -> Marks {
    let kinds = block.map(|byte| {
        let is_sign = matches!(byte, b'%'..=b'*' | b'-' | b';' | b'[' | b'\n' | 0x80..);
        u8::from(byte == b'{') | u8::from(byte == b'}') << 1 | u8::from(is_sign) << 2
    });
    Marks { open: gather(&kinds, 0), close: gather(&kinds, 1), signs: gather(&kinds, 2) }
}

impl Marks {
    /// The signs outside `{ }`. A comment may be open before, and after, the 64 bytes.
    ///
    /// A comment goes on from `{` to the next `}`. Other braces within and without mean nothing. A sum finds it: a
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
    pub(super) fn outside_comments(self, in_comment: &mut bool) -> u64 {
        let open = self.open | u64::from(*in_comment);
        let (sum, is_open) = (!self.close).overflowing_add(open);
        *in_comment = is_open;
        self.signs & !(!self.close & !sum | open)
    }
}

/// One bit of each byte. Each word is multiplied so that its eight bits meet in the highest byte.
#[cfg(any(test, not(feature = "simd")))]
#[inline]
fn gather(kinds: &[u8; BLOCK], bit: u32) -> u64 {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    let (words, _) = kinds.as_chunks();
    words.iter().rev().fold(0, |bits, word| {
        let ones = u64::from_le_bytes(*word) >> bit & LOWEST;
        bits << 8 | ones.wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{BLOCK, Finder, marks_without_vectors};

    /// By a loop over the bytes: the signs outside comments, and whether a comment is open at the end.
    fn by_bytes(text: &[u8], mut in_comment: bool) -> (u64, bool) {
        let mut signs = 0;
        for n in 0..BLOCK {
            let byte = text.get(n).copied().unwrap_or(0x80);
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                _ if in_comment => {}
                _ if b"%&'()*-;[\n".contains(&byte) || byte >= 0x80 => signs |= 1 << n,
                _ => {}
            }
        }
        (signs, in_comment)
    }

    fn check(text: &[u8]) {
        for in_comment in [false, true] {
            let mut is_open = in_comment;
            let signs = Finder::new().marks(text).outside_comments(&mut is_open);
            assert_eq!((signs, is_open), by_bytes(text, in_comment), "{text:?}");
        }
        if let Some(block) = text.first_chunk() {
            assert_eq!(Finder::new().marks(text), marks_without_vectors(block));
        }
    }

    /// Every byte in every place, behind every other kind of byte.
    #[test]
    fn each_byte() {
        for byte in 0..=u8::MAX {
            for n in 0..BLOCK {
                for around in *b"a\n{}" {
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
    fn comments() {
        let mut state = 1_u64;
        for _ in 0..100_000 {
            let text: [u8; BLOCK] = core::array::from_fn(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                b"{{{}}}-;\n  (aaaaaaa"[(state >> 33) as usize % 19]
            });
            check(&text);
        }
        check(b"{");
        check(b"}");
        check(&[b'{'; BLOCK]);
        check(&[b'}'; BLOCK]);
    }
}
