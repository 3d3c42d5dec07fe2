//! Writing a FEN into a buffer of bytes.
//!
//! 1. The board is written in one loop over the squares that give a character: those of the pieces, and the last one of
//!    each run of empty squares in a rank. The distance from the previous such square is the digit of a run of empty
//!    squares, and 1 for a piece. So `base + distance` is the character in both cases, with `'0'` as the base of a
//!    digit and the letter before the piece's own as that of a piece.
//! 2. The last square of a rank always gives a character, and a slash after it.
//! 3. [`write_state`] writes the other five fields after the board: castling letters by look-up if all rights are
//!    those of rooks in the corners, else rook by rook.
//!
//! The board never exceeds 71 characters, and the whole text [`LONGEST`]: the masks of the indices rely on it.

use quadbit_nibble::const_array;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, File, Piece, Rank, Role, Square};

use super::castling::CastlingLetters;
use crate::position::builder::PositionBuilder;
use crate::position::castling::CastlingSide;

/// The largest number of bytes of a FEN: a board of 71 characters (`p1p1p1p1` eight times, with seven slashes), a side,
/// four castling letters, a square, and two numbers of five digits, each field after a space.
pub(super) const LONGEST: usize = 71 + 2 + 5 + 3 + 6 + 6;

/// The text of a FEN: the bytes at the beginning of a longer buffer, and their number.
#[repr(align(16))]
pub(super) struct Text {
    bytes: [u8; 128],
    length: usize,
}

impl Text {
    pub(super) fn new(parts: &PositionBuilder, castling: CastlingField) -> Self {
        let mut text = Self { bytes: [0; 128], length: 0 };
        text.length = write(parts, castling, &mut text.bytes);
        text
    }

    pub(super) fn as_str(&self) -> &str {
        // Checks words of 16 bytes, zeros after the text included, because single bytes at the end take longer to check
        // as UTF-8.
        let words = &self.bytes[..self.length.next_multiple_of(16) & 127];
        core::str::from_utf8(words).ok().and_then(|text| text.get(..self.length)).unwrap_or_default()
    }
}

/// The method of writing the castling field.
#[derive(Clone, Copy)]
pub(crate) enum CastlingField {
    /// By look-up: all rights are those of rooks in the corners, with their kings on their first ranks, so the
    /// letters are among `KQkq`.
    Corners,
    /// Rook by rook, with the letters that a style asks for.
    Letters(CastlingLetters),
}

impl CastlingField {
    /// The method of writing the castling field for the parts of a valid position, whose rights have a king and rooks.
    #[inline]
    pub(super) fn of_position(parts: &PositionBuilder, letters: CastlingLetters) -> Self {
        if letters == CastlingLetters::Canonical && are_in_corners(parts) {
            debug_assert!(have_kings_and_rooks(parts));
            return Self::Corners;
        }
        Self::Letters(letters)
    }

    /// The method of writing the castling field for any parts, valid or not.
    pub(super) fn of_parts(parts: &PositionBuilder) -> Self {
        if are_in_corners(parts) && have_kings_and_rooks(parts) {
            return Self::Corners;
        }
        Self::Letters(CastlingLetters::Canonical)
    }
}

fn are_in_corners(parts: &PositionBuilder) -> bool {
    let sides = Bitboard::file(File::A) | Bitboard::file(File::H);
    sides.is_superset(parts.castling.rooks())
}

/// Whether all rights of the parts belong to rooks of the board, and each side with rights has a single king,
/// on its first rank.
fn have_kings_and_rooks(parts: &PositionBuilder) -> bool {
    let board = parts.board;
    Color::ALL.into_iter().all(|color| {
        let rights = parts.castling.rooks_of(color);
        let home = board.color(color) & Bitboard::rank(Rank::First.relative_to(color));
        let king = board.kings() & home;
        rights.is_empty() || (board.rooks() & home).is_superset(rights) && king.any() && !king.has_many()
    })
}

