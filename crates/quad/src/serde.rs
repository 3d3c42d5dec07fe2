//! Sets and boards in serialised data, as text.
//!
//! A set is its word in 16 hexadecimal digits, where h8 is the highest bit. A board is its four planes, plane
//! 0 first, separated by spaces.

use core::fmt;
use core::str::FromStr;

use quadbit_x88::serde_text::as_text;

use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;
use crate::text::{Planes, read_word};

as_text!(
    /// Serialised as 16 hexadecimal digits: `"00000000000000ff"` is the first rank.
    Bitboard as Word
);
as_text!(
    /// Serialised as four planes, plane 0 first, 16 hexadecimal digits each, separated by spaces.
    QuadBitboard as Planes
);

/// A set as 16 hexadecimal digits; the `Display` of a [`Bitboard`] is a drawing.
struct Word(Bitboard);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0.0)
    }
}

/// The error of a text that is not a set: not exactly 16 hexadecimal digits.
struct ParseWordError;

impl fmt::Display for ParseWordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a set is 16 hexadecimal digits")
    }
}

impl FromStr for Word {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Self, ParseWordError> {
        read_word(text).map(|word| Self(Bitboard(word))).ok_or(ParseWordError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_and_boards_come_back(planes: [u64; 4]) {
            let planes = planes.map(Bitboard);
            let json = serde_json::to_string(&planes[0]).unwrap();
            prop_assert_eq!(serde_json::from_str::<Bitboard>(&json).unwrap(), planes[0]);
            let board = QuadBitboard::from_planes(planes);
            let json = serde_json::to_string(&board).unwrap();
            prop_assert_eq!(serde_json::from_str::<QuadBitboard>(&json).unwrap(), board);
        }
    }

    #[test]
    fn the_form_is_as_documented() {
        let first = Bitboard::rank(quadbit_x88::Rank::First);
        assert_eq!(serde_json::to_string(&first).unwrap(), "\"00000000000000ff\"");
        let board = QuadBitboard::splat(first, 0b1010);
        assert_eq!(
            serde_json::to_string(&board).unwrap(),
            "\"0000000000000000 00000000000000ff 0000000000000000 00000000000000ff\""
        );
        for text in ["", "ff", "+0000000000000ff", "00000000000000fg", "00000000000000ff 00000000000000ff"] {
            let error = serde_json::from_str::<Bitboard>(&std::format!("\"{text}\"")).unwrap_err();
            assert!(
                std::string::ToString::to_string(&error).contains("a set is 16 hexadecimal digits"),
                "{text}: {error}"
            );
            assert!(serde_json::from_str::<QuadBitboard>(&std::format!("\"{text}\"")).is_err(), "{text}");
        }
    }

    extern crate std;
}
