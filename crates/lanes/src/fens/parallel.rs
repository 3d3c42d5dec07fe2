//! Lines of FENs on all cores.

use std::vec::Vec;

use quadbit_movegen::{FenStyle, Level, Position, Validity};
use rayon::prelude::*;

use super::error::LineError;
use super::lines::count_lines;
use super::write::{LINE, Writing, write};
use super::{Reading, read};

/// The number of bytes that one thread takes at a time: a thousand lines.
const SHARE: usize = 1 << 16;

/// The number of positions that one thread writes at a time.
const LINES: usize = 1024;

/// [`read`] on all threads of the current `rayon` pool, with the same result. Positions after a bad line
/// may be overwritten too.
///
/// ```
/// use quadbit_lanes::fens;
/// use quadbit_movegen::{FenStyle, Level, Position, Validity};
/// let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n".repeat(5000);
/// let mut positions = vec!["8/8/8/8/8/8/8/K1k5 w - - 0 1".parse().unwrap(); 5000];
/// let reading = fens::par_read(Level::auto(), Validity::Strict, text.as_bytes(), &mut positions);
/// assert_eq!((reading.positions, reading.error), (5000, None));
/// assert!(positions.iter().all(|position| *position == Position::start()));
/// ```
pub fn par_read(level: Level, validity: Validity, text: &[u8], positions: &mut [Position]) -> Reading {
    // Every share gets a position for each of its lines.
    let shares: Vec<&[u8]> = shares(text).collect();
    let counts: Vec<usize> = shares.par_iter().map(|share| count_lines(level, share)).collect();
    let mut rest = positions;
    let mut work = Vec::with_capacity(shares.len());
    for (share, count) in shares.into_iter().zip(counts) {
        let (places, behind) = rest.split_at_mut(count.min(rest.len()));
        rest = behind;
        work.push((share, places));
    }
    let readings: Vec<Reading> =
        work.into_par_iter().map(|(share, places)| read(level, validity, share, places)).collect();
    let mut sum = Reading { positions: 0, bytes: 0, error: None };
    for reading in readings {
        sum.error = reading.error.map(|error| LineError {
            line: sum.positions + error.line,
            offset: sum.bytes + error.offset,
            ..error
        });
        sum.positions += reading.positions;
        sum.bytes += reading.bytes;
        if sum.error.is_some() {
            break;
        }
    }
    sum
}

/// [`write`](write()) on all threads of the current `rayon` pool, with the same result.
///
/// ```
/// use quadbit_lanes::fens;
/// use quadbit_movegen::{FenStyle, Level, Position};
/// let positions = vec![Position::start(); 5000];
/// let mut text = vec![0; 5000 * fens::LINE];
/// let writing = fens::par_write(Level::auto(), FenStyle::default(), &positions, &mut text);
/// assert_eq!((writing.positions, writing.bytes), (5000, 5000 * 57));
/// ```
pub fn par_write(level: Level, style: FenStyle, positions: &[Position], text: &mut [u8]) -> Writing {
    // Every share first writes to its own part of the text, which has room for the longest lines; then
    // the gaps are closed.
    let count = positions.len().min(text.len() / LINE);
    let mut writings: Vec<Writing> = positions[..count]
        .par_chunks(LINES)
        .zip(text.par_chunks_mut(LINES * LINE))
        .map(|(positions, text)| write(level, style, positions, text))
        .collect();
    let mut sum = Writing { positions: 0, bytes: 0 };
    for (n, writing) in writings.drain(..).enumerate() {
        let begin = n * LINES * LINE;
        text.copy_within(begin..begin + writing.bytes, sum.bytes);
        sum.positions += writing.positions;
        sum.bytes += writing.bytes;
    }
    // Closing the gaps may have left room for more lines.
    let last = write(level, style, &positions[count..], &mut text[sum.bytes..]);
    Writing { positions: sum.positions + last.positions, bytes: sum.bytes + last.bytes }
}

/// Pieces of a text that end at line breaks.
fn shares(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let least = SHARE.min(rest.len());
        let line = rest[least..].iter().position(|&byte| byte == b'\n');
        let (share, behind) = rest.split_at(line.map_or(rest.len(), |at| least + at + 1));
        rest = behind;
        (!share.is_empty()).then_some(share)
    })
}
