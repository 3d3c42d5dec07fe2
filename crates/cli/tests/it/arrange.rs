//! `quadbit pack` with `--shuffle`, `--interleave`, `--unique`, `--split` and `--columns`.

use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::run::{QUADBIT, errors, folder};

fn pack(folder: &Path, arguments: &str) -> Output {
    let arguments = arguments.split(' ');
    Command::new(QUADBIT).arg("pack").args(arguments).current_dir(folder).output().unwrap()
}

/// Runs `quadbit pack` with `arguments` in `folder`; it must succeed without a message.
#[track_caller]
fn convert(folder: &Path, arguments: &str) {
    let output = pack(folder, arguments);
    assert_eq!((output.status.code(), &*errors(&output)), (Some(0), ""), "{arguments}");
}

fn records(folder: &Path, name: &str, size: usize) -> Vec<Vec<u8>> {
    let bytes = fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes.len() % size, 0);
    bytes.chunks(size).map(<[u8]>::to_vec).collect()
}

/// Writes `count` different lines in the format `text`, each tenth of them twice; `side` is to move.
fn write_lines(folder: &Path, name: &str, count: usize, side: char) {
    let mut text = String::new();
    for n in 0..count {
        for _ in 0..=usize::from(n % 10 == 0) {
            writeln!(text, "8/8/8/8/8/8/8/K6k {side} - - {} {} | {n} | 0.5", n % 100, n / 100 + 60).unwrap();
        }
    }
    fs::write(folder.join(name), text).unwrap();
}

/// Records and lines of text are shuffled; with `--unique` repeated ones are written once. `pack` sorts them in 256
/// parts, which mostly stay in memory for the records, and go to temporary files for the lines, which are longer.
#[test]
fn records_are_shuffled_and_written_once() {
    let folder = folder("arrange-shuffle");
    write_lines(&folder, "a.txt", 30_000, 'w');
    convert(&folder, "--from text --to marlinformat a.txt a.bin");
    let old = records(&folder, "a.bin", 32);
    assert_eq!(old.len(), 33_000);
    let same = "--from marlinformat --to marlinformat";

    convert(&folder, &format!("{same} --shuffle 7 a.bin b.bin"));
    convert(&folder, &format!("{same} --shuffle 7 --threads 2 a.bin c.bin"));
    convert(&folder, &format!("{same} --shuffle 8 a.bin d.bin"));
    let [b, c, d] = ["b.bin", "c.bin", "d.bin"].map(|name| records(&folder, name, 32));
    assert!(b == c && b != d && b != old);
    let sorted = |records: &[Vec<u8>]| {
        let mut records = records.to_vec();
        records.sort();
        records
    };
    assert!(sorted(&b) == sorted(&old) && sorted(&d) == sorted(&old));
    // Of the first half of the new order, about half come from the first half of the old one.
    let first: HashSet<_> = old[..16_500].iter().collect();
    let moved = b[..16_500].iter().filter(|record| first.contains(record)).count();
    assert!((7900..8600).contains(&moved), "{moved}");

    convert(&folder, &format!("{same} --unique a.bin u.bin"));
    let mut seen = HashSet::new();
    let expected: Vec<_> = old.iter().filter(|record| seen.insert(*record)).cloned().collect();
    assert_eq!(expected.len(), 30_000);
    assert!(records(&folder, "u.bin", 32) == expected);
    convert(&folder, &format!("{same} --unique --shuffle 1 a.bin v.bin"));
    assert!(sorted(&records(&folder, "v.bin", 32)) == sorted(&expected));

    convert(&folder, "--from text --to text --shuffle 7 a.txt b.txt");
    let lines = |name| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert!(lines("a.txt") == lines("b.txt"));

    convert(&folder, &format!("{same} --split 10000 --unique a.bin part.2.bin"));
    let parts = [1, 2, 3].map(|n| records(&folder, &format!("part.2-00000{n}.bin"), 32));
    assert!(parts.concat() == expected && parts.iter().all(|part| part.len() == 10_000));
    let left = fs::read_dir(&folder).unwrap().count();
    assert_eq!(left, 11, "no temporary file is left");
}

/// Records of a file of three and of a file of six are spread evenly: about two of the longer file for each of the
/// shorter.
#[test]
fn files_are_interleaved_by_their_sizes() {
    let folder = folder("arrange-interleave");
    let line = |n: usize| format!("8/8/8/8/8/8/8/K6k w - - 0 {n} | 0 | 0.5\n");
    fs::write(folder.join("a.txt"), (1..=3).map(line).collect::<String>()).unwrap();
    fs::write(folder.join("b.txt"), (11..=16).map(line).collect::<String>()).unwrap();
    convert(&folder, "--from text --to text --interleave b.txt a.txt c.txt");
    let numbers: Vec<String> = fs::read_to_string(folder.join("c.txt"))
        .unwrap()
        .lines()
        .map(|line| line.split([' ', '|']).nth(5).unwrap().to_owned())
        .collect();
    assert_eq!(numbers, ["11", "1", "12", "13", "2", "14", "15", "3", "16"]);

    fs::write(folder.join("b.txt"), line(1) + "bad\n").unwrap();
    let output = pack(&folder, "--from text --to text --interleave b.txt a.txt c.txt");
    let errors = errors(&output);
    assert!(errors.starts_with("b.txt: record 2: ") && errors.contains("bad records: 1 of 5"), "{errors}");
    let output = pack(&folder, "--from text --to text --interleave b.txt a.txt b.txt");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(folder.join("b.txt")).unwrap(), line(1) + "bad\n");
}

