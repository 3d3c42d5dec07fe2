//! Playing the main line of a game.

use core::fmt;

use quadbit_movegen::{Move, ParseSanError, Position};

use crate::tokens::{Token, Tokens, Unclosed};

/// The moves of a game's main line, each legal in its position; created by
/// [`Record::moves`](super::Record::moves).
///
/// A null move (`--`) is returned as [`Move::NULL`] and passes the turn, if the side is not in check. The
/// iterator ends after an error.
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    position: Position,
    tokens: Tokens<'a>,
    plies: usize,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(position: Position, tokens: Tokens<'a>) -> Self {
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

    /// Skips a variation and everything inside it; an error if it does not end.
    fn skip_variation(&mut self) -> Option<MoveError<'a>> {
        let begin = self.tokens.offset() - "(".len();
        let mut depth = 1_usize;
        while depth > 0 {
            match self.tokens.next() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(_) => {}
                None => return Some(self.error(begin, Unclosed::Variation)),
            }
        }
        None
    }

    /// The error of an unclosed part that begins at a byte. No move follows it.
    fn error(&mut self, offset: usize, unclosed: Unclosed) -> MoveError<'a> {
        let text = self.tokens.text(offset, self.tokens.offset());
        self.tokens = Tokens::new("");
        MoveError { text, offset, plies: self.plies, fault: MoveFault::Unclosed(unclosed) }
    }
}

/// Passes the turn.
pub(crate) fn pass(position: &mut Position) -> Result<Move, ParseSanError> {
    *position = position.null_move().ok_or(ParseSanError::Illegal)?;
    Ok(Move::NULL)
}

/// Plays the move that a word stands for.
#[inline]
pub(crate) fn play(position: &mut Position, word: &str) -> Result<Move, ParseSanError> {
    let mv = Move::from_san_relaxed(word, position)?;
    *position = position.after(mv);
    Ok(mv)
}

impl<'a> Iterator for Moves<'a> {
    type Item = Result<Move, MoveError<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(token) = self.tokens.next() else {
                let (offset, unclosed) = self.tokens.unclosed()?;
                return Some(Err(self.error(offset, unclosed)));
            };
            let (text, played) = match token {
                Token::Move(text) => (text, play(&mut self.position, text)),
                Token::NullMove => (self.tokens.ending("--".len()), pass(&mut self.position)),
                Token::Open => match self.skip_variation() {
                    Some(error) => return Some(Err(error)),
                    None => continue,
                },
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
                    Err(MoveError { text, offset, plies: self.plies, fault: MoveFault::San(error) })
                }
            });
        }
    }
}

/// The error of a word that is not a legal move in its position, or of a part that is not closed at
/// the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveError<'a> {
    /// The word, or the rest of the game.
    pub text: &'a str,
    /// The byte at which it begins, counted from 0 in the text of the game.
    pub offset: usize,
    /// The number of half moves played before it.
    pub plies: usize,
    /// The error.
    pub fault: MoveFault,
}

/// The reason why the moves of a game end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveFault {
    /// A word is not a legal move.
    San(ParseSanError),
    /// A comment, variation or tag does not end.
    Unclosed(Unclosed),
}

impl fmt::Display for MoveError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            MoveFault::San(error) => write!(f, "{:?} after {} half moves: {error}", self.text, self.plies),
            MoveFault::Unclosed(unclosed) => fmt::Display::fmt(&unclosed, f),
        }
    }
}

impl core::error::Error for MoveError<'_> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.fault {
            MoveFault::San(error) => Some(error),
            MoveFault::Unclosed(unclosed) => Some(unclosed),
        }
    }
}
