//! At least twenty wrong inputs of each command, with their messages: `tests/wrong`, a file for each command.
//!
//! An input is a line for `sh` after `$ `; the line below it is the message, the first paragraph of standard error, and
//! the exit code is 2. Commands piped to `quadbit uci` are answered on standard output, and the exit code is 0. All
//! commands run in a folder with the files that [`files`] makes.

#![cfg(unix)]

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{QUADBIT, errors, folder};

/// The smallest number of wrong inputs for each command.
const INPUTS: usize = 20;

/// Makes files that people give by mistake, and good ones.
fn files(folder: &Path) {
    fs::create_dir(folder.join("dir")).unwrap();
    for (name, text) in [
        ("empty", &b""[..]),
        ("binary", b"\xff\xfe\x00\x01"),
        ("good.epd", b"8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 3 ;D2 9\n"),
        ("no-counts.epd", b"8/8/8/8/8/8/8/K6k w - - 0 1\n"),
        ("bad-fen.epd", b"8/8/8/8/8/8/8/K6K w - - 0 1 ;D1 3\n"),
        ("bad-count.epd", b"8/8/8/8/8/8/8/K6k w - - 0 1 ;D1 x\n"),
        ("deep.epd", b"8/8/8/8/8/8/8/K6k w - - 0 1 ;D300 1\n"),
        ("lines.fen", b"8/8/8/8/8/8/8/K6k w - - 0 1\n8/8/8/8/8/8/8/K6K w - - 0 1\n"),
        ("games.pgn", b"1. e4 e5 2. Ke3 1-0\n"),
        ("lines.txt", b"8/8/8/8/8/8/8/K6k w - - 0 1 | 30 | 2.0\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let plan = ["units", "make", "2", "plan", "--ply", "1", "--tasks", "2"];
    assert!(Command::new(QUADBIT).args(plan).current_dir(folder).output().unwrap().status.success());
    fs::create_dir(folder.join("broken-plan")).unwrap();
    fs::write(folder.join("broken-plan/manifest"), "quadbit-units 1\n").unwrap();
}

/// Runs a command and returns the first paragraph of its answer, on one line.
fn message(folder: &Path, command: &str) -> String {
    let bin = Path::new(QUADBIT).parent().unwrap().display();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap());
    let output =
        Command::new("sh").args(["-c", command]).current_dir(folder).env("PATH", path).output().unwrap();
    let is_loop = command.ends_with("| quadbit uci");
    let code = if is_loop { 0 } else { 2 };
    assert_eq!(output.status.code(), Some(code), "{command}: {}", errors(&output));
    let answer = if is_loop { String::from_utf8_lossy(&output.stdout).into_owned() } else { errors(&output) };
    let first = answer.split("\n\n").next().unwrap_or_default();
    // The line `bestmove` is left out, because it may name any legal move.
    first.lines().filter(|line| !line.starts_with("bestmove")).map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn wrong_inputs_are_named() {
    let folder = folder("wrong");
    files(&folder);
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    let mut changed = Vec::new();
    for page in fs::read_dir(pages).unwrap() {
        let page = page.unwrap().path();
        let text = fs::read_to_string(&page).unwrap();
        let commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
        assert!(commands.len() >= INPUTS, "{}: {} inputs", page.display(), commands.len());
        let mut actual = String::new();
        for command in commands {
            writeln!(actual, "$ {command}\n{}", message(&folder, command)).unwrap();
        }
        if actual != text {
            let name = folder.join(page.file_name().unwrap());
            fs::write(&name, &actual).unwrap();
            let first = actual.lines().zip(text.lines()).find(|(actual, expected)| actual != expected);
            changed.push(format!("diff {} {}: {first:?}", page.display(), name.display()));
        }
    }
    assert!(changed.is_empty(), "if the new messages are right, copy them: {changed:#?}");
}
