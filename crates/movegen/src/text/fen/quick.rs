//! The quick reader: it accepts FENs as programs write them, and leaves every other text
//! to the careful reader.
//!
//! The reader goes over the bytes of the board once, without branches on letters, digits and slashes: a mark is
//! stored at a cursor on a 0x88 board, whose first row is the eighth rank, and the cursor advances by a
//! number that depends on the byte.
//!
//! ```text
//!   byte       mark                      steps
//!   a letter   the code of the piece     1
//!   a digit    DIGIT                     1 to 8
//!   a slash    SLASH                     8
//! ```
//!
//! A rank that fills eight squares leaves the cursor at 8 in its row, where the slash is stored off the
//! board, and the slash leads to the next row. So the board is well-formed if all seven slashes are found
//! there, none is on the board, and the cursor ends at
//! 78. If anything is wrong the result is `None`, and the careful reader finds out whether it is an error.

use quadbit_quad::QuadBitboard;
use quadbit_x88::{Color, File, Piece};

use super::castling::castling_file;
use crate::position::builder::PositionBuilder;
use crate::position::castling::CastlingRights;

/// The parts of a FEN that strict reading accepts too; they need not make a valid position.
/// `tests/data/fen_readers.tsv` shows which texts it accepts.
pub(super) fn read_parts(fen: &[u8]) -> Option<PositionBuilder> {
    let (codes, length) = read_board(fen)?;
    let (board, rest) = (QuadBitboard::from_mailbox(&codes), &fen[length + 1..]);
    let (side_to_move, rest) = match rest {
        [b'w', b' ', rest @ ..] => (Color::White, rest),
        [b'b', b' ', rest @ ..] => (Color::Black, rest),
        _ => return None,
    };
    let (castling, rest) = read_castling(rest, board)?;
    let (en_passant, clocks) = match (rest, side_to_move) {
        ([b'-', clocks @ ..], _) => (None, clocks),
        ([file, b'6', clocks @ ..], Color::White) | ([file, b'3', clocks @ ..], Color::Black) => {
            (Some(File::from_char(char::from(*file))?), clocks)
        }
        _ => return None,
    };
    let (halfmoves, fullmoves) = read_clocks(clocks)?;
    Some(PositionBuilder { board, side_to_move, castling, en_passant, halfmoves, fullmoves })
}

/// The mark of a digit.
const DIGIT: u32 = 1 << 5;
/// The mark of a slash.
const SLASH: u32 = 1 << 6;
/// The mark of a byte that a board field cannot have.
const BAD: u32 = 1 << 7;
/// One step of the cursor, above all marks and their sums.
const STEP: u32 = 1 << 16;

/// The longest board field, eight ranks like `p1p1p1p1` and seven slashes, and its space.
const LONGEST: usize = 72;

/// The mark and the steps of every byte.
static BYTES: [u32; 256] = {
    let mut bytes = [BAD; 256];
    let mut letter = 0;
    while letter < 128 {
        if let Some(piece) = Piece::from_char(letter as u8 as char) {
            bytes[letter] = piece.code() as u32 | STEP;
        }
        letter += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        bytes[b'0' as usize + digit] = DIGIT | (STEP * digit as u32);
        digit += 1;
    }
    bytes[b'/' as usize] = SLASH | (8 * STEP);
    bytes
};

/// The codes of the board at the beginning of a text, a1 first, and the length of its field up to the space.
#[inline(always)]
pub(super) fn read_board(fen: &[u8]) -> Option<([u8; 64], usize)> {
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
        // A bad byte, or a digit after a digit.
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
    // The marks of digits do not touch the bits of codes.
    if is_bad { None } else { Some((mailbox, length - 1)) }
}

/// The castling rights, and the text after the space that ends them.
fn read_castling(text: &[u8], board: QuadBitboard) -> Option<(CastlingRights, &[u8])> {
    let mut rights = CastlingRights::NONE;
    if let [b'-', b' ', rest @ ..] = text {
        return Some((rights, rest));
    }
    for (length, &letter) in text.iter().enumerate() {
        if letter == b' ' {
            return Some((rights, &text[length + 1..])).filter(|_| length > 0);
        }
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let file = castling_file(char::from(letter), color, board)??;
        if rights.has(color, file) {
            return None;
        }
        rights = rights.with(color, file);
    }
    None
}

/// Both clocks, each after a space, or their default values if they are missing.
fn read_clocks(text: &[u8]) -> Option<(u16, u16)> {
    if text.is_empty() {
        return Some((0, 1));
    }
    let (halfmoves, text) = read_number(text)?;
    let (fullmoves, text) = read_number(text)?;
    let (halfmoves, fullmoves) = (u16::try_from(halfmoves).ok()?, u16::try_from(fullmoves).ok()?);
    (text.is_empty() && fullmoves != 0).then_some((halfmoves, fullmoves))
}

/// A number of one to nine digits after a space, and the text after it.
fn read_number(text: &[u8]) -> Option<(u32, &[u8])> {
    let (b' ', digits) = text.split_first()? else { return None };
    let mut number = 0;
    let mut length = 0;
    while let Some(digit) = digits.get(length).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
    {
        if length == 9 {
            return None;
        }
        number = 10 * number + digit as u32;
        length += 1;
    }
    (length > 0).then_some((number, &digits[length..]))
}
