//! A position with its score and the result of its game.

use quadbit_movegen::{GameResult, Position, PositionBuilder, PositionError, Validity};

/// A position with what people train networks on: a score, and the result of the game. Every format is read into this and
/// written from it.
///
/// The formats disagree about the point of view; a sample does not: **scores and results are white's**, whoever is to move.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_pack::Sample;
/// let sample = Sample::from(Position::start());
/// assert_eq!(sample.score, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample<P = Position> {
    /// The position. ([`Parts`] have unchecked parts of one.)
    pub position: P,
    /// Centipawns, or what the engine calls so, from white's view; `None` if the source has no scores.
    pub score: Option<i16>,
    /// The result of the game; `Unknown` if the source has no results.
    pub result: GameResult,
    /// Bytes without a meaning of their own: three in bulletformat, one in marlinformat, zeros elsewhere.
    pub extra: [u8; 3],
}

/// A sample whose position has not been checked: what a record says, right or wrong.
pub type Parts = Sample<PositionBuilder>;

impl<P> Sample<P> {
    /// A position of which nothing else is known.
    pub const fn new(position: P) -> Self {
        Self { position, score: None, result: GameResult::Unknown, extra: [0; 3] }
    }
}

impl Parts {
    /// Checks the parts and makes the position.
    ///
    /// # Errors
    /// The first broken rule of [`Validity`].
    #[inline]
    pub fn build(&self, validity: Validity) -> Result<Sample, PositionError> {
        let &Self { ref position, score, result, extra } = self;
        Ok(Sample { position: position.build(validity)?, score, result, extra })
    }
}

impl<P> From<P> for Sample<P> {
    fn from(position: P) -> Self {
        Self::new(position)
    }
}
