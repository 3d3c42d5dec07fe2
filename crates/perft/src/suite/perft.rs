//! The reader of `.perft` suites: `epd FEN`, `perft 1 20`, `perft 2 400`, each on a line of its own.

use alloc::vec::Vec;
use core::iter::{self, Peekable};

use super::{SuiteEntry, lines};
use crate::suite::error::{SuiteError, SuiteErrorKind};

pub(super) fn entries(text: &str) -> impl Iterator<Item = Result<SuiteEntry<'_>, SuiteError>> {
    let mut lines = lines(text).peekable();
    iter::from_fn(move || next_entry(&mut lines).transpose())
}

/// Reads the next position with its counts: from its `epd` line up to the next one. `None` if no `epd` line is left.
fn next_entry<'a>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
) -> Result<Option<SuiteEntry<'a>>, SuiteError> {
    let mut entry: Option<SuiteEntry<'_>> = None;
    while let Some((number, line)) = lines.next_if(|(_, line)| entry.is_none() || !begins_entry(line)) {
        let (keyword, rest) = parts(line);
        match (keyword, rest) {
            ("id", _) => {}
            ("epd", "") => return Err(SuiteErrorKind::NoPosition.at(number)),
            ("epd", fen) => entry = Some(SuiteEntry { line: number, fen, counts: Vec::new() }),
            ("perft", counts) => {
                let entry = entry.as_mut().ok_or(SuiteErrorKind::NoPosition.at(number))?;
                let (depth, nodes) = parts(counts);
                entry.add(depth, nodes).map_err(|kind| kind.at(number))?;
            }
            _ => return Err(SuiteErrorKind::Keyword.at(number)),
        }
    }
    match entry {
        Some(entry) if entry.counts.is_empty() => Err(SuiteErrorKind::NoCounts.at(entry.line)),
        entry => Ok(entry),
    }
}

fn begins_entry(line: &str) -> bool {
    parts(line).0 == "epd"
}

/// The first word of a text, and the rest.
fn parts(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
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
        let text = "% a comment\nid one\nepd A w - -\nperft 1 20\n\nperft  2   400\r\nid two\nepd B b - -\nperft 0 1";
        let first = SuiteEntry {
            line: 3,
            fen: "A w - -",
            counts: vec![KnownCount { depth: 1, nodes: 20 }, KnownCount { depth: 2, nodes: 400 }],
        };
        let second = SuiteEntry { line: 8, fen: "B b - -", counts: vec![KnownCount { depth: 0, nodes: 1 }] };
        assert_eq!(read(text), Ok(vec![first, second]));
        assert_eq!(read("# nothing\n"), Ok(vec![]));
    }

    #[test]
    fn refuses_bad_lines() {
        for (text, kind, line) in [
            ("id x\nperft 1 20", SuiteErrorKind::NoPosition, 2),
            ("epd\nperft 1 20", SuiteErrorKind::NoPosition, 1),
            ("epd A\nperft 1 20\nepd\nperft 1 20", SuiteErrorKind::NoPosition, 3),
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
