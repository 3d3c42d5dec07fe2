//! The output of engines for `go perft N`.

use crate::divided::MoveCount;

/// An engine's answer to `go perft`: the count below each move, and the total.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The counts, as the engine listed them, sorted by the text of the move.
    pub(crate) moves: Vec<MoveCount>,
    pub(crate) total: u128,
}

/// Reads the number in the line `Nodes searched: N`.
pub(super) fn total(line: &str) -> Option<u128> {
    let (name, number) = line.split_once(':')?;
    if !name.trim().eq_ignore_ascii_case("nodes searched") {
        return None;
    }
    number.trim().parse().ok()
}

/// Reads the line `e2e4: 20`. The colon may be missing or be a dash.
pub(super) fn move_count(line: &str) -> Option<MoveCount> {
    let mut words = line.split([' ', '\t', ':', '-']).filter(|word| !word.is_empty());
    let (uci, nodes) = (words.next()?, words.next()?);
    let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let is_move = uci.get(..2).is_some_and(is_square)
        && uci.get(2..4).is_some_and(is_square)
        && matches!(uci.get(4..), Some("" | "q" | "r" | "b" | "n" | "Q" | "R" | "B" | "N"));
    match words.next() {
        None if is_move => Some(MoveCount { uci: uci.to_ascii_lowercase(), nodes: nodes.parse().ok()? }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{move_count, total};

    #[test]
    fn lines_of_engines() {
        for line in ["e7e8q: 20", "e7e8q 20", "e7e8Q : 20", "  e7e8q - 20 "] {
            let read = move_count(line).map(|count| (count.uci, count.nodes));
            assert_eq!(read, Some(("e7e8q".to_owned(), 20)), "{line:?}");
        }
        for line in [
            "",
            "e2e4",
            "e2e9: 1",
            "e2e4: x",
            "e2e4x: 1",
            "e2e4: 1 2",
            "info depth 20",
            "ä2e4: 1",
            "e2e4: -1x",
        ] {
            assert_eq!(move_count(line), None, "{line:?}");
        }
        for line in ["Nodes searched: 8902", "Nodes searched  : 8902", "nodes searched:8902"] {
            assert_eq!(total(line), Some(8_902), "{line:?}");
        }
        for line in ["", "Nodes: 8902", "Nodes searched 8902", "Nodes searched: many", "e2e4: 20"] {
            assert_eq!(total(line), None, "{line:?}");
        }
    }
}
