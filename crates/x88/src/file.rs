//! The eight columns of the board: their indices, their letters, and the mirror image.

use crate::parse_error::{ParseError, text_of_one_character};

/// A file, `a` to `h`: the column of a square, and the lower nibble of its 0x88 number.
///
/// ```
/// use quadbit_x88::File;
/// assert_eq!(File::C.index(), 2);
/// assert_eq!("c".parse(), Ok(File::C));
/// assert_eq!(File::C.flip(), File::F);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "eight letters that need no explanation")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// The number of files, 8.
    pub const COUNT: usize = 8;

    /// All eight files, from a to h.
    pub const ALL: [Self; Self::COUNT] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// The index: 0 for a, to 7 for h.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file with an index from 0 to 7; `None` for any other number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::from_low_bits(index)) } else { None }
    }

    /// The file whose index is the lowest three bits of `bits`. Never fails; the `match` compiles to a mask.
    #[inline]
    pub const fn from_low_bits(bits: usize) -> Self {
        match bits & 7 {
            0 => Self::A,
            1 => Self::B,
            2 => Self::C,
            3 => Self::D,
            4 => Self::E,
            5 => Self::F,
            6 => Self::G,
            _ => Self::H,
        }
    }

    /// The mirrored file: a for h, b for g.
    #[inline]
    pub const fn flip(self) -> Self {
        Self::from_low_bits(7 - self as usize)
    }

    /// The letter of the file, `a` to `h`.
    #[inline]
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a letter from `a` to `h`; `None` for any other character.
    #[inline]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            'a'..='h' => Some(Self::from_low_bits(c as usize - 'a' as usize)),
            _ => None,
        }
    }
}

text_of_one_character!(File, ParseError::FILE);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn letters_and_indices_come_back() {
        for (index, file) in File::ALL.into_iter().enumerate() {
            assert_eq!((file.index(), file as usize), (index, index));
            assert_eq!(file.flip().index(), 7 - index);
            assert_eq!(file.to_string().parse(), Ok(file));
        }
        for index in 0..256 {
            assert_eq!(File::from_index(index), File::ALL.get(index).copied());
            assert_eq!(File::from_low_bits(index), File::ALL[index % 8]);
        }
        for c in '\0'..='\u{ff}' {
            let expected = File::ALL.into_iter().find(|file| file.to_char() == c);
            assert_eq!(File::from_char(c), expected, "{c:?}");
        }
        for text in ["", "i", "hh", " h"] {
            assert_eq!(text.parse::<File>(), Err(ParseError::FILE));
        }
    }
}
