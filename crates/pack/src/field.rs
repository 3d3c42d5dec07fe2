//! The fields that a format may lack and a writer may drop.
//!
//! 1. `Format::holds` says which [`Field`] a format has room for.
//! 2. A writer asks [`Fields::drop`] for each field that it has no room for, if the sample has it.
//! 3. What the caller does not allow to be lost is a [`WriteError::Lost`].

use core::fmt;
use core::str::FromStr;

/// A part of a [`Sample`](crate::Sample) that some formats cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Castling rights.
    Castling,
    /// The square of a legal capture en passant.
    EnPassant,
    /// The clocks, if the half-move clock is not 0 or the move number is not 1.
    Clocks,
    /// The score of the position.
    Score,
    /// The result of the game.
    Result,
    /// Bytes of [`Labels::extra`](crate::Labels::extra) that are not zero.
    Extra,
    /// The move that was played or found best.
    Move,
    /// The number of plies since the beginning of the game.
    Ply,
}

impl Field {
    /// All fields.
    pub const ALL: [Self; 8] = [
        Self::Castling,
        Self::EnPassant,
        Self::Clocks,
        Self::Score,
        Self::Result,
        Self::Extra,
        Self::Move,
        Self::Ply,
    ];

    /// The name: `castling`, `ep`, `clocks`, `score`, `result`, `extra`, `move` or `ply`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Castling => "castling",
            Self::EnPassant => "ep",
            Self::Clocks => "clocks",
            Self::Score => "score",
            Self::Result => "result",
            Self::Extra => "extra",
            Self::Move => "move",
            Self::Ply => "ply",
        }
    }

    /// The field in the words of an error message.
    const fn description(self) -> &'static str {
        match self {
            Self::Castling => "castling rights",
            Self::EnPassant => "a capture en passant",
            Self::Clocks => "these clocks",
            Self::Score => "this score",
            Self::Result => "a result",
            Self::Extra => "extra bytes",
            Self::Move => "a move",
            Self::Ply => "this ply",
        }
    }
}

/// Writes the name.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that is neither the name of a [`Field`] nor `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldError;

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected castling, ep, clocks, score, result, extra, move, ply or all")
    }
}

impl core::error::Error for FieldError {}

/// A set of fields, such as those that a writer may drop if the format has no room for them. If there is room, they are
/// written anyway.
///
/// ```
/// use quadbit_pack::{Field, Fields};
/// let may_drop = Fields::EMPTY.with(Field::Clocks);
/// assert!(may_drop.has(Field::Clocks) && !may_drop.has(Field::Castling));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fields(u16);

impl Fields {
    /// The empty set. A writer that may drop this set drops nothing, and refuses samples that its format cannot hold
    /// completely.
    pub const EMPTY: Self = Self(0);
    /// The set of all fields. A writer that may drop this set may drop everything but the board and the side to move.
    pub const ALL: Self = Self((1 << Field::ALL.len()) - 1);

    /// The fields that a format without clocks has for its positions: castling rights and en passant.
    pub(crate) const RIGHTS: Self = Self::EMPTY.with(Field::Castling).with(Field::EnPassant);
    /// The fields of a position besides its board and side to move: castling rights, en passant and clocks.
    pub(crate) const POSITION: Self = Self::RIGHTS.with(Field::Clocks);
    /// A score and a result.
    pub(crate) const LABELS: Self = Self::EMPTY.with(Field::Score).with(Field::Result);
    /// The fields of Stockfish's formats: a position, its labels, a move and a ply.
    pub(crate) const GAME: Self = Self::POSITION.union(Self::LABELS).with(Field::Move).with(Field::Ply);

    /// The set with one more field.
    #[must_use]
    pub const fn with(self, field: Field) -> Self {
        Self(self.0 | 1 << field as u8)
    }

    /// The fields that are in `self`, in `other` or in both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a field is in the set.
    #[inline]
    pub const fn has(self, field: Field) -> bool {
        self.0 >> field as u8 & 1 != 0
    }

    /// Checks that `field`, which the format cannot hold, is in `self` and may be dropped.
    ///
    /// # Errors
    /// [`WriteError::Lost`] if it is not.
    #[inline]
    pub(crate) const fn drop(self, field: Field) -> Result<(), WriteError> {
        if self.has(field) { Ok(()) } else { Err(WriteError::Lost(field)) }
    }

    /// Checks that `field`, which the format cannot hold, may be dropped, if the sample has it (`is_there`).
    #[inline]
    pub(crate) const fn drop_if(self, is_there: bool, field: Field) -> Result<(), WriteError> {
        if is_there { self.drop(field) } else { Ok(()) }
    }
}

/// Reads the name of a field, or `all`.
impl FromStr for Fields {
    type Err = FieldError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let field =
            Field::ALL.into_iter().find(|field| field.name() == s).map(|field| Self::EMPTY.with(field));
        field.or((s == "all").then_some(Self::ALL)).ok_or(FieldError)
    }
}

/// Why a sample cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The format cannot hold this field of the sample, and the caller did not allow dropping it.
    Lost(Field),
    /// The format needs this field, and the sample does not have it; or the field is a move that is not legal.
    Missing(Field),
    /// The format supports only castling with the a- and h-rooks of standard chess, and the caller did not allow
    /// dropping castling rights.
    Chess960,
    /// The move castles as only Chess960 does: it would not be legal without the castling right, which the format
    /// cannot hold.
    CastlingMove,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost(field) => write!(f, "the format cannot hold {}", field.description()),
            Self::Missing(field) => write!(f, "the format needs a {field}, but there is none"),
            Self::Chess960 => f.write_str("the format cannot hold the castling rights of Chess960"),
            Self::CastlingMove => f.write_str("the format cannot hold a castling move of Chess960"),
        }
    }
}

impl core::error::Error for WriteError {}

#[cfg(test)]
mod tests {
    use super::{Field, Fields};

    #[test]
    fn names_come_back() {
        for field in Field::ALL {
            assert_eq!(field.name().parse(), Ok(Fields::EMPTY.with(field)));
            assert!(Fields::ALL.has(field) && !Fields::EMPTY.has(field));
        }
        assert_eq!("all".parse(), Ok(Fields::ALL));
        assert!("Score".parse::<Fields>().is_err());
    }
}
