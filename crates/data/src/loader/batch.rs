//! Batches.

use alloc::vec::Vec;

use quadbit_inputs::sets::{Csr, Index, Sets};
use quadbit_movegen::{Color, GameResult, Move, Position};
use quadbit_pack::{Parts, Sample};

use quadbit_quad::zobrist::board_keys;

use super::options::Options;

/// Positions with their inputs and labels; entry `i` of each vector belongs to position `i`. Scores and results are
/// White's, or with [`Options::movers_view`] those of the side to move.
#[derive(Clone, Debug, Default)]
pub struct Batch<I> {
    /// The samples as they were read, whatever the view of the other columns.
    pub samples: Vec<Sample>,
    /// The positions of the batch.
    pub positions: Vec<Position>,
    /// The inputs as White and as Black see the positions, a row for each position; no rows if the loader has no input
    /// sets.
    pub sides: [Csr<I>; 2],
    /// The moves that were played or found best; `None` where the source has none.
    pub moves: Vec<Option<Move>>,
    /// The scores in centipawns, or in the engine's unit, from White's view, or with [`Options::movers_view`] from that
    /// of the side to move; NaN where there is none.
    pub scores: Vec<f32>,
    /// The results for white, or with [`Options::movers_view`] for the side to move: 1 won, 0.5 drawn, 0 lost;
    /// NaN if unknown.
    pub results: Vec<f32>,
    /// The plies since the beginning of the game, as the sample has them; if it has none, computed from the move number
    /// and the side to move.
    pub plies: Vec<u32>,
    /// Whether Black is to move, for each position.
    pub black_to_move: Vec<bool>,
    /// The number of pieces of each position, kings included.
    pub piece_counts: Vec<u8>,
}

impl<I> Batch<I> {
    /// The number of positions.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the batch has no positions.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

impl<I: Index> Batch<I> {
    /// The batch of `samples`, which are known to be valid, with inputs of `sets`.
    pub(super) fn new(options: &Options, sets: Option<&Sets>, samples: &[Parts]) -> Self {
        let made = |&Sample { position, labels }: &Parts| Sample {
            position: position.build_unchecked(board_keys(position.board)),
            labels,
        };
        let samples: Vec<Sample> = samples.iter().map(made).collect();
        let positions: Vec<Position> = samples.iter().map(|sample| sample.position).collect();
        let mut sides: [Csr<I>; 2] = Default::default();
        if let Some(sets) = sets {
            sets.append(options.level, options.order, &positions, &mut sides);
        }
        let turns = |sample: &Sample| options.movers_view && sample.position.side_to_move() == Color::Black;
        let score = |sample: &Sample| {
            let score = sample.labels.score.map_or(f32::NAN, f32::from);
            // The negative of 0 would be -0.
            if turns(sample) { 0.0 - score } else { score }
        };
        let points = |sample: &Sample| {
            let points = match sample.labels.result {
                GameResult::Win(Color::White) => 1.0,
                GameResult::Draw => 0.5,
                GameResult::Win(Color::Black) => 0.0,
                GameResult::Unknown => f32::NAN,
            };
            if turns(sample) { 1.0 - points } else { points }
        };
        let ply = |sample: &Sample| sample.labels.ply.map_or_else(|| sample.ply_of_clocks(), u32::from);
        let pieces = |position: &Position| u8::try_from(position.board().occupied().len()).unwrap_or(u8::MAX);
        Self {
            sides,
            moves: samples.iter().map(|sample| sample.labels.mv).collect(),
            scores: samples.iter().map(score).collect(),
            results: samples.iter().map(points).collect(),
            plies: samples.iter().map(ply).collect(),
            black_to_move: positions.iter().map(|position| position.side_to_move() == Color::Black).collect(),
            piece_counts: positions.iter().map(pieces).collect(),
            positions,
            samples,
        }
    }
}
