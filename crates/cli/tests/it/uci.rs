//! `quadbit uci` with lines that are long, wrong or not text, and with commands during a count.
//!
//! Each test writes lines to the process and compares what it prints. A line that is too long and a `position` that
//! cannot be read are answered with a reason; after a refused `position` there is no position, and other lines change
//! nothing. A count can be stopped, and ends with the input.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::QUADBIT;

/// Returns what `quadbit uci` prints for `input`.
fn uci(input: &[u8]) -> String {
    uci_with(&[], input)
}

/// Returns what `quadbit uci` with `options` prints for `input`.
fn uci_with(options: &[&str], input: &[u8]) -> String {
    let mut child = Command::new(QUADBIT)
        .arg("uci")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(input).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_longest_game_fits() {
    // 200,001 plies, many times as many as the rules let a game have.
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(50_000);
    let line = format!("position startpos moves {}e2e4\ngo perft 1\n", &moves[..200_000 * 5]);
    let answer = uci(line.as_bytes());
    assert!(answer.starts_with("a7a5: 1\n"), "{answer}");
    assert!(answer.ends_with("Nodes searched: 20\n\n"), "{answer}");
}

#[test]
fn a_line_that_is_refused_leaves_no_position() {
    const NONE: &str = "info string there is no position\n";
    let long = "g1f3 g8f6 f3g1 f6g8 ".repeat(100_000);
    let answer = uci(format!("position startpos moves {long}\ngo perft 1\nd\n").as_bytes());
    assert_eq!(answer, format!("info string refused: the line has more than 1048576 bytes\n{NONE}{NONE}"));

    let answer = uci(b"position startpos moves e2e4 \xff\ngo perft 1\n");
    assert_eq!(answer.lines().count(), 2, "{answer}");
    assert!(answer.starts_with("info string refused: ") && answer.ends_with(NONE), "{answer}");

    let answer = uci(b"position fen 8/8/8/8/8/8/8/K6k w - - 0 1\xe9\ngo perft 1\n");
    assert!(answer.starts_with("info string refused: ") && answer.ends_with(NONE), "{answer}");
}

#[test]
fn refusals_quote_the_word() {
    let refusals = [
        ("", "expected `position startpos` or `position fen FEN`"),
        ("kiwipete", "expected `position startpos` or `position fen FEN`"),
        ("startpos e2e4", "unexpected `e2e4` after startpos"),
        ("startpos moves e2e4  e7e5 e4e5", "`e4e5`: the move is not legal in this position"),
        (
            "startpos moves pawn",
            "`pawn`: a move is two squares, such as e2e4, and for a promotion one of the letters q, r, b, n",
        ),
    ];
    for (arguments, why) in refusals {
        let answer = uci(format!("position {arguments}\n").as_bytes());
        assert_eq!(answer, format!("info string refused: {why}\n"));
    }
    // The FEN is read strictly, but any blanks may separate its fields.
    assert!(uci(b"position fen 8/8/8/8/8/8/8/K6k w\n").starts_with("info string refused: "));
    assert!(uci(b"position fen\n").starts_with("info string refused: "));
    let spaced = uci(b"  position\tfen  8/8/8/8/8/8/8/K6k  w - - 0 1   moves  a1a2\nd\n");
    assert!(spaced.starts_with("Fen: 8/8/8/8/8/8/K7/7k b - - 1 1\n"), "{spaced}");
}

/// Unknown words before a command are skipped: in the example of the protocol, and while a count runs. `register` takes
/// the name of a command as its argument.
#[test]
fn words_before_a_command_are_skipped() {
    assert_eq!(uci(b"joho isready\n  joho\tdebug isready\nregister name d\nnonsense\n"), "readyok\n");
    assert_eq!(uci(b"joho go perft 9\njoho stop\njoho quit\n"), "info string stopped\n");
    assert!(uci(b"joho position 8/8\nd\n").ends_with("info string there is no position\n"));
}

#[test]
fn values_of_options_in_any_case() {
    let castle = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1\n";
    for (value, is_chess960) in [("True", true), ("TRUE", true), ("False", false)] {
        let answer = uci(format!("setoption name uci_chess960 value {value}\n{castle}").as_bytes());
        assert_eq!(answer.contains("e1h1: 1"), is_chess960, "{value}: {answer}");
    }
}

/// `quadbit uci` has the options for reading positions that other commands have. A refusal names the option that would
/// accept the position.
#[test]
fn rules_of_positions() {
    let three = "position fen 3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1 moves c4c3\nd\n";
    let refused = uci(three.as_bytes());
    assert!(refused.contains(" (--relaxed accepts it)\n"), "{refused}");
    assert!(uci_with(&["--relaxed"], three.as_bytes()).starts_with("Fen: "));
    let chess960 = "position fen 4k3/8/8/8/8/8/8/4KR2 w K - 0 1\nuci\nd\n";
    assert!(
        uci_with(&["--chess960"], chess960.as_bytes()).contains("UCI_Chess960 type check default true\n")
    );
    assert!(uci_with(&["--standard"], chess960.as_bytes()).contains("a right of Chess960"));
}

#[test]
fn depths_of_perft() {
    let wants = "info string perft needs a depth from 0 to 255\n";
    for line in ["go perft", "go perft x", "go perft 256", "perft -1", "perft"] {
        assert_eq!(uci(format!("{line}\n").as_bytes()), wants, "{line}");
    }
    let one = uci(b"go perft 1\n");
    assert!(one.ends_with("\nNodes searched: 20\n\n"), "{one}");
    assert_eq!(uci(b"perft 1\n"), one);
    let none = "info string there is no position\n";
    assert_eq!(
        uci(b"position x\ngo perft 1\nperft 1\n").lines().skip(1).collect::<Vec<_>>(),
        [none.trim_end(); 2]
    );
}

#[test]
fn other_lines_that_cannot_be_read_change_nothing() {
    let kings = "position fen 8/8/8/8/8/8/8/K6k w - - 0 1";
    let long = "x".repeat(3_000_000);
    let answer = uci(format!("{kings}\n{long}\nd\n").as_bytes());
    let (refused, fen) = answer.split_once('\n').unwrap();
    assert_eq!(refused, "info string refused: the line has more than 1048576 bytes");
    assert!(fen.starts_with("Fen: 8/8/8/8/8/8/8/K6k w - - 0 1\n"), "{answer}");

    let mut input = format!("{kings}\n").into_bytes();
    input.extend_from_slice(b"setoption name EvalFile value \xff\n\xfe\nd\n");
    let answer = uci(&input);
    assert!(answer.starts_with("Fen: 8/8/8/8/8/8/8/K6k w - - 0 1\n"), "{answer}");
}

/// Starts a process that counts for years on two threads, and returns it with its input and its output.
fn counting() -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child =
        Command::new(QUADBIT).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    input.write_all(b"setoption name Threads value 2\nposition startpos\ngo perft 30\n").unwrap();
    thread::sleep(Duration::from_millis(700));
    (child, input, BufReader::new(output))
}

