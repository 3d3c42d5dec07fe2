//! The reader of `.epd` suites: `FEN ;D1 20 ;D2 400`, or as an EPD `FEN D1 20; D2 400;`, one position a line.

use alloc::vec::Vec;

use super::{SuiteEntry, lines};
use crate::suite::error::{SuiteError, SuiteErrorKind};

pub(super) fn entries(text: &str) -> impl Iterator<Item = Result<SuiteEntry<'_>, SuiteError>> {
    lines(text).map(|(number, line)| entry(number, line).map_err(|kind| kind.at(number)))
}

fn entry(number: usize, line: &str) -> Result<SuiteEntry<'_>, SuiteErrorKind> {
    // The counts begin at the first semicolon, or before it at a word such as `D1`, which no field of a FEN is.
    let (head, _) = line.split_once(';').unwrap_or((line, ""));
    let mut words = head.match_indices([' ', '\t']).map(|(at, _)| at);
    let is_depth = |&at: &usize| matches!(line.as_bytes()[at + 1..], [b'D', b'0'..=b'9', ..]);
    let (fen, counts) = line.split_at(words.find(is_depth).unwrap_or(head.len()));
    let fen = Some(fen.trim()).filter(|fen| !fen.is_empty()).ok_or(SuiteErrorKind::NoPosition)?;
    let mut entry = SuiteEntry { line: number, fen, counts: Vec::new() };
    for operation in counts.split(';').map(str::trim).filter(|operation| !operation.is_empty()) {
        let depth_and_nodes = operation.strip_prefix('D').ok_or(SuiteErrorKind::Operation)?;
        let (depth, nodes) =
            depth_and_nodes.split_once(char::is_whitespace).ok_or(SuiteErrorKind::Operation)?;
        entry.add(depth, nodes.trim_start())?;
    }
    if entry.counts.is_empty() { Err(SuiteErrorKind::NoCounts) } else { Ok(entry) }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use alloc::vec::Vec;

    use super::super::{KnownCount, SuiteError};
    use super::{SuiteEntry, SuiteErrorKind, entries};

    fn read(text: &str) -> Result<Vec<SuiteEntry<'_>>, SuiteError> {
        entries(text).collect()
    }

    #[test]
    fn reads_positions_and_counts() {
        let text =
            "\u{feff}# a comment\n\nA w - -;D1 20;D3 8902\r\n  B b - - ; D0 1 ;D14 61885021521585529237 ;\n";
        let first = SuiteEntry {
            line: 3,
            fen: "A w - -",
            counts: vec![KnownCount { depth: 1, nodes: 20 }, KnownCount { depth: 3, nodes: 8902 }],
        };
        let huge = KnownCount { depth: 14, nodes: 61_885_021_521_585_529_237 };
        let second =
            SuiteEntry { line: 4, fen: "B b - -", counts: vec![KnownCount { depth: 0, nodes: 1 }, huge] };
        assert_eq!(read(text), Ok(vec![first, second]));
        assert_eq!(read(""), Ok(vec![]));
        // Lines in the form of an EPD. The castling field `D` of Chess960 is no count.
        let text = "A w D - 0 1 D1 20; D2 400;\nA w D - 0 1 ; D1 20 ; D2 400\nA w D - 0 1\tD1 20;D2 400\n";
        for (line, entry) in (1..).zip(read(text).unwrap()) {
            let counts = vec![KnownCount { depth: 1, nodes: 20 }, KnownCount { depth: 2, nodes: 400 }];
            assert_eq!(entry, SuiteEntry { line, fen: "A w D - 0 1", counts });
        }
    }

    #[test]
    fn refuses_bad_lines() {
        for (line, kind) in [
            (";D1 20", SuiteErrorKind::NoPosition),
            ("A w - -", SuiteErrorKind::NoCounts),
            ("A w - -;", SuiteErrorKind::NoCounts),
            ("A w - - bm e4;", SuiteErrorKind::NoCounts),
            ("A w - - D1 20; bm e4;", SuiteErrorKind::Operation),
            ("A w - -;20", SuiteErrorKind::Operation),
            ("A w - -;D1", SuiteErrorKind::Operation),
            ("A w - -;d1 20", SuiteErrorKind::Operation),
            ("A w - -;D 20", SuiteErrorKind::Depth),
            ("A w - -;D256 20", SuiteErrorKind::Depth),
            ("A w - -;D-1 20", SuiteErrorKind::Depth),
            ("A w - -;D1 20 30", SuiteErrorKind::Nodes),
            ("A w - -;D1 2O", SuiteErrorKind::Nodes),
            ("A w - -;D1 20;D1 20", SuiteErrorKind::DepthTwice),
        ] {
            let text = alloc::format!("A w - -;D1 1\n{line}\n");
            assert_eq!(read(&text), Err(kind.at(2)), "{line}");
        }
    }
}