/// Writes the FEN of `parts` to the beginning of `buffer`, and returns its length.
#[inline]
pub(super) fn write(parts: &PositionBuilder, castling: CastlingField, buffer: &mut [u8; 128]) -> usize {
    let at = write_board(parts.board, buffer);
    // The fields after the board are written directly to their place, because copying bytes that have just been written
    // stalls. The board has at most 71 characters, so 48 more bytes always fit.
    let state = buffer.get_mut(at..).and_then(<[u8]>::first_chunk_mut);
    at + state.map_or(0, |state| write_state(parts, castling, state))
}

/// For each piece code, a base. Base plus distance is the character to write, where the distance is that from the
/// square of the character before. The base of a piece is its letter minus 1, because its distance is 1. That of an
/// empty square is `'0'`, because its distance is the length of the run of empty squares. A code that is no piece is
/// written as `?`.
const BASES: [u8; 16] = const_array!(16, |code: u8| match Piece::from_code(code) {
    Some(piece) => piece.to_char() as u8 - 1,
    None if code == 0 => b'0',
    None => b'?' - 1,
});

/// Writes the board, with an extra slash after it, and returns its length without that slash.
fn write_board(board: QuadBitboard, buffer: &mut [u8; 128]) -> usize {
    let codes = board.to_mailbox();
    let [b0, b1, b2, b3] = board.planes();
    // The occupied squares with the ranks in the order of a FEN: the eighth rank is in the lowest byte.
    let occupied = (b0 | b1 | b2 | b3).flip_ranks().0;
    let ends_of_runs = !occupied & (occupied >> 1 | Bitboard::file(File::H).0);
    let mut squares = occupied | ends_of_runs;
    let (mut length, mut begin) = (0, 0);
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        let distance = square + 1 - begin;
        begin = square + 1;
        // With its extra slash no board is longer than 72 characters, so the mask changes no index.
        buffer[length & 127] = BASES[(codes[square ^ 0x38] & 15) as usize] + distance as u8;
        buffer[(length + 1) & 127] = b'/';
        length += 1 + usize::from(square & 7 == 7);
    }
    length - 1
}

/// Writes the five fields after the board, each after a space, and returns their length.
#[inline]
pub(crate) fn write_state(parts: &PositionBuilder, castling: CastlingField, buffer: &mut [u8; 48]) -> usize {
    let mut at = match castling {
        CastlingField::Corners => write_corners(parts, buffer),
        CastlingField::Letters(letters) => write_letters(parts, letters, buffer),
    };
    let (square, length) = match parts.en_passant {
        None => (*b"-   ", 2),
        Some(file) => {
            let rank = Rank::Sixth.relative_to(parts.side_to_move);
            ([file.to_char() as u8, rank.to_char() as u8, b' ', b' '], 3)
        }
    };
    put(buffer, at, square);
    at += length;
    at = write_number(parts.halfmoves.into(), at, buffer);
    write_number(parts.fullmoves.into(), at + 1, buffer)
}

/// Writes the four bytes of `text` from index `at` on.
#[inline]
fn put(buffer: &mut [u8; 48], at: usize, text: [u8; 4]) {
    // The last number begins before byte 32, so the mask changes no index: a side, sixteen castling letters, a square
    // and a number of five digits take 29 bytes, spaces included.
    let at = at & 31;
    buffer[at..at + 4].copy_from_slice(&text);
}

/// Writes text such as ` w KQkq `: the side to move and the castling letters `K`, `Q`, `k` and `q`, or `-`, with spaces
/// around both. Returns its length. All rights must be those of rooks in the corners.
#[inline]
fn write_corners(parts: &PositionBuilder, buffer: &mut [u8; 48]) -> usize {
    let rooks = parts.castling.rooks();
    let corner = |n: usize| usize::from(rooks.has(CORNERS[n])) << n;
    let rooks = corner(0) | corner(1) | corner(2) | corner(3);
    let (text, length) = CORNER_TEXTS[parts.side_to_move as usize][rooks];
    buffer[..8].copy_from_slice(&text);
    length
}

