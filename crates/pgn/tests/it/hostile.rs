//! Files that are made to be slow: reading takes time in proportion to their length, whatever their shape.

use std::time::{Duration, Instant};

use quadbit_pgn::{self as pgn, Token, Tokens};

use crate::other_files::kinds;

/// The length of a whole file in bytes.
const LENGTH: usize = 1 << 17;
/// The number of files with which a file is compared. Their lengths add up to its length.
const PARTS: usize = 8;
/// The most times as long as all parts together that the whole file may take: about 1 in linear time, 8 in quadratic
/// time.
const GROWTH: u32 = 3;
/// Times below this are too short to be compared.
const GRACE: Duration = Duration::from_millis(20);
/// The number of measurements, of which the shortest times count: other programs may disturb a measurement, but not
/// each of so many.
const TRIES: u32 = 40;

/// Repeats `pattern` as often as it fits into `length` bytes.
fn repeated(pattern: &str, length: usize) -> String {
    pattern.repeat(length / pattern.len())
}

#[test]
fn hostile_shapes_are_read_to_their_end() {
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
        "0-0 ",
        "[Result \"0-0\"] e4 0-0 {a} ",
        "1/2 ",
        "1 - ",
        "{\n\n[Event \"b\"]",
        "{\r\r",
        "prose e4 ",
        "\u{b1} ",
        "[FEN x",
        "[#] ",
        "[]",
        "ed ",
        "O\u{2013}O ",
        "<> ",
        "[A \"b\"] e4 * ",
        " ",
        "\u{a0}",
        "\u{2026}",
        "!?",
    ] {
        for begin in ["", "[A \""] {
            let file = |length| format!("{begin}{}", repeated(pattern, length));
            assert_linear(&file(LENGTH / PARTS), &file(LENGTH), &format!("{begin}{pattern}"));
        }
    }
    for (name, text) in kinds() {
        assert_linear(&repeated(&text, LENGTH / PARTS), &repeated(&text, LENGTH), &name);
    }
}

/// Checks that reading a whole file takes about as long as reading as many bytes in parts. Both times are those of the
/// same amount of work, so that other programs disturb both alike.
fn assert_linear(part: &str, whole: &str, name: &str) {
    let (mut of_parts, mut of_whole) = (Duration::MAX, Duration::MAX);
    for _ in 0..TRIES {
        of_parts = of_parts.min(time(part, PARTS));
        of_whole = of_whole.min(time(whole, 1));
        if of_whole <= GROWTH * of_parts + GRACE {
            return;
        }
    }
    panic!("{name:?}: {of_whole:?}, and {of_parts:?} in {PARTS} parts");
}

/// Measures how long it takes to read a file `times` times as tokens, as games, as games whose moves are played, and as
/// a stream. Where Linux tells it, this is the processor time of this thread, because on a busy machine other programs
/// run in between.
fn time(text: &str, times: usize) -> Duration {
    let (begun, of_thread) = (Instant::now(), thread_time());
    for _ in 0..times {
        read(text);
    }
    let elapsed = begun.elapsed();
    of_thread.and_then(|before| thread_time()?.checked_sub(before)).unwrap_or(elapsed)
}

/// Returns the processor time of this thread, which Linux brings up to date when a thread yields; `None` elsewhere.
fn thread_time() -> Option<Duration> {
    std::thread::yield_now();
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn read(text: &str) {
    let mut tokens = Tokens::new(text);
    let count = tokens.by_ref().count();
    assert!(count <= text.len());
    assert_eq!(tokens.offset(), text.len());
    let mut plies = 0;
    for record in pgn::records(text) {
        let _ = (record.tag("FEN"), record.result());
        if let Ok(moves) = record.moves() {
            plies += moves.flatten().count();
        }
    }
    assert!(plies <= count);
    let mut reader = pgn::Reader::new(text.as_bytes());
    let mut streamed = 0;
    // The reader ends a text that has words but no game with an error.
    while let Ok(Some(game)) = reader.next_game() {
        streamed += game.moves().len();
    }
    assert_eq!(streamed, plies);
    let (mut reader, mut nodes) = (pgn::Reader::new(text.as_bytes()), 0);
    while let Ok(Some(game)) = reader.next_tree() {
        nodes += game.tree.map_or(0, |tree| 1 + tree.walk().count());
    }
    assert!(nodes <= 2 * count + 1);
}

/// Many tags may share a line, and each of them is found.
#[test]
fn tags_of_one_line_are_all_found() {
    let text = repeated("[A \"b\"] [C \"d ] \\\" e\"]", LENGTH);
    let mut tokens = Tokens::new(&text);
    let mut pairs = 0;
    while let Some(token) = tokens.next() {
        assert_eq!(token, Token::Tag { name: "A", value: "b" });
        assert_eq!(tokens.next(), Some(Token::Tag { name: "C", value: "d ] \\\" e" }));
        pairs += 1;
    }
    assert_eq!(pairs, LENGTH / 22);
}
