//! The bytes of movetext that can end a game or hide its end, 64 at a time.

/// Some bytes among 64 of a text, a bit each, the first byte lowest. Behind the end of the text all signs are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks {
    /// `{`
    open: u64,
    /// `}`
    close: u64,
    /// One of `% & \' ( ) * - ; [`, a line feed before a blank or control character, or not ASCII.
    signs: u64,
}

/// The number of bytes that are looked at together.
const BLOCK: usize = 64;

const LOWEST: u64 = 0x0101_0101_0101_0101;

impl Marks {
    /// The marks at the beginning of a text.
    #[inline]
    pub(super) fn of(text: &[u8]) -> Self {
        // One more, because a line feed counts by what follows it.
        if let Some(window) = text.first_chunk() {
            return Self::of_window(window);
        }
        let mut window = [0x80; BLOCK + 1];
        window[..text.len()].copy_from_slice(text);
        Self::of_window(&window)
    }

    #[inline]
    fn of_window(window: &[u8; BLOCK + 1]) -> Self {
        let mut kinds = [0; BLOCK];
        for (n, kind) in kinds.iter_mut().enumerate() {
            let (byte, next) = (window[n], window[n + 1]);
            let is_sign =
                matches!(byte, b'%'..=b'*' | b'-' | b';' | b'[' | 0x80..) || byte == b'\n' && next <= b' ';
            *kind = u8::from(byte == b'{') | u8::from(byte == b'}') << 1 | u8::from(is_sign) << 2;
        }
        Self { open: gather(&kinds, 0), close: gather(&kinds, 1), signs: gather(&kinds, 2) }
    }

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
#[inline]
fn gather(kinds: &[u8; BLOCK], bit: u32) -> u64 {
    let (words, _) = kinds.as_chunks();
    words.iter().rev().fold(0, |bits, word| {
        let ones = u64::from_le_bytes(*word) >> bit & LOWEST;
        bits << 8 | ones.wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{BLOCK, Marks};

    /// By a loop over the bytes: the signs outside comments, and whether a comment is open at the end.
    fn by_bytes(text: &[u8], mut in_comment: bool) -> (u64, bool) {
        let mut signs = 0;
        for n in 0..BLOCK {
            let byte = text.get(n).copied().unwrap_or(0x80);
            let next = text.get(n + 1).copied().unwrap_or(0x80);
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                _ if in_comment => {}
                b'\n' => signs |= u64::from(next <= b' ') << n,
                _ if b"%&'()*-;[".contains(&byte) || byte >= 0x80 => signs |= 1 << n,
                _ => {}
            }
        }
        (signs, in_comment)
    }

    fn check(text: &[u8]) {
        for in_comment in [false, true] {
            let mut is_open = in_comment;
            let signs = Marks::of(text).outside_comments(&mut is_open);
            assert_eq!((signs, is_open), by_bytes(text, in_comment), "{text:?}");
        }
    }

    /// Every byte in every place, behind every other kind of byte.
    #[test]
    fn each_byte() {
        for byte in 0..=u8::MAX {
            for n in 0..=BLOCK {
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
            let text: [u8; BLOCK + 1] = core::array::from_fn(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                b"{{{}}}-;\n  (aaaaaaa"[(state >> 33) as usize % 19]
            });
            check(&text);
        }
        check(b"{");
        check(b"}");
        check(&[b'{'; BLOCK + 1]);
        check(&[b'}'; BLOCK + 1]);
    }
}
