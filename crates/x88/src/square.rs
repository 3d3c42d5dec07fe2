//! A square of the board as a number from 0 to 63, the index of bits and tables.
//!
//! Squares are made from a file and a rank, an index, bits that are masked, or text; file, rank, index and text can be
//! read back. No value above 63 can be made: indexing by a square relies on it and needs no bounds check.

use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::file::File;
use crate::parse_error::ParseError;
use crate::rank::Rank;
use quadbit_nibble::const_array;

/// One of the 64 squares: a1 = 0, b1 = 1, .. h8 = 63.
///
/// ```text
///   8 | 56 57 58 59 60 61 62 63
///   7 | 48 49 50 51 52 53 54 55
///   6 | 40 41 42 43 44 45 46 47
///   5 | 32 33 34 35 36 37 38 39
///   4 | 24 25 26 27 28 29 30 31
///   3 | 16 17 18 19 20 21 22 23
///   2 |  8  9 10 11 12 13 14 15
///   1 |  0  1  2  3  4  5  6  7
///     +------------------------
///        a  b  c  d  e  f  g  h
/// ```
///
/// ```
/// use quadbit_x88::{File, Rank, Square};
/// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
/// assert_eq!(Square::E4.index(), 28);
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// assert_eq!(Square::E4.flip_rank(), Square::E5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

macro_rules! name_squares {
    ($($name:ident = $index:literal),* $(,)?) => {
        #[allow(missing_docs, reason = "64 names that need no explanation")]
        impl Square {
            $(pub const $name: Self = Self($index);)*
        }
    };
}

#[rustfmt::skip]
name_squares! {
    A1 =  0, B1 =  1, C1 =  2, D1 =  3, E1 =  4, F1 =  5, G1 =  6, H1 =  7,
    A2 =  8, B2 =  9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl Square {
    /// The number of squares, 64.
    pub const COUNT: usize = 64;

    /// All 64 squares, from a1 to h8.
    pub const ALL: [Self; Self::COUNT] = const_array!(Self::COUNT, |i: u8| Self(i));

    /// The square of a file and a rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 3 | file as u8)
    }

    /// The index: 0 for a1, to 63 for h8. The compiler sees that it is below 64, so `table[square.index()]` on
    /// a `[T; 64]` needs no bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The square with an index from 0 to 63; `None` for any other number.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the index is below 64")]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The square whose index is the lowest six bits of `bits`. Never fails; for the result of a bit scan or
    /// the squares of a packed move, which are always in range.
    #[inline]
    pub const fn from_low_bits(bits: u32) -> Self {
        Self((bits & 63) as u8)
    }

    /// The index of two squares in a table of 4,096 entries: `64 * a + b`. The compiler sees that it is below 4,096, so
    /// that the table needs no bounds check.
    ///
    /// ```
    /// use quadbit_x88::Square;
    /// assert_eq!(Square::pair(Square::C1, Square::H8), 2 * 64 + 63);
    /// ```
    #[inline]
    pub const fn pair(a: Self, b: Self) -> usize {
        ((a.0 as usize) << 6 | b.0 as usize) & 0xfff
    }

    /// The file of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::from_low_bits(self.0 as usize)
    }

    /// The rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_low_bits((self.0 >> 3) as usize)
    }

    /// The square mirrored left to right, on the same rank: a4 for h4.
    #[inline]
    pub const fn flip_file(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// The square flipped vertically, on the same file: e2 for e7.
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 0x38)
    }

    /// The square as `color` sees it from its own edge of the board: itself for white, [`flip_rank`](Self::flip_rank)
    /// for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// The square that is `files` to the right and `ranks` upwards of this one; `None` off the board.
    ///
    /// ```
    /// use quadbit_x88::Square;
    /// assert_eq!(Square::B1.offset(1, 2), Some(Square::C3));
    /// assert_eq!(Square::H1.offset(1, 2), None);
    /// ```
    #[inline]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        // A sum that leaves the board has a bit set above the lowest three. So does a sum that wraps.
        let file = files.wrapping_add((self.0 & 7) as i32);
        let rank = ranks.wrapping_add((self.0 >> 3) as i32);
        if (file | rank) & !7 != 0 {
            return None;
        }
        Some(Self::new(
            File::from_low_bits(file.cast_unsigned() as usize),
            Rank::from_low_bits(rank.cast_unsigned() as usize),
        ))
    }
}

/// Prints the name, `a1` to `h8`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let mut chars = s.chars();
        match (chars.next(), chars.next(), chars.next()) {
            (Some(file), Some(rank), None) => {
                let file = File::from_char(file).ok_or(ParseError::SQUARE)?;
                let rank = Rank::from_char(rank).ok_or(ParseError::SQUARE)?;
                Ok(Self::new(file, rank))
            }
            _ => Err(ParseError::SQUARE),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn names_and_indices_come_back() {
        let mut index = 0;
        for rank in Rank::ALL {
            for file in File::ALL {
                let square = Square::new(file, rank);
                assert_eq!(square.index(), index);
                assert_eq!(Square::ALL[index], square);
                assert_eq!((square.file(), square.rank()), (file, rank));
                assert_eq!(square.to_string().parse(), Ok(square));
                assert_eq!(square.flip_file(), Square::new(file.flip(), rank));
                assert_eq!(square.flip_rank(), Square::new(file, rank.flip()));
                assert_eq!(square.relative_to(Color::White), square);
                assert_eq!(square.relative_to(Color::Black), square.flip_rank());
                index += 1;
            }
        }
        for bits in 0..256_u32 {
            let index = bits as usize;
            assert_eq!(Square::from_index(index), Square::ALL.get(index).copied());
            assert_eq!(Square::from_low_bits(bits), Square::ALL[index % 64]);
        }
        assert_eq!((Square::A1.to_string(), Square::H8.to_string()), ("a1".to_string(), "h8".to_string()));
        for text in ["", "e", "4e", "e4 ", "E4", "i1", "a0", "a9"] {
            assert_eq!(text.parse::<Square>(), Err(ParseError::SQUARE));
        }
    }

    #[test]
    fn an_offset_stays_on_the_board_or_is_none() {
        let extremes = [i32::MIN, i32::MIN + 1, -8, 8, 1 << 16, i32::MAX - 7, i32::MAX];
        for square in Square::ALL {
            let (file, rank) = (square.file() as i64, square.rank() as i64);
            for files in (-8..=8).chain(extremes) {
                for ranks in (-8..=8).chain(extremes) {
                    let (to_file, to_rank) = (file + i64::from(files), rank + i64::from(ranks));
                    let expected = Square::ALL
                        .into_iter()
                        .find(|to| (to.file() as i64, to.rank() as i64) == (to_file, to_rank));
                    assert_eq!(square.offset(files, ranks), expected, "{square} {files} {ranks}");
                }
            }
        }
    }
}
