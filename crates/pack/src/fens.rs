//! Many FENs at once: lines of text to positions, and positions to lines of text.
//!
//! [`read`] takes lines of bytes and a slice of positions, and reads until the slice is full, the text ends,
//! or a line is bad. It returns how far it read. Every line gives the same position or error as
//! [`Position::from_fen`] or [`Position::from_fen_relaxed`]. There are no allocations.
//!
//! ```
//! use quadbit_lanes::batch;
//! use quadbit_movegen::{Position, Validity};
//! use quadbit_nibble::simd::Level;
//! use quadbit_pack::fens;
//! let text = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1\n";
//! let mut positions = [Position::start(); 64];
//! let reading = fens::read(Level::auto(), Validity::Strict, text, &mut positions);
//! assert_eq!((reading.positions, reading.bytes, reading.error), (2, text.len(), None));
//! let mut counts = [0; 2];
//! batch::legal_counts(&positions[..2], &mut counts);
//! assert_eq!(counts, [20, 7]);
//! ```
//!
//! To read a file of any length, pass it to `read` in blocks, and keep the bytes after the last line break
//! for the next block. To skip bad lines, continue after each of them.
//!
//! ```
//! use quadbit_pack::fens;
//! use quadbit_movegen::{Position, Validity};
//! use quadbit_nibble::simd::Level;
//! let mut text = &b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\nno fen\r\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n"[..];
//! let (mut positions, mut lines) = ([Position::start(); 2], 0);
//! while !text.is_empty() {
//!     let reading = fens::read(Level::auto(), Validity::Strict, text, &mut positions);
//!     lines += reading.positions;
//!     if let Some(error) = reading.error {
//!         lines += 1;
//!         assert_eq!((lines, error.to_string().as_str()), (2, "board: 'o' is not a piece, digit or slash"));
//!     }
//!     text = &text[reading.bytes..];
//! }
//! assert_eq!(lines, 3);
//! ```
//!
//! # The method
//!
//! 1. The ends of up to 32 lines are found, 32 bytes at a time.
//! 2. Each line is taken apart without a check of its position. From SSE4.2 on the characters of
//!    the board are classified in vectors; the fields after it are split in vectors at every level.
//! 3. [`build_into`] checks the positions together in lanes and stores them in their places.
//! 4. The reader of single lines decides about every other line: one in a form that programs do not write, one that
//!    begins in the last 96 bytes of the text, and one whose position is refused. It accepts more, and its errors say
//!    more.
//!
//! A line that is taken apart must mean what it means to the reader of single lines:
//! `crates/movegen/tests/data/fen_readers.tsv` lists the texts that each form of reading accepts.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod field;
mod lines;
mod room;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod shuffles;
mod state;
mod write;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod write_avx512;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod write_shuffles;

use core::cell::Cell;

use fearless_simd::Simd;
use quadbit_lanes::batch::build_into;
use quadbit_movegen::{Position, PositionBuilder, Validity};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::{Bitboard, QuadBitboard};

use crate::lines::position;
use crate::read_error::{ReadError, ReadErrorKind};
use state::{State, WINDOW};

pub use lines::count_lines;
pub use write::{LINE, Writing, write};

/// How far [`read`] has got, and why it stopped before the end of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The number of positions that were read. They are at the beginning of the slice that [`read`] was given; what the
    /// rest of the slice holds is unspecified.
    pub positions: usize,
    /// The number of bytes up to the end of the last line that was read as a position, line breaks included. A bad line
    /// begins there, if there is one.
    pub good: usize,
    /// The number of bytes of the text that were read, including line breaks and a bad line.
    pub bytes: usize,
    /// The error of the bad line at which reading stopped; `None` if it stopped for another reason.
    pub error: Option<ReadError>,
}

/// Reads a FEN from each line, until the slice of positions is full, the text ends, or a line is bad.
///
/// A line ends with a line feed; a carriage return before it is ignored. The last line does not need a line feed. An
/// empty line is bad, and so is a position that breaks a rule of `validity`.
///
/// At AVX-512 a line takes 0.4 of the time of [`Position::from_fen`]. Lines of Chess960, and lines in an unusual form,
/// take slightly longer than one by one.
pub fn read(level: Level, validity: Validity, text: &[u8], positions: &mut [Position]) -> Reading {
    let mut reading = Reading { positions: 0, good: 0, bytes: 0, error: None };
    let (mut ends, mut parts) = ([0; BLOCK], [PositionBuilder::new(); BLOCK]);
    while reading.good < text.len() && reading.positions < positions.len() {
        let text = &text[reading.good..];
        let places = &mut positions[reading.positions..];
        let room = places.len().min(BLOCK);
        let count = dispatch!(level, s => take_apart(s, text, &mut ends[..room], &mut parts[..room]));
        let refused = build(level, validity, &parts[..count], &mut places[..count]);
        let mut begin = 0;
        for (n, (&end, place)) in ends[..count].iter().zip(places).enumerate() {
            reading.bytes += end - begin;
            if refused >> n & 1 != 0 {
                match read_line(validity, &text[begin..end]) {
                    Ok(position) => *place = position,
                    Err(error) => return Reading { error: Some(error), ..reading },
                }
            }
            reading.positions += 1;
            reading.good = reading.bytes;
            begin = end;
        }
    }
    reading
}

