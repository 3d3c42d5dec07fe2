//! Positions to lines of FENs.

use quadbit_movegen::{Fen, FenStyle, Level, Position};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::{dispatch, for_each_token};
use quadbit_quad::QuadBitboard;

/// The maximum number of bytes of a line, with its line feed: `n` positions always fit into `n * LINE` bytes.
pub const LINE: usize = Fen::LONGEST + 1;

/// How far [`write()`] got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    /// How many positions were written.
    pub positions: usize,
    /// How many bytes were written.
    pub bytes: usize,
}

/// Writes the FEN of each position and a line feed, until all are written or fewer than [`LINE`] bytes are left.
///
/// The lines are those that [`Position::to_fen`] prints. The contents of the bytes after the last line are unspecified.
///
/// ```
/// use quadbit_lanes::fens;
/// use quadbit_movegen::{FenStyle, Level, Position};
/// let mut text = [0; 2 * fens::LINE];
/// let writing = fens::write(Level::auto(), FenStyle::default(), &[Position::start(); 2], &mut text);
/// let line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
/// assert_eq!((writing.positions, &text[..writing.bytes]), (2, [*line; 2].as_flattened()));
/// ```
pub fn write(level: Level, style: FenStyle, positions: &[Position], text: &mut [u8]) -> Writing {
    dispatch!(level, s => write_at(s, style, positions, text))
}

#[inline(always)]
fn write_at<S: LineSimd>(s: S, style: FenStyle, positions: &[Position], text: &mut [u8]) -> Writing {
    let mut writing = Writing { positions: 0, bytes: 0 };
    for position in positions {
        let room = &mut text[writing.bytes..];
        if room.len() < LINE {
            break;
        }
        // Registers are stored whole, so the last lines go into a buffer first.
        writing.bytes += if let Some(room) = room.first_chunk_mut::<ROOM>() {
            line(s, style, position, room)
        } else {
            let mut apart = [0; ROOM];
            let length = line(s, style, position, &mut apart);
            room[..length].copy_from_slice(&apart[..length]);
            length
        };
        writing.positions += 1;
    }
    writing
}

/// Two registers for the board, or the longest board and its state.
pub(super) const ROOM: usize = 128;

/// Writes a line and returns its length.
#[inline(always)]
fn line<S: LineSimd>(s: S, style: FenStyle, position: &Position, room: &mut [u8; ROOM]) -> usize {
    let fen = position.to_fen(style);
    let length = match s.board(position.board(), room) {
        Some(board) => {
            let mut state = [0; 48];
            let length = fen.write_state_to(&mut state);
            room[board..board + 48].copy_from_slice(&state);
            board + length
        }
        None => fen.write_to(room),
    };
    room[length] = b'\n';
    length + 1
}

/// Levels that write boards.
pub(super) trait LineSimd: PlaneSimd {
    /// Writes the board of a FEN and returns its length; `None` if the level has no form of its own.
    #[inline(always)]
    fn board(self, _board: QuadBitboard, _room: &mut [u8; ROOM]) -> Option<usize> {
        None
    }
}

macro_rules! plain_token {
    (Avx512) => {}; // fens/write_avx512.rs
    ($token:ident) => {
        impl LineSimd for quadbit_nibble::simd::$token {}
    };
}
for_each_token!(plain_token);
