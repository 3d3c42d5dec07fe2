//! Filters for training samples: by the position, as in [`pattern`](crate::pattern), by the move, score, ply and
//! result, and by chance.
//!
//! | text | true if |
//! |---|---|
//! | `best-capture`, `best-promotion`, `best-check` | the move captures, promotes, gives check |
//! | `best-direct-capture` | the move captures on its own square: not en passant |
//! | `no-best-capture`, .. | it does not |
//! | `score`, `no-score` | there is a score, or none |
//! | `score<=1000`, `\|score\|<=1000` | white's score is at most 1000; either side's is |
//! | `no-placeholder` | the score is not a zero that stands for none ([`Filter::NoPlaceholder`]) |
//! | `\|simple-eval\|>=400` | pieces alone are worth 400 more to either side ([`Filter::SimpleEval`]) |
//! | `ply>=16` | at least 16 plies have been played, by the sample or else by its move number |
//! | `result=white`, `result=draw`, `result=black` | this side has won, or the game is drawn |
//! | `random<0.25`, `random<1/4` | a random number from 0 to 1 is below this |
//! | `likely-result` | by chance, if the score makes the result likely ([`Filter::LikelyResult`]) |
//! | `soft-ply=0:0.1,20:1` | by chance, with this probability at ply 0, that at ply 20, and straight lines between |
//! | `piece-targets=0,0.4,1,1,0.75` | by chance, so that numbers of pieces get these frequencies ([`Filter::PieceTargets`]) |
//! | anything else | the position fulfils the [`Rule`] |
//!
//! Numbers follow `=`, `<`, `>`, `<=` or `>=`. A sample without a move, score or result
//! fulfils no condition on it. A [`Sieve`](crate::sieve::Sieve) tests samples.
//!
//! 1. A text becomes a [`Filter`]; [`Filter::fields`] says what a format must hold for it.
//! 2. A sieve tests conditions on one sample first, then those on pieces of the position, and chance that depends on
//!    earlier samples last.
//!
//! What a filter of nnue-pytorch decides must stay as that program decides it.

mod chance;

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use quadbit_movegen::{Color, GameResult, Move, PositionBuilder};
use quadbit_pack::{Field, Labels};

use crate::comparison;
use crate::pattern::{Rule, RuleError};
use chance::probability;

pub(crate) use chance::is_likely;
pub use chance::{PieceTargets, PlyCurve};

/// A condition on a training sample: a position with its move, score, ply and result.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// The position fulfils this rule.
    Position(Rule),
    /// Whether the sample's move has the property: `true` asks for it, `false` for its absence. A sample without a move
    /// fulfils neither.
    Best(Best, bool),
    /// White's score is in this range, in centipawns or in the unit of the source.
    Score(RangeInclusive<i32>),
    /// The score without its sign is in this range.
    ScoreSize(RangeInclusive<i32>),
    /// Whether there is a score: `true` asks for one, `false` for none.
    HasScore(bool),
    /// The score is not a 0 that stands for "no score". A score of 0 counts as such if the game was not drawn, the
    /// ply is higher than that of the sample before, and the last score that was no such 0 was above 100 or below
    /// -100. Earlier samples are remembered within a block of a file, or a chunk of binpack.
    ///
    /// Source: the rule that nnue-pytorch applies to every stream.
    NoPlaceholder,
    /// The difference of material without its sign is in this range: pawn 208, knight 781, bishop 825, rook 1276, queen
    /// 2538.
    ///
    /// Source: `simple_eval` of Stockfish and nnue-pytorch.
    SimpleEval(RangeInclusive<i32>),
    /// The number of plies since the beginning of the game is in this range.
    Ply(RangeInclusive<i32>),
    /// The game has this result.
    Result(GameResult),
    /// Keeps a sample with this probability, from 0 to 1.
    ///
    /// Source: `random_fen_skipping` of nnue-pytorch: to skip `n` means to keep 1 of `n + 1`.
    Random(f64),
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

/// A property of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The move captures, en passant included.
    Capture,
    /// The move captures a piece on the square that it goes to, so not en passant: what nnue-pytorch's `filtered`
    /// leaves out.
    DirectCapture,
    /// The move promotes a pawn.
    Promotion,
    /// The move gives check.
    Check,
}

impl Best {
    /// Whether `mv`, a legal move in the position of `parts`, has this property.
    #[inline]
    pub(crate) fn has(self, parts: &PositionBuilder, mv: Move) -> bool {
        match self {
            Self::DirectCapture => parts.board.color(!parts.side_to_move).has(mv.to()),
            Self::Promotion => mv.is_promotion(),
            Self::Capture => parts.build_keyless_unchecked().is_capture(mv),
            Self::Check => parts.build_keyless_unchecked().gives_check(mv),
        }
    }
}

impl Filter {
    /// The fields of a sample that are needed to test this condition, so that a format must hold them; none if the
    /// position is enough.
    ///
    /// Instead of [`Field::Ply`], a format may hold [`Field::Clocks`], from which the ply is computed.
    pub const fn fields(&self) -> &'static [Field] {
        match self {
            Self::Position(_) | Self::SimpleEval(_) | Self::Random(_) | Self::PieceTargets(_) => &[],
            Self::Best(..) => &[Field::Move],
            Self::Score(_) | Self::ScoreSize(_) | Self::HasScore(_) => &[Field::Score],
            Self::Ply(_) | Self::SoftPly(_) => &[Field::Ply],
            Self::Result(_) => &[Field::Result],
            Self::NoPlaceholder | Self::LikelyResult => &[Field::Score, Field::Ply, Field::Result],
        }
    }

    /// Whether the decision about a sample depends on earlier samples of the stream, so that all of them must go
    /// through one [`Sieve`](crate::sieve::Sieve).
    pub const fn needs_all(&self) -> bool {
        matches!(self, Self::PieceTargets(_))
    }
}

