//! Boards as text: a drawing of eight lines, and one line each for planes, mailboxes and 0x88 boards.
//!
//! Each form of one line is a wrapper around the board that can be printed and parsed; the drawing can only be printed:
//!
//! ```
//! use quadbit_quad::text::{Mailbox, Planes};
//! let Planes(board) = "0000000000000080 0000000000000000 0000000000000010 0000000000000091".parse()?;
//! assert_eq!(Mailbox(board).to_string(), format!("R...K..r{:.<56}", ""));
//! assert_eq!(format!("R...K..r{:.<56}", "").parse(), Ok(Mailbox(board)));
//! assert_eq!(
//!     board.to_string(),
//!     ". . . . . . . .\n\
//!      . . . . . . . .\n\
//!      . . . . . . . .\n\
//!      . . . . . . . .\n\
//!      . . . . . . . .\n\
//!      . . . . . . . .\n\
//!      . . . . . . . .\n\
//!      R . . . K . . r\n"
//! );
//! # Ok::<(), quadbit_quad::text::BoardError>(())
//! ```
//!
//! Letters are those of a FEN, and an empty square is a dot. A code that is not a piece (1, 14 or 15) prints
//! as `?`, which cannot be parsed again; check for it with [`QuadBitboard::foreign`]. The planes, and the
//! nibble array of [`QuadBitboard::to_nibbles`], can represent every code.

use core::fmt;
use core::str::FromStr;

use quadbit_x88::{File, Piece, Rank, Square, Square88};

use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;

/// A board as text of its four planes, plane 0 first: 16 hexadecimal digits each, separated by one space. The highest
/// bit is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planes(pub QuadBitboard);

/// A board as text of 64 characters, a1 first: the letters of a FEN, and `.` for an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailbox(pub QuadBitboard);

/// A board as text of 128 characters in the order of 0x88 numbers: for each rank from the first on, the eight
/// characters of its squares (letters of a FEN, `.` for an empty square), then eight times `x` for the numbers off the
/// board.
///
/// ```
/// use quadbit_quad::{QuadBitboard, text::X88};
/// let text = X88(QuadBitboard::EMPTY).to_string();
/// assert_eq!(text, "........xxxxxxxx".repeat(8));
/// assert_eq!(text.parse(), Ok(X88(QuadBitboard::EMPTY)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct X88(pub QuadBitboard);

/// The reason why a text cannot be read as a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The number of planes in the text is not four, but this.
    PlaneCount(usize),
    /// The plane with this index, 0 to 3, is not 16 hexadecimal digits.
    Plane(usize),
    /// The number of characters in the text is wrong.
    Length {
        /// The number of characters that the text must have: 64 for a mailbox, 128 for a 0x88 board.
        expected: usize,
        /// The number of characters in the text.
        found: usize,
    },
    /// The character of this square is neither the letter of a piece nor a dot.
    Letter(Square, char),
    /// The character of this 0x88 number, which is off the board, is not an `x`.
    OffBoard(usize, char),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PlaneCount(found) => {
                write!(f, "expected four planes, separated by one space, and found {found}")
            }
            Self::Plane(plane) => write!(f, "plane {plane} is not 16 hexadecimal digits"),
            Self::Length { expected, found } => write!(f, "{found} characters instead of {expected}"),
            Self::Letter(square, c) => write!(f, "{c:?} on {square} is neither a piece nor a dot"),
            Self::OffBoard(number, c) => write!(f, "{c:?} at {number:02x}, off the board, is not an x"),
        }
    }
}

impl core::error::Error for BoardError {}

/// Writes eight lines of eight letters separated by spaces, the eighth rank first: `.` for an empty square, `?` for a
/// code that is no piece.
impl fmt::Display for QuadBitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{}{end}", letter(*self, Square::new(file, rank)))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Planes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0.planes();
        write!(f, "{:016x} {:016x} {:016x} {:016x}", a.0, b.0, c.0, d.0)
    }
}

impl FromStr for Planes {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let mut planes = [Bitboard::EMPTY; 4];
        let count = text.split(' ').count();
        if count != planes.len() {
            return Err(BoardError::PlaneCount(count));
        }
        for (number, (plane, digits)) in planes.iter_mut().zip(text.split(' ')).enumerate() {
            *plane = Bitboard(read_word(digits).ok_or(BoardError::Plane(number))?);
        }
        Ok(Self(QuadBitboard::from_planes(planes)))
    }
}

impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Square::ALL.into_iter().try_for_each(|square| write!(f, "{}", letter(self.0, square)))
    }
}

impl FromStr for Mailbox {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        check_length(text, 64)?;
        let mut board = QuadBitboard::EMPTY;
        for (square, c) in Square::ALL.into_iter().zip(text.chars()) {
            put_letter(&mut board, square, c)?;
        }
        Ok(Self(board))
    }
}

impl fmt::Display for X88 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..Square88::BOARD_LEN).try_for_each(|number| match square_of(number) {
            Some(square) => write!(f, "{}", letter(self.0, square)),
            None => f.write_str("x"),
        })
    }
}

