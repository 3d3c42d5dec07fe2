//! Searches for bytes, eight at a time: a sum or difference of 64-bit words tests all their bytes.
//!
//! Words, tags and comments of games are short. The end of a loop over single bytes would be mispredicted,
//! and a search routine for long texts takes longer to set up than to run.

const LOWEST: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// Returns the index of the first `byte` in `bytes`; `None` if there is none.
#[inline]
pub(crate) fn find(bytes: &[u8], byte: u8) -> Option<usize> {
    find_any(bytes, [byte])
}

/// Returns the index of the first byte in `bytes` that is one of `any_of`; `None` if there is none.
#[inline]
pub(crate) fn find_any<const N: usize>(bytes: &[u8], any_of: [u8; N]) -> Option<usize> {
    let is_found =
        |word: u64| any_of.map(|byte| zeros(word ^ (LOWEST * u64::from(byte)))).iter().fold(0, |a, b| a | b);
    find_by(bytes, is_found, |byte| any_of.contains(&byte))
}

/// Returns the index of the first byte in `bytes` that is `byte` or below 32, such as a line break; `None` if there is
/// none.
#[inline]
pub(crate) fn find_or_control(bytes: &[u8], byte: u8) -> Option<usize> {
    // Marks the bytes below 32 as `zeros` marks the bytes that are 0.
    let controls = |word: u64| word.wrapping_sub(LOWEST * 32) & !word & HIGHEST;
    let in_word = |word: u64| zeros(word ^ (LOWEST * u64::from(byte))) | controls(word);
    find_by(bytes, in_word, |found| found == byte || found < 32)
}

/// Finds the first byte of `bytes` that is searched for; `None` if there is none. `in_word` marks the first such byte
/// of a word of eight bytes by its highest bit, and may also mark bytes after it. `is_wanted` decides about a single
/// byte.
#[inline(always)]
fn find_by(bytes: &[u8], in_word: impl Fn(u64) -> u64, is_wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let (words, rest) = bytes.as_chunks();
    for (n, word) in words.iter().enumerate() {
        let found = in_word(u64::from_le_bytes(*word));
        if found != 0 {
            return Some(8 * n + found.trailing_zeros() as usize / 8);
        }
    }
    let behind = rest.iter().position(|&byte| is_wanted(byte))?;
    Some(8 * words.len() + behind)
}

/// Whether there are at least two line breaks in the white space at the beginning of a text. A line break is LF, CR, or
/// CR LF.
#[inline]
pub(crate) fn begins_with_blank_line(text: &[u8]) -> bool {
    let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    has_line_breaks(&text[..blanks])
}

/// Whether there are at least two line breaks in the white space at the end of a text.
pub(crate) fn ends_with_blank_line(text: &[u8]) -> bool {
    has_line_breaks(&text[text.trim_ascii_end().len()..])
}

/// Whether there are at least two line breaks in `blanks`.
fn has_line_breaks(blanks: &[u8]) -> bool {
    let ends_line = |(n, byte): (usize, &u8)| match byte {
        b'\n' => true,
        b'\r' => blanks.get(n + 1) != Some(&b'\n'),
        _ => false,
    };
    blanks.iter().enumerate().filter(|&place| ends_line(place)).nth(1).is_some()
}

/// Marks the lowest byte of `word` that is zero by its highest bit; bytes above it may be marked too. The result is 0
/// if no byte is zero. Source: Mycroft's test for a zero byte.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(LOWEST) & !word & HIGHEST
}

/// The number of bytes at the beginning of `bytes` that are certainly part of a word of movetext: ASCII, and neither
/// white space nor a symbol. The next byte may be part of the word too.
#[inline]
pub(crate) fn word_length(bytes: [u8; 8]) -> usize {
    let all = u64::from_le_bytes(bytes);
    let low = all & !HIGHEST;
    let blanks = !at_least(low, b'!');
    // `%`, `&`, `'`, the backslash and `|` are taken for symbols, too, although a word may go on after them.
    let symbols = at_least(low, b'$') & !at_least(low, b'*' + 1);
    let semicolons = at_least(low, b';') & !at_least(low, b';' + 1);
    let lower = low | (LOWEST * 0x20);
    let brackets = at_least(lower, b'{') & !at_least(lower, b'}' + 1);
    let ends = (blanks | symbols | semicolons | brackets | all) & HIGHEST;
    ends.trailing_zeros() as usize / 8
}

/// Sets the highest bit of each byte of `bytes` that is not less than `bound`. The bytes must be below 128, so that
/// no sum overflows.
const fn at_least(bytes: u64, bound: u8) -> u64 {
    bytes + LOWEST * (0x80 - bound) as u64
}

#[cfg(test)]
mod tests {
    use super::{find, find_any, find_or_control, word_length};

    /// Compares `find`, `find_any` and `find_or_control` with plain loops. The bytes they look for are placed among
    /// bytes that differ from them in one bit or by one.
    #[test]
    fn bytes_are_where_a_loop_finds_them() {
        for [a, b] in [[b'}', b'}'], [b'"', b'\n'], [0, 1], [0x80, 0xff]] {
            let others = [a ^ 1, b ^ 1, a ^ 0x80, b ^ 0x80, a.wrapping_add(1), b.wrapping_sub(1), 0, 0xff];
            for length in 0..40_usize {
                for at in 0..=length {
                    let mut bytes = [0; 40];
                    for (n, byte) in bytes.iter_mut().enumerate() {
                        *byte = others[(n * n + at) % 8];
                    }
                    bytes[at.min(39)] = if at % 2 == 0 { a } else { b };
                    let bytes = &bytes[..length];
                    let expected = bytes.iter().position(|&byte| byte == a || byte == b);
                    assert_eq!(find_any(bytes, [a, b]), expected, "{bytes:?}");
                    let control = bytes.iter().position(|&byte| byte < 32 || byte == a);
                    assert_eq!(find_or_control(bytes, a), control, "{bytes:?}");
                    assert_eq!(find(bytes, a), bytes.iter().position(|&byte| byte == a), "{bytes:?}");
                }
            }
        }
    }
    #[test]
    fn word_length_ends_before_symbols() {
        for byte in 0..=u8::MAX {
            let may_end = byte <= b' ' || b"$%&'()*;[\\]{|}".contains(&byte) || byte >= 0x80;
            for at in 0..8 {
                let mut bytes = *b"Qa1xh8=#";
                bytes[at] = byte;
                assert_eq!(word_length(bytes), if may_end { at } else { 8 }, "{bytes:?}");
                bytes[7] = b' ';
                assert_eq!(word_length(bytes), if may_end { at } else { 7 }, "{bytes:?}");
            }
        }
    }
}
