//! The errors of reading a FEN: of its fields, and of the position that they describe.

use core::fmt;

use crate::position::validity::PositionError;

/// The six fields of a FEN, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the fields say enough")]
pub enum FenField {
    Board,
    SideToMove,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::Halfmoves => "half-move clock",
            Self::Fullmoves => "full-move number",
        })
    }
}

/// The reason why a text is not a FEN, or why its position is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// The text ends before this field.
    Missing(FenField),
    /// There is more text after the last field.
    TrailingText,
    /// The fields are not separated by exactly one space each; only in strict reading.
    Blanks,
    /// The board has a character that is not a piece, digit or slash.
    BoardCharacter(char),
    /// The board has a digit 0 or 9, or, in strict reading, two digits in a row.
    BoardDigit(char),
    /// A rank of the board, counted from 1 to 8, does not have eight squares.
    BoardRank(u8),
    /// The board does not have eight ranks.
    BoardRanks,
    /// The side to move is not `w` or `b`.
    SideToMove,
    /// The castling field has a character that stands for no rook, or, in strict reading, two for the same rook.
    CastlingLetter(char),
    /// A castling letter names a side of the king without a rook; only in strict reading.
    CastlingRook(char),
    /// The en passant field is neither `-` nor a square of the third or sixth rank.
    EnPassant,
    /// The en passant square is on the half of the side to move; only in strict reading.
    EnPassantRank,
    /// A clock is not a number.
    NotANumber(FenField),
    /// A clock is out of range. The range is 0 to 65,535 for half moves, and 1 to 65,535 for full moves; relaxed
    /// reading accepts 0 full moves, too.
    OutOfRange(FenField),
    /// All fields can be read, but the position is not valid.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Missing(field) => write!(f, "the {field} field is missing"),
            Self::TrailingText => f.write_str("text after the last field"),
            Self::Blanks => f.write_str("the fields are not separated by one blank each"),
            Self::BoardCharacter(c) => write!(f, "board: {c:?} is not a piece, digit or slash"),
            Self::BoardDigit(c) => write!(f, "board: misplaced digit {c}"),
            Self::BoardRank(rank) => write!(f, "board: rank {rank} does not have eight squares"),
            Self::BoardRanks => f.write_str("board: expected eight ranks"),
            Self::SideToMove => f.write_str("side to move: expected w or b"),
            Self::CastlingLetter(c) => write!(f, "castling: unexpected {c:?}"),
            Self::CastlingRook(c) => write!(f, "castling: no rook for {c:?}"),
            Self::EnPassant => f.write_str("en passant: expected - or a square on rank 3 or 6"),
            Self::EnPassantRank => {
                f.write_str("en passant: the square is not behind a pawn of the side that has just moved")
            }
            Self::NotANumber(field) => write!(f, "{field}: not a number"),
            Self::OutOfRange(field) => write!(f, "{field}: the number is out of range"),
            Self::Position(error) => fmt::Display::fmt(&error, f),
        }
    }
}

impl core::error::Error for FenError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl From<PositionError> for FenError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}
