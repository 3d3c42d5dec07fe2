//! The tables that number the moves of a network's policy head.

use std::fmt::Write;

use super::geometry::Square;

/// A queen's steps as (files, ranks): north, then clockwise.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A knight's steps as (files, ranks): two up and one to the right, then clockwise.
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The number of the move type with this step, in files and ranks; 0 for a step that no piece can make.
fn move_type((files, ranks): (i8, i8)) -> u16 {
    let index = |steps: &[(i8, i8); 8], step| {
        (0..).zip(steps).find(|&(_, &other)| other == step).map(|(index, _)| index)
    };
    if let Some(jump) = index(&JUMPS, (files, ranks)) {
        return 56 + jump;
    }
    let distance = files.abs().max(ranks.abs());
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    match index(&DIRECTIONS, (files.signum(), ranks.signum())) {
        Some(direction) if is_line => 7 * direction + u16::from(distance.unsigned_abs()) - 1,
        _ => 0,
    }
}

/// Whether a queen or a knight can go from one square to another.
fn is_move(from: Square, to: Square) -> bool {
    let (files, ranks) = ((to.file - from.file).abs(), (to.rank - from.rank).abs());
    (files, ranks) != (0, 0) && (files == 0 || ranks == 0 || files == ranks || files * ranks == 2)
}

const ALPHA_ZERO: &str = "\
//! The numbers of moves between two squares.

/// The move type of `AlphaZero`, one of 73, for a step of some files and ranks, at
/// `16 * (ranks + 7) + files + 7`: a map with the piece in the middle, seven ranks below it first. 0 where no
/// piece can go.
#[rustfmt::skip]
pub(crate) static ALPHA_ZERO: [u8; 240] = [
";

/// Returns the generated file without its first line.
pub(crate) fn text() -> String {
    let mut text = String::from(ALPHA_ZERO);
    for ranks in -7..=7 {
        let numbers: Vec<String> = (-7..=7).map(|files| format!("{:3}", move_type((files, ranks)))).collect();
        // The sixteenth column is not the difference of two squares.
        writeln!(text, "   {},  0,", numbers.join(",")).expect("a String takes any text");
    }
    text += "];\n";
    let mut next = 0;
    let mut number = |from, to| {
        let number = next;
        next += u16::from(is_move(from, to));
        if is_move(from, to) { number } else { 0 }
    };
    let numbers: Vec<Vec<u16>> =
        Square::all().map(|from| Square::all().map(|to| number(from, to)).collect()).collect();
    text += &table(&numbers);
    text
}

/// A table of squares by squares: a block for each first square, two ranks a line.
fn table(rows: &[Vec<u16>]) -> String {
    let mut text = String::from(
        "\n/// The number of a move from one square to another among lc0's 1,858, a1 first; 0 where no piece can go.\n\
         #[rustfmt::skip]\npub(crate) static LC0: [[u16; 64]; 64] = [\n",
    );
    for (from, row) in Square::all().zip(rows) {
        writeln!(text, "    [ // {from}").expect("a String takes any text");
        for ranks in row.chunks(16) {
            let numbers: Vec<String> = ranks.iter().map(|number| format!("{number:4}")).collect();
            writeln!(text, "       {},", numbers.join(",")).expect("a String takes any text");
        }
        text += "    ],\n";
    }
    text + "];\n"
}
