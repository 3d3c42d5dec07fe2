//! The two sides, white and black: as indices, as letters, and as the lowest bit of a piece's code.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::parse_error::ParseError;

/// A side: white or black. `!color` is the other one.
///
/// ```
/// use quadbit_x88::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!("b".parse(), Ok(Color::Black));
/// assert_eq!(Color::White.to_string(), "w");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first; bit 0 of its [`Piece`](crate::Piece) codes is clear.
    White = 0,
    /// The side that moves second; bit 0 of its [`Piece`](crate::Piece) codes is set.
    Black = 1,
}

impl Color {
    /// The number of sides, 2.
    pub const COUNT: usize = 2;

    /// Both sides, white first.
    pub const ALL: [Self; Self::COUNT] = [Self::White, Self::Black];

    /// 0 for white, 1 for black: an index into `[T; 2]`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side; usable in constants, where the operator in `!color` is not.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

/// Prints the letter of a FEN, `w` or `b`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

impl FromStr for Color {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "w" => Ok(Self::White),
            "b" => Ok(Self::Black),
            _ => Err(ParseError::COLOR),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn letters_and_indices_come_back() {
        for (index, color) in Color::ALL.into_iter().enumerate() {
            assert_eq!((color.index(), color as usize), (index, index));
            assert_ne!(!color, color);
            assert_eq!(!!color, color);
            assert_eq!(color.to_string().parse(), Ok(color));
        }
        for text in ["", "W", "wb", "white"] {
            assert_eq!(text.parse::<Color>(), Err(ParseError::COLOR));
        }
    }
}
