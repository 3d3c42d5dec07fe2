//! The reason why a record is not a position.

use core::fmt;

use quadbit_movegen::PositionError;
use quadbit_x88::Square;

/// The reason why a record is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// There are more than 32 pieces.
    ManyPieces,
    /// The nibble of the piece on this square is not a piece of the format.
    Code(Square, u8),
    /// The record says that the rook on this square may castle, but it is not on its side's first rank.
    Castling(Square),
    /// The squares of the kings in the record do not match the board.
    Kings,
    /// This number is not a possible en passant square.
    EnPassant(u8),
    /// This number is not a side to move.
    Side(u8),
    /// This number is not a result: 0, 1 or 2.
    Result(u8),
    /// The number of a variant of chess that is not supported.
    Variant(u8),
    /// A clock is higher than a position can hold.
    Clock,
    /// The move is not legal.
    Move,
    /// The bytes are not a chunk of binpack.
    Chunk,
    /// The bytes end within the record.
    Truncated,
    /// There are more bytes than the record has.
    Surplus,
    /// The record is well formed, but its position is not valid.
    Position(PositionError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ManyPieces => f.write_str("there are more than 32 pieces"),
            Self::Code(square, code) => {
                write!(f, "the nibble {code:x} on {square} is not a piece of this format")
            }
            Self::Castling(square) => write!(f, "the rook on {square} cannot have a castling right"),
            Self::Kings => f.write_str("the squares of the kings in the record do not match its board"),
            Self::EnPassant(number) => write!(f, "{number} is not an en passant square for this side"),
            Self::Side(number) => write!(f, "{number} is not a side to move"),
            Self::Result(number) => write!(f, "{number} is not a result"),
            Self::Variant(number) => write!(f, "variant {number} is not supported"),
            Self::Clock => f.write_str("a clock is out of range"),
            Self::Move => f.write_str("the move is not legal"),
            Self::Chunk => f.write_str("these bytes are not a chunk of binpack"),
            Self::Truncated => f.write_str("the record is cut off"),
            Self::Surplus => f.write_str("there are extra bytes after the record"),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RecordError {}

impl From<PositionError> for RecordError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}
