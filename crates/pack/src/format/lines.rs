//! The lengths of lines.

use alloc::vec::Vec;

/// The lengths of the lines of a text, each with its line break. `is_end` says that the last line needs none.
pub(super) fn lengths(text: &[u8], is_end: bool) -> Vec<usize> {
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
    lengths
}

/// The highest bit of each byte that is a line feed. The addition cannot carry from byte to byte, as a search
/// by subtraction could.
const fn line_breaks(bytes: u64) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x7f; 8]);
    let differences = bytes ^ u64::from_ne_bytes([b'\n'; 8]);
    !(((differences & LOW) + LOW) | differences | LOW)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::lengths;

    /// Every text of up to nine bytes that neighbour the line feed, or differ from it in one bit.
    #[test]
    fn lines_are_those_that_a_loop_over_the_bytes_finds() {
        const BYTES: [u8; 4] = [b'\n', 0x0b, 0x8a, 0];
        for n in 0..1 << 18 {
            let text: Vec<u8> = (0..9).map(|at| BYTES[n >> (2 * at) & 3]).collect();
            for length in [8, 9] {
                let text = &text[..length];
                for is_end in [false, true] {
                    let lines = text.split_inclusive(|&byte| byte == b'\n');
                    let whole = lines.filter(|line| is_end || line.ends_with(b"\n"));
                    assert!(whole.map(<[u8]>::len).eq(lengths(text, is_end)), "{text:?}");
                }
            }
        }
    }
}
