//! A fill, step by step.

use quadbit::quad::Bitboard;
use quadbit::{Direction, QuadBitboard};
use wasm_bindgen::prelude::*;

use crate::board::Board;
use crate::{sets, square};

/// The attacks of a slider in one direction, found by a fill.
///
/// `filled` starts with the slider; a step adds what lies beyond it, as long as that is `free`. At the end one more
/// step, without asking whether the square is free, gives the attacks. Dumb7 goes one square at a time; Kogge and
/// Stone go one, two and four squares, and let `free` shrink to the squares whose way is free.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Fill {
    filled: Vec<Bitboard>,
    free: Vec<Bitboard>,
    attacks: Bitboard,
}

#[wasm_bindgen]
impl Fill {
    /// The fill from a square, 0 to 63, in a direction by its name, such as `NE`: in steps of one, two and four
    /// squares if `doubling` (Kogge-Stone), else in six steps of one square (Dumb7).
    ///
    /// # Errors
    /// If there is no such square or direction.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &Board, number: u8, direction: &str, doubling: bool) -> Result<Fill, JsError> {
        let direction = direction.parse::<Direction>().map_err(|error| JsError::new(&error.to_string()))?;
        let start = Bitboard::of(square(number)?);
        let board: QuadBitboard = board.quad();
        let mut fill = Self { filled: vec![start], free: vec![!board.occupied()], attacks: Bitboard::EMPTY };
        let widths: &[u32] = if doubling { &[1, 2, 4] } else { &[1; 6] };
        for &width in widths {
            fill.step(direction, width, doubling);
        }
        fill.attacks = steps(fill.last(), direction, 1);
        Ok(fill)
    }

    /// The filled squares at the start and after each step, as sets of squares.
    pub fn filled(&self) -> Vec<u64> {
        sets(&self.filled)
    }

    /// The free squares at the start and after each step, as sets of squares.
    pub fn free(&self) -> Vec<u64> {
        sets(&self.free)
    }

    /// The squares that the slider attacks, as a set: one step from all filled squares.
    pub fn attacks(&self) -> u64 {
        self.attacks.0
    }
}

impl Fill {
    fn last(&self) -> Bitboard {
        *self.filled.last().expect("a fill has a start")
    }

    fn step(&mut self, direction: Direction, width: u32, doubling: bool) {
        let (filled, free) = (self.last(), *self.free.last().expect("a fill has a start"));
        self.filled.push(filled | (steps(filled, direction, width) & free));
        self.free.push(if doubling { free & steps(free, direction, width) } else { free });
    }
}

/// A set moved by `count` squares in `direction`; what leaves the board is lost.
fn steps(set: Bitboard, direction: Direction, count: u32) -> Bitboard {
    (0..count).fold(set, |set, _| set.step(direction))
}

#[cfg(test)]
mod tests {
    use quadbit::quad::attacks;
    use quadbit::{Direction, Square};

    use super::Fill;
    use crate::Board;

    #[test]
    fn both_fills_give_the_attacks_of_a_queen() {
        let board = Board::new("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1").unwrap();
        for (number, square) in (0..).zip(Square::ALL) {
            for doubling in [false, true] {
                let fills = Direction::ALL
                    .map(|direction| Fill::new(&board, number, &direction.to_string(), doubling).unwrap());
                let all = fills.iter().fold(0, |all, fill| all | fill.attacks());
                assert_eq!(all, attacks::queen(square, board.quad().occupied()).0, "{square}");
                assert!(fills.iter().all(|fill| fill.filled().len() == if doubling { 4 } else { 7 }));
            }
        }
    }
}
