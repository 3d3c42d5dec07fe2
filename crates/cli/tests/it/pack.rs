//! `quadbit pack`: conversions in both directions, files that are cut off, and failing machines.
//!
//! Records go through the command to another format and back, and are compared with the original records, with those of
//! the library, or with files of other programs. Whatever fails, the old output file must stay, and bad records must be
//! named by their numbers.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::run::{QUADBIT, errors, folder};

/// Lines of `text`: both sides to move, castling in Chess960, en passant, clocks.
const LINES: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 30 | 0.5
4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40 | -7 | 1.0
1k2r3/8/8/8/8/8/8/1K2R3 b Kk - 9 70 | 1500 | 0.0
8/8/8/8/8/8/8/K6k b - - 99 200 | 0 | 0.5
";

/// The formats that lose nothing of `LINES`.
const WHOLE: [&str; 3] = ["text", "marlinformat", "viriformat"];

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(QUADBIT)
        .arg("pack")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The command may end, or begin to write, before it has read everything, so a thread of its own writes the input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Returns the output of a conversion, which must not fail.
#[track_caller]
fn convert(from: &str, to: &str, more: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(&[&["--from", from, "--to", to][..], more].concat(), input);
    assert_eq!(errors(&output), "", "{from} to {to}");
    assert_eq!(output.status.code(), Some(0), "{from} to {to}");
    output.stdout
}

#[test]
fn kinds_that_hold_everything_give_it_back() {
    for first in WHOLE {
        for second in WHOLE {
            let a = convert("text", first, &[], LINES.as_bytes());
            let b = convert(first, second, &[], &a);
            let back = convert(second, "text", &[], &b);
            assert_eq!(String::from_utf8_lossy(&back), LINES, "{first}, {second}");
        }
    }
}

#[test]
fn other_kinds_give_back_what_they_hold() {
    let fens: Vec<&str> = LINES.lines().map(|line| line.split(" |").next().unwrap()).collect();
    let fens = fens.join("\n") + "\n";
    assert_eq!(convert("text", "fen", &["--drop", "score,result"], LINES.as_bytes()), fens.as_bytes());
    let binary = convert("fen", "binaryfen", &[], fens.as_bytes());
    assert_eq!(convert("binaryfen", "fen", &[], &binary), fens.as_bytes());
    // `tgct` cannot hold the third line, which has castling rights of Chess960.
    let standard = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1\n8/8/8/8/8/8/8/K6k b - - 0 1\n";
    let tgct = convert("fen", "tgct", &[], standard.as_bytes());
    assert_eq!(tgct.len(), 52);
    assert_eq!(convert("tgct", "fen", &[], &tgct), standard.as_bytes());
    // Bulletformat flips a position with black to move.
    let bullet = convert("text", "bulletformat", &["--drop", "all"], LINES.as_bytes());
    let back = convert("bulletformat", "text", &[], &bullet);
    let expected = "1k2r3/8/8/8/8/8/8/1K2R3 w - - 0 1 | -1500 | 1.0";
    assert_eq!(String::from_utf8_lossy(&back).lines().nth(2), Some(expected));
}

/// Many blocks on several threads give the same bytes in the same order as on one thread.
#[test]
fn threads_do_not_change_the_output() {
    let input = LINES.repeat(20_000);
    let alone = convert("text", "marlinformat", &[], input.as_bytes());
    assert_eq!(alone.len(), 80_000 * 32);
    for threads in ["0", "3"] {
        assert!(convert("text", "marlinformat", &["--threads", threads], input.as_bytes()) == alone);
        let back = convert("marlinformat", "text", &["--threads", threads], &alone);
        assert!(back == input.as_bytes());
    }
}

#[test]
fn a_number_of_threads_that_is_too_large() {
    let output = run(&["--from", "fen", "--to", "fen", "--threads", "1025"], b"");
    let why = "error: invalid value '1025' for '--threads <N>': not a whole number from 0 to 1024\n";
    assert!(errors(&output).starts_with(why), "{}", errors(&output));
    assert_eq!(output.status.code(), Some(2));
    // The number 1,024 is valid, but there may be too little memory for so many threads.
    let output = run(&["--from", "fen", "--to", "fen", "--threads", "1024"], b"");
    assert!(!errors(&output).contains("not a whole number"), "{}", errors(&output));
}

#[test]
fn bad_records_are_named_and_skipped() {
    let bad = LINES.replace("| -7 |", "| much |").replace("K6k", "K6K");
    let output = run(&["--from", "text", "--to", "text"], bad.as_bytes());
    let lines: Vec<&str> = LINES.lines().collect();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{}\n{}\n", lines[0], lines[2]));
    assert_eq!(
        errors(&output),
        "record 2: the score is not a whole number from -32768 to 32767\n\
         record 4: white has more than one king\n\
         error: bad records: 2 of 4\n"
    );
    assert_eq!(output.status.code(), Some(2));
    // A line may be longer than a block, or empty.
    let long = format!("{}\n\n{LINES}", "8".repeat(100_000));
    let output = run(&["--from", "text", "--to", "text"], long.as_bytes());
    assert!(errors(&output).ends_with("record 2: the line is empty\nerror: bad records: 2 of 6\n"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), LINES);
    // The numbers of records go on from block to block.
    let many = format!("{}bad\n", LINES.repeat(5000));
    let output = run(&["--from", "text", "--to", "text", "--threads", "2"], many.as_bytes());
    assert!(errors(&output).starts_with("record 20001: expected `FEN |"), "{}", errors(&output));
    assert_eq!(output.stdout.len(), LINES.len() * 5000);
}

