//! Scores and results from the view of the side to move, as Stockfish's three formats hold them: binpack, plain
//! and packed sfen.

use quadbit_movegen::{Color, GameResult};

use crate::field::{Field, Fields, WriteError};
use crate::sample::Sample;

/// The number that stands for no score.
pub(crate) const NO_SCORE: i16 = 32002;

/// Converts a score of the side to move, `us`, to White's view; `None` for [`NO_SCORE`].
pub(crate) fn read_score(score: i16, us: Color) -> Option<i16> {
    let white = if us == Color::White { score } else { score.wrapping_neg() };
    (score != NO_SCORE).then_some(white)
}

/// The score of a sample from the view of its side to move, or [`NO_SCORE`].
///
/// # Errors
/// The score from that view is 32,002, which stands for none, and `Field::Score` is not in `may_drop`.
pub(crate) fn write_score(sample: &Sample, may_drop: Fields) -> Result<i16, WriteError> {
    let Some(score) = sample.labels.score else { return Ok(NO_SCORE) };
    let score = if sample.position.side_to_move() == Color::White { score } else { score.wrapping_neg() };
    may_drop.drop_if(score == NO_SCORE, Field::Score)?;
    Ok(score)
}

/// The result of a sample for its side to move: 1 won, 0 drawn, -1 lost.
///
/// # Errors
/// The result is unknown.
pub(crate) fn write_result(sample: &Sample) -> Result<i8, WriteError> {
    match sample.labels.result {
        GameResult::Draw => Ok(0),
        GameResult::Win(winner) if winner == sample.position.side_to_move() => Ok(1),
        GameResult::Win(_) => Ok(-1),
        GameResult::Unknown => Err(WriteError::Missing(Field::Result)),
    }
}
