//! Playing the main line of a game: each word becomes a move, which is checked in the position before it.

use core::mem;

use quadbit_movegen::{Move, Position, SanError, Square};

use crate::error::{PgnError, PgnErrorKind};
use crate::game_tokens::GameTokens;
use crate::tokens::{Token, is_null_move};
use crate::words::{split_mark, to_ascii};

/// A null move among the moves of a game: from a1 to a1, which is never legal.
pub const NULL_MOVE: Move = Move::new(Square::A1, Square::A1);

/// The moves of a game's main line, each legal in its position; created by
/// [`GameText::moves`](super::GameText::moves).
///
/// A null move (`--`) is returned as [`NULL_MOVE`] and passes the turn; if the side to move is in check, it is an
/// error, as an illegal move is. The iterator ends after an error.
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    position: Position,
    tokens: GameTokens<'a>,
    plies: usize,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(position: Position, game: &'a str) -> Self {
        Self { position, tokens: GameTokens::new(game), plies: 0 }
    }

    /// The position after the moves returned so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Ends the iterator and returns its tokens, which tell how far the game was read.
    fn end(&mut self) -> GameTokens<'a> {
        mem::replace(&mut self.tokens, GameTokens::new(""))
    }
}

impl Iterator for Moves<'_> {
    type Item = Result<Move, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(token) = self.tokens.next() else {
                let (offset, unclosed) = self.end().unclosed()?;
                return Some(Err(PgnError { offset: offset as u64, kind: PgnErrorKind::Unclosed(unclosed) }));
            };
            let (Token::Move(word) | Token::NullMove(word)) = token else { continue };
            if !self.tokens.is_main_line() {
                continue;
            }
            return Some(match play(&mut self.position, word) {
                Ok(mv) => {
                    self.plies += 1;
                    Ok(mv)
                }
                Err(error) => {
                    let offset = self.end().offset() - word.len();
                    let kind = PgnErrorKind::Move { plies: self.plies, error };
                    Err(PgnError { offset: offset as u64, kind })
                }
            });
        }
    }
}

/// Plays the move that `word` stands for in `position` and returns it; a null move passes the turn. If the word is no
/// legal move, returns an error and leaves `position` as it is.
#[inline(always)]
pub(crate) fn play(position: &mut Position, word: &str) -> Result<Move, SanError> {
    // Looks at the first letter first, which for most words shows that they are not null moves.
    if let [..=b'@' | b'Z', ..] = word.as_bytes()
        && is_null_move(word)
    {
        *position = position.null_move().ok_or(SanError::Illegal)?;
        return Ok(NULL_MOVE);
    }
    let mv = match Move::from_san_relaxed(word, position) {
        Ok(mv) => mv,
        Err(error) => without_mark(position, word, error)?,
    };
    *position = position.after(mv);
    Ok(mv)
}

/// Reads `word` again, without the marks after the move, and with figurines and dashes as SAN writes them. Returns
/// `error`, the error of the whole word, if this leaves the word as it is or nothing of it, or if `error` is not
/// [`SanError::Malformed`].
#[cold]
fn without_mark(position: &Position, word: &str, error: SanError) -> Result<Move, SanError> {
    let mut buffer = [0; 16];
    let plain = to_ascii(split_mark(word).0, &mut buffer);
    let is_other = matches!(error, SanError::Malformed(_)) && !plain.is_empty() && plain != word;
    if is_other { Move::from_san_relaxed(plain, position) } else { Err(error) }
}
