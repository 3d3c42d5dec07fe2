//! Writes the tables that are checked in. They are computed from files and ranks, except for the bishop's factors,
//! which are found by search.
//!
//! A table as data compiles quickly, shows up in a diff, and needs no build script. It can be written again
//! at any time, and `--check` compares every byte.

mod bishops;
mod geometry;
mod x88;

use crate::kept::Kept;

/// The path of every file that this task writes, and the function that makes its text. A new file is added only here.
pub(crate) const FILES: [(&str, Text); 4] = [
    ("crates/x88/src/generated/attackers.rs", x88::attackers),
    ("crates/x88/src/generated/distances.rs", x88::distances),
    ("crates/x88/src/generated/lines.rs", x88::lines),
    ("crates/quad/src/generated/bishops.rs", bishops::text),
];

/// A function that makes the text of a generated file without its first line.
type Text = fn() -> String;

/// The first line of every generated file.
pub(crate) const HEADER: &str = "// Written by `cargo xtask codegen`. Do not edit.";

/// Makes every file: the header, then its text.
pub(crate) fn files() -> Vec<Kept> {
    FILES.map(|(path, text)| Kept { path: path.to_owned(), text: format!("{HEADER}\n{}", text()) }).into()
}

/// Formats a number as sixteen hexadecimal digits, in groups of four.
fn grouped(number: u64) -> String {
    let group = |shift: u32| number >> shift & 0xffff;
    format!("0x{:04x}_{:04x}_{:04x}_{:04x}", group(48), group(32), group(16), group(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checked_in_tables_are_fresh() {
        for file in files() {
            assert!(file.is_fresh(), "{}: run `cargo xtask codegen` and commit the result", file.path);
        }
    }
}