/// The chains of games stay whole when they are shuffled and split, and `--unique` writes equal chains once.
#[test]
fn chains_stay_whole() {
    let folder = folder("arrange-chains");
    let mut games = String::new();
    for n in 0..300 {
        let moves = ["1. e4 e5 2. Nf3 Nc6 3. Bb5", "1. d4 d5 2. c4", "1. c4 e5 2. Nc3 Nf6 3. g3"][n % 3];
        // Twelve different games: each of three beginnings by itself, and with one of three further moves.
        let more = ["", " h6", " h5", " b6"][if n < 200 { n % 4 } else { 0 }];
        writeln!(games, "[Result \"1-0\"]\n\n{moves}{more} 1-0\n").unwrap();
    }
    fs::write(folder.join("games.pgn"), games).unwrap();
    convert(&folder, "--from pgn --to binpack --score 5 games.pgn a.binpack");
    let same = "--from binpack --to binpack";
    convert(&folder, &format!("{same} --shuffle 3 a.binpack b.binpack"));
    convert(&folder, &format!("{same} --unique a.binpack u.binpack"));
    convert(&folder, &format!("{same} --split 100 a.binpack part.binpack"));
    let chains = |name: &str| {
        let to = format!("{name}.plain");
        convert(&folder, &format!("--from binpack --to plain {name} {to}"));
        let text = fs::read_to_string(folder.join(to)).unwrap();
        // A chain begins with the first position of a game.
        let start = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        text.split(start).skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let old = chains("a.binpack");
    assert_eq!(old.len(), 300);
    let mut shuffled = chains("b.binpack");
    assert!(shuffled != old);
    shuffled.sort();
    let mut sorted = old.clone();
    sorted.sort();
    assert!(shuffled == sorted);
    let mut seen = HashSet::new();
    let expected: Vec<_> = old.iter().filter(|chain| seen.insert(*chain)).cloned().collect();
    assert!(expected.len() < 20 && chains("u.binpack") == expected);
    let parts = [1, 2, 3].map(|n| chains(&format!("part-00000{n}.binpack")));
    assert!(parts.iter().all(|part| part.len() == 100) && parts.concat() == old);
}

#[test]
fn columns_are_those_of_the_user() {
    let folder = folder("arrange-columns");
    let fens = ["8/8/8/8/8/8/8/K6k w - - 0 60", "8/8/8/8/8/8/8/K6k b - - 0 60"];
    let check = |arguments: &str, lines: &str, expected: &str| {
        fs::write(folder.join("a.csv"), lines).unwrap();
        let output = pack(&folder, &format!("--from text {arguments} a.csv -"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{arguments}");
        errors(&output)
    };
    let [white, black] = fens;
    let lines = format!("7,\"{white}\",+12\r\n8,{black},-5\r\n");
    let text = format!("{white} | 12 | 0.5\n{black} | 5 | 0.5\n");
    let asked = "--to text --columns other,fen,mover-score --separator , --result draw";
    assert_eq!(check(asked, &lines, &text), "");
    let asked = "--to plain --columns fen,move,result,score --separator \\t";
    let lines = format!("{white}\ta1a2\t1-0\t\n{black}\th1h2\t1/2\t3\n");
    // In `plain`, the score 32002 stands for no score.
    let record = |fen, mv, score, ply, result| {
        format!("fen {fen}\nmove {mv}\nscore {score}\nply {ply}\nresult {result}\ne\n")
    };
    let text = record(white, "a1a2", 32002, 118, 1) + &record(black, "h1h2", -3, 119, 0);
    assert_eq!(check(asked, &lines, &text), "");
    for (lines, error) in [
        ("x,1\n".to_owned(), "record 1: "),
        (format!("{white}\n"), "record 1: 1 columns where --columns names 2"),
        (format!("{white},1.5\n"), "record 1: \"1.5\" is no number of centipawns"),
        (",1\n".to_owned(), "record 1: no FEN"),
    ] {
        let errors = check("--to text --columns fen,score --separator , --result draw", &lines, "");
        assert!(errors.starts_with(error), "{errors}");
    }
    for (arguments, error) in [
        ("--from text --to fen --columns score", "--columns: one has to be fen"),
        ("--from fen --to text --columns fen", "--columns: fen has none; text does"),
        ("--from text --to fen --split 2", "--split: standard output is one file; name OUT"),
        ("--from text --to fen --columns fen --separator ,,", "a separator is one character"),
    ] {
        let errors = errors(&pack(&folder, arguments));
        assert!(errors.contains(error), "{errors}");
    }
}
