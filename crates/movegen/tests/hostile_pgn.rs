//! Files that are made to be slow: reading takes time in proportion to their length, whatever their shape.

use std::time::{Duration, Instant};

use quadbit_movegen::pgn::{self, Token, Tokens};

/// Bytes of a file. In quadratic time some shapes would take ten seconds and more.
const LENGTH: usize = 1 << 20;
/// What linear time stays far below, on any machine.
const DEADLINE: Duration = Duration::from_secs(5);

/// A pattern as often as it goes into a file.
fn repeated(pattern: &str) -> String {
    pattern.repeat(LENGTH / pattern.len())
}

#[test]
fn shapes() {
    for pattern in [
        "[A \"b\"] ",
        "[A \"b\"",
        "[A \"",
        "[",
        "[A ",
        "\" ",
        "\"",
        "\\\"",
        "[A \"b\"]\n",
        "[A \"\n",
        "(",
        "(e4 ",
        "(e4)",
        "(1. e4 e5 (1... c5) ",
        ")",
        "{",
        "{}",
        "{ a }",
        ";",
        ";\n",
        "%",
        "%\n",
        "\n%",
        "$",
        "$1",
        "1",
        "1.",
        "1. ",
        ".",
        "e4",
        "e4 ",
        "-- ",
        "e.p. ",
        "*",
        "1-0 ",
        "[A \"b\"] e4 * ",
        " ",
        "\u{a0}",
        "\u{2026}",
        "!?",
    ] {
        let text = repeated(pattern);
        for text in [text.clone(), format!("[A \"{text}")] {
            let begun = Instant::now();
            let mut tokens = Tokens::new(&text);
            let count = tokens.by_ref().count();
            assert!(count <= text.len());
            assert_eq!(tokens.offset(), text.len());
            let mut plies = 0;
            for record in pgn::records(&text) {
                let _ = (record.tag("FEN"), record.result());
                if let Ok(moves) = record.moves() {
                    plies += moves.flatten().count();
                }
            }
            assert!(plies <= count);
            assert!(begun.elapsed() < DEADLINE, "{:?} of {pattern:?}: {:?}", &text[..20], begun.elapsed());
        }
    }
}

/// Many tags may share a line, and each of them is found.
#[test]
fn tags_of_one_line() {
    let text = repeated("[A \"b\"] [C \"d ] \\\" e\"]");
    let mut tokens = Tokens::new(&text);
    let mut pairs = 0;
    while let Some(token) = tokens.next() {
        assert_eq!(token, Token::Tag { name: "A", value: "b" });
        assert_eq!(tokens.next(), Some(Token::Tag { name: "C", value: "d ] \\\" e" }));
        pairs += 1;
    }
    assert_eq!(pairs, LENGTH / 22);
}
