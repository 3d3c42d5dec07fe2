//! Conditions on the balance of material.

use core::ops::RangeInclusive;

/// The condition that White's material minus Black's is in a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The values of pawn, knight, bishop, rook and queen.
    pub values: [i32; 5],
    /// Whether the difference counts without its sign, for either side.
    pub is_size: bool,
    /// The differences that fulfil the condition, in the units of `values`.
    pub range: RangeInclusive<i32>,
}

impl Balance {
    /// The values in pawns: 1, 3, 3, 5, 9.
    pub const PAWNS: [i32; 5] = [1, 3, 3, 5, 9];

    /// The values that Stockfish and nnue-pytorch use for their simple evaluation.
    pub(crate) const SIMPLE_EVAL: [i32; 5] = [208, 781, 825, 1276, 2538];
}
