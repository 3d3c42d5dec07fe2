//! Batches of positions with their labels and inputs, from the samples that a loader draws.
//!
//! 1. [`Drawn`] holds the samples that the loader has drawn, one line of the cache each.
//! 2. [`Drawn::make`] or [`Drawn::pad`] finds their inputs, for which the boards of the samples are enough.
//! 3. [`Batch`] has a column for each label. Its positions are made only when [`Samples::iter`] is called.

use alloc::vec::Vec;

use quadbit_inputs::sets::{Csr, Index, RowsError};
use quadbit_movegen::{Color, GameResult, Move};
use quadbit_pack::Sample;

use super::mark::Marks;
use super::options::Options;
use crate::kept::Kept;
use crate::matching::ply;

/// Samples with their inputs and labels; entry `i` of each vector belongs to sample `i`. Scores and results are
/// White's, or with [`Options::movers_view`] those of the side to move.
#[derive(Clone, Debug, Default)]
pub struct Batch<I> {
    /// The samples as they were read, whatever the view of the other columns.
    pub samples: Samples,
    /// The inputs as White and as Black see the positions, a row for each position; no rows if the loader has no input
    /// sets, or if they have been [padded](Drawn::pad).
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
        self.scores.len()
    }

    /// Whether the batch has no positions.
    pub const fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// Makes the batch of `samples` with `sides`, the rows of their inputs as White and as Black see the positions.
    pub(super) fn new(options: &Options, samples: Samples, sides: [Csr<I>; 2]) -> Self {
        // Looked up and multiplied, because branches on the side to move and the result would be mispredicted.
        let turns = |sample: &Kept| options.movers_view && sample.side_to_move == Color::Black;
        let score = |sample: &Kept| {
            let score = sample.labels.score.map_or(f32::NAN, f32::from);
            // Adds 0, because the product of 0 and -1 is -0.
            score * SIGNS[usize::from(turns(sample))] + 0.0
        };
        let points = |sample: &Kept| {
            let result = match sample.labels.result {
                GameResult::Win(Color::White) => 0,
                GameResult::Draw => 1,
                GameResult::Win(Color::Black) => 2,
                GameResult::Unknown => 3,
            };
            POINTS[usize::from(turns(sample))][result]
        };
        let pieces = |sample: &Kept| u8::try_from(sample.board.occupied().len()).unwrap_or(u8::MAX);
        let kept = || samples.0.iter();
        Self {
            sides,
            moves: kept().map(|sample| sample.labels.mv).collect(),
            scores: kept().map(score).collect(),
            results: kept().map(points).collect(),
            plies: kept().map(|sample| ply(&sample.labels, &|| sample.position())).collect(),
            black_to_move: kept().map(|sample| sample.side_to_move == Color::Black).collect(),
            piece_counts: kept().map(pieces).collect(),
            samples,
        }
    }
}

/// The factor of White's score in the view of White and of Black.
static SIGNS: [f32; 2] = [1.0, -1.0];

/// The points for a win of White, a draw, a win of Black and an unknown result, in the view of White and of Black.
static POINTS: [[f32; 4]; 2] = [[1.0, 0.5, 0.0, f32::NAN], [0.0, 0.5, 1.0, f32::NAN]];

/// The samples of a batch, 64 bytes each. Positions are made of them when they are asked for.
#[derive(Clone, Debug, Default)]
pub struct Samples(pub(super) Vec<Kept>);

impl Samples {
    /// Makes the samples with their positions, one after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Sample> {
        self.0.iter().map(Kept::sample)
    }
}

/// The samples of a batch that is to be made, on any thread.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub(super) options: Options,
    /// The samples that were drawn for the batch.
    pub samples: Samples,
    /// The marks by which another loader can go on after this batch.
    pub marks: Marks,
}

impl Drawn {
    /// Finds the inputs and makes the batch.
    ///
    /// # Panics
    /// If `I` cannot hold every index of the input sets.
    pub fn make<I: Index>(self) -> Batch<I> {
        let Self { options, samples, .. } = self;
        let mut sides = <[Csr<I>; 2]>::default();
        if let Some(sets) = options.sets {
            for side in &mut sides {
                side.indices.reserve(samples.0.len() * sets.usual());
                side.offsets.reserve(samples.0.len());
            }
            sets.append(options.level, options.order, &samples.0, &mut sides);
        }
        Batch::new(&options, samples, sides)
    }

    /// Writes the inputs as White and as Black see the positions to `rows`: a row of `width` numbers for each position,
    /// filled up with -1, instead of the old contents of `rows`. Memory of earlier rows is used again. Without input
    /// sets there are no rows.
    ///
    /// # Errors
    /// If a position has more inputs than `width`.
    ///
    /// # Panics
    /// If `I` cannot hold every index of the input sets.
    pub fn pad<I: Index>(&self, width: usize, rows: &mut [Vec<I>; 2]) -> Result<(), RowsError> {
        rows.iter_mut().for_each(Vec::clear);
        let Options { level, order, sets: Some(sets), .. } = &self.options else { return Ok(()) };
        sets.append_padded(*level, *order, &self.samples.0, width, rows)
    }

    /// Makes the batch without its inputs.
    pub fn without_inputs<I>(self) -> Batch<I> {
        Batch::new(&self.options, self.samples, Default::default())
    }
}
