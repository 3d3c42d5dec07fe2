//! The way from one square to another, as 0x88 sees it.

use quadbit::x88::{Diff, Square88, attacks, between};
use wasm_bindgen::prelude::*;

use crate::board::Board;
use crate::square;

/// Two squares, the difference of their 0x88 numbers, and what the tables that it indexes hold for it: distances,
/// direction, step and attackers.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Difference {
    from: Square88,
    to: Square88,
    diff: Diff,
}

#[wasm_bindgen]
impl Difference {
    /// The difference from the square `from` to the square `to`, each a number from 0 (a1) to 63 (h8).
    ///
    /// # Errors
    /// If there is no such square.
    #[wasm_bindgen(constructor)]
    pub fn new(from: u8, to: u8) -> Result<Difference, JsError> {
        let [from, to] = [Square88::from_square(square(from)?), Square88::from_square(square(to)?)];
        Ok(Self { from, to, diff: Diff::new(from, to) })
    }

    /// The 0x88 numbers of the first and of the second square.
    pub fn numbers(&self) -> Vec<u8> {
        vec![self.from.get(), self.to.get()]
    }

    /// The index of the difference in tables of 240 entries, 0 to 238: the 0x88 number of the second square minus that
    /// of the first, plus 0x77.
    pub fn index(&self) -> usize {
        self.diff.index()
    }

    /// The 0x88 number of the second square minus that of the first, modulo 256.
    pub fn raw(&self) -> u8 {
        self.diff.raw()
    }

    /// How many files to the east and how many ranks to the north the second square is from the first; negative numbers
    /// for west and south.
    pub fn steps(&self) -> Vec<i32> {
        vec![self.diff.files(), self.diff.ranks()]
    }

    /// How many moves a king needs from the first square to the second, and how many squares a rook travels.
    pub fn distances(&self) -> Vec<u8> {
        vec![self.diff.chebyshev(), self.diff.manhattan()]
    }

    /// The direction from the first square to the second by its name, such as `NE`; empty if they are not on one line.
    pub fn direction(&self) -> String {
        self.diff.direction().map_or(String::new(), |direction| direction.to_string())
    }

    /// The 0x88 number of the step from the first square towards the second; 0 if they are not on one line.
    pub fn unit(&self) -> i32 {
        self.diff.unit().map_or(0, |delta| delta.get().into())
    }

    /// The kinds of pieces that attack the second square from the first on an empty board, a bit for each kind.
    pub fn attackers(&self) -> u8 {
        self.diff.attackers().bits()
    }

    /// The kinds of pieces that attack the second square from the first on an empty board, in letters.
    pub fn attackers_text(&self) -> String {
        self.diff.attackers().to_string()
    }

    /// Whether the piece on the first square of `board` attacks the second square.
    pub fn attacks(&self, board: &Board) -> bool {
        attacks(|square| board.quad().piece_at(square.to_square()), self.from, self.to)
    }

    /// The squares strictly between the first and the second square, as numbers from 0 to 63; none unless they are on
    /// one line.
    pub fn between(&self) -> Vec<usize> {
        between(self.from, self.to).map(|square| square.to_square().index()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Difference;
    use crate::Board;

    #[test]
    fn a_piece_between_hides_a_square() {
        let board = Board::new("8/8/8/3RNk2/8/8/8/8").unwrap();
        let attacks = |from, to| Difference::new(from, to).unwrap().attacks(&board);
        assert_eq!(
            [(35, 36), (35, 37), (35, 32), (36, 35), (36, 30), (27, 35)].map(|(a, b)| attacks(a, b)),
            [true, false, true, false, true, false]
        );
    }

    #[test]
    fn the_tables_say_what_files_and_ranks_say() {
        for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let way = Difference::new(from, to).unwrap();
            let [files, ranks] =
                [0, 3].map(|shift| i32::from(to >> shift & 7) - i32::from(from >> shift & 7));
            assert_eq!(way.steps(), [files, ranks]);
            assert_eq!(way.index(), usize::try_from(0x77 + 16 * ranks + files).unwrap());
            let [far, sum] = [files.abs().max(ranks.abs()), files.abs() + ranks.abs()];
            assert_eq!(way.distances().into_iter().map(i32::from).collect::<Vec<_>>(), [far, sum]);
            let is_line = from != to && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
            assert_eq!((way.direction().is_empty(), way.unit() == 0), (!is_line, !is_line));
            let between = if is_line { far - 1 } else { 0 };
            assert_eq!(way.between().len(), usize::try_from(between).unwrap());
        }
    }
}
