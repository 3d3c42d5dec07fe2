//! The tables of knight, king and pawn.

use super::geometry::reach;
use super::table;

const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const WHITE_PAWN: [(i8, i8); 2] = [(-1, 1), (1, 1)];
const BLACK_PAWN: [(i8, i8); 2] = [(-1, -1), (1, -1)];

/// Returns the generated file without its first line.
pub(crate) fn text() -> String {
    let table = |doc, name, steps: &[(i8, i8)]| table::of_sets(doc, name, |square| reach(square, steps));
    [
        "//! The sets that a knight, a king and a pawn attack, from a1 to h8.\n".to_owned(),
        table("Knight: the squares two steps one way and one step the other.", "KNIGHT", &KNIGHT),
        table("King: the eight neighbours.", "KING", &KING),
        table("White pawn: the two squares diagonally above.", "WHITE_PAWN", &WHITE_PAWN),
        table("Black pawn: the two squares diagonally below.", "BLACK_PAWN", &BLACK_PAWN),
    ]
    .concat()
}
