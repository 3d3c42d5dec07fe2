//! Reading a FEN: a text, its fields, and the parts of a position.
//!
//! 1. [`board::read`] reads the board in one pass; [`read_state`] reads the fields after it, one by one.
//! 2. If either refuses, the text is read again by [`read_by_fields`]: it names the first fault, and in relaxed reading
//!    it accepts what people and older programs write. The fields after the board have one definition for both.
//! 3. The parts are checked together where they are built into a position.
//!
//! What the first step accepts must mean the same to the second one, strict and relaxed:
//! `tests/data/fen_readers.tsv` lists the texts that each accepts.

use quadbit_quad::QuadBitboard;
use quadbit_x88::{Color, File};

use super::board;
use super::castling::CastlingLetter;
use super::error::{FenError, FenField};
use crate::position::Position;
use crate::position::builder::PositionBuilder;
use crate::position::castling::CastlingRights;
use crate::position::validity::Validity;

/// Reads a FEN. Strict and relaxed reading accept different texts and different positions.
pub(crate) fn read(fen: &str, validity: Validity) -> Result<Position, FenError> {
    Ok(read_parts(fen, validity)?.build(validity)?)
}

/// Reads the fields of a FEN without checking that they make a valid position.
pub(crate) fn read_parts(fen: &str, validity: Validity) -> Result<PositionBuilder, FenError> {
    read_strictly(fen.as_bytes()).map_or_else(|| read_by_fields(fen, validity.is_strict()), Ok)
}

/// Reads a FEN strictly; `None` for every text that strict reading refuses.
fn read_strictly(fen: &[u8]) -> Option<PositionBuilder> {
    let (codes, length) = board::read(fen)?;
    let fields = fen[length + 1..].split(|byte| *byte == b' ');
    read_state(QuadBitboard::from_mailbox(&codes), fields, true).ok()
}

/// Reads a FEN field by field, and names the first fault.
#[cold]
#[inline(never)]
fn read_by_fields(fen: &str, is_strict: bool) -> Result<PositionBuilder, FenError> {
    if !is_strict {
        let unmarked = fen.strip_prefix('\u{feff}').unwrap_or(fen);
        return read_fields(unmarked.split_whitespace(), is_strict);
    }
    if fen.starts_with(' ') || fen.ends_with(' ') || fen.contains("  ") {
        return Err(FenError::Blanks);
    }
    read_fields(fen.split(' '), is_strict)
}

/// Reads the board from the first of `fields`, and the other fields after it.
fn read_fields<'a>(
    mut fields: impl Iterator<Item = &'a str>,
    is_strict: bool,
) -> Result<PositionBuilder, FenError> {
    let board = fields.next().filter(|board| !board.is_empty()).ok_or(FenError::Missing(FenField::Board))?;
    read_state(board::read_by_ranks(board, is_strict)?, fields.map(str::as_bytes), is_strict)
}

/// Reads the fields after the board. Strict reading needs all five, or the first three, as an EPD has them; relaxed
/// reading accepts any number up to five.
#[inline(always)]
fn read_state<'a>(
    board: QuadBitboard,
    mut fields: impl Iterator<Item = &'a [u8]>,
    is_strict: bool,
) -> Result<PositionBuilder, FenError> {
    let mut next = |field, may_be_missing| match fields.next() {
        None if may_be_missing || !is_strict => Ok(None),
        None | Some([]) => Err(FenError::Missing(field)),
        text => Ok(text),
    };
    let mut parts = PositionBuilder { board, ..PositionBuilder::new() };
    if let Some(side) = next(FenField::SideToMove, false)? {
        parts.side_to_move = read_side(side, is_strict)?;
    }
    if let Some(letters) = next(FenField::Castling, false)? {
        parts.castling = read_castling(letters, board, is_strict)?;
    }
    if let Some(square) = next(FenField::EnPassant, false)? {
        parts.en_passant = read_en_passant(square, parts.side_to_move, is_strict)?;
    }
    if let Some(number) = next(FenField::Halfmoves, true)? {
        parts.halfmoves = read_number(number, FenField::Halfmoves)?;
        if let Some(number) = next(FenField::Fullmoves, false)? {
            parts.fullmoves = read_number(number, FenField::Fullmoves)?;
            if is_strict && parts.fullmoves == 0 {
                return Err(FenError::OutOfRange(FenField::Fullmoves));
            }
        }
    }
    if fields.next().is_some() { Err(FenError::TrailingText) } else { Ok(parts) }
}

#[inline(always)]
fn read_side(text: &[u8], is_strict: bool) -> Result<Color, FenError> {
    match text {
        b"w" => Ok(Color::White),
        b"b" => Ok(Color::Black),
        b"W" if !is_strict => Ok(Color::White),
        b"B" if !is_strict => Ok(Color::Black),
        _ => Err(FenError::SideToMove),
    }
}

