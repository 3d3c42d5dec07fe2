//! The result of a game, and how a PGN writes it.

use core::fmt;
use core::str::FromStr;

use quadbit_x88::Color;

/// The result of a game, as on the score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A side won: `1-0` or `0-1`.
    Win(Color),
    /// The game was drawn: `1/2-1/2`.
    Draw,
    /// The game is still going on, was abandoned, or its result is unknown: `*`.
    Unknown,
}

impl GameResult {
    /// All four results.
    pub const ALL: [Self; 4] = [Self::Win(Color::White), Self::Win(Color::Black), Self::Draw, Self::Unknown];

    /// The result as a PGN writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

/// Prints `1-0`, `0-1`, `1/2-1/2` or `*`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error of a text that is not one of the four results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResultError;

impl fmt::Display for GameResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is 1-0, 0-1, 1/2-1/2 or *")
    }
}

impl core::error::Error for GameResultError {}

/// Reads exactly what [`Display`](fmt::Display) prints.
///
/// ```
/// use quadbit_movegen::GameResult;
/// assert_eq!("1/2-1/2".parse(), Ok(GameResult::Draw));
/// assert!("1-1".parse::<GameResult>().is_err());
/// ```
impl FromStr for GameResult {
    type Err = GameResultError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|result| result.as_str() == s).ok_or(GameResultError)
    }
}
