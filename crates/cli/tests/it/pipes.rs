//! The command with pipes that are slow, broken or closed.
//!
//! Each line must be answered before the next is complete, and a bad line must not end the command. A reader that
//! leaves is no failure, and changes no exit code; a full disk is one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use crate::run::QUADBIT;

fn quadbit(arguments: &[&str]) -> Child {
    Command::new(QUADBIT)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_line_is_answered_before_the_next_is_read() {
    let mut child = quadbit(&["moves", "-"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (line, answer) in [
        ("8/8/8/8/8/8/8/K6k w - - 0 1", "8/8/8/8/8/8/8/K6k w - - 0 1\ta1a2=Ka2 a1b1=Kb1 a1b2=Kb2\n"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\t\n"),
        ("", "error: the line is empty\n"),
    ] {
        writeln!(input, "{line}").unwrap();
        let mut got = String::new();
        output.read_line(&mut got).unwrap();
        assert_eq!(got, answer);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn bytes_that_are_not_text_are_bad_lines() {
    let mut child = quadbit(&["fen", "-"]);
    child.stdin.take().unwrap().write_all(b"\xff\n8/8/8/8/8/8/8/K6k w - -\r\n\0").unwrap();
    let output = child.wait_with_output().unwrap();
    let lines: Vec<&str> = str::from_utf8(&output.stdout).unwrap().lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "error: the line is not UTF-8");
    assert_eq!(lines[1], "8/8/8/8/8/8/8/K6k w - - 0 1");
    assert!(lines[2].starts_with("error: "), "{}", lines[2]);
    assert_eq!(output.stderr, b"error: bad lines: 2 of 3\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = quadbit(&["fen", "-"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // Once the command has ended, this end of the pipe breaks too.
    while writeln!(input, "8/8/8/8/8/8/8/K6k w - - 0 1").is_ok() {}
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// `quadbit pack` also ends without an error if nobody reads its records.
#[test]
fn a_reader_of_records_that_leaves_is_no_failure() {
    let mut child = quadbit(&["pack", "--from", "fen", "--to", "fen"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    while writeln!(input, "8/8/8/8/8/8/8/K6k w - - 0 1").is_ok() {}
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_even_after_a_bad_line() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = Command::new(QUADBIT)
        .args(["fen", "-"])
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"bad\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("error: standard output: "), "{errors}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_answer_does_not_wait_for_the_rest_of_the_next_line() {
    for command in ["moves", "fen", "key"] {
        let mut child = quadbit(&[command, "-"]);
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // Two lines and a half. If the answers were withheld, this would wait for ever.
        input.write_all(b"8/8/8/8/8/8/8/K6k w - - 0 1\n\n8/8/8/8/8").unwrap();
        let mut lines = String::new();
        output.read_line(&mut lines).unwrap();
        output.read_line(&mut lines).unwrap();
        assert_eq!(lines.lines().last(), Some("error: the line is empty"), "{command}");
        // The beginning of a line that is too long is not waited for either.
        input.write_all("x".repeat(100_000).as_bytes()).unwrap();
        output.read_line(&mut lines).unwrap();
        assert_eq!(lines.lines().last(), Some("error: the line is too long"), "{command}");
        input.write_all(b"\n8/8/8/8/8/8/8/K6k w - - 0 1\n8/8").unwrap();
        output.read_line(&mut lines).unwrap();
        assert_eq!(lines.lines().count(), 4, "{command}");
        assert_eq!(lines.lines().next(), lines.lines().last(), "{command}");
        drop(input);
        child.wait().unwrap();
    }
}

/// Runs a command whose reader has left, and returns its exit code and standard error.
fn unread(arguments: &[&str], input: &[u8]) -> (Option<i32>, String) {
    let mut child = quadbit(arguments);
    drop(child.stdout.take());
    // Writing fails if the command ends before it has read everything, which is no fault.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_failure_keeps_its_exit_code_if_the_reader_leaves() {
    let suites = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/suite.in");
    let wrong = format!("{suites}/wrong.epd");
    let good = format!("{suites}/good.perft");
    assert_eq!(unread(&["suite", &wrong], b""), (Some(1), String::new()));
    assert_eq!(unread(&["suite", &wrong, "--format", "json"], b""), (Some(1), String::new()));
    assert_eq!(unread(&["suite", &good], b""), (Some(0), String::new()));
    for command in ["fen", "moves", "key"] {
        let bad = "error: bad lines: 1 of 2\n".to_owned();
        assert_eq!(unread(&[command, "-"], b"8/8/8/8/8/8/8/K6k w - - 0 1\nx\n"), (Some(2), bad));
        assert_eq!(unread(&[command, "-"], b"8/8/8/8/8/8/8/K6k w - - 0 1\n"), (Some(0), String::new()));
    }
}

#[cfg(unix)]
#[test]
fn a_difference_keeps_its_exit_code_if_the_reader_leaves() {
    let itself = format!("'{QUADBIT}' uci");
    let wrong = format!("sh -c \"{itself} | sed -u 's/^a2a3: 20/a2a3: 21/'\"");
    assert_eq!(unread(&["compare", "--engine", &wrong, "2"], b""), (Some(1), String::new()));
    assert_eq!(unread(&["compare", "--engine", &itself, "2"], b""), (Some(0), String::new()));
}

#[test]
fn a_relaxed_line_has_one_tab() {
    let mut child = quadbit(&["moves", "-", "--relaxed"]);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"\t8/8/8/8/8/8/8/K6k \t w\x0b-\t-\n8/8/8/8/8/8/8/K6k\tb\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        str::from_utf8(&output.stdout).unwrap(),
        "8/8/8/8/8/8/8/K6k w - -\ta1a2=Ka2 a1b1=Kb1 a1b2=Kb2\n\
         8/8/8/8/8/8/8/K6k b\th1g1=Kg1 h1g2=Kg2 h1h2=Kh2\n"
    );
    assert_eq!(output.status.code(), Some(0));
}
