//! The error of parsing a type of this crate from text, which says what text is expected.

use core::fmt;

/// The error of parsing a square, file, rank, piece or another type of this crate from text. Its message says what text
/// is expected.
///
/// ```
/// use quadbit_x88::Square;
/// let error = "e9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "a square is a letter from a to h and a digit from 1 to 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError(&'static str);

impl ParseError {
    pub(crate) const COLOR: Self = Self("a side is `w` or `b`");
    pub(crate) const ROLE: Self = Self("a role is one of the letters p, n, b, r, q, k");
    pub(crate) const PIECE: Self = Self("a piece is one of the letters P, N, B, R, Q, K, p, n, b, r, q, k");
    pub(crate) const FILE: Self = Self("a file is a letter from a to h");
    pub(crate) const RANK: Self = Self("a rank is a digit from 1 to 8");
    pub(crate) const SQUARE: Self = Self("a square is a letter from a to h and a digit from 1 to 8");
    pub(crate) const DIRECTION: Self = Self("a direction is one of N, NE, E, SE, S, SW, W, NW");
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for ParseError {}

/// Implements `Display` and `FromStr` for `$type` by its methods `to_char` and `from_char`. Parsing any text but one
/// character that `from_char` accepts gives `$error`.
macro_rules! text_of_one_character {
    ($type:ty, $error:expr) => {
        /// Prints the character of `to_char`.
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&self.to_char(), f)
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::ParseError;

            fn from_str(s: &str) -> Result<Self, Self::Err> {
                let mut chars = s.chars();
                match (chars.next(), chars.next()) {
                    (Some(c), None) => Self::from_char(c).ok_or($error),
                    _ => Err($error),
                }
            }
        }
    };
}

pub(crate) use text_of_one_character;