/// With `--keep-going` the positions of a game before its first bad move are written, with the result of the game. The
/// game is reported all the same.
#[test]
fn moves_before_a_bad_one_are_kept() {
    let games = "[A \"1\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[A \"2\"]\n\n1. d4 0-1\n";
    let options = ["--from", "pgn", "--to", "text", "--score", "7"];
    let kept = run(&[&options[..], &["--keep-going"]].concat(), games.as_bytes());
    let lines = String::from_utf8_lossy(&kept.stdout);
    let results: Vec<_> = lines.lines().map(|line| &line[line.len() - 3..]).collect();
    assert_eq!(results, ["1.0", "1.0", "0.0"]);
    assert!(errors(&kept).starts_with("record 1: byte 21: after 2 half moves: "), "{}", errors(&kept));
    let plain = run(&options, games.as_bytes());
    assert_eq!(String::from_utf8_lossy(&plain.stdout).lines().count(), 1);
    assert_eq!(errors(&plain), errors(&kept));
}

#[test]
fn a_file_that_is_cut_gives_its_whole_records() {
    for kind in ["marlinformat", "viriformat", "bulletformat", "binaryfen", "tgct"] {
        let drop = ["--drop", "all"];
        let whole = convert("text", kind, &drop, LINES.lines().next().unwrap().as_bytes());
        let file = whole.repeat(4);
        let output = run(&["--from", kind, "--to", kind, "--drop", "all"], &file[..file.len() - 1]);
        let [undecoded, lost] = match kind {
            "viriformat" => ["; 35 bytes cannot be decoded", " (35 bytes not decoded)"],
            _ => [""; 2],
        };
        let expected =
            format!("record 4: the record is cut off{undecoded}\nerror: bad records: 1 of 4{lost}\n");
        assert_eq!(errors(&output), expected, "{kind}");
        assert!(output.stdout == whole.repeat(3), "{kind}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    for (to, more, expected) in [
        (
            "bulletformat",
            &[][..],
            "record 1: the format cannot hold castling rights (--drop castling loses it)\n",
        ),
        (
            "tgct",
            &["--drop", "score,result,clocks"],
            "record 3: the format cannot hold the castling rights of Chess960 (--drop castling loses them)\n",
        ),
        ("fen", &[], "record 1: the format cannot hold this score (--drop score loses it)\n"),
    ] {
        let output = run(&[&["--from", "text", "--to", to][..], more].concat(), LINES.as_bytes());
        assert!(errors(&output).starts_with(expected), "{to}: {}", errors(&output));
        assert_eq!(output.status.code(), Some(2));
    }
    let output = run(&["--from", "fen", "--to", "marlinformat"], b"8/8/8/8/8/8/8/K6k w - - 0 1\n");
    assert!(errors(&output).starts_with("record 1: the format needs a score, but there is none\n"));
    let filled =
        convert("fen", "text", &["--score", "-3", "--result", "0.0"], b"8/8/8/8/8/8/8/K6k w - - 0 1\n");
    assert_eq!(filled, b"8/8/8/8/8/8/8/K6k w - - 0 1 | -3 | 0.0\n");
    for result in ["1.0", "0.5"] {
        let options = ["--score", "0", "--result", result];
        let filled = convert("fen", "text", &options, b"8/8/8/8/8/8/8/K6k w - - 0 1\n");
        assert!(filled.ends_with(format!(" | {result}\n").as_bytes()), "{result}");
    }
}

#[test]
fn rules_choose_positions() {
    let chosen = convert("text", "text", &["--where", "black", "--where", "*<=2"], LINES.as_bytes());
    assert_eq!(String::from_utf8_lossy(&chosen), LINES.lines().nth(3).unwrap().to_owned() + "\n");
    let output = run(&["--from", "text", "--to", "text", "--where", "X"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_garbage_file_without_an_end_is_refused() {
    let output = run(&["--from", "viriformat", "--to", "text"], &vec![1; 40 << 20]);
    assert_eq!(errors(&output), "error: standard input: a record is longer than 1 MiB\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = folder("pack-whole");
    let [input, output] = ["in.txt", "out.bin"].map(|name| folder.join(name).display().to_string());
    fs::write(&input, LINES).unwrap();
    let done = run(&["--from", "text", "--to", "marlinformat", &input, &output], b"");
    assert_eq!((errors(&done).as_str(), done.status.code()), ("", Some(0)));
    assert_eq!(fs::read(&output).unwrap().len(), 128);
    let missing = run(&["--from", "text", "--to", "text", "/no/such/file", &output], b"");
    assert!(errors(&missing).starts_with("error: /no/such/file: "), "{}", errors(&missing));
    assert_eq!(fs::read(&output).unwrap().len(), 128);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

/// With refused records the old file stays, and no new one is made; `--keep-going` writes the good records.
#[test]
fn refused_records_leave_the_old_file() {
    let folder = folder("pack-refused");
    let [input, old, new] = ["in.txt", "old", "new"].map(|name| folder.join(name).display().to_string());
    fs::write(&input, format!("{LINES}bad\n")).unwrap();
    fs::write(&old, "old").unwrap();
    for output in [&old, &new] {
        // One record is bad; bulletformat can hold none of the others without `--drop`.
        for (to, bad) in [("marlinformat", 1), ("bulletformat", 5)] {
            let refused = run(&["--from", "text", "--to", to, &input, output], b"");
            let last = format!(
                "error: bad records: {bad} of 5; {output} was not written (--keep-going writes the good records)"
            );
            assert_eq!(errors(&refused).lines().last(), Some(last.as_str()));
            assert_eq!(refused.status.code(), Some(2));
        }
    }
    assert_eq!(fs::read(&old).unwrap(), b"old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let kept = run(&["--from", "text", "--to", "marlinformat", "--keep-going", &input, &old], b"");
    assert_eq!(errors(&kept).lines().last(), Some("error: bad records: 1 of 5"));
    assert_eq!((kept.status.code(), fs::read(&old).unwrap().len()), (Some(2), 4 * 32));
}

/// A file cannot be the input and the output, whatever it is called.
#[cfg(unix)]
#[test]
fn the_output_is_not_the_input() {
    let folder = folder("pack-same");
    let path = |name: &str| folder.join(name).display().to_string();
    let [input, symbolic, hard] = ["in.txt", "symbolic", "hard"].map(path);
    fs::write(&input, LINES).unwrap();
    std::os::unix::fs::symlink("in.txt", &symbolic).unwrap();
    fs::hard_link(&input, &hard).unwrap();
    let roundabout = path("../pack-same/in.txt");
    let why = "it is the input as well; choose another file for the output";
    for (from, to) in
        [(&input, &input), (&input, &symbolic), (&symbolic, &input), (&hard, &input), (&input, &roundabout)]
    {
        let refused = run(&["--from", "text", "--to", "marlinformat", from, to], b"");
        assert_eq!((errors(&refused), refused.status.code()), (format!("error: {to}: {why}\n"), Some(2)));
    }
    for (redirection, name) in [("\"$1\" >> \"$2\"", "standard output"), ("- \"$2\" < \"$1\"", &symbolic)] {
        let script = format!("\"$0\" pack --from text --to text {redirection}");
        let refused = Command::new("sh").args(["-c", &script, QUADBIT, &input, &symbolic]).output().unwrap();
        assert_eq!((errors(&refused), refused.status.code()), (format!("error: {name}: {why}\n"), Some(2)));
    }
    assert_eq!(fs::read_to_string(&input).unwrap(), LINES);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
}

/// An output that is a symbolic link stays one, also if its file does not exist yet; links that go in circles are an
/// error.
#[cfg(unix)]
#[test]
fn symbolic_links_are_written_through() {
    use std::os::unix::fs::symlink;
    let folder = folder("pack-links");
    fs::create_dir(folder.join("below")).unwrap();
    fs::write(folder.join("there"), "old").unwrap();
    for (link, target, file) in [
        ("a", "there", "there"),
        ("b", "below/missing", "below/missing"),
        ("below/c", "../b", "below/missing"),
    ] {
        symlink(target, folder.join(link)).unwrap();
        let output = folder.join(link).display().to_string();
        let done = run(&["--from", "text", "--to", "text", "-", &output], LINES.as_bytes());
        assert_eq!((errors(&done).as_str(), done.status.code()), ("", Some(0)), "{link}");
        assert!(fs::symlink_metadata(folder.join(link)).unwrap().is_symlink(), "{link}");
        assert!(fs::symlink_metadata(folder.join(file)).unwrap().is_file(), "{link}");
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), LINES, "{link}");
        fs::remove_file(folder.join(file)).unwrap();
    }
    symlink("circle", folder.join("circle")).unwrap();
    let circle = folder.join("circle").display().to_string();
    let refused = run(&["--from", "text", "--to", "text", "-", &circle], LINES.as_bytes());
    assert!(errors(&refused).starts_with(&format!("error: {circle}: ")), "{}", errors(&refused));
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn stats_count() {
    let more = "\
4k3/8/8/8/8/8/8/K3R3 b - - 0 1 | 101 | 0.0
4k3/8/8/8/8/8/8/K3R3 b - - 0 1 | 101 | 0.0
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b - - 0 1 | 1 | 1.0
";
    let input = format!("{}{more}", LINES.repeat(3));
    let output = run(&["--from", "text", "--stats", "--duplicates"], input.as_bytes());
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "\
positions: 15 (100.0%)
opening (25 to 32 pieces): 4 (26.6%)
middlegame (13 to 24): 0 (0.0%)
endgame (2 to 12): 11 (73.3%)
white to move: 6 (40.0%)
black to move: 9 (60.0%)
in check: 2 (13.3%)
castling rights: 6 (40.0%)
en passant: 3 (20.0%)
white wins: 4 (26.6%)
draws: 6 (40.0%)
black wins: 5 (33.3%)
no result: 0 (0.0%)
scores: 15 (100.0%)
duplicates: 9 (60.0%)
mean score: 318
2 pieces: 3 (20.0%)
3 pieces: 2 (13.3%)
4 pieces: 6 (40.0%)
32 pieces: 4 (26.6%)
"
    );
    // Plain positions have neither results nor scores.
    let output = run(&["--from", "fen", "--stats"], b"8/8/8/8/8/8/8/K6k w - - 0 1\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        text.lines().filter(|line| !line.ends_with(": 0 (0.0%)")).collect::<Vec<_>>(),
        [
            "positions: 1 (100.0%)",
            "endgame (2 to 12): 1 (100.0%)",
            "white to move: 1 (100.0%)",
            "no result: 1 (100.0%)",
            "2 pieces: 1 (100.0%)",
        ]
    );
}

/// A pipe whose reader leaves is no failure; bad records before that are one.
#[cfg(unix)]
#[test]
fn a_closed_pipe() {
    let folder = folder("pack-pipe");
    let input = folder.join("in.txt");
    for (first, message, code) in [("", "", 0), ("x\n", "error: bad records: 1 of ", 2)] {
        fs::write(&input, first.to_owned() + &LINES.repeat(20_000)).unwrap();
        let mut child = Command::new(QUADBIT)
            .args(["pack", "--from", "text", "--to", "marlinformat"])
            .arg(&input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let errors = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        let last = errors.lines().last().unwrap_or_default();
        assert!(last.starts_with(message) && last.is_empty() == message.is_empty(), "{errors}");
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

/// A limit on the size of files, in blocks of 512 or 1,024 bytes, falls within a record of 26 bytes: no
/// partial record is left.
#[cfg(target_os = "linux")]
#[test]
fn no_half_record_is_left_on_a_full_disk() {
    let folder = folder("pack-full");
    let [input, output] = ["in.fen", "out.tgct"].map(|name| folder.join(name).display().to_string());
    fs::write(&input, "8/8/8/8/8/8/8/K6k w - - 0 1\n".repeat(10_000)).unwrap();
    let shell =
        |script: &str| Command::new("sh").args(["-c", script, QUADBIT, &input, &output]).output().unwrap();
    let pack = "\"$0\" pack --from fen --to tgct \"$1\"";
    // The last partial record is cut off also if the output is appended to a file.
    for script in [format!("ulimit -f 5; {pack} > \"$2\""), format!("ulimit -f 5; {pack} >> \"$2\"")] {
        fs::write(&output, [7; 26]).unwrap();
        let failed = shell(&script);
        assert_eq!(errors(&failed), "error: standard output: File too large (os error 27)\n");
        assert_eq!(failed.status.code(), Some(2));
        let len = fs::read(&output).unwrap().len();
        assert!(len > 26 * 50 && len % 26 == 0, "{len} bytes");
    }
    // An output file that the command opens itself keeps its old content.
    fs::write(&output, "old").unwrap();
    let failed = shell(&format!("ulimit -f 5; {pack} \"$2\""));
    assert_eq!(errors(&failed), format!("error: {output}: File too large (os error 27)\n"));
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    let failed = shell(&format!("{pack} /dev/full"));
    assert_eq!(errors(&failed), "error: /dev/full: No space left on device (os error 28)\n");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

/// Games: one with an illegal move, one without a result, one that is good.
const GAMES: &str = "1. e4 e5 2. Ke3 1-0\n\n1. d4 *\n\n[White \"\u{fc}\"]\n\n1. d4 Nf6 {a comment} 1/2-1/2\n";

#[test]
fn games_give_the_positions_before_their_moves() {
    let output = run(&["--from", "pgn", "--to", "text", "--score", "7"], GAMES.as_bytes());
    assert_eq!(
        errors(&output),
        "record 1: byte 12: after 2 half moves: no such move is legal in this position\n\
         record 2: byte 21: it has no result (--result gives it one)\n\
         error: bad records: 2 of 3\n"
    );
    assert_eq!(output.status.code(), Some(2));
    let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 7 | 0.5\n\
                    rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 | 7 | 0.5\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);

    // The text is Latin-1. The output format has no results, so the second game is written too.
    let latin = GAMES.replace('\u{fc}', "?").into_bytes();
    let latin: Vec<u8> = latin.into_iter().map(|byte| if byte == b'?' { 0xfc } else { byte }).collect();
    let output = run(&["--from", "pgn", "--to", "fen", "--drop", "result"], &latin);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    let output = run(&["--from", "fen", "--to", "pgn"], b"");
    assert_eq!(errors(&output), "error: --to: pgn can be read but not written\n");

    // If a file was cut off, the games before the damaged one are kept.
    let output = run(&["--from", "pgn", "--to", "text", "--score", "7"], b"1. e4 1-0\n1. d4 {best by");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    assert_eq!(
        errors(&output),
        "record 2: byte 16: a comment begins here and does not end\nerror: bad records: 1 of 2\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

/// Rules on the order of plies, and rules that join tags and positions, choose among the positions before the moves.
#[test]
fn rules_about_games_choose_positions() {
    let games =
        "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n[White \"B\"]\n\n1. Nf3 e5 2. e4 d6 0-1\n";
    let run = |rule: &str| {
        let found = convert("pgn", "fen", &["--drop", "all", "--where", rule], games.as_bytes());
        String::from_utf8(found).unwrap().lines().count()
    };
    for (rule, positions) in [
        ("moved=P then N@f3", 3),
        ("P@e4 then N@f3", 2),
        ("p@e5 for 2", 3),
        ("White=A or moved=N", 6),
        ("(White=B then N@f3) and black", 2),
        ("repeated>=1", 9),
    ] {
        assert_eq!(run(rule), positions, "{rule}");
    }
}

#[test]
fn games_on_threads_keep_their_order_and_numbers() {
    let many = GAMES.repeat(20_000);
    let options = ["--from", "pgn", "--to", "text", "--score", "7"];
    let [one, three] =
        ["1", "3"].map(|threads| run(&[&options[..], &["--threads", threads]].concat(), many.as_bytes()));
    assert!(one.stdout == three.stdout && one.stderr == three.stderr);
    assert_eq!(String::from_utf8_lossy(&one.stdout).lines().count(), 40_000);
    assert!(errors(&one).ends_with("error: bad records: 40000 of 60000\n"));
}

/// Two frames of zstd with a skippable one between them: three games. The last frame has a checksum.
#[cfg(feature = "zstd")]
const FRAMES: &[u8] = b"\x28\xb5\x2f\xfd\x00\x58\x69\x00\x00\x31\x2e\x20\x65\x34\x20\x65\x35\x20\x31\x2d\x30\x0a\
    \x50\x2a\x4d\x18\x04\x00\x00\x00\x61\x62\x63\x64\
    \x28\xb5\x2f\xfd\x04\x58\xc1\x00\x00\x31\x2e\x20\x64\x34\x20\x31\x2f\x32\x2d\x31\x2f\x32\x0a\x31\x2e\x20\x65\x35\x20\
    \x30\x2d\x31\x0a\xd1\x0e\x26\x27";

#[cfg(feature = "zstd")]
#[test]
fn compressed_input_is_decompressed() {
    let options = ["--from", "pgn", "--to", "text", "--score", "7"];
    let plain = run(&options, b"1. e4 e5 1-0\n1. d4 1/2-1/2\n1. e5 0-1\n");
    assert_eq!(String::from_utf8_lossy(&plain.stdout).lines().count(), 3);
    // The compression of standard input is recognized by its first bytes, that of a file by its name.
    let output = run(&options, FRAMES);
    assert_eq!((&output.stdout, errors(&output)), (&plain.stdout, errors(&plain)));
    let records = folder("zstd").join("x.zst");
    fs::write(&records, FRAMES).unwrap();
    let output = run(&["--from", "tgct", "--stats", records.to_str().unwrap()], b"");
    assert_eq!(errors(&output).lines().count(), 3, "37 bytes: a record and a half");
    // Records on standard input may begin with any bytes, so these are not decompressed.
    let output = run(&["--from", "tgct", "--stats"], FRAMES);
    let records = FRAMES.len().div_ceil(26);
    assert!(errors(&output).ends_with(&format!(" of {records}\n")), "{}", errors(&output));

    let plain_errors = errors(&plain);
    for (bytes, message) in [
        (&FRAMES[..FRAMES.len() - 9], "zstd: the file is cut off"),
        (&FRAMES[..31], "zstd: the file is cut off"),
        (&FRAMES[..36], "zstd: the file is cut off"),
        (&[&FRAMES[..70], b"x"].concat(), "zstd: the checksum does not match"),
        (&[&FRAMES[..22], b"garbage"].concat(), "zstd: the data is damaged"),
    ] {
        let output = run(&options, bytes);
        // The games before the damage are read.
        let (errors, last) = (errors(&output), format!("error: standard input: {message}\n"));
        let before = errors.strip_suffix(&last).unwrap_or_else(|| panic!("{errors}"));
        assert!(plain_errors.starts_with(before) && plain.stdout.starts_with(&output.stdout), "{errors}");
        assert_eq!(output.status.code(), Some(2));
    }
}

/// Two members of gzip are decompressed: on standard input they are recognized by their first bytes, in a file by its
/// name.
#[test]
fn gzip_is_decompressed() {
    let games = [&b"1. e4 e5 1-0\n"[..], b"1. d4 1/2-1/2\n1. e5 0-1\n"];
    let options = ["--from", "pgn", "--to", "text", "--score", "7"];
    let plain = run(&options, &games.concat());
    let packed = games.map(|games| {
        let mut member = GzEncoder::new(Vec::new(), Compression::fast());
        member.write_all(games).unwrap();
        member.finish().unwrap()
    });
    let output = run(&options, &packed.concat());
    assert_eq!((&output.stdout, errors(&output)), (&plain.stdout, errors(&plain)));
    let records = folder("gzip").join("x.gz");
    fs::write(&records, packed.concat()).unwrap();
    let output = run(&["--from", "tgct", "--stats", records.to_str().unwrap()], b"");
    assert_eq!(errors(&output).lines().count(), 3, "37 bytes: a record and a half");
    let packed = packed.concat();
    for bytes in [&packed[..packed.len() - 3], &[&packed[..], b"\x1f\x8b\x08x"].concat()] {
        let output = run(&options, bytes);
        assert!(errors(&output).contains("error: standard input: gzip: "), "{}", errors(&output));
        assert!(plain.stdout.starts_with(&output.stdout) && !output.stdout.is_empty());
        assert_eq!(output.status.code(), Some(2));
    }
}

/// `--move` fills in moves for positions without one, in formats that need a move. A position in which the game is over
/// has no move and is refused.
#[test]
fn moves_for_positions_without_one() {
    let lines =
        b"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n7k/5K2/8/8/8/8/8/6Q1 b - - 0 1\n7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n";
    let labels = ["--from", "fen", "--to", "plain", "--score", "0", "--result", "draw", "--keep-going"];
    let refused = run(&labels, lines);
    assert!(
        errors(&refused)
            .starts_with("record 1: the format needs a move, but there is none (--move gives it one)\n")
    );
    for (which, first) in [("first", None), ("quiet", Some("e4e5"))] {
        let output = run(&[&labels[..], &["--move", which]].concat(), lines);
        assert_eq!(errors(&output).lines().last(), Some("error: bad records: 1 of 3"), "{which}");
        let text = String::from_utf8(output.stdout).unwrap();
        let moves: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("move ")).collect();
        assert_eq!((moves.len(), moves[1]), (2, "h8h7"), "{which}");
        assert!(first.is_none_or(|first| moves[0] == first), "{which}: {text}");
        let packed =
            run(&[&["--from", "fen", "--to", "binpack", "--move", which], &labels[4..]].concat(), lines);
        assert_eq!(convert("binpack", "plain", &[], &packed.stdout).len(), text.len(), "{which}");
    }
}

/// Evaluations of matches are read on request; those that cannot be read are counted.
#[test]
fn evaluations_are_read_or_counted() {
    let pgn =
        b"1. e4 {+0.22/8 1.2s} e5 {[%eval 0.3] [%clk 1:30]} 2. Nf3 {[%eval x]} d6 {-0.10/9 1s} 3. d4 1-0\n";
    let scores = |more: &[&str]| {
        let output = run(&[&["--from", "pgn", "--to", "text", "--score", "7"][..], more].concat(), pgn);
        assert_eq!(errors(&output), "clocks and evaluations that cannot be read: 2\n");
        assert!(output.status.success());
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        lines.lines().map(|line| line.split(" | ").nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(scores(&[]), ["7", "7", "30", "7", "7"]);
    assert_eq!(scores(&["--match-evals"]), ["7", "22", "30", "7", "10"]);
    let output = run(&["--from", "fen", "--to", "fen", "--match-evals"], b"");
    assert_eq!(errors(&output), "error: --match-evals: fen has no comments\n");
}

/// A file of prose is an error, not a file without games.
#[test]
fn a_file_without_games_is_refused() {
    let output = run(&["--from", "pgn", "--to", "fen"], b"no game at all\n");
    assert_eq!(
        errors(&output),
        "record 1: the text has no tag, move or result of a game\nerror: bad records: 1 of 1\n"
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(run(&["--from", "pgn", "--to", "fen"], b"\n; nothing\n").status.success());
}

/// `--standard` refuses the positions and the games of Chess960.
#[test]
fn standard_chess_only() {
    let output = run(&["--from", "text", "--to", "text", "--standard", "--keep-going"], LINES.as_bytes());
    assert!(errors(&output).starts_with("record 3: castling: a right of Chess960, not of standard chess\n"));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    let pgn = b"[FEN \"1k2r3/8/8/8/8/8/8/1K2R3 w Kk - 0 1\"]\n\n1. Re2 1-0\n\n[Event \"\"]\n\n1. e4 1-0\n";
    let output = run(&["--from", "pgn", "--to", "fen", "--drop", "all", "--standard"], pgn);
    assert!(
        errors(&output).starts_with("record 1: byte 0: the tag FEN: castling: a right of Chess960"),
        "{}",
        errors(&output)
    );
    assert_eq!(output.stdout, b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
}

/// Games become text and chunks of Stockfish and come back, whatever the number of threads; moves are dropped only on
/// request.
#[test]
fn entries_of_stockfish_come_back() {
    let pgn = b"[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n";
    let plain = convert("pgn", "plain", &["--score", "12"], pgn);
    let text = String::from_utf8(plain.clone()).unwrap();
    assert!(text.starts_with("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 12\nply 0\nresult 1\ne\n"), "{text}");
    assert!(text.contains("move e1g1\n"), "{text}");
    let many = plain.repeat(2000);
    let packed = convert("plain", "binpack", &[], &many);
    assert!(packed.len() < 2000 * 60, "{}", packed.len());
    assert_eq!(convert("plain", "binpack", &["--threads", "3"], &many), packed);
    assert_eq!(convert("binpack", "plain", &["--threads", "2"], &packed), many);
    assert_eq!(convert("binpack", "binpack", &[], &packed), packed);
    let refused = run(&["--from", "binpack", "--to", "fen", "--drop", "score,result,ply"], &packed);
    assert!(
        errors(&refused).starts_with(
            "record 1, entry 1: the format cannot hold a move (--drop move loses it)\nrecord 1, entry 2: "
        ),
        "{}",
        errors(&refused)
    );
    assert!(errors(&refused).ends_with("\nerror: refused entries: 14000 of 14000\n"), "{}", errors(&refused));
    // A chunk is cut off, and its positions have moves, which the output format cannot hold: both faults are counted.
    let cut = &packed[..packed.len() - 1];
    let refused = run(&["--from", "binpack", "--to", "fen", "--drop", "score,result,ply"], cut);
    assert!(
        errors(&refused).contains("\nerror: bad records: 1 of 1 (1 bytes not decoded); refused entries: 13"),
        "{}",
        errors(&refused)
    );
    // In `bin`, the score 32002 stands for no score.
    let fen = b"8/8/8/8/8/8/8/K6k b - - 0 1\n";
    let without = convert("fen", "bin", &["--result", "0.5"], fen);
    assert_eq!(convert("fen", "bin", &["--result", "0.5", "--score", "32002"], fen), without);
    let fens = convert("binpack", "fen", &["--drop", "score,result,ply,move"], &packed);
    assert_eq!(fens.split(|&byte| byte == b'\n').count(), 14_001);
}

/// A chunk of 17 MiB, whose positions are converted in several parts; then a chunk with a fault, one that is whole, and
/// one that is cut off.
#[test]
fn chunks_of_any_size_and_damage_between_them() {
    let entry = b"fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\nmove e1e2\nscore 3\nply 0\nresult 1\ne\n";
    let chunk = convert("plain", "binpack", &[], entry);
    let chain = &chunk[8..];
    let large = |chains: usize| {
        let size = u32::try_from(chains * chain.len()).unwrap().to_le_bytes();
        [&b"BINP"[..], &size, &chain.repeat(chains)].concat()
    };
    let mut faulty = large(7);
    faulty[8 + 4 * chain.len()..][..8].fill(0xff);
    let mut file = large((17 << 20) / 34);
    file.extend([&faulty[..], &large(5), &large(3)[..90]].concat());
    for threads in ["1", "3"] {
        let output = run(&["--from", "binpack", "--to", "bin", "--threads", threads], &file);
        assert_eq!(
            errors(&output),
            "record 2: chain 5: there are more than 32 pieces; 102 bytes cannot be decoded\n\
             record 4: the record is cut off; 14 bytes cannot be decoded\n\
             error: bad records: 2 of 4 (116 bytes not decoded)\n"
        );
        assert_eq!(output.stdout.len(), 40 * ((17 << 20) / 34 + 4 + 5 + 2));
        assert!(output.stdout.chunks(40).all(|record| record == &output.stdout[..40]));
    }
}

#[test]
fn rules_about_moves_scores_plies_and_results() {
    let pgn = b"1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 1/2-1/2\n1. e4 1-0\n";
    let plain = convert("pgn", "plain", &["--score", "12"], pgn);
    let bin = convert("plain", "bin", &[], &plain);
    assert_eq!(bin.len(), 7 * 40);
    assert_eq!(convert("bin", "plain", &[], &bin), plain);
    let moves = |rule: &str| {
        let kept = convert("bin", "plain", &["--where", rule], &bin);
        let kept = String::from_utf8(kept).unwrap();
        let moves: Vec<String> =
            kept.lines().filter_map(|line| line.strip_prefix("move ")).map(str::to_owned).collect();
        moves.join(" ")
    };
    for (rule, expected) in [
        ("best-capture", "e4d5 d8d5"),
        ("no-best-capture", "e2e4 d7d5 b1c3 d5e5 e2e4"),
        ("best-check", "d5e5"),
        ("best-promotion", ""),
        ("ply>=4", "b1c3 d5e5"),
        ("score<12", ""),
        ("score=12", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 e2e4"),
        ("result=white", "e2e4"),
        ("black", "d7d5 d8d5 d5e5"),
        ("no-best-direct-capture", "e2e4 d7d5 b1c3 d5e5 e2e4"),
        ("score", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 e2e4"),
        ("no-score", ""),
        ("|score|<=11", ""),
        ("|simple-eval|>=208", "d8d5"),
        ("soft-ply=2:0,3:1", "d8d5 b1c3 d5e5"),
        ("random<0", ""),
        ("random<1/1", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 e2e4"),
    ] {
        assert_eq!(moves(rule), expected, "{rule}");
    }
    // `no-placeholder` leaves out the second sample only if it has a score of 0 after a high one in a decided game.
    // `likely-result` leaves out samples whose result their scores make nearly impossible.
    let scored = |scores: [i16; 2], result: &str| {
        let sample = |ply, score, fen: &str, mv| {
            format!("fen {fen}\nmove {mv}\nscore {score}\nply {ply}\nresult {result}\ne\n")
        };
        let first = sample(0, scores[0], "8/8/8/8/8/8/P7/K6k w - - 0 1", "a1b1");
        first + &sample(2, scores[1], "8/8/8/8/8/8/P7/K6k w - - 0 2", "a1b2")
    };
    for (scores, result, rule, left) in [
        ([300, 0], "1", "no-placeholder", 1),
        ([100, 0], "1", "no-placeholder", 2),
        ([300, 0], "0", "no-placeholder", 2),
        ([4000, 4000], "1", "likely-result", 2),
        ([4000, 4000], "-1", "likely-result", 0),
    ] {
        let input = scored(scores, result);
        let kept = convert("plain", "plain", &["--where", rule], input.as_bytes());
        let kept = String::from_utf8(kept).unwrap();
        assert_eq!(kept.matches("move ").count(), left, "{scores:?} {result} {rule}");
    }
    let captures =
        convert("pgn", "fen", &["--drop", "result", "--where", "best-capture", "--where", "ply>2"], pgn);
    assert_eq!(String::from_utf8_lossy(&captures).lines().count(), 1);
    for (from, rule, field) in [
        ("fen", "best-check", "move"),
        ("text", "best-capture", "move"),
        ("fen", "score<1", "score"),
        ("tgct", "ply>1", "ply"),
        ("fen", "result=draw", "result"),
    ] {
        let output = run(&["--from", from, "--stats", "--where", rule], b"");
        assert_eq!(errors(&output), format!("error: --where: {from} holds no {field} to ask about\n"));
        assert_eq!(output.status.code(), Some(2));
    }
    for (from, rule) in [("text", "random-game<1/4"), ("binpack", "piece-targets=1,1")] {
        let output = run(&["--from", from, "--stats", "--where", rule], b"");
        assert!(errors(&output).contains("only a loader sees all samples and games together"), "{rule}");
        assert_eq!(output.status.code(), Some(2));
    }
}

/// A conversion that a signal ends leaves no file.
#[cfg(unix)]
#[test]
fn a_conversion_that_is_stopped_leaves_no_file() {
    use std::os::unix::process::ExitStatusExt;

    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        if crate::signals::is_ignored(number) {
            println!("skipped: {name}, which is ignored here, as under `nohup`");
            continue;
        }
        let folder = folder(&format!("stopped-{name}"));
        let mut child = Command::new(QUADBIT)
            .args(["pack", "--from", "fen", "--to", "binaryfen", "-"])
            .arg(folder.join("out"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // Standard input stays open, so that the conversion has not ended when the signal comes.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"8/8/8/8/8/8/8/K6k w - - 0 1\n").unwrap();
        let files = || fs::read_dir(&folder).unwrap().count();
        while files() == 0 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
        let status = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
        assert!(status.unwrap().success());
        assert_eq!(child.wait().unwrap().signal(), i32::try_from(number).ok());
        drop(stdin);
        assert_eq!(files(), 0, "{name}");
    }
}

#[test]
fn pages_and_stubs_name_every_format() {
    let read = |page: &str| {
        fs::read_to_string(format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR")))
            .expect("a page of the repository")
    };
    let [page, stubs] = ["docs/src/tools/pack.md", "python/quadbit/_quadbit.pyi"].map(read);
    for name in quadbit_pack::Format::ALL.map(quadbit_pack::Format::name) {
        let span = format!("`{name}`");
        assert!(page.contains(&span), "docs/src/tools/pack.md lacks {span}");
        assert!(stubs.contains(&format!("\"{name}\"")), "_Format of _quadbit.pyi lacks {name}");
        let texts = stubs.matches(&span).count();
        assert!(texts >= 2, "_quadbit.pyi names {span} {texts} times: in from_bytes and Loader");
    }
}

/// `--index` writes the index of a binpack file; damaged files and other formats are refused.
#[test]
fn an_index_of_chains() {
    let pgn =
        b"[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n\n[Result \"0-1\"]\n\n1. d4 0-1\n";
    let packed = convert("pgn", "binpack", &["--score", "12"], pgn);
    let folder = folder("index");
    let path = folder.join("games.binpack");
    fs::write(&path, &packed).unwrap();
    let index = |from: &str, path: &Path| {
        let output = run(&["--from", from, "--index", path.to_str().unwrap()], b"");
        (output.status.code(), errors(&output))
    };
    let (code, text) = index("binpack", &path);
    assert_eq!((code, text), (Some(0), format!("{}.index: 2 chains\n", path.display())));
    let bytes = fs::read(folder.join("games.binpack.index")).unwrap();
    // The head, two chains, and the end of the chunk.
    assert_eq!((bytes.len(), &bytes[..8]), (32 + 12, &b"QBCHAINS"[..]));
    fs::write(&path, &packed[..packed.len() - 1]).unwrap();
    let (code, text) = index("binpack", &path);
    assert!(code == Some(2) && text.contains("games.binpack: record 1: "), "{text}");
    let (code, text) = index("plain", &path);
    assert_eq!((code, text.as_str()), (Some(2), "error: --index: only files of binpack have one\n"));
}
