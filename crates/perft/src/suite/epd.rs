//! The reader of `.epd` suites: `FEN ;D1 20 ;D2 400`, one position a line.

use alloc::vec::Vec;

use super::{Entry, lines};
use crate::suite::error::{SuiteError, SuiteErrorKind};

pub(super) fn entries(text: &str) -> impl Iterator<Item = Result<Entry<'_>, SuiteError>> {
    lines(text).map(|(number, line)| entry(number, line).map_err(|kind| kind.at(number)))
}

fn entry(number: usize, line: &str) -> Result<Entry<'_>, SuiteErrorKind> {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().filter(|fen| !fen.is_empty()).ok_or(SuiteErrorKind::NoPosition)?;
    let mut entry = Entry { line: number, fen, counts: Vec::new() };
    for operation in parts.filter(|operation| !operation.is_empty()) {
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

    use super::super::{Count, SuiteError};
    use super::{Entry, SuiteErrorKind, entries};

    fn read(text: &str) -> Result<Vec<Entry<'_>>, SuiteError> {
        entries(text).collect()
    }

    #[test]
    fn reads_positions_and_counts() {
        let text = "# a comment\n\nA w - -;D1 20;D3 8902\r\n  B b - - ; D0 1 ;D14 61885021521585529237 ;\n";
        let first = Entry {
            line: 3,
            fen: "A w - -",
            counts: vec![Count { depth: 1, nodes: 20 }, Count { depth: 3, nodes: 8902 }],
        };
        let huge = Count { depth: 14, nodes: 61_885_021_521_585_529_237 };
        let second = Entry { line: 4, fen: "B b - -", counts: vec![Count { depth: 0, nodes: 1 }, huge] };
        assert_eq!(read(text), Ok(vec![first, second]));
        assert_eq!(read(""), Ok(vec![]));
    }

    #[test]
    fn refuses_bad_lines() {
        for (line, kind) in [
            (";D1 20", SuiteErrorKind::NoPosition),
            ("A w - -", SuiteErrorKind::NoCounts),
            ("A w - -;", SuiteErrorKind::NoCounts),
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