/// A function that returns the parts of a sample's position.
pub(crate) type GetParts<'a> = &'a dyn Fn() -> PositionBuilder;

/// The plies since the beginning of the game, by the labels of a sample or else by the move number of its parts.
#[inline(always)]
pub(crate) fn ply(labels: &Labels, parts: GetParts<'_>) -> u32 {
    let by_clock = |parts: PositionBuilder| 2 * u32::from(parts.fullmoves - 1) + parts.side_to_move as u32;
    labels.ply.map_or_else(|| by_clock(parts()), u32::from)
}

/// The error of a text that is not a [`Filter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilterError {
    /// The text is no condition on samples, and read as a condition on positions it has this error.
    Rule(RuleError),
    /// The score or ply is not a number, or no number can fulfil the condition.
    Number,
    /// The result is not `white`, `draw` or `black`.
    Result,
    /// `random` is not followed by `<` and a probability from 0 to 1, such as 0.25 or 1/4.
    Random,
    /// `soft-ply` is not followed by ascending plies, each with a probability from 0 to 1.
    SoftPly,
    /// `piece-targets` has fewer than 2 or more than 33 weights, or none above 0.
    PieceTargets,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(RuleError::Pieces) => {
                f.write_str("expected check, white, black")?;
                for words in WORDS.chunk_by(|one, next| one.0 == next.0) {
                    write!(f, ", {}", words[0].0.trim_end_matches('='))?;
                }
                f.write_str(" or pieces such as Qq=0")
            }
            Self::Rule(error) => error.fmt(f),
            Self::Number => f.write_str("expected =, <, >, <= or >= and a whole number"),
            Self::Result => f.write_str("expected result=white, result=draw or result=black"),
            Self::Random => f.write_str("expected random< and a probability such as 0.25 or 1/4"),
            Self::SoftPly => f.write_str("expected ascending plies with probabilities, such as 0:0.1,20:1"),
            Self::PieceTargets => f.write_str("expected 2 to 33 weights, such as 0,0.4,1,1,0.75"),
        }
    }
}

impl core::error::Error for FilterError {}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let parse = |(word, parser): &(&str, Parser)| match parser {
            Parser::Either(filter) if s == *word => Some(Ok(filter(true))),
            Parser::Either(filter) if s.strip_prefix("no-") == Some(*word) => Some(Ok(filter(false))),
            Parser::Alone(filter) if s == *word => Some(Ok(filter())),
            Parser::Range(filter) => s.strip_prefix(word).map(|text| range(text).map(filter)),
            Parser::Value(filter) => s.strip_prefix(word).map(filter),
            Parser::Either(_) | Parser::Alone(_) => None,
        };
        let by_word = WORDS.iter().find_map(parse);
        by_word.unwrap_or_else(|| s.parse().map(Self::Position).map_err(FilterError::Rule))
    }
}

/// How a text becomes a filter.
enum Parser {
    /// A word alone, or with `no-` before it for the reverse.
    Either(fn(bool) -> Filter),
    /// A word alone.
    Alone(fn() -> Filter),
    /// A word and a comparison.
    Range(fn(RangeInclusive<i32>) -> Filter),
    /// A word and a text.
    Value(fn(&str) -> Result<Filter, FilterError>),
}

/// The words with which filters begin, other than rules for positions.
static WORDS: [(&str, Parser); 15] = [
    ("best-capture", Parser::Either(|wanted| Filter::Best(Best::Capture, wanted))),
    ("best-direct-capture", Parser::Either(|wanted| Filter::Best(Best::DirectCapture, wanted))),
    ("best-promotion", Parser::Either(|wanted| Filter::Best(Best::Promotion, wanted))),
    ("best-check", Parser::Either(|wanted| Filter::Best(Best::Check, wanted))),
    ("score", Parser::Either(Filter::HasScore)),
    ("score", Parser::Range(Filter::Score)),
    ("|score|", Parser::Range(Filter::ScoreSize)),
    ("no-placeholder", Parser::Alone(|| Filter::NoPlaceholder)),
    ("|simple-eval|", Parser::Range(Filter::SimpleEval)),
    ("ply", Parser::Range(Filter::Ply)),
    ("result", Parser::Value(result)),
    ("random", Parser::Value(random)),
    ("likely-result", Parser::Alone(|| Filter::LikelyResult)),
    (
        "soft-ply=",
        Parser::Value(|text| PlyCurve::parse(text).map(Filter::SoftPly).ok_or(FilterError::SoftPly)),
    ),
    (
        "piece-targets=",
        Parser::Value(|text| {
            PieceTargets::parse(text).map(Filter::PieceTargets).ok_or(FilterError::PieceTargets)
        }),
    ),
];

/// The filter by a result, after the word `result`.
fn result(text: &str) -> Result<Filter, FilterError> {
    match text {
        "=white" => Ok(Filter::Result(GameResult::Win(Color::White))),
        "=draw" => Ok(Filter::Result(GameResult::Draw)),
        "=black" => Ok(Filter::Result(GameResult::Win(Color::Black))),
        _ => Err(FilterError::Result),
    }
}

/// The filter by chance, after the word `random`.
fn random(text: &str) -> Result<Filter, FilterError> {
    text.strip_prefix('<').and_then(probability).map(Filter::Random).ok_or(FilterError::Random)
}

/// The range of numbers that a comparison such as `>=16` allows.
fn range(text: &str) -> Result<RangeInclusive<i32>, FilterError> {
    comparison::allowed(text, i32::MIN..=i32::MAX).ok_or(FilterError::Number)
}
