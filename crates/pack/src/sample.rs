//! A position with its score and the result of its game.

#[cfg(all(feature = "simd", feature = "std"))]
use core::fmt;

use quadbit_movegen::{CastlingRights, GameResult, Move, Position, PositionBuilder, PositionError, Validity};

use crate::field::{Field, Fields, WriteError};

/// A position with the data that networks are trained on: a score, and the result of the game. Every format
/// is read into a sample and written from one.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_pack::Sample;
/// let sample = Sample::from(Position::start());
/// assert_eq!(sample.labels.score, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample<P = Position> {
    /// The position; in [`Parts`] it has not been checked.
    pub position: P,
    /// What is known about the position: score, result, move and so on.
    pub labels: Labels,
}

/// What is known of a position: its score, the result of its game, the move, and the ply.
///
/// The formats differ in the point of view. Here **scores and results are from white's view**, whichever side is to
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The score in centipawns, or in the engine's unit, from white's view; `None` if the position has none.
    pub score: Option<i16>,
    /// The result of the game; `Unknown` if the source does not tell it.
    pub result: GameResult,
    /// Bytes that the format does not use: three in bulletformat, one in marlinformat and viriformat, zeros elsewhere.
    pub extra: [u8; 3],
    /// The move that was played or found best; `None` if the source has none. Only binpack, plain, bin and the games of
    /// viriformat have it.
    pub mv: Option<Move>,
    /// The number of plies since the beginning of the game, as the source counts them; `None` if it does not. Only
    /// binpack, plain and bin have it.
    pub ply: Option<u16>,
}

/// A sample as a record holds it: its position has not been checked and may be impossible.
pub type Parts = Sample<PositionBuilder>;

impl Labels {
    /// No score, move and ply, an unknown result, and zeros as extra bytes.
    pub const NONE: Self =
        Self { score: None, result: GameResult::Unknown, extra: [0; 3], mv: None, ply: None };

    /// Checks that the move and the ply, which the format cannot hold, may be dropped.
    #[inline]
    pub(crate) fn drop_move(&self, may_drop: Fields) -> Result<(), WriteError> {
        may_drop.drop_if(self.mv.is_some(), Field::Move)?;
        may_drop.drop_if(self.ply.is_some(), Field::Ply)
    }
}

impl Parts {
    /// Checks the parts and makes the position.
    ///
    /// # Errors
    /// The first broken rule of [`Validity`].
    #[inline]
    pub(crate) fn build(&self, validity: Validity) -> Result<Sample, PositionError> {
        Ok(Sample { position: self.position.build(validity)?, labels: self.labels })
    }
}

impl Sample {
    /// The number of plies since the beginning of the game, computed from the move number and the side to move.
    pub fn ply_of_clocks(&self) -> u32 {
        2 * u32::from(self.position.fullmoves() - 1) + self.position.side_to_move() as u32
    }

    /// The sample for a format without castling of Chess960: `self` if its castling rights are those of standard chess,
    /// otherwise `self` without any castling rights.
    ///
    /// # Errors
    /// The rights are those of Chess960, and `may_drop` does not have `Castling`; or the move of the sample is castling
    /// with such a right.
    pub(crate) fn with_standard_castling(&self, may_drop: Fields) -> Result<Self, WriteError> {
        let Self { position, labels } = self;
        if position.has_standard_castling() {
            return Ok(*self);
        }
        may_drop.drop(Field::Castling).map_err(|_| WriteError::Chess960)?;
        if labels.mv.is_some_and(|mv| position.is_castling(mv)) {
            return Err(WriteError::CastlingMove);
        }
        let parts = PositionBuilder { castling: CastlingRights::EMPTY, ..position.into() };
        // Nothing else depends on the rights, so these parts are valid.
        let position = parts.build(Validity::Relaxed).map_err(|_| WriteError::Chess960)?;
        Ok(Self { position, labels: *labels })
    }

    /// The ply for a format whose highest ply is `last`: the sample's own, or else the one computed from its move
    /// number and side to move. A higher ply becomes `last` if `may_drop` has `Ply`, and is an error otherwise.
    pub(crate) fn ply_up_to(&self, last: u16, may_drop: Fields) -> Result<u16, WriteError> {
        let ply = self.labels.ply.map_or_else(|| self.ply_of_clocks(), u32::from);
        may_drop.drop_if(ply > last.into(), Field::Ply)?;
        Ok(u16::try_from(ply).map_or(last, |ply| ply.min(last)))
    }
}

/// A sample without labels.
impl<P> From<P> for Sample<P> {
    fn from(position: P) -> Self {
        Self { position, labels: Labels::NONE }
    }
}

/// A sample of a block. Its position is made only on request, by [`parts`](Self::parts).
#[cfg(all(feature = "simd", feature = "std"))]
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The index of the block among those that are read together.
    pub block: usize,
    /// The labels of the sample.
    pub labels: &'a Labels,
    pub(crate) parts: &'a dyn Fn() -> PositionBuilder,
}

#[cfg(all(feature = "simd", feature = "std"))]
impl Entry<'_> {
    /// Makes the parts of the position, which are valid: they can be [built
    /// unchecked](PositionBuilder::build_unchecked).
    #[inline(always)]
    pub fn parts(&self) -> PositionBuilder {
        (self.parts)()
    }
}

#[cfg(all(feature = "simd", feature = "std"))]
impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { block, labels, .. } = self;
        f.debug_struct("Entry").field("block", block).field("labels", labels).finish_non_exhaustive()
    }
}
