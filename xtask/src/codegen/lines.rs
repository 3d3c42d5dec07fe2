//! The table of the four lines through a square.

use std::fmt::Write;

use super::geometry::{Square, ray};
use super::table::grouped;

/// One step along a rank, a file, a diagonal and an antidiagonal.
const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

const INTRO: &str = "\
//! The four lines through each square of an empty board.

/// For each square, a1 first: the other squares of its rank, its file, its diagonal (towards h8) and its
/// antidiagonal (towards a8).
#[rustfmt::skip]
pub(crate) const LINES: [[u64; 4]; 64] = [
";

/// Returns the generated file without its first line.
pub(crate) fn text() -> String {
    let mut text = INTRO.to_owned();
    for square in Square::all() {
        let lines = STEPS.map(|step| grouped(line(square, step)));
        writeln!(text, "    [{}], // {square}", lines.join(", ")).expect("a String takes any text");
    }
    text + "];\n"
}

/// The line of a step: the rays in its direction and in the opposite one.
fn line(square: Square, (files, ranks): (i8, i8)) -> u64 {
    ray(square, (files, ranks)) | ray(square, (-files, -ranks))
}
