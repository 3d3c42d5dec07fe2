//! The eight directions of a queen's moves: their steps on both kinds of board, and how they relate to each other.
//!
//! The order, clockwise from north, is the order of all tables, lanes and arrays by direction: the opposite direction
//! is 4 further, modulo 8, and directions with odd indices are diagonal.

use core::fmt;
use core::ops::Neg;
use core::str::FromStr;

use crate::color::Color;
use crate::delta::Delta;
use crate::parse_error::ParseError;

/// One of the eight compass directions, clockwise from north. White moves north.
///
/// ```text
///        0x88                8x8
///   +15 +16 +17           +7  +8  +9         NW  N  NE
///    -1   .  +1           -1   .  +1          W  .  E
///   -17 -16 -15           -9  -8  -7         SW  S  SE
/// ```
///
/// ```
/// use quadbit_x88::Direction;
/// assert_eq!(Direction::NorthEast.delta().get(), 17);
/// assert_eq!(Direction::NorthEast.shift(), 9);
/// assert_eq!(-Direction::NorthEast, Direction::SouthWest);
/// assert_eq!("NE".parse(), Ok(Direction::NorthEast));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "eight compass points that need no explanation")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All eight directions, clockwise from north: the directions in which a queen and a king move.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The index: 0 for north, and clockwise to 7 for north-west.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction whose index is the lowest three bits of `bits`. Never fails; the `match` compiles to a mask.
    #[inline]
    const fn from_low_bits(bits: usize) -> Self {
        match bits & 7 {
            0 => Self::North,
            1 => Self::NorthEast,
            2 => Self::East,
            3 => Self::SouthEast,
            4 => Self::South,
            5 => Self::SouthWest,
            6 => Self::West,
            _ => Self::NorthWest,
        }
    }

    /// The files by which one step moves to the right: -1, 0 or 1.
    #[inline]
    pub const fn files(self) -> i32 {
        match self {
            Self::NorthEast | Self::East | Self::SouthEast => 1,
            Self::North | Self::South => 0,
            Self::SouthWest | Self::West | Self::NorthWest => -1,
        }
    }

    /// The ranks by which one step moves upwards: -1, 0 or 1.
    #[inline]
    pub const fn ranks(self) -> i32 {
        match self {
            Self::NorthWest | Self::North | Self::NorthEast => 1,
            Self::West | Self::East => 0,
            Self::SouthWest | Self::South | Self::SouthEast => -1,
        }
    }

    /// The number that one step adds to a 0x88 number: ±1, ±15, ±16 or ±17.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "±17 fits")]
    pub const fn delta(self) -> Delta {
        Delta((16 * self.ranks() + self.files()) as i8)
    }

    /// The number that one step adds to a [`Square`](crate::Square)'s index, which is also how far it shifts
    /// a set of squares in a `u64` to the left: ±1, ±7, ±8 or ±9. It ignores the board's edge.
    #[inline]
    pub const fn shift(self) -> i32 {
        // A table, because the compiler evaluates it while inlining, and then drops the code for shifts to the other
        // side.
        const SHIFTS: [i32; 8] = [8, 9, 1, -7, -8, -9, -1, 7];
        SHIFTS[self as usize]
    }

    /// Whether a step leads to a square with a smaller index: south-east, south, south-west and west.
    #[cfg(feature = "simd")]
    #[inline]
    pub(crate) const fn is_towards_a1(self) -> bool {
        self.shift() < 0
    }

    /// Whether a bishop moves in this direction.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 != 0
    }

    /// The opposite direction; usable in constants, where the operator in `-direction` is not.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_low_bits(self as usize ^ 4)
    }

    /// The direction as `color` sees it from its own edge of the board: itself for white, flipped vertically for black.
    /// `Direction::North.relative_to(color)` is the direction in which pawns of `color` move.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::from_low_bits(12 - self as usize),
        }
    }

    /// The compass point: `N`, `NE`, `E`, `SE`, `S`, `SW`, `W` or `NW`.
    #[inline]
    const fn name(self) -> &'static str {
        match self {
            Self::North => "N",
            Self::NorthEast => "NE",
            Self::East => "E",
            Self::SouthEast => "SE",
            Self::South => "S",
            Self::SouthWest => "SW",
            Self::West => "W",
            Self::NorthWest => "NW",
        }
    }
}

impl Neg for Direction {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self.opposite()
    }
}

/// Prints the compass point, `N` to `NW`.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Direction {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|direction| direction.name() == s).ok_or(ParseError::DIRECTION)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    /// The compass as a person draws it, north up.
    const COMPASS: [[&str; 3]; 3] = [["NW", "N", "NE"], ["W", ".", "E"], ["SW", "S", "SE"]];

    #[test]
    fn the_compass_is_drawn_right() {
        for (row, ranks) in COMPASS.into_iter().zip([1, 0, -1]) {
            for (name, files) in row.into_iter().zip([-1, 0, 1]) {
                if name == "." {
                    assert_eq!(name.parse::<Direction>(), Err(ParseError::DIRECTION));
                    continue;
                }
                let direction: Direction = name.parse().unwrap();
                assert_eq!(direction.to_string(), name);
                assert_eq!((direction.files(), direction.ranks()), (files, ranks));
                assert_eq!(i32::from(direction.delta().get()), 16 * ranks + files);
                assert_eq!(direction.shift(), 8 * ranks + files);
                assert_eq!(direction.is_diagonal(), files * ranks != 0);
                assert_eq!(direction.is_diagonal(), files * ranks != 0);
                let flipped = direction.relative_to(Color::Black);
                assert_eq!((flipped.files(), flipped.ranks()), (files, -ranks));
                assert_eq!(direction.relative_to(Color::White), direction);
                assert_eq!(((-direction).files(), (-direction).ranks()), (-files, -ranks));
            }
        }
    }

    #[test]
    fn indices_run_clockwise() {
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!((direction.index(), direction as usize), (index, index));
            // A quarter to the right sends (files, ranks) to (ranks, -files).
            let right = Direction::ALL[(index + 2) % 8];
            assert_eq!((right.files(), right.ranks()), (direction.ranks(), -direction.files()));
        }
    }
}
