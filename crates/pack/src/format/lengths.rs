//! Where the records of a file end, found from the bytes alone for each format.

use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::Format;
use crate::record::Record;
use crate::steps;
use crate::{binaryfen, binpack, bulletformat, marlinformat, packed_sfen, plain, tgct, viriformat};

impl Format {
    /// The number of bytes of every record; `None` if the records of the format differ in length.
    pub const fn record_size(self) -> Option<usize> {
        match self {
            Self::Bulletformat => Some(bulletformat::BulletRecord::SIZE),
            Self::Marlinformat => Some(marlinformat::MarlinRecord::SIZE),
            Self::Tgct => Some(tgct::TgctRecord::SIZE),
            Self::Bin => Some(packed_sfen::SIZE),
            Self::Fen | Self::Text | Self::Viriformat | Self::Binaryfen | Self::Binpack | Self::Plain => None,
        }
    }

    /// The lengths in bytes of the complete records at the beginning of `bytes`, in their order. `is_end` says that no
    /// more bytes follow, so that a last line needs no line break.
    pub fn lengths(self, bytes: &[u8], is_end: bool) -> Vec<usize> {
        let every = |size| vec![size; bytes.len() / size];
        if self.record_size().is_none() && self != Self::Binpack {
            steps::count(bytes.len());
        }
        match self {
            Self::Fen | Self::Text => lines(bytes, is_end),
            Self::Bulletformat => every(bulletformat::BulletRecord::SIZE),
            Self::Marlinformat => every(marlinformat::MarlinRecord::SIZE),
            Self::Viriformat => viriformat::games(bytes).map(|game| game.len()).collect(),
            Self::Binaryfen => binaryfen::framed(bytes).map(|record| 1 + record.len()).collect(),
            Self::Tgct => every(tgct::TgctRecord::SIZE),
            Self::Binpack => {
                let mut rest = bytes;
                let next = || {
                    let length = binpack::length(rest, is_end)?;
                    rest = &rest[length..];
                    Some(length)
                };
                iter::from_fn(next).collect()
            }
            Self::Plain => entries(bytes, is_end),
            Self::Bin => every(packed_sfen::SIZE),
        }
    }
}

/// The lengths of the entries of the format `plain`. Blank lines after the last entry belong to it. `is_end` says that
/// no more bytes follow.
fn entries(text: &[u8], is_end: bool) -> Vec<usize> {
    let (mut lengths, mut length) = (Vec::new(), 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        length += line.len();
        if line.trim_ascii() == plain::END.as_bytes() && (is_end || line.ends_with(b"\n")) {
            lengths.push(core::mem::take(&mut length));
        }
    }
    let rest = &text[text.len() - length..];
    if is_end
        && rest.iter().all(u8::is_ascii_whitespace)
        && let Some(last) = lengths.last_mut()
    {
        *last += length;
    }
    lengths
}

/// The length of each line of a text, with its line break. `is_end` says that no more bytes follow, so that a
/// last line needs no line break.
fn lines(text: &[u8], is_end: bool) -> Vec<usize> {
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

    use super::{Format, lines};

    /// Finds the lines of every text of up to nine bytes, each of which is a neighbour of the line feed or differs from
    /// it in one bit.
    #[test]
    fn lines_are_those_that_a_loop_over_the_bytes_finds() {
        const BYTES: [u8; 4] = [b'\n', 0x0b, 0x8a, 0];
        for n in 0..1 << 18 {
            let text: Vec<u8> = (0..9).map(|at| BYTES[n >> (2 * at) & 3]).collect();
            for length in [8, 9] {
                let text = &text[..length];
                for is_end in [false, true] {
                    let whole = text.split_inclusive(|&byte| byte == b'\n');
                    let whole = whole.filter(|line| is_end || line.ends_with(b"\n"));
                    assert!(whole.map(<[u8]>::len).eq(lines(text, is_end)), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn whole_records_and_no_halves() {
        for (format, bytes, is_end, expected) in [
            (Format::Fen, &b"one\ntwo\nthr"[..], false, &[4, 4][..]),
            (Format::Fen, b"one\ntwo\nthr", true, &[4, 4, 3]),
            (Format::Tgct, &[0; 60], true, &[26, 26]),
            (Format::Marlinformat, &[0; 31], true, &[]),
            (Format::Viriformat, &[0; 75], true, &[36, 36]),
            (Format::Binaryfen, &[2, 9, 9, 0, 3, 9], true, &[3, 1]),
        ] {
            assert_eq!(format.lengths(bytes, is_end), expected, "{format}");
        }
    }
}