fn line(output: &mut impl BufRead) -> String {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    line
}

#[test]
fn a_count_is_stopped_and_asked_whether_it_is_ready() {
    let (mut child, mut input, mut output) = counting();
    input.write_all(b"isready\n").unwrap();
    assert_eq!(line(&mut output), "readyok\n");
    // Commands that come during a count wait for its end, and are executed then.
    input.write_all(b"position fen 8/8/8/8/8/8/8/K6k w - - 0 1\ngo perft 1\nstop\n").unwrap();
    let start = Instant::now();
    assert_eq!(line(&mut output), "info string stopped\n");
    assert_eq!(line(&mut output), "a1a2: 1\n");
    assert!(start.elapsed() < Duration::from_secs(5));
    input.write_all(b"quit\n").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn quit_and_the_end_of_input_end_a_count() {
    for last in [&b"quit\n"[..], b""] {
        let (mut child, mut input, _output) = counting();
        let start = Instant::now();
        input.write_all(last).unwrap();
        drop(input);
        assert!(child.wait().unwrap().success());
        assert!(start.elapsed() < Duration::from_secs(5), "{last:?}");
    }
}

/// A script may send its last command before it reads the output of the previous one: both are obeyed, in order.
#[test]
fn commands_that_come_together_are_obeyed_in_order() {
    let answer = uci(b"go perft 5\nisready\ngo perft 4\nquit\n");
    let [first, second] =
        ["Nodes searched: 4865609\n", "Nodes searched: 197281\n"].map(|text| answer.find(text));
    assert!(first.unwrap() < second.unwrap(), "{answer}");
}

/// All commands are in the pipe before the first is executed. Another `go` is not stopped by an earlier `stop`.
#[test]
fn stop_before_the_count_has_begun() {
    assert_eq!(uci(b"go perft 9\nstop\nquit\n"), "info string stopped\n");
    assert_eq!(uci(b"divide:9:0:start\nstop\nquit\n").lines().next(), Some("error: stopped"));
    let answer = uci(b"go perft 9\nstop\ngo perft 2\nquit\n");
    assert!(answer.ends_with("Nodes searched: 400\n\n"), "{answer}");
}
