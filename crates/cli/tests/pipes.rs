//! The command at the end of a pipe that is slow, bad or gone.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

fn quadbit(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quadbit"))
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
fn bytes_that_are_no_text_are_bad_lines() {
    let mut child = quadbit(&["fen", "-"]);
    child.stdin.take().unwrap().write_all(b"\xff\n8/8/8/8/8/8/8/K6k w - -\r\n\0").unwrap();
    let output = child.wait_with_output().unwrap();
    let lines: Vec<&str> = str::from_utf8(&output.stdout).unwrap().lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "error: the line is not UTF-8");
    assert_eq!(lines[1], "8/8/8/8/8/8/8/K6k w - - 0 1");
    assert!(lines[2].starts_with("error: "), "{}", lines[2]);
    assert_eq!(output.stderr, b"error: 2 of 3 lines are bad\n");
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