/// The number of lines that go through each step before the next step begins.
const BLOCK: usize = 32;

/// The number of bytes of a line that are examined: up to 64 of the board with the space after it, and 32 of the fields
/// after the board. A longer board is left to the reader of single lines.
const LONGEST: usize = 64 + WINDOW;

/// Finds the end of each of the next lines of `text`, and the parts of each line's position: line `i` ends before byte
/// `ends[i]`. Returns the number of lines, which is less than the length of the slices only at the end of the text.
///
/// A line that is not in the form that programs write gets parts without pieces, which no rule accepts.
#[inline(always)]
fn take_apart<S: Simd>(s: S, text: &[u8], ends: &mut [usize], parts: &mut [PositionBuilder]) -> usize {
    // First the ends of all lines, because the other steps then need not wait for them.
    let (mut count, mut begin) = (0, 0);
    for end in &mut *ends {
        if begin == text.len() {
            break;
        }
        *end = begin + lines::end(s, &text[begin..]);
        begin = *end;
        count += 1;
    }
    let mut begin = 0;
    for (&end, parts) in ends[..count].iter().zip(parts) {
        let window = text[begin..].first_chunk();
        *parts = window.and_then(|window| parts_of(s, window, end - begin)).unwrap_or(PositionBuilder::new());
        begin = end;
    }
    count
}

/// The parts of the position of the line at the beginning of `window`; `length` is the length of the line with its line
/// break. `None` if the line does not have the form that programs write.
#[inline(always)]
fn parts_of<S: Simd>(s: S, window: &[u8; LONGEST], length: usize) -> Option<PositionBuilder> {
    let (end, planes) = field::read(s, window.first_chunk()?)?;
    let after_board = window[end & 63..].first_chunk()?;
    let State { side_to_move, castling, en_passant, halfmoves, fullmoves } =
        state::read(s, after_board, length.wrapping_sub(end))?;
    let board = QuadBitboard::from_planes(planes.map(Bitboard));
    Some(PositionBuilder { board, side_to_move, castling, en_passant, halfmoves, fullmoves })
}

/// Builds the position `places[i]` from `parts[i]` for every `i`. Returns the set of the `i` whose positions are
/// refused, a bit for each.
///
/// Castling letters may stand for rooks outside the corners, whose rights relaxed building would drop, so the rules
/// are strict here and the reader of single lines relaxes them.
fn build(level: Level, validity: Validity, parts: &[PositionBuilder], places: &mut [Position]) -> u32 {
    let strict = if validity.is_strict() { validity } else { Validity::Strict };
    let refused = Cell::new(0);
    build_into(
        level,
        strict,
        parts,
        places,
        #[inline(always)]
        |_, place, position| *place = position,
        |n, _, _| refused.set(refused.get() | 1 << n),
    );
    refused.get()
}

/// Reads the bytes of one line, with or without its line break, by the reader of single lines.
fn read_line(validity: Validity, line: &[u8]) -> Result<Position, ReadError> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = str::from_utf8(line).map_err(|_| ReadErrorKind::NotUtf8)?;
    Ok(position(line, validity)?)
}

#[cfg(test)]
mod tests {
    use quadbit_nibble::simd::{Level, dispatch};
    use testing::lists::FEN_READERS;

    use super::{LONGEST, parts_of};

    /// Whether the vector code reads the line `fen`, so that it is not left to the reader of single lines.
    fn is_taken(level: Level, fen: &str) -> bool {
        let mut window = [b' '; LONGEST];
        window[..fen.len()].copy_from_slice(fen.as_bytes());
        window[fen.len()] = b'\n';
        dispatch!(level, s => parts_of(s, &window, fen.len() + 1).is_some())
    }

    /// The vector code accepts exactly the lines of `fen_readers.tsv` whose last column says `yes`.
    #[test]
    fn readers_accept_what_the_table_says() {
        for row in FEN_READERS.lines().filter(|line| !line.starts_with('#')) {
            let (fen, _) = row.split_once('\t').expect("four columns");
            for level in Level::available() {
                assert_eq!(is_taken(level, fen), row.ends_with("\tyes"), "{fen} at {level}");
            }
        }
    }
}