#[inline(always)]
fn read_castling(text: &[u8], board: QuadBitboard, is_strict: bool) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::EMPTY;
    if text == b"-" {
        return Ok(rights);
    }
    for (at, &byte) in text.iter().enumerate() {
        let letter = char::from(byte);
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match CastlingLetter::read(letter, color, board) {
            CastlingLetter::Rook(file) if is_strict && rights.has(color, file) => {
                return Err(FenError::CastlingLetter(letter));
            }
            CastlingLetter::Rook(file) => rights = rights.with(color, file),
            CastlingLetter::NoRook if is_strict => return Err(FenError::CastlingRook(letter)),
            CastlingLetter::NoRook => {}
            CastlingLetter::Unknown => return Err(FenError::CastlingLetter(character_at(text, at))),
        }
    }
    Ok(rights)
}

/// The character that begins at byte `at` of UTF-8 text.
#[cold]
fn character_at(text: &[u8], at: usize) -> char {
    let rest = str::from_utf8(&text[at..]).unwrap_or_default();
    rest.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[inline(always)]
fn read_en_passant(text: &[u8], side_to_move: Color, is_strict: bool) -> Result<Option<File>, FenError> {
    if text == b"-" {
        return Ok(None);
    }
    let [file, rank] = *text else { return Err(FenError::EnPassant) };
    let file = if is_strict { file } else { file.to_ascii_lowercase() };
    let file = File::from_char(char::from(file)).ok_or(FenError::EnPassant)?;
    match (rank, side_to_move) {
        (b'6', Color::White) | (b'3', Color::Black) => Ok(Some(file)),
        (b'3' | b'6', _) if is_strict => Err(FenError::EnPassantRank),
        (b'3' | b'6', _) => Ok(None),
        _ => Err(FenError::EnPassant),
    }
}

/// Reads a number of decimal digits only: no sign, no space. `field` is named by the error.
#[inline(always)]
fn read_number(text: &[u8], field: FenField) -> Result<u16, FenError> {
    let mut number = 0_u32;
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return Err(FenError::NotANumber(field));
        }
        // The bound keeps the number from overflowing; every number beyond 16 bits is refused below.
        number = (10 * number + u32::from(digit)).min(1 << 16);
    }
    u16::try_from(number).map_err(|_| FenError::OutOfRange(field))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{read_by_fields, read_strictly};
    use quadbit_quad::zobrist::split_mix;
    use std::string::String;
    use std::vec::Vec;

    /// The FENs in the first column of the tables of test data, good and bad, of standard chess and of Chess960.
    fn texts() -> impl Iterator<Item = &'static str> {
        let tables = [
            include_str!("../../../tests/data/refusals.tsv"),
            include_str!("../../../tests/data/gen_legal_san_std.tsv"),
            include_str!("../../../tests/data/gen_legal_san_frc.tsv"),
        ];
        let rows = tables.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
        rows.map(|line| line.split('\t').next().unwrap_or(line))
    }

    /// Compares strict reading in one pass with reading field by field, and if the text is accepted, with relaxed
    /// reading, too. Returns whether strict reading accepts the text.
    fn is_accepted(text: &str) -> bool {
        let parts = read_strictly(text.as_bytes());
        assert_eq!(parts, read_by_fields(text, true).ok(), "{text}");
        if parts.is_some() {
            assert_eq!(parts, read_by_fields(text, false).ok(), "relaxed: {text}");
        }
        parts.is_some()
    }

    #[test]
    fn one_pass_equals_reading_by_fields() {
        let accepted = texts().filter(|text| is_accepted(text)).count();
        assert!(accepted > 2000, "{accepted}");
    }

    /// Each text of `fen_readers.tsv` is accepted by strict and by relaxed reading exactly if its row says so;
    /// `quadbit-pack` tests the last column.
    #[test]
    fn readers_accept_what_the_table_says() {
        let table = include_str!("../../../tests/data/fen_readers.tsv");
        for row in table.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = row.split('\t').collect();
            let [fen, expected @ ..] = columns.as_slice() else { panic!("{row}") };
            let accepted = [is_accepted(fen), read_by_fields(fen, false).is_ok()];
            assert_eq!(accepted.map(|is| if is { "yes" } else { "no" }), expected[..2], "{fen}");
        }
    }

    /// FENs with characters replaced, inserted, removed and exchanged are read alike in one pass and field by field.
    #[test]
    fn mutated_texts_are_read_alike() {
        let alphabet: Vec<char> = "PNBRQKpnbrqk0123456789/ -wbKQkqAHahe36\t\u{e9}".chars().collect();
        let (mut accepted, mut n) = (0, 0);
        for text in texts() {
            for _ in 0..40 {
                let mut chars: Vec<char> = text.chars().collect();
                let mut random = |below: usize| {
                    n += 1;
                    (split_mix(n) % below as u64) as usize
                };
                for _ in 0..=random(2) {
                    let at = random(chars.len() + 1);
                    let letter = alphabet[random(alphabet.len())];
                    match random(4) {
                        0 => chars.insert(at, letter),
                        _ if at >= chars.len() => {}
                        1 => chars[at] = letter,
                        2 => drop(chars.remove(at)),
                        _ => chars.swap(at, at / 2),
                    }
                }
                accepted += u32::from(is_accepted(&chars.into_iter().collect::<String>()));
            }
        }
        assert!(accepted > 5000, "only {accepted} mutations were still FENs");
    }
}
