//! Reading a FEN.

use quadbit_quad::QuadBitboard;
use quadbit_x88::{Color, File, Piece, Rank, Square};

use super::castling::castling_file;
use super::error::{FenError, FenField};
use super::quick;
use crate::position::Position;
use crate::position::builder::PositionBuilder;
use crate::position::castling::CastlingRights;
use crate::position::validity::Validity;

/// Reads a FEN. Strict and relaxed reading accept different texts and different positions.
pub(crate) fn read(fen: &str, validity: Validity) -> Result<Position, FenError> {
    Ok(read_parts(fen, validity)?.build(validity)?)
}

/// Reads the fields of a FEN without checking that they make a valid position. Texts that the quick reader
/// accepts mean the same in strict and relaxed reading.
pub(crate) fn read_parts(fen: &str, validity: Validity) -> Result<PositionBuilder, FenError> {
    quick::read_parts(fen.as_bytes()).map_or_else(|| read_parts_carefully(fen, validity), Ok)
}

/// Reads the parts of a FEN field by field: the definition of a FEN and of its errors.
#[cold]
#[inline(never)]
fn read_parts_carefully(fen: &str, validity: Validity) -> Result<PositionBuilder, FenError> {
    let strict = validity == Validity::Strict;
    let mut fields = Fields::new(fen, strict)?;
    let mut parts = PositionBuilder::new();
    parts.board = read_board(fields.next(FenField::Board)?.unwrap_or_default(), strict)?;
    if let Some(side) = fields.next(FenField::SideToMove)? {
        parts.side_to_move = read_side(side, strict)?;
    }
    if let Some(castling) = fields.next(FenField::Castling)? {
        parts.castling = read_castling(castling, parts.board, strict)?;
    }
    if let Some(square) = fields.next(FenField::EnPassant)? {
        parts.en_passant = read_en_passant(square, parts.side_to_move, strict)?;
    }
    if let Some(number) = fields.next(FenField::Halfmoves)? {
        parts.halfmoves = read_number(number, FenField::Halfmoves)?;
        if let Some(number) = fields.next(FenField::Fullmoves)? {
            parts.fullmoves = read_number(number, FenField::Fullmoves)?;
            if strict && parts.fullmoves == 0 {
                return Err(FenError::OutOfRange(FenField::Fullmoves));
            }
        }
    }
    fields.end()?;
    Ok(parts)
}

/// The fields of a FEN, one after the other.
struct Fields<'a> {
    rest: core::str::Split<'a, char>,
    loose: core::str::SplitWhitespace<'a>,
    strict: bool,
}

impl<'a> Fields<'a> {
    /// In strict text, fields are separated by one space, with none around them. In relaxed text they are
    /// separated by white space, and the text may begin with a byte order mark.
    fn new(fen: &'a str, strict: bool) -> Result<Self, FenError> {
        let blank_at_edge = fen.starts_with(' ') || fen.ends_with(' ');
        if strict && !fen.is_empty() && (blank_at_edge || fen.contains("  ")) {
            return Err(FenError::Blanks);
        }
        let unmarked = fen.strip_prefix('\u{feff}').unwrap_or(fen);
        Ok(Self { rest: fen.split(' '), loose: unmarked.split_whitespace(), strict })
    }

    /// The next field. Strict text must have all six, or the first four (as an EPD does); relaxed text may
    /// end after any field, but must have the board.
    fn next(&mut self, field: FenField) -> Result<Option<&'a str>, FenError> {
        let text = if self.strict { self.rest.next() } else { self.loose.next() };
        let text = text.filter(|text| !text.is_empty());
        let may_be_missing = match field {
            FenField::Board => false,
            FenField::Halfmoves => true,
            _ => !self.strict,
        };
        if text.is_none() && !may_be_missing {
            return Err(FenError::Missing(field));
        }
        Ok(text)
    }

    fn end(mut self) -> Result<(), FenError> {
        let more = if self.strict { self.rest.next() } else { self.loose.next() };
        if more.is_some() { Err(FenError::TrailingText) } else { Ok(()) }
    }
}

fn read_board(text: &str, strict: bool) -> Result<QuadBitboard, FenError> {
    let mut board = QuadBitboard::EMPTY;
    let mut ranks = Rank::ALL.into_iter().rev();
    for row in text.split('/') {
        let rank = ranks.next().ok_or(FenError::BoardRanks)?;
        read_rank(row, rank, &mut board, strict)?;
    }
    if ranks.next().is_some() {
        return Err(FenError::BoardRanks);
    }
    Ok(board)
}

