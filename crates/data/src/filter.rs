//! Filters for training samples: by the position, as in [`pattern`], and by the move, score, ply and result.
//!
//! | text | true if |
//! |---|---|
//! | `best-capture`, `best-promotion`, `best-check` | the move captures, promotes, gives check |
//! | `no-best-capture`, .. | it does not |
//! | `score<=1000` | white's score is at most 1000 |
//! | `ply>=16` | at least 16 plies have been played, by the sample or else by its move number |
//! | `result=white`, `result=draw`, `result=black` | this side has won, or the game is drawn |
//! | anything else | the position fulfils the [`Rule`] |
//!
//! Numbers follow `=`, `<`, `>`, `<=` or `>=`. A sample without a move, score or result
//! fulfils no condition on it.
//!
//! ```
//! use quadbit_data::filter::{self, Filter};
//! use quadbit_movegen::{Move, Position, Square};
//! use quadbit_nibble::simd::Level;
//! use quadbit_pack::Sample;
//! let filters: Vec<Filter> = ["no-best-capture", "score<=100"].into_iter().map(str::parse).collect::<Result<_, _>>()?;
//! let quiet = Sample {
//!     score: Some(30),
//!     mv: Some(Move::new(Square::E2, Square::E4)),
//!     ..Sample::from(Position::start())
//! };
//! let samples = [quiet, Sample { score: Some(101), ..quiet }, Sample { mv: None, ..quiet }];
//! let mut found = [false; 3];
//! filter::matches(Level::auto(), &filters, &samples, &mut found);
//! assert_eq!(found, [true, false, false]);
//! # Ok::<(), filter::ParseFilterError>(())
//! ```

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use quadbit_movegen::{Color, GameResult, Move, Position};
use quadbit_nibble::simd::Level;
use quadbit_pack::{Field, Sample};

use crate::pattern::{self, ParseRuleError, Rule};

/// The number of samples that are tested at a time.
const BLOCK: usize = 256;

/// A condition on a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter {
    /// A condition on its position.
    Position(Rule),
    /// Its move has a property (`true`), or does not have it (`false`).
    Best(Best, bool),
    /// White's score.
    Score(RangeInclusive<i32>),
    /// The plies since the beginning of the game.
    Ply(RangeInclusive<i32>),
    /// The result of the game.
    Result(GameResult),
}

/// A property of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The move captures, en passant included.
    Capture,
    /// The move promotes a pawn.
    Promotion,
    /// The move gives check.
    Check,
}

