//! Scores and results from the view of the side to move, as Stockfish's three formats hold them: binpack, plain
//! and packed sfen.

use quadbit_movegen::{Color, GameResult};

use crate::field::{Field, Fields, WriteError};
use crate::sample::Sample;

/// The number that stands for no score.
pub(crate) const NO_SCORE: i16 = 32002;

/// Converts a score of the side to move, `us`, to White's view; `None` for [`NO_SCORE`]. Black's -32,768 becomes
/// 32,767, the largest number.
pub(crate) fn read_score(score: i16, us: Color) -> Option<i16> {
    let white = if us == Color::White { score } else { score.wrapping_neg() };
    // The negative of the lowest score wraps to itself, and 1 less to the largest. `saturating_neg` made the loader 0.9
    // times as fast.
    let is_wrapped = us == Color::Black && score == i16::MIN;
    (score != NO_SCORE).then_some(white.wrapping_sub(is_wrapped.into()))
}

/// The score of a sample from the view of its side to move, or [`NO_SCORE`].
///
/// # Errors
/// The score from that view is 32,002, which stands for none, or 32,768, which is too large, and `Field::Score` is not
/// in `may_drop`.
pub(crate) fn write_score(sample: &Sample, may_drop: Fields) -> Result<i16, WriteError> {
    let Some(score) = sample.labels.score else { return Ok(NO_SCORE) };
    let is_whites = sample.position.side_to_move() == Color::White;
    let score = if is_whites { Some(score) } else { score.checked_neg() }.filter(|&score| score != NO_SCORE);
    may_drop.drop_if(score.is_none(), Field::Score)?;
    Ok(score.unwrap_or(NO_SCORE))
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

#[cfg(test)]
mod tests {
    use quadbit_movegen::Position;

    use super::*;
    use crate::sample::Labels;

    /// White's lowest score has no negative among 16 bits.
    #[test]
    fn the_lowest_score_does_not_change_sides() {
        assert_eq!(read_score(i16::MIN, Color::Black), Some(i16::MAX));
        assert_eq!(read_score(i16::MIN, Color::White), Some(i16::MIN));
        let position: Position = "4k3/8/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
        for (score, written) in
            [(7, Ok(-7)), (i16::MIN, Err(())), (-NO_SCORE, Err(())), (NO_SCORE, Ok(-NO_SCORE))]
        {
            let sample = Sample { position, labels: Labels { score: Some(score), ..Labels::NONE } };
            assert_eq!(write_score(&sample, Fields::EMPTY).map_err(drop), written, "{score}");
            assert_eq!(write_score(&sample, Fields::ALL), Ok(written.unwrap_or(NO_SCORE)), "{score}");
        }
    }
}
