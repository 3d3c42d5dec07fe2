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
    /// The way between two squares from 0 to 63.
    ///
    /// # Errors
    /// If there is no such square.
    #[wasm_bindgen(constructor)]
    pub fn new(from: u8, to: u8) -> Result<Difference, JsError> {
        let [from, to] = [Square88::from_square(square(from)?), Square88::from_square(square(to)?)];
        Ok(Self { from, to, diff: Diff::new(from, to) })
    }

    /// The 0x88 numbers of both squares.
    pub fn numbers(&self) -> Vec<u8> {
        vec![self.from.get(), self.to.get()]
    }

    /// The index of the tables, with 0x77 added: 0 to 238.
    pub fn index(&self) -> usize {
        self.diff.index()
    }

    /// The difference as a byte.
    pub fn raw(&self) -> u8 {
        self.diff.raw()
    }

    /// How many files to the east and ranks to the north.
    pub fn steps(&self) -> Vec<i32> {
        vec![self.diff.files(), self.diff.ranks()]
    }

    /// A king's moves, and a rook's steps of one square.
    pub fn distances(&self) -> Vec<u8> {
        vec![self.diff.chebyshev(), self.diff.manhattan()]
    }

    /// The direction of the line through both, by its name, such as `NE`; empty if there is none.
    pub fn direction(&self) -> String {
        self.diff.direction().map_or(String::new(), |direction| direction.to_string())
    }

    /// The step to the next square on the line; 0 if there is no line.
    pub fn unit(&self) -> i32 {
        self.diff.unit().map_or(0, |delta| delta.get().into())
    }

    /// The entry of the table of attackers, a bit for each kind.
    pub fn attackers(&self) -> u8 {
        self.diff.attackers().bits()
    }

    /// The entry of the table of attackers in letters.
    pub fn attackers_text(&self) -> String {
        self.diff.attackers().to_string()
    }

    /// Whether the piece on the first square attacks the second on this board.
    pub fn attacks(&self, board: &Board) -> bool {
        attacks(|square| board.quad().get(square.to_square()), self.from, self.to)
    }

    /// The squares between the two, from 0 to 63.
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
