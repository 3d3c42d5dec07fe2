//! The eight rows of the board: their indices, their digits, and the view from either side.
//!
//! A `Rank` is always one of the eight, so that it can index arrays of eight without a check.

use crate::color::Color;
use crate::parse_error::{ParseError, text_of_one_character};

/// A rank, 1 to 8: the row of a square, and the upper nibble of its 0x88 number.
///
/// ```
/// use quadbit_x88::{Color, Rank};
/// assert_eq!(Rank::Fourth.index(), 3);
/// assert_eq!("4".parse(), Ok(Rank::Fourth));
/// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "eight ordinals that need no explanation")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// The number of ranks, 8.
    pub const COUNT: usize = 8;

    /// All eight ranks, from the first to the eighth.
    pub const ALL: [Self; Self::COUNT] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// The index: 0 for the first rank, to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with an index from 0 to 7; `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::from_low_bits(index)) } else { None }
    }

    /// The rank whose index is the lowest three bits of `bits`. Never fails; the `match` compiles to a mask.
    #[inline]
    pub(crate) const fn from_low_bits(bits: usize) -> Self {
        match bits & 7 {
            0 => Self::First,
            1 => Self::Second,
            2 => Self::Third,
            3 => Self::Fourth,
            4 => Self::Fifth,
            5 => Self::Sixth,
            6 => Self::Seventh,
            _ => Self::Eighth,
        }
    }

    /// The mirrored rank: the first for the eighth, the second for the seventh.
    #[inline]
    pub const fn flip(self) -> Self {
        Self::from_low_bits(7 - self as usize)
    }

    /// The rank as `color` counts it from its own edge of the board: itself for white, the eighth for the first and so
    /// on for black. `Rank::Eighth.relative_to(color)` is the rank on which pawns of `color` promote.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// The digit of the rank, `1` to `8`.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit from `1` to `8`; `None` for any other character.
    #[inline]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            '1'..='8' => Some(Self::from_low_bits(c as usize - '1' as usize)),
            _ => None,
        }
    }
}

text_of_one_character!(Rank, ParseError::RANK);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn digits_and_indices_come_back() {
        for (index, rank) in Rank::ALL.into_iter().enumerate() {
            assert_eq!((rank.index(), rank as usize), (index, index));
            assert_eq!(rank.flip().index(), 7 - index);
            assert_eq!(rank.relative_to(Color::White), rank);
            assert_eq!(rank.relative_to(Color::Black), rank.flip());
            assert_eq!(rank.to_string().parse(), Ok(rank));
        }
        for index in 0..256 {
            assert_eq!(Rank::from_index(index), Rank::ALL.get(index).copied());
            assert_eq!(Rank::from_low_bits(index), Rank::ALL[index % 8]);
        }
        for c in '\0'..='\u{ff}' {
            let expected = Rank::ALL.into_iter().find(|rank| rank.to_char() == c);
            assert_eq!(Rank::from_char(c), expected, "{c:?}");
        }
        for text in ["", "9", "88", " 8"] {
            assert_eq!(text.parse::<Rank>(), Err(ParseError::RANK));
        }
    }
}
