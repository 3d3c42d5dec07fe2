//! The board of a FEN: one pass over its bytes, and rank by rank where a fault is named or an odd form is read.
//!
//! The pass has no branches on letters, digits and slashes: a mark is stored at a cursor on a 0x88 board, whose first
//! row is the eighth rank, and the cursor advances by a number that depends on the byte.
//!
//! ```text
//!   byte       mark                      steps
//!   a letter   the code of the piece     1
//!   a digit    DIGIT                     1 to 8
//!   a slash    SLASH                     8
//! ```
//!
//! A rank that fills eight squares leaves the cursor at 8 in its row, where the slash is stored off the board, and the
//! slash leads to the next row. So the board is well-formed if all seven slashes are found there, none is on the board,
//! no digit follows a digit, no byte is bad, and the cursor ends at 0x78.

use quadbit_nibble::const_array;
use quadbit_quad::QuadBitboard;
use quadbit_x88::{File, Piece, Rank, Square};

use super::error::FenError;

/// Reads the board field at the beginning of `fen`, up to the first space. Returns the codes of the squares in the
/// lower halves of the bytes, a1 first (the upper halves are meaningless), and the length of the field; `None` if
/// strict reading refuses it, or if there is no space.
#[inline(always)]
pub(crate) fn read(fen: &[u8]) -> Option<([u8; 64], usize)> {
    let mut rows = [[0_u8; 16]; 8];
    let board = rows.as_flattened_mut();
    let (mut cursor, mut wrong, mut last) = (0, 0, 0);
    let mut length = 0;
    let field = fen.get(..LONGEST).unwrap_or(fen);
    loop {
        let byte = *field.get(length)?;
        length += 1;
        if byte == b' ' {
            break;
        }
        let this = BYTES[byte as usize];
        board[((cursor / STEP) & 127) as usize] = this as u8;
        // Keeps `BAD` of a bad byte, and `DIGIT` of a digit after a digit.
        wrong |= this & (last | BAD);
        cursor += this;
        last = this;
    }
    let (mut on_board, mut behind) = (0, SLASH as u8);
    let mut mailbox = [0; 64];
    for (rank, row) in mailbox.chunks_exact_mut(8).rev().zip(&rows) {
        let squares = row.first_chunk::<8>()?;
        on_board |= u64::from_ne_bytes(*squares);
        rank.copy_from_slice(squares);
    }
    for row in &rows[..7] {
        behind &= row[8];
    }
    let is_bad = wrong & (DIGIT | BAD) != 0
        || on_board & u64::from_ne_bytes([SLASH as u8; 8]) != 0
        || behind == 0
        || cursor / STEP != 0x78;
    // A square with the mark of a digit counts as empty, because `DIGIT` is above the four bits of a code.
    if is_bad { None } else { Some((mailbox, length - 1)) }
}

/// In [`BYTES`]: the mark of a digit.
const DIGIT: u32 = 1 << 5;
/// In [`BYTES`]: the mark of a slash.
const SLASH: u32 = 1 << 6;
/// In [`BYTES`]: the mark of a byte that a board field cannot have.
const BAD: u32 = 1 << 7;
/// In [`BYTES`]: one step of the cursor, from a square to the next. The bits of steps are above those of marks, so that
/// sums of entries of many bytes do not mix them.
const STEP: u32 = 1 << 16;

/// The number of bytes of the longest board field with the space after it: eight ranks of eight characters, like
/// `p1p1p1p1`, and seven slashes.
const LONGEST: usize = 72;

/// For each byte of a board field: its mark, plus `STEP` times the steps that the cursor takes after it.
static BYTES: [u32; 256] = const_array!(256, |byte| match byte as u8 {
    digit @ b'1'..=b'8' => DIGIT | (STEP * (digit - b'0') as u32),
    b'/' => SLASH | (8 * STEP),
    letter => match Piece::from_char(letter as char) {
        Some(piece) => piece.code() as u32 | STEP,
        None => BAD,
    },
});

/// Reads a board rank by rank. If `is_strict` is false, a digit may follow a digit.
pub(super) fn read_by_ranks(text: &str, is_strict: bool) -> Result<QuadBitboard, FenError> {
    let mut board = QuadBitboard::EMPTY;
    let mut ranks = Rank::ALL.into_iter().rev();
    for row in text.split('/') {
        let rank = ranks.next().ok_or(FenError::BoardRanks)?;
        read_rank(row, rank, &mut board, is_strict)?;
    }
    if ranks.next().is_some() {
        return Err(FenError::BoardRanks);
    }
    Ok(board)
}

fn read_rank(row: &str, rank: Rank, board: &mut QuadBitboard, is_strict: bool) -> Result<(), FenError> {
    let wrong_length = FenError::BoardRank(rank.index() as u8 + 1);
    let mut file = 0;
    let mut after_digit = false;
    for c in row.chars() {
        let is_digit = c.is_ascii_digit();
        if is_digit {
            if !('1'..='8').contains(&c) || is_strict && after_digit {
                return Err(FenError::BoardDigit(c));
            }
            file += c as usize - '0' as usize;
        } else {
            let piece = Piece::from_char(c).ok_or(FenError::BoardCharacter(c))?;
            let file_here = File::from_index(file).ok_or(wrong_length)?;
            board.put(Square::new(file_here, rank), piece);
            file += 1;
        }
        after_digit = is_digit;
        if file > 8 {
            return Err(wrong_length);
        }
    }
    if file == 8 { Ok(()) } else { Err(wrong_length) }
}
