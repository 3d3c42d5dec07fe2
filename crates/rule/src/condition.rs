//! The conditions of rules, and what must be known for each.

use core::fmt;
use core::ops::RangeInclusive;

use quadbit_movegen::{Color, GameResult};

use crate::balance::Balance;
use crate::chance::{PieceTargets, PlyCurve};
use crate::pattern::Pattern;
use crate::pieces::{Material, PieceCount, PiecesOn};
use crate::tag::Tag;

/// One condition of a [`Rule`](crate::Rule): on a position, its move, its labels, or its game.
///
/// The move of a position is the one that was played in it, or found best.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// The number of certain pieces on certain squares is in a range.
    Pieces(PieceCount),
    /// The number of squares on which the board differs from a sub-FEN is in a range.
    Pattern(Pattern),
    /// The board has exactly these pieces.
    Material(Material),
    /// White's material minus Black's is in a range.
    Balance(Balance),
    /// This side is to move.
    SideToMove(Color),
    /// The side to move is in check.
    Check,
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The rights to castle, as bits 0 to 3 for `K`, `Q`, `k` and `q`, include all of `least` and none outside `most`.
    Castling {
        /// The rights that there must be.
        least: u8,
        /// The rights that there may be.
        most: u8,
    },
    /// The number of half moves since the last capture or pawn move is in this range.
    Halfmoves(RangeInclusive<i32>),
    /// The number of times that the position has occurred in its game so far, itself included, is in this range.
    Repeated(RangeInclusive<i32>),
    /// The number of plies since the beginning of the game is in this range.
    Ply(RangeInclusive<i32>),
    /// The move is one of certain pieces, to certain squares. Castling is a move of the king to its target.
    Moved(PiecesOn),
    /// The move captures a piece, also en passant, and the bit of the piece's code is set in this number.
    Captured(u16),
    /// The move captures a piece on the square that it goes to, so not en passant: what nnue-pytorch's `filtered`
    /// leaves out.
    CapturedDirectly,
    /// The move promotes a pawn to a piece, and the bit of this piece's code is set in this number.
    Promoted(u16),
    /// The move castles.
    Castled,
    /// The move gives check.
    GivesCheck,
    /// The number of pawns that the move loses by the exchange on its target is in this range; pieces count 1, 3, 3, 5
    /// and 9 pawns.
    Sacrifice(RangeInclusive<i32>),
    /// The seconds left to the side to move after its move are in this range.
    Clock(RangeInclusive<i32>),
    /// White's score is in this range, in centipawns or in the unit of the source.
    Score(RangeInclusive<i32>),
    /// The score without its sign is in this range.
    ScoreSize(RangeInclusive<i32>),
    /// There is a score.
    HasScore,
    /// The game has this result.
    Result(GameResult),
    /// A tag of the game compares with a value.
    Tag(Tag),
    /// The score is not a placeholder: a 0 that means "no score". A score of 0 is taken for a placeholder if the game
    /// was not drawn, the ply is higher than that of the sample before, and the last score that was no placeholder was
    /// above 100 or below -100. Earlier samples are remembered within a block of a file, or a chunk of binpack.
    ///
    /// Source: the rule that nnue-pytorch applies to every stream.
    NoPlaceholder,
    /// Keeps a sample with this probability, from 0 to 1.
    ///
    /// Source: `random_fen_skipping` of nnue-pytorch: to skip `n` means to keep 1 of `n + 1`.
    Random(f64),
    /// Keeps a game as a whole with this probability, from 0 to 1, or passes over it; in binpack a game is a chain.
    /// Games that are passed over need not be played, but the positions come from fewer games.
    RandomGame(f64),
    /// Keeps a sample with the probability that the game ends as it did, given the score and the ply.
    ///
    /// Source: `wld_filtered` of nnue-pytorch, with its `win_rate_model`.
    LikelyResult,
    /// Keeps a sample with a probability for its ply.
    ///
    /// Source: `soft_early_fen_skipping` of nnue-pytorch, with the points `ply_x1`, `ply_y1` to `ply_x4`, `ply_y4`.
    SoftPly(PlyCurve),
    /// Keeps samples so that the frequency of positions with each number of pieces comes near to its target.
    /// Frequencies are those in the samples that fulfil all other conditions; recent samples weigh more. Of the
    /// positions whose number of pieces is most frequent compared with its target, 1 in 40 is kept.
    ///
    /// Source: `pc_y0` to `pc_y4` of nnue-pytorch.
    PieceTargets(PieceTargets),
}

/// What must be known about a position, besides its board and its side to move, to decide a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// Castling rights.
    Castling,
    /// The half-move clock.
    Clocks,
    /// The move that was played in the position or found best.
    Move,
    /// The number of plies since the beginning of the game.
    Ply,
    /// The score of the position.
    Score,
    /// The time that the side to move had left after its move.
    Time,
    /// The result of the game.
    Result,
    /// The tags of the game.
    Tags,
    /// All positions of the game, in order.
    Game,
    /// A stream of samples, from which the condition keeps some by chance or by what came before.
    Stream,
    /// All samples of the stream, in order, or its games as wholes.
    WholeStream,
    /// Games that can be passed over as wholes: chains of binpack.
    Chains,
}

impl Condition {
    /// What must be known to decide this condition.
    pub const fn needs(&self) -> &'static [Need] {
        match self {
            Self::Pieces(_)
            | Self::Pattern(_)
            | Self::Material(_)
            | Self::Balance(_)
            | Self::SideToMove(_)
            | Self::Check
            | Self::Checkmate
            | Self::Stalemate => &[],
            Self::Castling { .. } => &[Need::Castling],
            Self::Halfmoves(_) => &[Need::Clocks],
            Self::Repeated(_) => &[Need::Game],
            Self::Ply(_) => &[Need::Ply],
            Self::Moved(_)
            | Self::Captured(_)
            | Self::CapturedDirectly
            | Self::Promoted(_)
            | Self::Castled
            | Self::GivesCheck
            | Self::Sacrifice(_) => &[Need::Move],
            Self::Clock(_) => &[Need::Time],
            Self::Score(_) | Self::ScoreSize(_) | Self::HasScore => &[Need::Score],
            Self::Result(_) => &[Need::Result],
            Self::Tag(_) => &[Need::Tags],
            Self::NoPlaceholder | Self::LikelyResult => &[Need::Score, Need::Ply, Need::Result, Need::Stream],
            Self::Random(_) => &[Need::Stream],
            Self::SoftPly(_) => &[Need::Ply, Need::Stream],
            Self::PieceTargets(_) => &[Need::Stream, Need::WholeStream],
            Self::RandomGame(_) => &[Need::Stream, Need::WholeStream, Need::Chains],
        }
    }

    /// Whether the board is all that decides this condition.
    pub const fn is_on_board(&self) -> bool {
        matches!(self, Self::Pieces(_) | Self::Pattern(_) | Self::Material(_) | Self::Balance(_))
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Castling => "castling",
            Self::Clocks => "clocks",
            Self::Move => "move",
            Self::Ply => "ply",
            Self::Score => "score",
            Self::Time => "clock times",
            Self::Result => "result",
            Self::Tags => "tags",
            Self::Game => "order of plies",
            Self::Stream => "stream of samples to choose from by chance",
            Self::WholeStream => "whole stream of samples",
            Self::Chains => "chains of moves",
        })
    }
}
