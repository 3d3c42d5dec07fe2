//! `quadbit compare` with itself, with programs that are wrong, and with what is no engine.

#![cfg(unix)]

use std::process::{Command, Output};

const QUADBIT: &str = env!("CARGO_BIN_EXE_quadbit");

/// A rook that may castle once the bishop is out of the way.
const BEFORE_CASTLING: &str = "4k3/8/8/8/8/8/8/4KB1R w K - 0 1";

fn compare(engine: &str, arguments: &[&str]) -> Output {
    Command::new(QUADBIT).arg("compare").args(["--engine", engine]).args(arguments).output().unwrap()
}

/// `quadbit uci` with what it reads and what it prints changed by two sed scripts.
fn changed(input: &str, output: &str) -> String {
    format!("sh -c \"sed -u '{input}' | '{QUADBIT}' uci | sed -u '{output}'\"")
}

#[track_caller]
fn assert_prints(output: &Output, code: i32, stdout: &str, stderr: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout);
    assert_eq!(String::from_utf8_lossy(&output.stderr), stderr);
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn the_same_program_counts_the_same() {
    let itself = format!("'{QUADBIT}' uci");
    assert_prints(&compare(&itself, &["4"]), 0, "same: 197281 nodes below 20 moves at depth 4\n", "");
    let chess960 =
        ["3", "--chess960", "--fen", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"];
    assert_prints(&compare(&itself, &chess960), 0, "same: 12189 nodes below 21 moves at depth 3\n", "");
    // Without the option too, the castling rights say that king takes rook is written.
    let inner_rooks = ["3", "--fen", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"];
    assert_prints(&compare(&itself, &inner_rooks), 0, "same: 12189 nodes below 21 moves at depth 3\n", "");
}

#[test]
fn an_engine_that_cannot_castle_is_found_out_where_it_matters() {
    let no_castling = changed("s/ w K / w - /", "");
    let expected =
        "differ after f1a6 e8d7, at depth 1: 8/3k4/B7/8/8/8/8/4K2R w K - 2 2\nonly quadbit: e1g1\n";
    assert_prints(&compare(&no_castling, &["3", "--fen", BEFORE_CASTLING]), 1, expected, "");
    // One ply less deep nobody can castle yet.
    let output = compare(&no_castling, &["2", "--fen", BEFORE_CASTLING]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn other_ways_to_be_wrong() {
    let start = "differ, at depth 2: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let one_more = changed("", "s/^a2a3: 20/a2a5: 20\\na2a3: 20/");
    assert_prints(&compare(&one_more, &["2"]), 1, &format!("{start}only the engine: a2a5\n"), "");
    let miscounted = changed("", "s/^e2e4: 20/e2e4: 21/");
    let expected =
        format!("{start}e2e4: quadbit 20, the engine 21\nin the position after e2e4 itself, both count 20\n");
    assert_prints(&compare(&miscounted, &["2"]), 1, &expected, "");
    let bad_sum = changed("", "s/searched: 400/searched: 401/");
    let expected = format!("{start}nodes: quadbit 400, the engine 401, and the same below each move\n");
    assert_prints(&compare(&bad_sum, &["2"]), 1, &expected, "");
}

#[test]
fn what_is_no_engine() {
    for (engine, arguments, why) in [
        ("", &["2"][..], "the command is empty"),
        ("'open", &["2"], "`'open`: missing closing quote"),
        (
            "/nowhere/at/all --fast",
            &["2"],
            "`/nowhere/at/all` cannot be started: No such file or directory (os error 2)",
        ),
        ("true", &["2"], ""),
        ("sleep 60", &["2", "--timeout", "0.2"], "the engine does not answer within 0.2 s"),
        (&changed("", "/searched/d"), &["2", "--timeout", "0.3"], "the engine does not answer within 0.3 s"),
    ] {
        let output = compare(engine, arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.starts_with(&format!("error: --engine: {why}")), "{engine}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{engine}: {errors}");
        assert_eq!(output.status.code(), Some(2), "{engine}");
    }
    let output = compare("true", &["2", "--timeout", "0"]);
    assert_eq!(output.status.code(), Some(2));
}
