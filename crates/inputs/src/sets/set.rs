//! The sets and their sizes.

use super::{full_threats, pawn_pairs};
use crate::features::FeatureSet;

/// A numbering of inputs, as one side sees the board: its own pieces, its own king, its own back rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// Pieces on squares.
    Pieces(FeatureSet),
    /// Pairs of pieces, one of which attacks or defends the other; kings do neither, and are left alone. 59,808 inputs.
    ///
    /// Ranks are in reverse order for black, and files if the own king is on files e to h. A number is made of
    ///
    /// ```text
    ///   first number of the attacker                                 own P N B R Q, then theirs
    /// + (targets / 2 * theirs + slot) * pairs                        of the attacked
    /// + pairs whose attacker stands on a square before `from`
    /// + squares before `to` that the attacker attacks from `from`    on the empty board
    ///
    ///   attacker   targets   slots of the attacked   pairs of squares, on the empty board
    ///   P           4        N 0, R 1                  84 (ranks 2 to 7)
    ///   N          10        P 0, N 1, B 2, R 3, Q 4  336
    ///   B           8        P 0, N 1, B 2, R 3       560
    ///   R           8        P 0, N 1, B 2, R 3       896
    ///   Q          10        P 0, N 1, B 2, R 3, Q 4 1456
    /// ```
    ///
    /// Other pairs have no number. Two pieces of a kind, which attack each other, count once: from the higher square, as turned.
    ///
    /// Source: Stockfish, feature set `Full_Threats`, and nnue-pytorch.
    FullThreats,
    /// Pairs of pawns of any colors on the same file or on neighboring files. 4,560 inputs.
    ///
    /// A pawn has the number `48 * theirs + square - 8`, turned as in [`FullThreats`](Self::FullThreats); the pair has
    /// `high * (high - 1) / 2 + low`.
    ///
    /// Source: Stockfish, feature set `PP_3Wide`, and nnue-pytorch.
    Pp3Wide,
}

impl Set {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Pieces(FeatureSet::Chess768),
        Self::Pieces(FeatureSet::HalfKp),
        Self::Pieces(FeatureSet::HalfKaHm),
        Self::Pieces(FeatureSet::HalfKaV2Hm),
        Self::FullThreats,
        Self::Pp3Wide,
    ];

    /// The name: `chess768`, `halfkp`, `halfka_hm`, `halfkav2_hm`, `full_threats` or `pp_3wide`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pieces(FeatureSet::Chess768) => "chess768",
            Self::Pieces(FeatureSet::HalfKp) => "halfkp",
            Self::Pieces(FeatureSet::HalfKaHm) => "halfka_hm",
            Self::Pieces(FeatureSet::HalfKaV2Hm) => "halfkav2_hm",
            Self::FullThreats => "full_threats",
            Self::Pp3Wide => "pp_3wide",
        }
    }

    /// The number of inputs; every index is below it.
    pub const fn size(self) -> usize {
        match self {
            Self::Pieces(set) => set.size(),
            Self::FullThreats => full_threats::SIZE,
            Self::Pp3Wide => pawn_pairs::SIZE,
        }
    }

    /// The most inputs of a position that are 1, as one side sees it.
    pub const fn most(self) -> usize {
        match self {
            Self::Pieces(_) => 32,
            // Each of 32 pieces attacks at most eight others.
            Self::FullThreats => 256,
            // Sixteen pawns.
            Self::Pp3Wide => 120,
        }
    }
}
