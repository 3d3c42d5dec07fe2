//! `quadbit find`: the twenty questions of the book, files of games and records, and what is written.

use std::fs;
use std::process::{Command, Output};

use crate::run::{QUADBIT, folder};

/// The games that the questions are asked about.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pgn/tests/data/random_games.pgn");

fn find(arguments: &[&str]) -> Output {
    Command::new(QUADBIT).arg("find").args(arguments).output().unwrap()
}

/// What the command prints.
#[track_caller]
fn found(arguments: &[&str]) -> String {
    let output = find(arguments);
    assert!(output.status.code() != Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Games that end, or begin, as some questions ask.
const ENDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/find.in/endings.pgn");

/// The numbers of positions and games that the rules of the book's table find, in its order.
const ANSWERS: [(u32, u32); 20] = [
    (1, 1),
    (1, 1),
    (1, 1),
    (1, 1),
    (3, 3),
    (7, 6),
    (3, 1),
    (136, 47),
    (587, 10),
    (281, 10),
    (12, 1),
    (13, 2),
    (787, 13),
    (983, 32),
    (3, 3),
    (1355, 16),
    (47, 17),
    (6, 6),
    (1, 1),
    (1, 1),
];

#[test]
fn twenty_questions_have_their_answers() {
    let page = include_str!("../../../../docs/src/rules.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| question")).skip(2);
    let rules: Vec<&str> =
        rows.take_while(|line| line.starts_with('|')).map(|row| row.split('`').nth(1).unwrap()).collect();
    assert_eq!(rules.len(), ANSWERS.len());
    let answers: Vec<String> =
        rules.iter().map(|rule| found(&[rule, "--to", "count", GAMES, ENDINGS])).collect();
    let expected: Vec<String> = ANSWERS
        .iter()
        .map(|(positions, games)| format!("{positions} positions in {games} games\n"))
        .collect();
    assert_eq!(answers, expected);
}

/// Threads, compression and parts of a file change nothing.
#[test]
fn threads_change_nothing() {
    let text = fs::read_to_string(GAMES).unwrap().repeat(40);
    let path = folder("find-threads").join("games.pgn");
    fs::write(&path, &text).unwrap();
    let path = path.to_str().unwrap();
    for arguments in
        [&["check", "--to", "csv"][..], &["N@f3 then n@f6", "--mark"], &["R-r>=1", "--by", "move"]]
    {
        let one = found(&[arguments, &[path]].concat());
        assert_eq!(found(&[arguments, &["--threads", "3", path]].concat()), one);
        assert!(one.len() > 1000);
    }
}

/// Games that are written are those of the file, byte for byte, and games again when they are read.
#[test]
fn games_are_written_as_they_stand() {
    let games = "[White \"M\u{fc}\"]\n\n1. e4 {a} e5 *\n\n[White \"B\"]\n1. d4 *\n\n1. c4 *\n";
    let latin: Vec<u8> = games.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let path = folder("find-bytes").join("games.pgn");
    fs::write(&path, &latin).unwrap();
    let path = path.to_str().unwrap();
    let all = find(&[path]).stdout;
    let expected = [&latin[..28], b"\n\n", b"[White \"B\"]\n1. d4 *\n\n", b"1. c4 *\n\n"].concat();
    assert_eq!(String::from_utf8_lossy(&all), String::from_utf8_lossy(&expected));
    fs::write(path, all).unwrap();
    assert_eq!(found(&["--to", "count", path]), "7 positions in 3 games\n");
    // Marks are comments, so the games stay the same.
    let marked = find(&["ply>=1", "--mark", path]).stdout;
    assert_eq!(marked.windows(7).filter(|part| part == b"{found}").count(), 4);
    fs::write(path, marked).unwrap();
    assert_eq!(found(&["--to", "count", path]), "7 positions in 3 games\n");
}

#[test]
fn games_are_split_into_files() {
    let folder = folder("find-split");
    let (path, out) = (folder.join("games.pgn"), folder.join("parts"));
    fs::write(&path, "[ECO \"B/90\"]\n1. e4 *\n[ECO \"../x\"]\n1. d4 *\n[ECO \"B/90\"]\n1. c4 *\n").unwrap();
    let (path, folder) = (path.to_str().unwrap(), out.to_str().unwrap());
    assert_eq!(found(&["--split", "ECO", "--out", folder, path]), "");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(read("B_90.pgn"), "[ECO \"B/90\"]\n1. e4 *\n\n[ECO \"B/90\"]\n1. c4 *\n\n");
    assert_eq!(read("___x.pgn"), "[ECO \"../x\"]\n1. d4 *\n\n");
    assert_eq!(find(&["--split", "ECO", "--out", folder, path]).status.code(), Some(2));
    found(&["--split", "2", "--out", folder, path]);
    assert_eq!(read("000002.pgn"), "[ECO \"B/90\"]\n1. c4 *\n\n");
}

/// The games of binpack are searched as they were written; single positions have no order.
#[test]
fn records_are_searched_too() {
    let folder = folder("find-records");
    let pack = |to: &str| {
        let path = folder.join(format!("games.{to}"));
        let path = path.to_str().unwrap().to_owned();
        let drop = if to == "fen" { "all" } else { "result" };
        let options =
            ["--from", "pgn", "--to", to, "--score", "0", "--result", "draw", "--drop", drop, GAMES];
        assert!(
            Command::new(QUADBIT).arg("pack").args(options).arg(&path).output().unwrap().status.success()
        );
        path
    };
    let (chains, fens) = ([pack("binpack")], pack("fen"));
    for rule in ["R-r>=1 for 5", "moved=Nn then gives-check within 3", "castled", "Qq=0 and check"] {
        let expected = found(&[rule, "--to", "fen", GAMES]);
        for path in &chains {
            let strip = |text: &str| {
                text.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
            };
            assert_eq!(strip(&found(&[rule, "--to", "fen", path])), strip(&expected), "{rule} {path}");
        }
    }
    let without_last = |text: String| text.lines().count();
    assert!(without_last(found(&["Qq=0", "--to", "fen", &fens])) > 10);
    let refused = find(&["Qq=0 for 2", "--to", "fen", &fens]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("fen holds no order of plies to ask about"));
    assert!(
        String::from_utf8_lossy(&find(&["Qq=0", &fens]).stderr)
            .contains("--to pgn: fen has no games as text")
    );
}