/// Writes text such as ` w HAha `: the side to move and the castling letters of the style `letters`, or `-`, with
/// spaces around both. Returns its length. The rights may be those of any rooks.
#[cold]
fn write_letters(parts: &PositionBuilder, letters: CastlingLetters, buffer: &mut [u8; 48]) -> usize {
    *buffer = [b' '; 48];
    buffer[1] = side_letter(parts.side_to_move);
    if parts.castling.is_empty() {
        buffer[3] = b'-';
        return 5;
    }
    let mut at = 3;
    for color in Color::ALL {
        let king = (parts.board.role(Role::King) & parts.board.color(color)).first();
        // From the h-file to the a-file, so that the king's side comes first.
        for rook in parts.castling.rooks_of(color).into_iter().rev() {
            // The side of a rook is seen from its king, which parts that make no valid position may lack.
            let side = king
                .map(|king| CastlingSide::of(king, rook))
                .filter(|side| side.outermost_rook(parts.board, color) == Some(rook));
            let letter = match (letters, side) {
                (CastlingLetters::Canonical, Some(CastlingSide::King)) => 'k',
                (CastlingLetters::Canonical, Some(CastlingSide::Queen)) => 'q',
                _ => rook.file().to_char(),
            };
            let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
            buffer[at] = letter as u8;
            at += 1;
        }
    }
    at + 1
}

const fn side_letter(side: Color) -> u8 {
    match side {
        Color::White => b'w',
        Color::Black => b'b',
    }
}

/// The corners, in the order of the letters `K`, `Q`, `k` and `q` for rights of rooks on them.
const CORNERS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

/// For each side to move and set of rooks on [`CORNERS`]: a text like ` w KQkq `, and its length. Bit `n` of a set is
/// the rook on `CORNERS[n]`.
const CORNER_TEXTS: [[([u8; 8], usize); 16]; 2] = {
    let mut texts = [[(*b"   -    ", 5); 16]; 2];
    let mut n = 0;
    while n < 32 {
        let (side, rooks) = (Color::ALL[n / 16], n % 16);
        let (text, length) = &mut texts[side as usize][rooks];
        text[1] = side_letter(side);
        let (mut i, mut at) = (0, 3);
        while i < 4 {
            if rooks >> i & 1 != 0 {
                text[at] = b"KQkq"[i];
                at += 1;
                *length = at + 1;
            }
            i += 1;
        }
        n += 1;
    }
    texts
};

/// Writes a number in decimal digits and a space, from the offset `at` on, and returns the offset of the space.
#[inline]
fn write_number(number: u32, at: usize, buffer: &mut [u8; 48]) -> usize {
    if number < 1000 {
        let digits = 1 + usize::from(number > 9) + usize::from(number > 99);
        let text = u32::from_le_bytes([
            b'0' + (number / 100) as u8,
            b'0' + (number / 10 % 10) as u8,
            b'0' + (number % 10) as u8,
            b' ',
        ]);
        put(buffer, at, (text >> (8 * (3 - digits))).to_le_bytes());
        return at + digits;
    }
    write_long_number(number, at, buffer)
}

