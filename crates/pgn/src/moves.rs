//! Playing the main line of a game.

use quadbit_movegen::{Move, ParseSanError, Position};

use crate::error::{PgnError, PgnErrorKind};
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
    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let begin = self.tokens.offset() - "(".len();
        let mut depth = 1_usize;
        while depth > 0 {
            match self.tokens.next() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(_) => {}
                None => return Err(self.error(begin, PgnErrorKind::Unclosed(Unclosed::Variation))),
            }
        }
        Ok(())
    }

    /// The error at a byte. No move follows it.
    fn error(&mut self, offset: usize, kind: PgnErrorKind) -> PgnError {
        self.tokens = Tokens::new("");
        PgnError { offset: offset as u64, kind }
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

impl Iterator for Moves<'_> {
    type Item = Result<Move, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(token) = self.tokens.next() else {
                let (offset, unclosed) = self.tokens.unclosed()?;
                return Some(Err(self.error(offset, PgnErrorKind::Unclosed(unclosed))));
            };
            let (text, played) = match token {
                Token::Move(text) => (text, play(&mut self.position, text)),
                Token::NullMove(text) => (text, pass(&mut self.position)),
                Token::Open => match self.skip_variation() {
                    Ok(()) => continue,
                    Err(error) => return Some(Err(error)),
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
                Err(error) => Err(self.error(offset, PgnErrorKind::Move { plies: self.plies, error })),
            });
        }
    }
}
