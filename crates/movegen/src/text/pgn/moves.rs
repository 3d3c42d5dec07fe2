//! Playing the main line of a game.

use core::fmt;

use super::tokens::{Token, Tokens};
use crate::moves::mv::Move;
use crate::position::Position;
use crate::text::san::error::ParseSanError;

/// The moves of a game's main line, each legal in its position; created by [`Record::moves`](super::Record::moves).
///
/// A null move (`--`) is returned as [`Move::NULL`] and passes the turn, if the side is not in check. The iterator
/// ends after an error.
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    position: Position,
    tokens: Tokens<'a>,
    plies: usize,
}

impl<'a> Moves<'a> {
    pub(super) fn new(position: Position, tokens: Tokens<'a>) -> Self {
        Self { position, tokens, plies: 0 }
    }

    /// The position after the moves returned so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The number of moves returned so far.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Skips a variation and everything inside it.
    fn skip_variation(&mut self) {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.tokens.next() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(_) => {}
                None => return,
            }
        }
    }
}

/// Passes the turn.
pub(super) fn pass(position: &mut Position) -> Result<Move, ParseSanError> {
    *position = position.null_move().ok_or(ParseSanError::Illegal)?;
    Ok(Move::NULL)
}

/// Plays the move that a word means.
#[inline]
pub(super) fn play(position: &mut Position, word: &str) -> Result<Move, ParseSanError> {
    let mv = Move::from_san_relaxed(word, position)?;
    *position = position.after(mv);
    Ok(mv)
}

impl<'a> Iterator for Moves<'a> {
    type Item = Result<Move, MoveError<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (text, played) = match self.tokens.next()? {
                Token::Move(text) => (text, play(&mut self.position, text)),
                Token::NullMove => (self.tokens.ending("--".len()), pass(&mut self.position)),
                Token::Open => {
                    self.skip_variation();
                    continue;
                }
                Token::Result(_) => {
                    self.tokens = Tokens::new("");
                    return None;
                }
                Token::Tag { .. } | Token::Comment(_) | Token::Nag(_) | Token::Close => continue,
            };
            let offset = self.tokens.offset() - text.len();
            return Some(match played {
                Ok(mv) => {
                    self.plies += 1;
                    Ok(mv)
                }
                Err(error) => {
                    self.tokens = Tokens::new("");
                    Err(MoveError { text, offset, plies: self.plies, error })
                }
            });
        }
    }
}

/// A word of a game that is not a legal move in its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveError<'a> {
    /// The word.
    pub text: &'a str,
    /// The byte at which it begins, counted from 0 in the text of the game.
    pub offset: usize,
    /// The number of half moves played before.
    pub plies: usize,
    /// The reason why it is not a legal move.
    pub error: ParseSanError,
}

impl fmt::Display for MoveError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} after {} half moves: {}", self.text, self.plies, self.error)
    }
}

impl core::error::Error for MoveError<'_> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}
