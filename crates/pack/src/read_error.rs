//! The reason why a record, a line or an entry of a file cannot be read.

use core::fmt;

use quadbit_movegen::{FenError, PositionError, UciError};
use quadbit_x88::Square;

/// The reason why a record, a line or an entry of a [`Format`](crate::Format), or one ply of a game in a record, cannot
/// be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// The number of the chain in its chunk, from 1; `None` in all formats but binpack.
    pub chain: Option<usize>,
    /// The number of the ply, counted from 0 for the first entry of a chain in binpack, from 1 for the first move of
    /// a game in viriformat; `None` if the error is not that of a ply.
    pub ply: Option<usize>,
    /// The number of bytes of a chunk of binpack or a game of viriformat that give no sample because of the error:
    /// those from the bad chain or ply to the end. `None` in formats whose records are single samples.
    pub undecoded: Option<usize>,
}

/// The reason why a record, a line or an entry cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// There are more than 32 pieces.
    ManyPieces,
    /// The number is the code of the piece on this square, and stands for no piece in this format.
    Code(Square, u8),
    /// The record says that the rook on this square may castle, but the rook is not on its side's first rank, or cannot
    /// castle in standard chess, and the format has only standard chess.
    Castling(Square),
    /// The squares of the kings in the record do not match the board.
    Kings,
    /// This number is not a possible en passant square, or in tgct not the number of a file.
    EnPassant(u8),
    /// This number is not a side to move.
    Side(u8),
    /// This number is not a result.
    Result(u8),
    /// This number is a variant of chess that is not supported.
    Variant(u8),
    /// A clock is higher than a position can hold.
    Clock,
    /// The move is not legal, or is wrongly recorded as a promotion, as castling, or as a capture en passant.
    Move,
    /// The score takes more bits than any score has.
    LongScore,
    /// The bytes are not a chunk of binpack.
    Chunk,
    /// The bytes end within the record.
    Truncated,
    /// There are more bytes than the record has.
    Surplus,
    /// The record is well formed, but its position is not valid.
    Position(PositionError),
    /// The line is blank.
    Empty,
    /// The text is not UTF-8.
    NotUtf8,
    /// The line does not have three parts separated by `|`.
    Parts,
    /// The FEN of the line cannot be read.
    Fen(FenError),
    /// The score is not a whole number from -32768 to 32767.
    Score,
    /// The result of a line is not 1.0, 0.5 or 0.0, nor 1, 1/2 or 0.
    LineResult,
    /// A line of an entry in the format `plain` begins with an unknown word.
    Word,
    /// An entry in the format `plain` lacks the line with this name.
    Missing(&'static str),
    /// The move of an entry in the format `plain` is not a UCI move, or is not legal.
    Uci(UciError),
    /// The ply of an entry in the format `plain` is not a whole number from 0 to 65535.
    Ply,
    /// The result of an entry in the format `plain` is not 1, 0 or -1.
    PlainResult,
}

impl From<ReadErrorKind> for ReadError {
    fn from(kind: ReadErrorKind) -> Self {
        Self { kind, chain: None, ply: None, undecoded: None }
    }
}

impl From<PositionError> for ReadErrorKind {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.chain, self.ply) {
            (Some(chain), Some(ply)) => write!(f, "chain {chain}, ply {ply}: ")?,
            (Some(chain), None) => write!(f, "chain {chain}: ")?,
            (None, Some(ply)) => write!(f, "ply {ply}: ")?,
            (None, None) => {}
        }
        self.kind.fmt(f)?;
        self.undecoded.map_or(Ok(()), |bytes| write!(f, "; {bytes} bytes cannot be decoded"))
    }
}

impl fmt::Display for ReadErrorKind {
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
            Self::LongScore => f.write_str("the score has too many bits"),
            Self::Chunk => f.write_str("these bytes are not a chunk of binpack"),
            Self::Truncated => f.write_str("the record is cut off"),
            Self::Surplus => f.write_str("there are extra bytes after the record"),
            Self::Position(error) => error.fmt(f),
            Self::Empty => f.write_str("the line is empty"),
            Self::NotUtf8 => f.write_str("the line is not UTF-8"),
            Self::Parts => f.write_str("expected `FEN | score | result`"),
            Self::Fen(error) => error.fmt(f),
            Self::Score => f.write_str("the score is not a whole number from -32768 to 32767"),
            Self::LineResult => f.write_str("the result is not 1.0, 0.5 or 0.0"),
            Self::Word => f.write_str("expected lines of fen, move, score, ply, result and e"),
            Self::Missing(name) => write!(f, "the line `{name}` is missing"),
            Self::Uci(error) => write!(f, "move: {error}"),
            Self::Ply => f.write_str("the ply is not a whole number from 0 to 65535"),
            Self::PlainResult => f.write_str("the result is not 1, 0 or -1"),
        }
    }
}

impl core::error::Error for ReadError {}
