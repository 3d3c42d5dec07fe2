//! Writes many positions as lines of FENs, the boards in vectors where the level has code for it.

use fearless_simd::Simd;
use quadbit_movegen::{Fen, FenStyle, Position};
use quadbit_nibble::simd::{Level, at_level, dispatch};
use quadbit_quad::QuadBitboard;

use super::room::ROOM;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::{write_avx512, write_shuffles};

/// The maximum number of bytes of a line, with its line feed: `n` positions always fit into `n * LINE` bytes.
pub const LINE: usize = Fen::LONGEST + 1;

/// How far [`write()`] has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The number of positions that were written.
    pub positions: usize,
    /// The number of bytes that were written.
    pub bytes: usize,
}

/// Writes the FEN of each position and a line feed, until all are written or fewer than
/// [`LINE`] bytes are left.
///
/// The lines are those that [`Position::to_fen`] prints. The contents of the bytes after the last
/// line are unspecified.
///
/// ```
/// use quadbit_pack::fens;
/// use quadbit_movegen::{FenStyle, Position};
/// use quadbit_nibble::simd::Level;
/// let mut text = [0; 2 * fens::LINE];
/// let writing = fens::write(Level::auto(), FenStyle::default(), &[Position::start(); 2], &mut text);
/// let line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
/// assert_eq!((writing.positions, &text[..writing.bytes]), (2, [*line; 2].as_flattened()));
/// ```
pub fn write(level: Level, style: FenStyle, positions: &[Position], text: &mut [u8]) -> Writing {
    dispatch!(level, s => write_at(s, style, positions, text))
}

#[inline(always)]
fn write_at<S: Simd>(s: S, style: FenStyle, positions: &[Position], text: &mut [u8]) -> Writing {
    let mut writing = Writing { positions: 0, bytes: 0 };
    for position in positions {
        let room = &mut text[writing.bytes..];
        if room.len() < LINE {
            return writing;
        }
        writing.bytes += line_anywhere(s, style, position, room);
        writing.positions += 1;
    }
    writing
}

/// Writes the FEN of `position` and a line feed into `room`, at least [`LINE`] bytes, and returns the length of both.
#[inline(always)]
fn line_anywhere<S: Simd>(s: S, style: FenStyle, position: &Position, room: &mut [u8]) -> usize {
    // Whole registers are stored, which may need more room than the line, so a line near the end of the text goes into
    // a buffer first.
    if let Some(room) = room.first_chunk_mut::<ROOM>() {
        return line(s, style, position, room);
    }
    let mut apart = [0; ROOM];
    let length = line(s, style, position, &mut apart);
    room[..length].copy_from_slice(&apart[..length]);
    length
}

/// Writes the FEN of `position` and a line feed into `room`, and returns the length of both.
#[inline(always)]
fn line<S: Simd>(s: S, style: FenStyle, position: &Position, room: &mut [u8; ROOM]) -> usize {
    let fen = position.to_fen(style);
    let length = match write_board(s, position.board(), room) {
        Some(board) => {
            // This is never `None`: the longest board leaves enough of `ROOM` for the longest state.
            let state = room.get_mut(board..).and_then(<[u8]>::first_chunk_mut);
            board + state.map_or(0, |state| fen.write_state_to(state))
        }
        None => fen.write_to(room),
    };
    room[length] = b'\n';
    length + 1
}

/// Writes the board of a FEN into `room` and returns its length; `None` at levels without vector code for it.
#[inline(always)]
fn write_board<S: Simd>(s: S, board: QuadBitboard, room: &mut [u8; ROOM]) -> Option<usize> {
    at_level!(s: S, Avx512(token) => Some(write_avx512::write_board(token, board, room)));
    at_level!(s: S, Avx2(_) => Some(write_shuffles::write_board(s, board, room)));
    at_level!(s: S, Sse4_2(_) => Some(write_shuffles::write_board(s, board, room)));
    let _ = (board, room);
    None
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use quadbit_movegen::PositionBuilder;
    use quadbit_nibble::simd::testing::levels;
    use quadbit_quad::Bitboard;
    use quadbit_quad::zobrist::split_mix;
    use std::string::ToString;

    /// Boards with every set of occupied files on every rank, and pieces of all kinds, are written as
    /// [`PositionBuilder`] prints them.
    #[test]
    fn boards_equal_builder_text() {
        let boards = (0..256_u64).map(|files| {
            let occupied = core::array::from_fn(|rank| (files * (2 * rank as u64 + 1)) as u8);
            let occupied = u64::from_le_bytes(occupied);
            let [b0, b1, b2] = [1, 2, 3].map(|n| split_mix(4 * files + n) & occupied);
            // The planes are chosen so that every code is from 2 to 13.
            let b3 = !split_mix(4 * files) & occupied & !(b1 & b2) | occupied & !b1 & !b2;
            QuadBitboard::from_planes([b0, b1, b2, b3].map(Bitboard))
        });
        for board in boards {
            let expected = PositionBuilder { board, ..PositionBuilder::new() }.to_string();
            let expected = expected.split(' ').next().unwrap_or_default();
            for level in levels() {
                let mut room = [0; ROOM];
                let length = dispatch!(level, s => write_board(s, board, &mut room));
                let Some(length) = length else { continue };
                assert_eq!(core::str::from_utf8(&room[..length]), Ok(expected), "{level}");
            }
        }
    }
}
