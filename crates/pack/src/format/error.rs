//! The reason why a record of some format cannot be read.

use core::fmt;

use crate::binpack::ChainError;
use crate::plain::PlainError;
use crate::record_error::RecordError;
use crate::text::TextError;
use crate::viriformat::IllegalPly;

/// The reason why a record of some [`Format`](crate::Format) cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes are not a record, or its position is not valid.
    Record(RecordError),
    /// A line is bad.
    Text(TextError),
    /// A move of a game is illegal.
    Move(IllegalPly),
    /// A chain of binpack is bad.
    Chain(ChainError),
    /// An entry of plain text is bad.
    Plain(PlainError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(error) => error.fmt(f),
            Self::Text(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::Chain(error) => error.fmt(f),
            Self::Plain(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReadError {}

impl From<RecordError> for ReadError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl From<TextError> for ReadError {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<IllegalPly> for ReadError {
    fn from(error: IllegalPly) -> Self {
        Self::Move(error)
    }
}

impl From<ChainError> for ReadError {
    fn from(error: ChainError) -> Self {
        Self::Chain(error)
    }
}

impl From<PlainError> for ReadError {
    fn from(error: PlainError) -> Self {
        Self::Plain(error)
    }
}
