//! Playing the main line of a game while its end is searched for.

use alloc::vec::Vec;
use core::mem;

use quadbit_movegen::{GameResult, Move, Position};

use super::margin::Margin;
use crate::boundary::{Boundary, End};
use crate::error::PgnErrorKind;
use crate::moves;
use crate::record::start;
use crate::tokens::{Token, Tokens, is_null_move};

/// The first game of a text.
pub(super) struct Played {
    /// Its length.
    pub(super) length: usize,
    /// Whether there is a game at all.
    pub(super) is_game: bool,
    /// Whether the game would end here too if the text went on.
    pub(super) is_whole: bool,
    /// The result behind the moves.
    pub(super) result: Option<GameResult>,
    /// The positions before and after the moves.
    pub(super) start: Option<Position>,
    pub(super) position: Option<Position>,
    /// The error, and its place in the text.
    pub(super) fault: Option<(usize, PgnErrorKind)>,
}

/// Finds the end of the first game, as `Records` does, and plays its main line at the same
/// time, as `Moves` does. The margin is shown what stands beside the moves. The positions before the moves are
/// added to a list, if there is one.
pub(super) fn play(
    text: &str,
    moves: &mut Vec<Move>,
    positions: Option<&mut Vec<Position>>,
    margin: &mut impl Margin,
) -> Played {
    let mut tokens = Tokens::new(text);
    let mut line = MainLine::new(moves, positions);
    let (mut boundary, mut in_tags, mut words) = (Boundary::default(), true, 0);
    let (length, is_whole, result) = loop {
        let before = tokens.offset();
        let Some(token) = tokens.next() else { break (tokens.offset(), false, None) };
        match boundary.step(token, before, &tokens) {
            None => {}
            // A word at the end of the text may continue in the next block.
            Some(End::Before) => break (before, tokens.offset() < text.len(), None),
            Some(End::Behind) => {
                let result = if let Token::Result(result) = token { Some(result) } else { None };
                break (tokens.offset(), tokens.offset() < text.len(), result);
            }
        }
        let word = match token {
            Token::Comment(comment) => {
                if boundary.is_main_line() {
                    margin.comment(words, comment);
                }
                continue;
            }
            Token::Tag { name, value } => {
                match name {
                    "FEN" if in_tags => line.fen = line.fen.or(Some(value)),
                    "Variant" if in_tags => line.variant = line.variant.or(Some(value)),
                    _ => {}
                }
                continue;
            }
            Token::Move(word) | Token::NullMove(word) => Some(word),
            Token::Nag(glyph) => {
                if boundary.is_main_line() {
                    margin.glyph(words, glyph);
                }
                None
            }
            Token::Open | Token::Close | Token::Result(_) => None,
        };
        in_tags = false;
        if let Some(word) = word
            && boundary.is_main_line()
        {
            line.push(word, tokens.offset() - word.len());
            words += 1;
            margin.word(words, word);
        }
    };
    let unclosed = boundary.unclosed(&tokens);
    let is_game = boundary.is_game() || unclosed.is_some();
    if is_game {
        line.play();
    }
    margin.end(line.moves.len());
    let unclosed = unclosed.map(|(at, unclosed)| (at, PgnErrorKind::Unclosed(unclosed)));
    let fault = line.fault.or(unclosed);
    Played { length, is_game, is_whole, result, start: line.start, position: line.position, fault }
}

/// The main line of a game. Its words are collected until there are several of them: two loops, one that
/// finds words and one that plays their moves, are predicted better than one loop that does both in turn.
struct MainLine<'a, 'm> {
    /// The tags that name the start position.
    variant: Option<&'a str>,
    fen: Option<&'a str>,
    start: Option<Position>,
    position: Option<Position>,
    moves: &'m mut Vec<Move>,
    positions: Option<&'m mut Vec<Position>>,
    fault: Option<(usize, PgnErrorKind)>,
    /// The collected words, with their places in the text.
    words: [(&'a str, usize); WAITING],
    waiting: usize,
}

/// The largest number of collected words.
const WAITING: usize = 32;

impl<'a, 'm> MainLine<'a, 'm> {
    fn new(moves: &'m mut Vec<Move>, positions: Option<&'m mut Vec<Position>>) -> Self {
        moves.clear();
        Self {
            variant: None,
            fen: None,
            start: None,
            position: None,
            moves,
            positions,
            fault: None,
            words: [("", 0); WAITING],
            waiting: 0,
        }
    }

    /// Adds a word and its place.
    #[inline]
    fn push(&mut self, word: &'a str, place: usize) {
        if self.waiting == WAITING {
            self.play();
        }
        self.words[self.waiting] = (word, place);
        self.waiting += 1;
    }

    /// Plays the moves of the collected words, up to the first bad one. The first call
    /// makes the start position.
    #[inline(never)]
    fn play(&mut self) {
        let waiting = mem::take(&mut self.waiting);
        if self.fault.is_some() {
            return;
        }
        let mut position = match self.position {
            Some(position) => position,
            None => match start(self.variant, self.fen) {
                Ok(position) => *self.start.insert(position),
                Err(error) => {
                    self.fault = Some((0, error));
                    return;
                }
            },
        };
        for &(word, place) in &self.words[..waiting] {
            if let Some(positions) = &mut self.positions {
                positions.push(position);
            }
            let played = match word.as_bytes() {
                [b'-' | b'Z', ..] if is_null_move(word) => moves::pass(&mut position),
                _ => moves::play(&mut position, word),
            };
            match played {
                Ok(mv) => self.moves.push(mv),
                Err(error) => {
                    self.fault = Some((place, PgnErrorKind::Move { plies: self.moves.len(), error }));
                    if let Some(positions) = &mut self.positions {
                        positions.pop();
                    }
                    break;
                }
            }
        }
        self.position = Some(position);
    }
}
