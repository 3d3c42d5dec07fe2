//! Many FENs at once: lines of text to positions, and positions to lines of text.
//!
//! [`read`] takes lines of bytes and a slice of positions, and reads until the slice is full, the text ends,
//! or a line is bad. It returns how far it read. Every line gives the same position or error as
//! [`Position::from_fen`] or [`Position::from_fen_relaxed`]. There are no allocations.
//!
//! ```
//! use quadbit_lanes::{batch, fens};
//! use quadbit_movegen::{Level, Position, Validity};
//! let text = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1\n";
//! let mut positions = [Position::start(); 64];
//! let reading = fens::read(Level::auto(), Validity::Strict, text, &mut positions);
//! assert_eq!((reading.positions, reading.bytes, reading.error), (2, text.len(), None));
//! let mut counts = [0; 2];
//! batch::legal_counts(Level::auto(), &positions[..2], &mut counts);
//! assert_eq!(counts, [20, 7]);
//! ```
//!
//! To read a file of any length, pass it to `read` in blocks, and keep the bytes after the last line break
//! for the next block. To skip bad lines, continue after each of them.
//!
//! ```
//! use quadbit_lanes::fens;
//! use quadbit_movegen::{Level, Position, Validity};
//! let mut text = &b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\nno fen\r\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n"[..];
//! let (mut positions, mut lines) = ([Position::start(); 2], 0);
//! while !text.is_empty() {
//!     let reading = fens::read(Level::auto(), Validity::Strict, text, &mut positions);
//!     lines += reading.positions;
//!     if let Some(error) = reading.error {
//!         lines += 1;
//!         assert_eq!((lines, error.to_string().as_str()), (2, "line 2: board: 'o' is not a piece, digit or slash"));
//!     }
//!     text = &text[reading.bytes..];
//! }
//! assert_eq!(lines, 3);
//! ```
//!
//! # The method
//!
//! The boards are checked one per lane: numbers of pieces, castling, checks. At AVX-512 each line is also
//! parsed without a loop over its characters. If a line is not in the form that programs write, or its
//! position is not certainly valid, the reader of single lines decides.
//! `crates/movegen/tests/data/fen_readers.tsv` shows which texts each of the forms of reading accepts, and
//! why there are three.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod error;
mod field;
mod lines;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod shuffles;
mod state;
mod write;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod write_avx512;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod write_shuffles;

use fearless_simd::prelude::*;
use quadbit_movegen::{Level, Position, PositionBuilder, Validity};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::simd::Boards;
use quadbit_quad::{Bitboard, QuadBitboard};

use crate::board::validity::{explains, verdict};
use field::{Field, FieldSimd};
use state::{State, WINDOW};

pub use error::{LineError, LineFault};
pub use lines::count_lines;
#[cfg(feature = "rayon")]
pub use parallel::{par_read, par_write};
pub use write::{LINE, Writing, write};

/// The result of [`read`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The number of positions that were read, the first ones of the slice. The contents of the
    /// others are unspecified.
    pub positions: usize,
    /// The number of bytes of the text that were read, including line breaks and a bad line.
    pub bytes: usize,
    /// The bad line, if one ended the reading.
    pub error: Option<LineError>,
}

/// Reads a FEN from each line, until the slice of positions is full, the text ends, or a line is bad.
///
/// A line ends with a line feed; a carriage return before it is ignored. The last line does not need a line
/// feed. An empty line is bad.
///
/// At AVX-512 a line takes 0.4 of the time of [`Position::from_fen`], at AVX2 about 0.6 of it. Lines of
/// Chess960, and lines in an unusual form, take slightly longer than one by one.
pub fn read(level: Level, validity: Validity, text: &[u8], positions: &mut [Position]) -> Reading {
    dispatch!(level, s => read_at(s, validity, text, positions))
}

/// Longer lines are not read in lanes.
const LONGEST: usize = 64 + WINDOW;

/// The largest number of lanes at any level.
const LANES: usize = 8;

#[inline(always)]
fn read_at<S: FieldSimd>(s: S, validity: Validity, text: &[u8], positions: &mut [Position]) -> Reading {
    let mut reading = Reading { positions: 0, bytes: 0, error: None };
    while reading.bytes < text.len() && reading.positions < positions.len() {
        let places = &mut positions[reading.positions..];
        if text.len() - reading.bytes >= LONGEST {
            read_block(s, validity, text, &mut reading, places);
        } else {
            let end = lines::end(s, &text[reading.bytes..]);
            read_line(validity, text, end, &mut reading, &mut places[0]);
        }
        if reading.error.is_some() {
            break;
        }
    }
    reading
}

