//! The numbers of the Polyglot book format, arranged by meaning.

use std::fmt::Write;

use super::grouped;

/// All 781 numbers in the order of the format, one a line, in hexadecimal digits. They cannot be computed, because the
/// format defines them.
const NUMBERS: &str = include_str!("polyglot.txt");

/// The kinds of pieces in the format's order, as a FEN writes them.
const KINDS: &str = "pPnNbBrRqQkK";

/// Returns the generated file without its first line.
pub(crate) fn text() -> String {
    let numbers: Vec<u64> =
        NUMBERS.lines().map(|line| u64::from_str_radix(line, 16).expect("a line is a number")).collect();
    assert_eq!(numbers.len(), 781, "the format has 12 * 64 + 4 + 8 + 1 numbers");
    let (pieces, rest) = numbers.split_at(12 * 64);
    let (castling, rest) = rest.split_at(4);
    let (en_passant, white_to_move) = rest.split_at(8);

    let mut text = String::from(
        "//! The random numbers of the Polyglot book format, which its keys are made of: for a piece on a square, a right\n\
         //! to castle, a file of capture en passant, and the side to move. They are combined by xor.\n\n\
         /// For each kind of piece, in the order `pPnNbBrRqQkK`: the squares, a1 first.\n\
         #[rustfmt::skip]\n\
         pub(crate) static PIECES: [[u64; 64]; 12] = [\n",
    );
    for (kind, numbers) in KINDS.chars().zip(pieces.chunks(64)) {
        writeln!(text, "    [ // {kind}\n{}    ],", rows("        ", numbers))
            .expect("a String takes any text");
    }
    text += "];\n";
    text += &array("The right to castle: `K`, `Q`, `k`, `q`.", "CASTLING", castling);
    text += &array("The file of a pawn that can be captured en passant, a first.", "EN_PASSANT", en_passant);
    let number = grouped(white_to_move[0]);
    writeln!(text, "\n/// White is to move.\npub(crate) const WHITE_TO_MOVE: u64 = {number};")
        .expect("a String takes any text");
    text
}

fn array(doc: &str, name: &str, numbers: &[u64]) -> String {
    let (length, rows) = (numbers.len(), rows("    ", numbers));
    format!("\n/// {doc}\n#[rustfmt::skip]\npub(crate) static {name}: [u64; {length}] = [\n{rows}];\n")
}

/// Writes numbers, four a line, after `indent`.
fn rows(indent: &str, numbers: &[u64]) -> String {
    let row = |four: &[u64]| {
        let four: Vec<String> = four.iter().map(|&number| grouped(number)).collect();
        format!("{indent}{},\n", four.join(", "))
    };
    numbers.chunks(4).map(row).collect()
}
