//! `epd FEN`, then `perft 1 20`, `perft 2 400`, each a line.

use alloc::vec::Vec;

use super::{Entry, lines};
use crate::suite::error::{SuiteError, SuiteErrorKind};

pub(super) fn read(text: &str) -> Result<Vec<Entry<'_>>, SuiteError> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for (number, line) in lines(text) {
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (keyword, rest.trim_start()) {
            ("id", _) => {}
            ("epd", "") => return Err(SuiteErrorKind::NoPosition.at(number)),
            ("epd", fen) => {
                ended(&entries)?;
                entries.push(Entry { line: number, fen, counts: Vec::new() });
            }
            ("perft", counts) => {
                let entry = entries.last_mut().ok_or(SuiteErrorKind::NoPosition.at(number))?;
                let (depth, nodes) = counts.split_once(char::is_whitespace).unwrap_or((counts, ""));
                entry.add(depth, nodes.trim_start()).map_err(|kind| kind.at(number))?;
            }
            _ => return Err(SuiteErrorKind::Keyword.at(number)),
        }
    }
    ended(&entries)?;
    Ok(entries)
}

/// The last entry takes no more counts: it must have some.
fn ended(entries: &[Entry<'_>]) -> Result<(), SuiteError> {
    match entries.last() {
        Some(entry) if entry.counts.is_empty() => Err(SuiteErrorKind::NoCounts.at(entry.line)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::super::Count;
    use super::{Entry, SuiteErrorKind, read};

    #[test]
    fn positions_and_counts() {
        let text = "% a comment\nid one\nepd A w - -\nperft 1 20\n\nperft  2   400\r\nid two\nepd B b - -\nperft 0 1";
        let first = Entry {
            line: 3,
            fen: "A w - -",
            counts: vec![Count { depth: 1, nodes: 20 }, Count { depth: 2, nodes: 400 }],
        };
        let second = Entry { line: 8, fen: "B b - -", counts: vec![Count { depth: 0, nodes: 1 }] };
        assert_eq!(read(text), Ok(vec![first, second]));
        assert_eq!(read("# nothing\n"), Ok(vec![]));
    }

    #[test]
    fn refusals() {
        for (text, kind, line) in [
            ("id x\nperft 1 20", SuiteErrorKind::NoPosition, 2),
            ("epd\nperft 1 20", SuiteErrorKind::NoPosition, 1),
            ("epd A\nid x\nepd B\nperft 1 20", SuiteErrorKind::NoCounts, 1),
            ("epd A\nperft 1 20\nepd B", SuiteErrorKind::NoCounts, 3),
            ("epd A\nperft 1 20\nvariant atomic", SuiteErrorKind::Keyword, 3),
            ("epd A\nperft x 20", SuiteErrorKind::Depth, 2),
            ("epd A\nperft 1", SuiteErrorKind::Nodes, 2),
            ("epd A\nperft 1 20 30", SuiteErrorKind::Nodes, 2),
            ("epd A\nperft 1 20\nperft 1 20", SuiteErrorKind::DepthTwice, 3),
        ] {
            assert_eq!(read(text), Err(kind.at(line)), "{text}");
        }
    }
}
