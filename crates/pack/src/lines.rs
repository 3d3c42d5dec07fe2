//! Where the lines of a text end, and the position of a line that is a FEN.

use alloc::vec::Vec;

use quadbit_movegen::{Position, PositionBuilder, Validity};

use crate::read_error::ReadErrorKind;
use crate::steps;

/// The length in bytes of each line of a text, with its line break, up to the last line that is not blank. If `is_end`,
/// no more bytes follow, and the last line needs no line break; otherwise a last line without one is left out.
pub(crate) fn lines(text: &[u8], is_end: bool) -> Vec<usize> {
    steps::count(text.len());
    let mut lengths = Vec::new();
    let mut begin = 0;
    let mut end_line = |at: usize| {
        lengths.push(at + 1 - begin);
        begin = at + 1;
    };
    let (words, rest) = text.as_chunks();
    for (n, &word) in words.iter().enumerate() {
        let mut breaks = line_breaks(u64::from_le_bytes(word));
        while breaks != 0 {
            end_line(8 * n + breaks.trailing_zeros() as usize / 8);
            breaks &= breaks - 1;
        }
    }
    for at in (text.len() - rest.len()..text.len()).filter(|&at| text[at] == b'\n') {
        end_line(at);
    }
    if is_end && begin < text.len() {
        lengths.push(text.len() - begin);
    }
    let mut end = lengths.iter().sum();
    while let Some(last) = lengths.pop_if(|last| text[end - *last..end].iter().all(u8::is_ascii_whitespace)) {
        end -= last;
    }
    lengths
}

/// Returns `text` without the byte order mark with which it may begin.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads the position of `fen`, which may have a byte order mark before it, by the rules of `validity`.
pub(crate) fn position(fen: &str, validity: Validity) -> Result<Position, ReadErrorKind> {
    let parts = PositionBuilder::from_fen(unmarked(fen), validity);
    parts.and_then(|parts| Ok(parts.build(validity)?)).map_err(ReadErrorKind::Fen)
}

/// Sets the highest bit of each byte of `bytes` that is a line feed. The addition cannot carry from byte to byte, as
/// a search by subtraction could.
const fn line_breaks(bytes: u64) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x7f; 8]);
    let differences = bytes ^ u64::from_ne_bytes([b'\n'; 8]);
    !(((differences & LOW) + LOW) | differences | LOW)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::lines;

    /// Tries every text of eight or nine bytes in which each byte is a line feed, differs from one in a single bit, or
    /// is 0: the bytes that a search in words may mistake for line feeds.
    #[test]
    fn lines_are_those_that_a_loop_over_the_bytes_finds() {
        const BYTES: [u8; 4] = [b'\n', 0x0b, 0x8a, 0];
        for n in 0..1 << 18 {
            let text: Vec<u8> = (0..9).map(|at| BYTES[n >> (2 * at) & 3]).collect();
            for length in [8, 9] {
                let text = &text[..length];
                for is_end in [false, true] {
                    let whole = text.split_inclusive(|&byte| byte == b'\n');
                    let mut whole: Vec<_> = whole.filter(|line| is_end || line.ends_with(b"\n")).collect();
                    while whole.pop_if(|line| line.trim_ascii().is_empty()).is_some() {}
                    assert!(whole.into_iter().map(<[u8]>::len).eq(lines(text, is_end)), "{text:?}");
                }
            }
        }
    }
}
