//! Writing a FEN into a buffer of bytes.
//!
//! The board is written in one loop over the squares that leave a character: those of the pieces, and the last one of each run of
//! empty squares in a rank. Between a character's square and the one before lie as many squares as the digit says; before a
//! piece there are none. So `base + distance` is the character in both cases, with `'0'` as the base of a digit and the letter
//! before the piece's own as that of a piece. The last square of a rank always leaves a character, and a slash behind it.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, File, Piece, Rank, Role};

use super::castling::CastlingLetters;
use crate::position::builder::PositionBuilder;
use crate::position::castling::Wing;

/// `p1p1p1p1` eight times with seven slashes, a side, four castling letters, a square, and the longest numbers.
pub(super) const LONGEST: usize = 71 + 2 + 5 + 3 + 6 + 11;

/// The text of a FEN.
pub(super) struct Text {
    bytes: [u8; 128],
    length: usize,
}

impl Text {
    pub(super) fn new(parts: &PositionBuilder, letters: CastlingLetters) -> Self {
        let mut text = Self { bytes: [0; 128], length: 0 };
        text.length = write(parts, letters, &mut text.bytes);
        text
    }

    pub(super) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// Writes a FEN, and gives its length.
pub(super) fn write(parts: &PositionBuilder, letters: CastlingLetters, buffer: &mut [u8; 128]) -> usize {
    let at = write_board(parts.board, buffer);
    let mut state = [0; 48];
    let length = write_state(parts, letters, &mut state);
    buffer[at..at + 48].copy_from_slice(&state);
    at + length
}

/// The character of each code less the distance 1 that a piece has from the square before; `'0'` for an empty square.
const BASES: [u8; 16] = {
    let mut bases = [b'?' - 1; 16];
    bases[0] = b'0';
    let mut index = 0;
    while index < Piece::ALL.len() {
        let piece = Piece::ALL[index];
        bases[piece.code() as usize] = piece.to_char() as u8 - 1;
        index += 1;
    }
    bases
};

/// Writes the board, with a slash too many behind it, and gives its length.
fn write_board(board: QuadBitboard, buffer: &mut [u8; 128]) -> usize {
    let codes = board.to_mailbox();
    let [b0, b1, b2, b3] = board.planes();
    // The eighth rank first.
    let occupied = (b0 | b1 | b2 | b3).flip_ranks().0;
    let ends_of_runs = !occupied & (occupied >> 1 | Bitboard::file(File::H).0);
    let mut squares = occupied | ends_of_runs;
    let (mut length, mut begin) = (0, 0);
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        let distance = square + 1 - begin;
        begin = square + 1;
        // No board is longer than 72 characters.
        buffer[length & 127] = BASES[(codes[square ^ 0x38] & 15) as usize] + distance as u8;
        buffer[(length + 1) & 127] = b'/';
        length += 1 + usize::from(square & 7 == 7);
    }
    length - 1
}

/// Writes the other five fields, each with a blank before it, and gives their length.
pub(super) fn write_state(parts: &PositionBuilder, letters: CastlingLetters, buffer: &mut [u8; 48]) -> usize {
    *buffer = *b" w -                                            ";
    if parts.side_to_move == Color::Black {
        buffer[1] = b'b';
    }
    let mut at = 3 + write_castling(parts, letters, buffer);
    buffer[at + 1] = b'-';
    if let Some(file) = parts.en_passant {
        buffer[at + 1] = file.to_char() as u8;
        buffer[at + 2] = Rank::Sixth.relative_to(parts.side_to_move).to_char() as u8;
        at += 1;
    }
    at += 2;
    at = write_number(parts.halfmoves.into(), at + 1, buffer);
    write_number(parts.fullmoves, at + 1, buffer)
}

/// Writes the castling letters from byte 3 on, and gives their number; the dash of a position without is there.
fn write_castling(parts: &PositionBuilder, letters: CastlingLetters, buffer: &mut [u8; 48]) -> usize {
    let rights = parts.castling;
    if rights.is_empty() {
        return 1;
    }
    if letters == CastlingLetters::Canonical && is_usual(parts) {
        let rooks = rights.rooks().0;
        // The rooks on h1, a1, h8 and a8.
        let corners = rooks >> 7 & 1 | (rooks & 1) << 1 | (rooks >> 63) << 2 | (rooks >> 56 & 1) << 3;
        let (text, length) = USUAL[corners as usize];
        buffer[3..7].copy_from_slice(&text);
        return length;
    }
    let mut length = 0;
    for color in Color::ALL {
        let king = (parts.board.role(Role::King) & parts.board.color(color)).first();
        // From the h-file to the a-file, so that the king's wing comes first.
        for rook in rights.rooks_of(color).into_iter().rev() {
            // A wing needs a king, which these parts may lack.
            let wing = king
                .map(|king| Wing::of(king, rook))
                .filter(|wing| wing.outermost_rook(parts.board, color) == Some(rook));
            let letter = match (letters, wing) {
                (CastlingLetters::Canonical, Some(Wing::King)) => 'k',
                (CastlingLetters::Canonical, Some(Wing::Queen)) => 'q',
                _ => rook.file().to_char(),
            };
            let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
            buffer[3 + length] = letter as u8;
            length += 1;
        }
    }
    length
}

/// Whether all rights are those of rooks in the corners, with their kings on their first ranks: then `KQkq` says it.
fn is_usual(parts: &PositionBuilder) -> bool {
    let corners = Bitboard::file(File::A) | Bitboard::file(File::H);
    let (board, rooks) = (parts.board, parts.castling.rooks());
    let has_king = |color: Color| {
        let king = board.kings() & board.color(color) & Bitboard::rank(Rank::First.relative_to(color));
        parts.castling.rooks_of(color).is_empty() || king.any() && !king.has_many()
    };
    let [white, black] =
        Color::ALL.map(|color| board.color(color) & Bitboard::rank(Rank::First.relative_to(color)));
    let at_home = board.rooks() & (white | black);
    corners.covers(rooks) && at_home.covers(rooks) && has_king(Color::White) && has_king(Color::Black)
}

/// The letters of each set of rooks in the corners, bit 0 for `K`, then `Q`, `k` and `q`; and their number.
const USUAL: [([u8; 4], usize); 16] = {
    let mut texts = [([b' '; 4], 0); 16];
    let mut n = 0;
    while n < 16 {
        let mut i = 0;
        while i < 4 {
            if n >> i & 1 != 0 {
                texts[n].0[texts[n].1] = b"KQkq"[i];
                texts[n].1 += 1;
            }
            i += 1;
        }
        n += 1;
    }
    texts
};

/// Writes a number in decimal digits from a place on, and gives the place behind it.
fn write_number(number: u32, at: usize, buffer: &mut [u8; 48]) -> usize {
    if number < 1000 {
        let digits = 1 + usize::from(number > 9) + usize::from(number > 99);
        let text = u32::from_le_bytes([
            b'0' + (number / 100) as u8,
            b'0' + (number / 10 % 10) as u8,
            b'0' + (number % 10) as u8,
            b' ',
        ]);
        buffer[at..at + 4].copy_from_slice(&(text >> (8 * (3 - digits))).to_le_bytes());
        return at + digits;
    }
    let digits = number.checked_ilog10().unwrap_or(0) as usize + 1;
    let mut rest = number;
    for place in buffer[at..at + digits].iter_mut().rev() {
        *place = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    at + digits
}
