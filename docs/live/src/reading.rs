//! What somebody pastes: a FEN, or the moves of a game. Refusals name the characters that are wrong.

use std::ops::Range;

use quadbit::pgn::{NULL_MOVE, PgnError, PgnErrorKind};
use quadbit::{CastlingStyle, FenError, FenField, FenStyle, Position, PositionError};
use wasm_bindgen::prelude::*;

/// A start position and moves, as far as a text could be read, and the error with its place in the text.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Reading {
    fen: String,
    moves: Vec<String>,
    note: String,
    error: String,
    place: [usize; 2],
}

#[wasm_bindgen]
impl Reading {
    /// Reads a FEN if the text begins with one word that holds a `/`, and otherwise the main line of a game in PGN,
    /// with or without tags.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Reading {
        let is_fen =
            text.split_whitespace().next().is_some_and(|word| word.contains('/') && !word.starts_with('['));
        if is_fen { Self::of_fen(text) } else { Self::of_game(text) }
    }

    /// The FEN of the position from which the moves are played: the start position or, if a turn is passed (`--`), the
    /// position after the last null move. Empty if a FEN was refused, or the first move of a game that has no tags:
    /// such a text may be anything.
    pub fn fen(&self) -> String {
        self.fen.clone()
    }

    /// The moves from the position of [`fen`](Self::fen) as UCI text, up to the first that is refused.
    pub fn moves(&self) -> Vec<String> {
        self.moves.clone()
    }

    /// What strict reading says about a FEN that was read leniently; empty if nothing was wrong.
    pub fn note(&self) -> String {
        self.note.clone()
    }

    /// Why the text, its FEN or one of its moves was refused; empty if nothing was.
    pub fn error(&self) -> String {
        self.error.clone()
    }

    /// The start and the end of the refused part of the text, in UTF-16 units as JavaScript counts them; both 0 if
    /// nothing was refused.
    pub fn place(&self) -> Vec<usize> {
        self.place.to_vec()
    }
}

impl Reading {
    fn of_fen(text: &str) -> Self {
        let strict = Position::from_fen(text.trim());
        let note = strict.err().map_or_else(String::new, |error| error.to_string());
        match strict.or_else(|_| Position::from_fen_relaxed(text)) {
            Ok(position) => Self { fen: canonical(&position), note, ..Self::default() },
            Err(error) => Self {
                error: error.to_string(),
                place: units(text, wrong_part(text, error)),
                ..Self::default()
            },
        }
    }

    fn of_game(text: &str) -> Self {
        let nothing = || Self {
            error: "expected a FEN or the moves of a game".to_owned(),
            place: units(text, 0..text.trim_end().len()),
            ..Self::default()
        };
        let Some(record) = quadbit::pgn::records(text).next() else { return nothing() };
        let mut reading = Self::default();
        let refuse = |error: PgnError| {
            let start = record.offset() + usize::try_from(error.offset).unwrap_or(0);
            match error.kind {
                PgnErrorKind::Move { error, .. } => {
                    (error.to_string(), units(text, start..word_end(text, start)))
                }
                _ => (error.to_string(), units(text, start..record.offset() + record.text().len())),
            }
        };
        match record.moves() {
            Err(error) => (reading.error, reading.place) = refuse(error),
            Ok(mut moves) => {
                reading.fen = canonical(moves.position());
                loop {
                    let before = *moves.position();
                    match moves.next() {
                        None => break,
                        // The turn passes, which is no move on the board: the line begins anew.
                        Some(Ok(NULL_MOVE)) => {
                            reading.fen = canonical(moves.position());
                            reading.moves.clear();
                        }
                        Some(Ok(mv)) => {
                            reading.moves.push(mv.to_uci(&before, CastlingStyle::Standard).to_string());
                        }
                        Some(Err(error)) => {
                            (reading.error, reading.place) = refuse(error);
                            break;
                        }
                    }
                }
            }
        }
        if reading.moves.is_empty() && record.tags().next().is_none() {
            if reading.error.is_empty() {
                return nothing();
            }
            reading.fen.clear();
        }
        reading
    }
}

fn canonical(position: &Position) -> String {
    position.to_fen(FenStyle::default()).to_string()
}

/// The ends of a range of bytes of `text`, counted in UTF-16 units, as JavaScript counts.
fn units(text: &str, bytes: Range<usize>) -> [usize; 2] {
    [bytes.start, bytes.end].map(|end| text[..end].encode_utf16().count())
}

/// The byte at which the word ends that begins at byte `start`.
fn word_end(text: &str, start: usize) -> usize {
    text[start..].find(char::is_whitespace).map_or(text.len(), |length| start + length)
}

