//! A board without rules, in the three representations.

use quadbit::quad::Bitboard;
use quadbit::{Color, Fen, Piece, QuadBitboard, Role, Square};
use quadbit_diagram::Shape;
use wasm_bindgen::prelude::*;

use crate::{square, words};

/// A board that may be edited by hand: any pieces on any squares.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Board {
    quad: QuadBitboard,
}

#[wasm_bindgen]
impl Board {
    /// The board at the beginning of a FEN; what follows the first blank is not read.
    ///
    /// # Errors
    /// If there is no board.
    #[wasm_bindgen(constructor)]
    pub fn new(fen: &str) -> Result<Board, JsError> {
        let text = format!("{} ", fen.trim());
        let (codes, _) = Fen::read_board(text.as_bytes()).ok_or_else(|| {
            JsError::new(
                "a board is eight ranks of letters and digits, the eighth rank first, with / between",
            )
        })?;
        Ok(Self { quad: QuadBitboard::from_mailbox(&codes.map(|code| code & 15)) })
    }

    /// Puts a piece, by the letter that a FEN has for it, on a square from 0 to 63; any other text empties the square.
    ///
    /// # Errors
    /// If there is no such square.
    pub fn put(&mut self, number: u8, letter: &str) -> Result<(), JsError> {
        let square = square(number)?;
        self.quad.put_code(square, letter.parse::<Piece>().map_or(0, Piece::code));
        Ok(())
    }

    /// Puts any nibble, a piece or not, on a square from 0 to 63.
    ///
    /// # Errors
    /// If there is no such square, or the code is above 15.
    pub fn put_code(&mut self, number: u8, code: u8) -> Result<(), JsError> {
        if code > 15 {
            return Err(JsError::new("a nibble is 0 to 15"));
        }
        self.quad.put_code(square(number)?, code);
        Ok(())
    }

    /// The letters of the 64 squares, a1 first; a dot is an empty square, a hexadecimal digit a nibble that is no
    /// piece.
    pub fn letters(&self) -> String {
        letters(self.quad)
    }

    /// The four planes, 0 first.
    pub fn planes(&self) -> Vec<u64> {
        words(self.quad)
    }

    /// The 64 nibbles, a1 first, one to a byte.
    pub fn nibbles(&self) -> Vec<u8> {
        self.quad.to_nibbles().iter().map(u8::from).collect()
    }

    /// The nibbles as they lie in 32 bytes: the nibble of even index is the lower half.
    pub fn packed(&self) -> Vec<u8> {
        self.quad.to_nibbles().as_bytes().to_vec()
    }

    /// The 128 cells of the 0x88 board.
    pub fn x88(&self) -> Vec<u8> {
        self.quad.to_x88().to_vec()
    }

    /// The first field of the board's FEN.
    pub fn placement(&self) -> String {
        let letters: Vec<char> = self.letters().chars().collect();
        let ranks = letters.chunks(8).rev().map(|rank| {
            let mut text = String::new();
            for run in rank.chunk_by(|a, b| *a == '.' && *b == '.') {
                match run[0] {
                    '.' => text += &run.len().to_string(),
                    letter => text.push(letter),
                }
            }
            text
        });
        ranks.collect::<Vec<_>>().join("/")
    }
}

/// The letters of a board, as of [`Board::letters`], from its four planes.
///
/// # Errors
/// If there are not four words.
#[wasm_bindgen]
pub fn letters_of(planes: &[u64]) -> Result<String, JsError> {
    let planes: [u64; 4] = planes.try_into().map_err(|_| JsError::new("a board is four planes"))?;
    Ok(letters(QuadBitboard::from_planes(planes.map(Bitboard))))
}

fn letters(quad: QuadBitboard) -> String {
    let letter = |square| match quad.code(square) {
        0 => '.',
        code => Piece::from_code(code)
            .map_or_else(|| char::from_digit(code.into(), 16).unwrap_or('?'), Piece::to_char),
    };
    Square::ALL.into_iter().map(letter).collect()
}

/// The pictures of the pieces: letter, body and detail of each kind in turn, as [`Shape`] has them.
#[wasm_bindgen]
pub fn shapes() -> Vec<String> {
    let shape = |role: Role| {
        let shape = Shape::of(role);
        [role.of(Color::White).to_char().to_string(), shape.body.to_owned(), shape.detail.to_owned()]
    };
    Role::ALL.into_iter().flat_map(shape).collect()
}

impl Board {
    /// The board as the type of the crates.
    pub(crate) fn quad(&self) -> QuadBitboard {
        self.quad
    }
}

#[cfg(test)]
mod tests {
    use super::Board;

    const SJE: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1";

    #[test]
    fn a_board_comes_back_as_text_and_by_hand() {
        let board = Board::new(&format!("{SJE} w - - 0 10")).unwrap();
        assert_eq!(board.placement(), SJE);
        let mut other = Board::new("8/8/8/8/8/8/8/8").unwrap();
        for (number, letter) in (0..).zip(board.letters().chars()) {
            other.put(number, &letter.to_string()).unwrap();
        }
        assert_eq!(other.placement(), SJE);
        other.put(0, "").unwrap();
        assert!(other.placement().ends_with("/5RK1"));
    }

    #[test]
    fn any_nibble_goes_on_a_square_and_planes_are_read_back() {
        let mut board = Board::new(SJE).unwrap();
        for code in 0..16 {
            board.put_code(27, code).unwrap();
            assert_eq!(board.nibbles()[27], code);
            assert_eq!(super::letters_of(&board.planes()).unwrap(), board.letters());
            assert_eq!(board.letters().chars().nth(27), ".1PpNnBbRrQqKkef".chars().nth(code.into()));
        }
    }

    #[test]
    fn the_three_representations_hold_the_same_codes() {
        let board = Board::new(SJE).unwrap();
        let (planes, packed, x88) = (board.planes(), board.packed(), board.x88());
        for (square, &code) in board.nibbles().iter().enumerate() {
            let upright = (0..4).map(|plane| (planes[plane] >> square & 1) << plane).sum::<u64>();
            assert_eq!(upright, code.into());
            assert_eq!(packed[square / 2] >> (square % 2 * 4) & 15, code);
            assert_eq!(x88[square + (square & !7)], code);
        }
    }
}