/// Writes a number from 1000 on in decimal digits and a space, from the offset `at` on, and returns the offset
/// of the space.
#[cold]
fn write_long_number(number: u32, at: usize, buffer: &mut [u8; 48]) -> usize {
    let end = at + number.checked_ilog10().unwrap_or(0) as usize + 1;
    let mut rest = number;
    for place in buffer[at..end].iter_mut().rev() {
        *place = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    buffer[end] = b' ';
    end
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use core::fmt::Write;
    use quadbit_quad::zobrist::split_mix;
    use std::string::{String, ToString};

    /// The slow form of [`write`]: one character after the other.
    fn twin(parts: &PositionBuilder, letters: CastlingLetters) -> String {
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut run = 0;
            for file in File::ALL {
                if let Some(piece) = parts.board.piece_at(Square::new(file, rank)) {
                    text += &if run == 0 { String::new() } else { run.to_string() };
                    text.push(piece.to_char());
                    run = 0;
                } else {
                    run += 1;
                }
            }
            text += &if run == 0 { String::new() } else { run.to_string() };
            text.push(if rank == Rank::First { ' ' } else { '/' });
        }
        text += if parts.side_to_move == Color::White { "w " } else { "b " };
        if parts.castling.is_empty() {
            text.push('-');
        }
        for color in Color::ALL {
            for file in File::ALL.into_iter().rev().filter(|&file| parts.castling.has(color, file)) {
                let rook = Square::new(file, Rank::First.relative_to(color));
                let is_outermost =
                    |side: &CastlingSide| side.outermost_rook(parts.board, color) == Some(rook);
                let letter = match CastlingSide::ALL.into_iter().find(is_outermost) {
                    Some(side) if letters == CastlingLetters::Canonical => ['k', 'q'][side as usize],
                    _ => file.to_char(),
                };
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        match parts.en_passant {
            Some(file) if parts.side_to_move == Color::White => write!(text, " {file}6"),
            Some(file) => write!(text, " {file}3"),
            None => write!(text, " -"),
        }
        .unwrap();
        write!(text, " {} {}", parts.halfmoves, parts.fullmoves).unwrap();
        text
    }

    /// Random parts from the seed `n`, valid or not: usually the kings are on their first ranks, and most castling
    /// rights have their rooks, usually in the corners.
    fn some_parts(n: u64) -> PositionBuilder {
        let mut seed = n << 16;
        let mut random = |below: usize| {
            seed += 1;
            (split_mix(seed) % below as u64) as usize
        };
        let mut parts = PositionBuilder::new();
        let crowd = 1 + random(4);
        for square in Square::ALL {
            if random(crowd) == 0 {
                // Any piece but a king: the kings are put on the board below.
                parts.board.put(square, Piece::ALL[random(10)]);
            }
        }
        for color in Color::ALL {
            let home = Rank::First.relative_to(color);
            for file in File::ALL {
                let is_corner = [File::A, File::H].contains(&file);
                if random(3) == 0 && (is_corner || random(12) == 0) {
                    parts.castling = parts.castling.with(color, file);
                    if random(8) != 0 {
                        parts.board.put(Square::new(file, home), Role::Rook.of(color));
                    }
                }
            }
            let rank = if random(9) == 0 { Rank::Fourth } else { home };
            parts.board.put(Square::new(File::ALL[1 + random(6)], rank), Role::King.of(color));
        }
        parts.side_to_move = Color::ALL[random(2)];
        parts.en_passant = File::ALL.get(random(16)).copied();
        parts.halfmoves = random(1 << 16) as u16 >> random(16);
        parts.fullmoves = random(1 << 16) as u16 >> random(16);
        parts
    }

    #[test]
    fn buffer_equals_text_written_by_characters() {
        let mut in_corners = 0;
        for n in 0..20_000 {
            let parts = some_parts(n);
            let castling = CastlingField::of_parts(&parts);
            let expected = twin(&parts, CastlingLetters::Canonical);
            assert_eq!(Text::new(&parts, castling).as_str(), expected);
            assert_eq!(
                Text::new(&parts, CastlingField::Letters(CastlingLetters::Canonical)).as_str(),
                expected
            );
            let shredder = CastlingField::Letters(CastlingLetters::Shredder);
            assert_eq!(Text::new(&parts, shredder).as_str(), twin(&parts, CastlingLetters::Shredder));
            in_corners += u32::from(matches!(castling, CastlingField::Corners));
        }
        assert!((5_000..15_000).contains(&in_corners), "{in_corners}");
    }
}
