//! The type of a piece, without its colour: its index, its code in the nibble of a piece, its letter.
//!
//! The codes, 1 to 6 in the order pawn, knight, bishop, rook, queen, king, are the upper three bits of every stored
//! nibble: the planes of boards and the packed formats rely on them.

use crate::parse_error::{ParseError, text_of_one_character};

/// The type of a piece: pawn, knight, bishop, rook, queen or king.
///
/// `role as usize` is the [`index`](Self::index), 0 to 5. The upper three bits of a [`Piece`](crate::Piece) code are
/// the [`code`](Self::code), 1 to 6.
///
/// ```
/// use quadbit_x88::{Color, Role};
/// assert_eq!("n".parse(), Ok(Role::Knight));
/// assert_eq!(Role::King.of(Color::White).to_char(), 'K');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "six words that need no explanation")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// The number of roles, 6.
    pub const COUNT: usize = 6;

    /// All six roles, in the order of their codes.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The roles to which a pawn may promote, strongest first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The code, 1 to 6: the upper three bits of the codes of pieces of this role.
    #[inline]
    pub const fn code(self) -> u8 {
        self as u8 + 1
    }

    /// The index into an array of six, in the order of [`ALL`](Self::ALL): 0 for a pawn, to 5 for a king.
    ///
    /// ```
    /// use quadbit_x88::Role;
    /// assert_eq!(Role::ALL.map(Role::index), [0, 1, 2, 3, 4, 5]);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role with a code from 1 to 6; `None` for any other number.
    #[inline]
    pub const fn from_code(code: u8) -> Option<Self> {
        // A look-up takes fewer operations than a comparison and a difference.
        static ROLES: [Option<Role>; 8] = [
            None,
            Some(Role::Pawn),
            Some(Role::Knight),
            Some(Role::Bishop),
            Some(Role::Rook),
            Some(Role::Queen),
            Some(Role::King),
            None,
        ];
        if code < 8 { ROLES[code as usize] } else { None }
    }

    /// The lower-case English letter of the role: `p n b r q k`.
    #[inline]
    pub(crate) const fn to_char(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The upper-case English letter of the role, as SAN uses it: `P N B R Q K`.
    #[inline]
    pub const fn to_upper_char(self) -> char {
        self.to_char().to_ascii_uppercase()
    }

    /// The role with a given English letter, in either case; `None` for any other character.
    #[inline]
    pub const fn from_char(c: char) -> Option<Self> {
        match c.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }
}

text_of_one_character!(Role, ParseError::ROLE);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn letters_and_codes_come_back() {
        for (role, (code, letter)) in Role::ALL.into_iter().zip((1..).zip("pnbrqk".chars())) {
            assert_eq!(role.code(), code);
            assert_eq!(role as usize, usize::from(code) - 1);
            assert_eq!(role.to_char(), letter);
            assert_eq!(role.to_upper_char(), letter.to_ascii_uppercase());
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        for code in 0..=255 {
            assert_eq!(
                Role::from_code(code),
                Role::ALL.into_iter().find(|role| role.code() == code),
                "{code}"
            );
        }
        for c in '\0'..='\u{ff}' {
            let expected =
                Role::ALL.into_iter().find(|role| role.to_char() == c || role.to_upper_char() == c);
            assert_eq!(Role::from_char(c), expected, "{c:?}");
        }
        for text in ["", "x", "nn", "knight"] {
            assert_eq!(text.parse::<Role>(), Err(ParseError::ROLE));
        }
        assert!(Role::PROMOTIONS.into_iter().all(|role| !matches!(role, Role::Pawn | Role::King)));
    }
}