fn read_rank(row: &str, rank: Rank, board: &mut QuadBitboard, strict: bool) -> Result<(), FenError> {
    let wrong_length = FenError::BoardRank(rank.index() as u8 + 1);
    let mut file = 0;
    let mut after_digit = false;
    for c in row.chars() {
        let is_digit = c.is_ascii_digit();
        if is_digit {
            if !('1'..='8').contains(&c) || strict && after_digit {
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

fn read_side(text: &str, strict: bool) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        "W" if !strict => Ok(Color::White),
        "B" if !strict => Ok(Color::Black),
        _ => Err(FenError::SideToMove),
    }
}

fn read_castling(text: &str, board: QuadBitboard, strict: bool) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match castling_file(letter, color, board).ok_or(FenError::CastlingLetter(letter))? {
            Some(file) if rights.has(color, file) && strict => return Err(FenError::CastlingLetter(letter)),
            Some(file) => rights = rights.with(color, file),
            None if strict => return Err(FenError::CastlingRook(letter)),
            None => {}
        }
    }
    Ok(rights)
}

fn read_en_passant(text: &str, side_to_move: Color, strict: bool) -> Result<Option<File>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let lowered = if strict { None } else { text.chars().next().map(|c| c.to_ascii_lowercase()) };
    let mut chars = text.chars();
    let (file, rank) = match (chars.next(), chars.next(), chars.next()) {
        (Some(file), Some(rank), None) => (lowered.unwrap_or(file), rank),
        _ => return Err(FenError::EnPassant),
    };
    let file = File::from_char(file).ok_or(FenError::EnPassant)?;
    match (rank, side_to_move) {
        ('6', Color::White) | ('3', Color::Black) => Ok(Some(file)),
        ('3' | '6', _) if strict => Err(FenError::EnPassantRank),
        ('3' | '6', _) => Ok(None),
        _ => Err(FenError::EnPassant),
    }
}

/// A number of decimal digits only: no sign, no space.
fn read_number<N: core::str::FromStr>(text: &str, field: FenField) -> Result<N, FenError> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(FenError::NotANumber(field));
    }
    text.parse().map_err(|_| FenError::OutOfRange(field))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{quick, read_parts_carefully};
    use crate::position::validity::Validity;
    use quadbit_quad::zobrist::split_mix;
    use std::string::String;
    use std::vec::Vec;

    /// The first column of tables: FENs good and bad, standard and Chess960.
    fn texts() -> impl Iterator<Item = &'static str> {
        let tables = [
            include_str!("../../../tests/data/refusals.tsv"),
            include_str!("../../../tests/data/gen_legal_san_std.tsv"),
            include_str!("../../../tests/data/gen_legal_san_frc.tsv"),
        ];
        let rows = tables.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
        rows.map(|line| line.split('\t').next().unwrap_or(line))
    }

    /// Checks that strict and relaxed reading accept every text that the quick reader accepts,
    /// with the same meaning.
    fn is_quick(text: &str) -> bool {
        let Some(parts) = quick::read_parts(text.as_bytes()) else { return false };
        for validity in [Validity::Strict, Validity::Relaxed] {
            assert_eq!(read_parts_carefully(text, validity).as_ref(), Ok(&parts), "{validity:?}: {text}");
        }
        true
    }

    #[test]
    fn what_programs_write_is_read_quickly() {
        for text in texts() {
            if read_parts_carefully(text, Validity::Strict).is_ok() {
                assert!(is_quick(text), "{text}");
            } else {
                assert!(!is_quick(text), "{text}");
            }
        }
    }

    /// The texts that each form of reading accepts; `quadbit-lanes` tests the last column.
    #[test]
    fn the_table_of_readers() {
        let table = include_str!("../../../tests/data/fen_readers.tsv");
        for row in table.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = row.split('\t').collect();
            let [fen, expected @ ..] = columns.as_slice() else { panic!("{row}") };
            let taken = [
                read_parts_carefully(fen, Validity::Strict).is_ok(),
                read_parts_carefully(fen, Validity::Relaxed).is_ok(),
                is_quick(fen),
            ];
            assert_eq!(taken.map(|taken| if taken { "yes" } else { "no" }), expected[..3], "{fen}");
        }
    }

    /// Bytes replaced, inserted, removed and exchanged.
    #[test]
    fn mutations() {
        let alphabet: Vec<char> = "PNBRQKpnbrqk0123456789/ -wbKQkqAHahe36\t\u{e9}".chars().collect();
        let (mut quick, mut n) = (0, 0);
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
                quick += u32::from(is_quick(&chars.into_iter().collect::<String>()));
            }
        }
        assert!(quick > 5000, "only {quick} mutations were still FENs");
    }
}