impl FromStr for X88 {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        check_length(text, Square88::BOARD_LEN)?;
        let mut board = QuadBitboard::EMPTY;
        for (number, c) in text.chars().enumerate() {
            match square_of(number) {
                Some(square) => put_letter(&mut board, square, c)?,
                None if c == 'x' => {}
                None => return Err(BoardError::OffBoard(number, c)),
            }
        }
        Ok(Self(board))
    }
}

/// Reads a word of exactly 16 hexadecimal digits; `None` for any other text. (Without the test for digits, a sign would
/// be accepted.)
pub(crate) fn read_word(digits: &str) -> Option<u64> {
    let is_word = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| is_word)
}

fn letter(board: QuadBitboard, square: Square) -> char {
    match (board.code(square), board.piece_at(square)) {
        (0, _) => '.',
        (_, Some(piece)) => piece.to_char(),
        (_, None) => '?',
    }
}

fn put_letter(board: &mut QuadBitboard, square: Square, c: char) -> Result<(), BoardError> {
    if c != '.' {
        board.put(square, Piece::from_char(c).ok_or(BoardError::Letter(square, c))?);
    }
    Ok(())
}

fn check_length(text: &str, expected: usize) -> Result<(), BoardError> {
    let found = text.chars().count();
    if found == expected { Ok(()) } else { Err(BoardError::Length { expected, found }) }
}

/// The square of a 0x88 number from 0 to 127; `None` off the board.
fn square_of(number: usize) -> Option<Square> {
    Square88::from_raw(number as u8).map(Square88::to_square)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use proptest::prelude::*;
    use std::string::{String, ToString};

    /// A board with any pieces on any squares.
    fn boards() -> impl Strategy<Value = QuadBitboard> {
        let piece = prop_oneof![Just(0), 2..=13_u8];
        proptest::collection::vec(piece, 64).prop_map(|codes| {
            let mut board = QuadBitboard::EMPTY;
            Square::ALL.into_iter().zip(codes).for_each(|(square, code)| board.put_code(square, code));
            board
        })
    }

    proptest! {
        #[test]
        fn pieces_come_back_from_every_form(board in boards()) {
            prop_assert_eq!(board.foreign(), Bitboard::EMPTY);
            prop_assert_eq!(Mailbox(board).to_string().parse(), Ok(Mailbox(board)));
            prop_assert_eq!(X88(board).to_string().parse(), Ok(X88(board)));
        }

        #[test]
        fn codes_come_back_from_planes(planes: [u64; 4]) {
            let board = QuadBitboard::from_planes(planes.map(Bitboard));
            prop_assert_eq!(Planes(board).to_string().parse(), Ok(Planes(board)));
        }

        /// Checks that the drawing, the mailbox and the 0x88 board differ only in the order of the letters and in the
        /// characters between them.
        #[test]
        fn the_letters_are_the_same(planes: [u64; 4]) {
            let board = QuadBitboard::from_planes(planes.map(Bitboard));
            let mailbox = Mailbox(board).to_string();
            let x88 = X88(board).to_string();
            prop_assert_eq!(&x88.replace('x', ""), &mailbox);
            let drawn = board.to_string();
            let upwards: String = drawn.lines().rev().flat_map(|line| line.split(' ')).collect();
            prop_assert_eq!(&upwards, &mailbox);
            let foreign = board.foreign();
            for (square, c) in Square::ALL.into_iter().zip(mailbox.chars()) {
                prop_assert_eq!(c == '?', foreign.has(square));
            }
        }

        #[test]
        fn any_text_is_answered(text in ".{0,140}") {
            let _ = (text.parse::<Planes>(), text.parse::<Mailbox>(), text.parse::<X88>());
        }
    }

    #[test]
    fn errors_say_where() {
        let dots = ".".repeat(63);
        let rows = "........xxxxxxxx".repeat(7);
        let error = |text: &str| text.parse::<Mailbox>().unwrap_err().to_string();
        assert_eq!(error(&dots), "63 characters instead of 64");
        assert_eq!(error(&std::format!("{dots}\u{e9}")), "'é' on h8 is neither a piece nor a dot");
        let error = |text: &str| text.parse::<X88>().unwrap_err().to_string();
        assert_eq!(error(&dots), "63 characters instead of 128");
        assert_eq!(error(&std::format!("{rows}.......xxxxxxxxx")), "'x' on h8 is neither a piece nor a dot");
        assert_eq!(error(&std::format!("{rows}.........xxxxxxx")), "'.' at 78, off the board, is not an x");
        let error = |text: &str| text.parse::<Planes>().unwrap_err().to_string();
        let zero = "0".repeat(16);
        assert_eq!(error(""), "expected four planes, separated by one space, and found 1");
        assert_eq!(error(&std::format!("{zero}  {zero} {zero}")), "plane 1 is not 16 hexadecimal digits");
        assert_eq!(
            error(&std::format!("{zero} {zero} {zero} +00000000000000f")),
            "plane 3 is not 16 hexadecimal digits"
        );
    }
}