/// Reads one line per lane, if there are enough lines.
#[inline(always)]
fn read_block<S: FieldSimd>(
    s: S,
    validity: Validity,
    text: &[u8],
    reading: &mut Reading,
    places: &mut [Position],
) {
    let (mut boards, mut keys) = ([QuadBitboard::EMPTY; LANES], [[0; 2]; LANES]);
    let mut states: [Option<State>; LANES] = [None; LANES];
    let (mut black, mut castling) = ([0; LANES], [0; LANES]);
    // The start of each line, and the end of the last. They are found first, so that the other steps
    // need not wait for them.
    let mut begins = [reading.bytes; LANES + 1];
    let mut count = 0;
    while count < Boards::<S>::LEN.min(places.len()) && begins[count] + LONGEST <= text.len() {
        begins[count + 1] = begins[count] + lines::end(s, &text[begins[count]..]);
        count += 1;
    }
    for lane in 0..count {
        let Some(window) = text[begins[lane]..].first_chunk() else { break };
        if let Some((field, state)) = take_apart(s, window, begins[lane + 1] - begins[lane]) {
            boards[lane] = QuadBitboard::from_planes(field.planes.map(Bitboard));
            keys[lane] = field.keys;
            black[lane] = 0_u64.wrapping_sub(state.side_to_move as u64);
            castling[lane] = state.castling.rooks().0;
            states[lane] = Some(state);
        }
    }

    let lanes = Boards::<S>::LEN;
    let mut in_lanes = Boards::load(s, &boards[..lanes]);
    for plane in &mut in_lanes.planes {
        *plane = s.reverse_bytes(*plane);
    }
    let [black, castling] =
        [S::u64s::from_slice(s, &black[..lanes]), S::u64s::from_slice(s, &castling[..lanes])];
    let verdict = verdict(s, &in_lanes, black, castling);
    in_lanes.store(&mut boards[..lanes]);
    if !S::FIELDS_HAVE_KEYS {
        s.boards_keys(&boards[..count], &mut keys);
    }

    for (lane, place) in places[..count].iter_mut().enumerate() {
        let parts = states[lane].map(|state| PositionBuilder {
            board: boards[lane],
            side_to_move: state.side_to_move,
            castling: state.castling,
            en_passant: state.en_passant,
            halfmoves: state.halfmoves,
            fullmoves: state.fullmoves,
        });
        let in_check = verdict.in_check >> lane & 1 != 0;
        if let Some(parts) = &parts
            && verdict.valid >> lane & 1 != 0
            && explains(parts, in_check)
        {
            *place = parts.build_unchecked(keys[lane]);
        // Castling letters may stand for rooks outside the corners; relaxed building would drop these rights.
        } else if let Some(Ok(position)) = parts.map(|parts| parts.build(Validity::Strict)) {
            *place = position;
        } else {
            read_line(validity, text, begins[lane + 1] - reading.bytes, reading, place);
            if reading.error.is_some() {
                return;
            }
            continue;
        }
        reading.positions += 1;
        reading.bytes = begins[lane + 1];
    }
}

/// The board and the other fields of a line, if it has the form that programs write.
#[inline(always)]
fn take_apart<S: FieldSimd>(s: S, window: &[u8; LONGEST], length: usize) -> Option<(Field, State)> {
    let field = s.field(window.first_chunk()?)?;
    let state = state::read(s, window[field.end & 63..].first_chunk()?, length.wrapping_sub(field.end))?;
    Some((field, state))
}

/// Reads the line that occupies a number of bytes.
fn read_line(validity: Validity, text: &[u8], length: usize, reading: &mut Reading, place: &mut Position) {
    let offset = reading.bytes;
    let line = &text[offset..offset + length];
    reading.bytes += length;
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let position = str::from_utf8(line).map_err(|_| LineFault::NotUtf8).and_then(|line| {
        match validity {
            Validity::Strict => Position::from_fen(line),
            Validity::Relaxed => Position::from_fen_relaxed(line),
        }
        .map_err(LineFault::Fen)
    });
    match position {
        Ok(position) => {
            *place = position;
            reading.positions += 1;
        }
        Err(fault) => {
            reading.error = Some(LineError { line: reading.positions + 1, offset, fault });
        }
    }
}

#[cfg(all(test, feature = "_testing"))]
mod tests {
    use quadbit_movegen::Level;
    use quadbit_nibble::simd::dispatch;
    use testing::lists::FEN_READERS;

    use super::{LONGEST, take_apart};

    /// Whether a line is read in vectors.
    fn is_taken(level: Level, fen: &str) -> bool {
        let mut window = [b' '; LONGEST];
        window[..fen.len()].copy_from_slice(fen.as_bytes());
        window[fen.len()] = b'\n';
        dispatch!(level, s => take_apart(s, &window, fen.len() + 1).is_some())
    }

    /// The last column of the table that `quadbit-movegen` tests too.
    #[test]
    fn the_table_of_readers() {
        for row in FEN_READERS.lines().filter(|line| !line.starts_with('#')) {
            let (fen, _) = row.split_once('\t').expect("five columns");
            for level in Level::available() {
                assert_eq!(is_taken(level, fen), row.ends_with("\tyes"), "{fen} at {level}");
            }
        }
    }
}
