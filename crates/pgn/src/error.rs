//! The reason why a game cannot be played to its end.

use core::error::Error;
use core::fmt;

use quadbit_movegen::{FenError, SanError};

use crate::tokens::Unclosed;

/// An error in a game, and the byte at which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The byte at which the bad word, the bad variation or the unclosed part begins; for other errors, the byte at
    /// which the game begins. Counted from 0 at the beginning of the [`GameText`](crate::GameText), or of the stream
    /// for a game that a [`Reader`](crate::Reader) returned.
    pub offset: u64,
    /// The reason of the error.
    pub kind: PgnErrorKind,
}

/// The reason why a game cannot be played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The tag `Variant` names rules other than those of chess and Chess960.
    Variant,
    /// The tag `FEN` cannot be read, or it has a castling right of Chess960 and the reader asks for standard chess.
    Fen(FenError),
    /// A word is not a legal move.
    Move {
        /// The number of half moves played before the bad word.
        plies: usize,
        /// Why the word is not a legal move.
        error: SanError,
    },
    /// A variation replaces no move, or lies in 1000 others.
    Variation,
    /// A comment, variation or tag does not end, as where a file was cut off.
    Unclosed(Unclosed),
    /// The game is longer than 64 MiB. What follows is read as a new game.
    TooLong,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PgnErrorKind::Variant => f.write_str("the tag Variant names rules other than those of chess"),
            PgnErrorKind::Fen(error) => write!(f, "the tag FEN: {error}"),
            PgnErrorKind::Move { plies: 1, error } => write!(f, "after 1 half move: {error}"),
            PgnErrorKind::Move { plies, error } => write!(f, "after {plies} half moves: {error}"),
            PgnErrorKind::Variation => f.write_str("a variation replaces no move, or lies in 1000 others"),
            PgnErrorKind::Unclosed(unclosed) => write!(f, "{unclosed}"),
            PgnErrorKind::TooLong => f.write_str("the game is longer than 64 MiB"),
        }
    }
}

impl Error for PgnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            PgnErrorKind::Fen(error) => Some(error),
            PgnErrorKind::Move { error, .. } => Some(error),
            PgnErrorKind::Unclosed(unclosed) => Some(unclosed),
            PgnErrorKind::Variant | PgnErrorKind::Variation | PgnErrorKind::TooLong => None,
        }
    }
}