impl Best {
    const ALL: [(&'static str, Self); 3] =
        [("best-capture", Self::Capture), ("best-promotion", Self::Promotion), ("best-check", Self::Check)];

    /// Whether a legal move has the property.
    fn has(self, position: &Position, mv: Move) -> bool {
        match self {
            Self::Capture => position.is_capture(mv),
            Self::Promotion => mv.is_promotion(),
            Self::Check => position.gives_check(mv),
        }
    }
}

impl Filter {
    /// The field that a format must have to test this condition; `None` if the position is enough.
    ///
    /// For [`Field::Ply`], the clocks are enough.
    pub const fn field(&self) -> Option<Field> {
        match self {
            Self::Position(_) => None,
            Self::Best(..) => Some(Field::Move),
            Self::Score(_) => Some(Field::Score),
            Self::Ply(_) => Some(Field::Ply),
            Self::Result(_) => Some(Field::Result),
        }
    }

    /// Whether a sample fulfils a condition that is not on the position alone.
    fn admits(&self, sample: &Sample) -> bool {
        match self {
            Self::Position(_) => true,
            Self::Best(property, wanted) => {
                sample.mv.is_some_and(|mv| property.has(&sample.position, mv) == *wanted)
            }
            Self::Score(range) => sample.score.is_some_and(|score| range.contains(&score.into())),
            Self::Ply(range) => {
                let ply = sample.ply.map_or_else(|| sample.ply_of_clocks(), u32::from);
                range.contains(&i32::try_from(ply).unwrap_or(i32::MAX))
            }
            Self::Result(result) => sample.result == *result,
        }
    }
}

/// Finds the samples that fulfil all conditions; without conditions, all samples do.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn matches(level: Level, filters: &[Filter], samples: &[Sample], matches: &mut [bool]) {
    assert_eq!(samples.len(), matches.len(), "as many results as samples");
    for (samples, matches) in samples.chunks(BLOCK).zip(matches.chunks_mut(BLOCK)) {
        for (sample, matches) in samples.iter().zip(&mut *matches) {
            *matches = filters.iter().all(|filter| filter.admits(sample));
        }
        for filter in filters {
            let Filter::Position(rule) = filter else { continue };
            let mut positions = [Position::start(); BLOCK];
            for (position, sample) in positions.iter_mut().zip(samples) {
                *position = sample.position;
            }
            let mut found = [false; BLOCK];
            let rule = core::slice::from_ref(rule);
            pattern::matches(level, rule, &positions[..samples.len()], &mut found[..samples.len()]);
            for (matches, found) in matches.iter_mut().zip(found) {
                *matches &= found;
            }
        }
    }
}

/// The error of a text that is not a [`Filter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseFilterError {
    /// The text is not a condition on samples, nor one on positions, for this reason.
    Rule(ParseRuleError),
    /// The score or ply is not a number, or no number can fulfil the condition.
    Number,
    /// The result is not `white`, `draw` or `black`.
    Result,
}

impl fmt::Display for ParseFilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(ParseRuleError::Pieces) => f.write_str(
                "expected check, white, black, best-capture, best-promotion, best-check, score, ply, result or pieces such as Qq=0",
            ),
            Self::Rule(error) => error.fmt(f),
            Self::Number => f.write_str("expected =, <, >, <= or >= and a whole number"),
            Self::Result => f.write_str("expected result=white, result=draw or result=black"),
        }
    }
}

impl core::error::Error for ParseFilterError {}

impl FromStr for Filter {
    type Err = ParseFilterError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let (word, wanted) = s.strip_prefix("no-").map_or((s, true), |word| (word, false));
        if let Some((_, best)) = Best::ALL.into_iter().find(|(name, _)| *name == word) {
            return Ok(Self::Best(best, wanted));
        }
        if let Some(text) = s.strip_prefix("score") {
            return Ok(Self::Score(range(text)?));
        }
        if let Some(text) = s.strip_prefix("ply") {
            return Ok(Self::Ply(range(text)?));
        }
        if let Some(text) = s.strip_prefix("result") {
            return match text {
                "=white" => Ok(Self::Result(GameResult::Win(Color::White))),
                "=draw" => Ok(Self::Result(GameResult::Draw)),
                "=black" => Ok(Self::Result(GameResult::Win(Color::Black))),
                _ => Err(ParseFilterError::Result),
            };
        }
        s.parse().map(Self::Position).map_err(ParseFilterError::Rule)
    }
}

/// The numbers that a comparison allows.
fn range(text: &str) -> Result<RangeInclusive<i32>, ParseFilterError> {
    let operators = ["<=", ">=", "<", ">", "="];
    let operator = operators.into_iter().find(|operator| text.starts_with(operator));
    let operator = operator.ok_or(ParseFilterError::Number)?;
    let number = &text[operator.len()..];
    if number.starts_with('+') {
        return Err(ParseFilterError::Number);
    }
    let number: i32 = number.parse().map_err(|_| ParseFilterError::Number)?;
    let range = match operator {
        "<=" => i32::MIN..=number,
        ">=" => number..=i32::MAX,
        "<" => i32::MIN..=number.checked_sub(1).ok_or(ParseFilterError::Number)?,
        ">" => number.checked_add(1).ok_or(ParseFilterError::Number)?..=i32::MAX,
        _ => number..=number,
    };
    Ok(range)
}
