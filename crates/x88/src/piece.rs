//! A piece in four bits: role and colour in one nibble, from which letters, indices and the planes of boards follow.
//!
//! The codes 2 to 13 are part of every stored board. 0 is an empty square, and 1, 14 and 15 never occur in a `Piece`.

use core::fmt;

use quadbit_nibble::Nibble;
use quadbit_nibble::const_array;

use crate::color::Color;
use crate::parse_error::{ParseError, text_of_one_character};
use crate::role::Role;

/// A piece of a colour, as the nibble that the whole workspace stores: `role << 1 | color`.
///
/// Bit `i` of this nibble goes to plane `i` of a quad-bitboard, so plane 0 holds the black pieces, plane 1 pawns,
/// bishops and queens, plane 2 knights, bishops and kings, and plane 3 rooks, queens and kings.
///
/// ```
/// use quadbit_x88::{Color, Piece, Role};
/// let queen = Piece::new(Color::Black, Role::Queen);
/// assert_eq!(queen.code(), 11);
/// assert_eq!(queen.to_char(), 'q');
/// assert_eq!("Q".parse(), Ok(Role::Queen.of(Color::White)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Piece(u8);

impl Piece {
    /// The number of pieces, 12: six roles of two colours.
    pub const COUNT: usize = 12;

    /// All twelve pieces, in the order of their codes: white and black pawn, white and black knight, and so on.
    pub const ALL: [Self; Self::COUNT] =
        const_array!(Self::COUNT, |i| Self::new(Color::ALL[i % 2], Role::ALL[i / 2]));

    /// The piece of the role `role` and the colour `color`.
    #[inline]
    pub const fn new(color: Color, role: Role) -> Self {
        Self(role.code() << 1 | color as u8)
    }

    /// The code of the piece, `role << 1 | color`: 2 to 13.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The index into an array of twelve, 0 to 11, in the order of [`ALL`](Self::ALL).
    ///
    /// ```
    /// use quadbit_x88::{Color, Piece, Role, Square};
    /// let knight = Role::Knight.of(Color::Black);
    /// assert_eq!(knight.index(), 3);
    /// // The usual 768 inputs of a network: one for each piece and square.
    /// assert_eq!(64 * knight.index() + Square::B8.index(), 249);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 2
    }

    /// The piece with a code from 2 to 13; `None` for any other number.
    #[inline]
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            2..=13 => Some(Self(code)),
            _ => None,
        }
    }

    /// The code of the piece as a nibble.
    #[inline]
    pub const fn to_nibble(self) -> Nibble {
        Nibble::from_low_bits(self.0)
    }

    /// The side of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The role of the piece.
    #[inline]
    pub const fn role(self) -> Role {
        match self.0 >> 1 {
            1 => Role::Pawn,
            2 => Role::Knight,
            3 => Role::Bishop,
            4 => Role::Rook,
            5 => Role::Queen,
            _ => Role::King,
        }
    }

    /// The letter in a FEN: upper case for white, lower case for black.
    #[inline]
    pub const fn to_char(self) -> char {
        match self.color() {
            Color::White => self.role().to_upper_char(),
            Color::Black => self.role().to_char(),
        }
    }

    /// The piece with a given letter in a FEN; `None` for any other character.
    #[inline]
    pub const fn from_char(c: char) -> Option<Self> {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_char(c) {
            Some(role) => Some(Self::new(color, role)),
            None => None,
        }
    }
}

impl Role {
    /// The piece of this role and a colour.
    #[inline]
    pub const fn of(self, color: Color) -> Piece {
        Piece::new(color, self)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({} {:?} {:?})", self.0, self.color(), self.role())
    }
}

text_of_one_character!(Piece, ParseError::PIECE);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::{String, ToString};
    use std::vec::Vec;

    #[test]
    fn letters_and_codes_come_back() {
        let letters: String = Piece::ALL.into_iter().map(Piece::to_char).collect();
        assert_eq!(letters, "PpNnBbRrQqKk");
        for (piece, code) in Piece::ALL.into_iter().zip(2..) {
            assert_eq!(piece.code(), code);
            assert_eq!(Piece::new(piece.color(), piece.role()), piece);
            assert_eq!(piece.role().of(piece.color()), piece);
            assert_eq!(piece.to_string().parse(), Ok(piece));
        }
        for code in 0..=255_u8 {
            let expected = Piece::ALL.into_iter().find(|piece| piece.code() == code);
            assert_eq!(Piece::from_code(code), expected, "{code}");
            if let Some(nibble) = Nibble::new(code) {
                assert!(expected.is_none_or(|piece| piece.to_nibble() == nibble));
            }
        }
        for c in '\0'..='\u{ff}' {
            let expected = Piece::ALL.into_iter().find(|piece| piece.to_char() == c);
            assert_eq!(Piece::from_char(c), expected, "{c:?}");
        }
        for text in ["", "x", "Kk", "king"] {
            assert_eq!(text.parse::<Piece>(), Err(ParseError::PIECE));
        }
    }

    /// Checks that each bit of the code is set for the pieces that the documentation of [`Piece`] names for its plane.
    #[test]
    fn every_bit_of_the_code_has_its_meaning() {
        let with_bit = |bit: u8| -> Vec<char> {
            let in_plane = Piece::ALL.into_iter().filter(|piece| piece.code() >> bit & 1 == 1);
            in_plane.map(Piece::to_char).collect()
        };
        assert_eq!(with_bit(0), ['p', 'n', 'b', 'r', 'q', 'k']);
        assert_eq!(with_bit(1), ['P', 'p', 'B', 'b', 'Q', 'q']);
        assert_eq!(with_bit(2), ['N', 'n', 'B', 'b', 'K', 'k']);
        assert_eq!(with_bit(3), ['R', 'r', 'Q', 'q', 'K', 'k']);
    }
}
