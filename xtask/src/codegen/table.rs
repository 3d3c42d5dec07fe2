//! The layout of a table of sets: four sets a line, two lines a rank, with the first square of
//! the rank as a comment.

use std::fmt::Write;

use super::geometry::Square;

/// `NAME: [u64; 64]`, one set of squares for each square, with its doc comment.
pub(crate) fn of_sets(doc: &str, name: &str, set_of: impl Fn(Square) -> u64) -> String {
    let sets: Vec<u64> = Square::all().map(set_of).collect();
    let mut text = format!("\n/// {doc}\n#[rustfmt::skip]\npub(crate) const {name}: [u64; 64] = [\n");
    for (line, four) in sets.chunks(4).enumerate() {
        let four: Vec<String> = four.iter().map(|&set| grouped(set)).collect();
        write!(text, "    {},", four.join(", ")).expect("a String takes any text");
        if line % 2 == 0 {
            write!(text, " // a{}", line / 2 + 1).expect("a String takes any text");
        }
        text.push('\n');
    }
    text + "];\n"
}

/// Sixteen hexadecimal digits in groups of four.
pub(crate) fn grouped(set: u64) -> String {
    let group = |shift: u32| set >> shift & 0xffff;
    format!("0x{:04x}_{:04x}_{:04x}_{:04x}", group(48), group(32), group(16), group(0))
}