/// The bytes of a FEN that an error is about: a character, a rank, a field, or what follows the last field.
fn wrong_part(fen: &str, error: FenError) -> Range<usize> {
    let field = |index: usize| {
        let word = fen.split_whitespace().nth(index);
        word.map_or(fen.len()..fen.len(), |word| {
            let start = word.as_ptr().addr() - fen.as_ptr().addr();
            start..start + word.len()
        })
    };
    let board = field(FenField::Board as usize);
    let character = |field: Range<usize>, is_wrong: &dyn Fn(usize, char) -> bool| {
        let found = fen[field.clone()].char_indices().find(|&(at, c)| is_wrong(at, c));
        found.map_or(field.clone(), |(at, c)| field.start + at..field.start + at + c.len_utf8())
    };
    let castling = field(FenField::Castling as usize);
    match error {
        FenError::Blanks => 0..fen.len(),
        FenError::TrailingText => field(6).start..fen.trim_end().len(),
        FenError::BoardCharacter(wrong) | FenError::BoardDigit(wrong) => character(board, &|_, c| c == wrong),
        FenError::BoardRank(rank) => {
            let ranks = fen[board.clone()].split('/').take(8 - usize::from(rank));
            let start = board.start + ranks.map(|text| text.len() + 1).sum::<usize>();
            let end = fen[start..board.end].find('/').map_or(board.end, |length| start + length);
            start..end
        }
        FenError::CastlingLetter(wrong) | FenError::CastlingRook(wrong) => {
            let last = fen[castling.clone()].rfind(wrong);
            character(castling, &|at, _| Some(at) == last)
        }
        FenError::SideToMove | FenError::Position(PositionError::OpponentInCheck) => {
            field(FenField::SideToMove as usize)
        }
        FenError::EnPassant | FenError::EnPassantRank => field(FenField::EnPassant as usize),
        FenError::Missing(at) | FenError::NotANumber(at) | FenError::OutOfRange(at) => field(at as usize),
        FenError::Position(PositionError::PawnOnBackRank(square)) => {
            let rank = fen[board.clone()].split('/').nth(7 - square.rank().index());
            rank.map_or(board.clone(), |rank| {
                let start = rank.as_ptr().addr() - fen.as_ptr().addr();
                let rank = start..start + rank.len();
                character(rank, &|_, c| c.eq_ignore_ascii_case(&'p'))
            })
        }
        _ => board,
    }
}

#[cfg(test)]
mod tests {
    use super::Reading;

    /// The part of a text that its reading calls wrong.
    fn wrong(text: &str) -> String {
        let reading = Reading::new(text);
        assert!(!reading.error().is_empty(), "{text}");
        let units: Vec<u16> = text.encode_utf16().collect();
        String::from_utf16(&units[reading.place[0]..reading.place[1]]).unwrap()
    }

    #[test]
    fn a_refused_fen_names_its_wrong_part() {
        for (fen, part) in [
            ("4k3/8/8/8/8/8/8/4K2x w - - 0 1", "x"),
            ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "9"),
            ("4k3/8/8/8/8/8/8/4K2♔ w - - 0 1", "♔"),
            ("  4k3/8/ppp/8/8/8/8/4K3 w - - 0 1", "ppp"),
            ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "4K2"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4K3"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "x"),
            ("4k3/8/8/8/8/8/8/4K3 w KXQ - 0 1", "X"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "e9"),
            ("4k3/8/8/8/8/8/8/4K3 w - - zero 1", "zero"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "65536"),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "4k3/8/8/8/8/8/8/K3K3"),
            ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "p"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "w"),
        ] {
            assert_eq!(wrong(fen), part, "{fen}");
        }
    }

    #[test]
    fn a_refused_fen_says_something_inside_the_text() {
        let cases = include_str!("../../../crates/movegen/tests/data/refusals.tsv");
        for line in cases.lines().filter(|line| !line.starts_with('#')) {
            let [fen, strict, relaxed] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
            let answer = if relaxed == "same" { strict } else { relaxed };
            if !fen.trim_start().contains('/') {
                continue;
            }
            let reading = Reading::new(fen);
            let is_taken = strict.starts_with('=') || answer.starts_with('=');
            assert_eq!(reading.error.is_empty(), is_taken, "{fen}");
            assert!(is_taken || reading.error == answer, "{fen}: {}", reading.error);
            assert!(reading.note.is_empty() || reading.note == strict || fen != fen.trim(), "{fen}");
            let [start, end] = reading.place;
            assert!(start <= end && end <= fen.encode_utf16().count(), "{fen}");
        }
    }

    #[test]
    fn a_game_is_read_up_to_its_first_wrong_move() {
        let text = "[White \"é😀\"]\n\n1. e4 e5 2. Nf3 {good} (2. f4) 2... Nc6 3. Bb5 a6 1/2-1/2";
        let reading = Reading::new(text);
        assert_eq!(reading.moves(), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]);
        assert_eq!(reading.error(), "");
        assert!(reading.fen().starts_with("rnbqkbnr/pppppppp/8/8/"));
        let text = text.replace("Bb5", "Qb5");
        assert_eq!(wrong(&text), "Qb5");
        assert_eq!(Reading::new(&text).moves().len(), 4);
        let game = "[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n1. c7 Rd6+";
        assert_eq!(Reading::new(game).moves(), ["c6c7", "d5d6"]);
        assert_eq!(Reading::new(game).fen(), "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1");
        for (text, part) in
            [("", ""), ("hello", "hello"), ("1. e4 {no end", "{no end"), ("[FEN \"8/8\"]", "[FEN \"8/8\"]")]
        {
            assert_eq!(wrong(text), part);
        }
    }

    #[test]
    fn what_may_be_no_game_changes_no_board() {
        for text in ["", "hello", "1. Ke2", "8/8/1KP5"] {
            let reading = Reading::new(text);
            assert_eq!((reading.fen(), reading.error().is_empty()), (String::new(), false), "{text}");
        }
    }

    #[test]
    fn the_place_of_a_wrong_move_is_said_once() {
        let reading = Reading::new("1. e4 e5 2. Nf6");
        assert!(!reading.error().contains("half moves"), "{}", reading.error());
        assert_eq!(reading.moves().len(), 2);
    }
}
