//! The command on suites and corpora of positions, as a user would run it: `cargo xtask conformance`.
//!
//! Our own suites are in the repository. The public corpora come from other projects under their own licences; they are
//! read from the folder that the variable `QUADBIT_CORPORA` names, by default `../shared/corpora`, or skipped if they
//! are missing.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::run::{QUADBIT, folder};

/// The largest number of nodes of a case that is counted.
const MOST_NODES: &str = "10000000";

/// The suites of this repository, files of `crates/perft/tests/data`.
const OWN: [&str; 5] =
    ["wiki.epd", "random.epd", "random_chess960.epd", "targeted.epd", "targeted_chess960.epd"];

/// The public suites of valid positions.
const PUBLIC: [&str; 5] = [
    "perft_standard.epd",
    "perft_random.epd",
    "perft_mixed_valid_d3.epd",
    "perft_chess960.epd",
    "perft_chess960_startpos_d4.epd",
];

/// The public suite of positions that no game reaches, which are rejected without `--relaxed`.
const UNREACHABLE: &str = "perft_standard_unreachable.epd";

/// The beginning of a FEN of the suite [`UNREACHABLE`], of a position with 270 moves, more than a list can hold. It is
/// rejected in every mode.
const TOO_MANY_MOVES: &str = "kBQQQQQQ/BR5Q/";

const STRICT: &[&str] = &["fen", "-"];
const RELAXED: &[&str] = &["fen", "--relaxed", "-"];

/// Returns the folder of the public corpora; `None` if there is none.
fn public() -> Option<PathBuf> {
    let usual = || concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpora").into();
    let folder = env::var_os("QUADBIT_CORPORA").unwrap_or_else(usual);
    let folder = Path::new(&folder).join("public");
    if !folder.is_dir() {
        println!("conformance: no public corpora at {}", folder.display());
    }
    folder.is_dir().then_some(folder)
}

/// Runs the command with `input` on standard input. Returns its exit code and its output.
fn run(arguments: &[&str], input: String) -> (Option<i32>, String) {
    let mut command = Command::new(QUADBIT);
    let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The command may end without reading all of its input; the exit code tells whether that was right.
    let feeder = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "{arguments:?}: {output:?}");
    (code, String::from_utf8(output.stdout).unwrap())
}

/// Returns the line of output for each of `lines`.
fn answers(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let (code, text) = run(arguments, lines.join("\n") + "\n");
    let answers: Vec<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len(), "{arguments:?}");
    assert_eq!(code, Some(if answers.iter().any(|answer| is_refusal(answer)) { 2 } else { 0 }));
    answers
}

/// Whether the output for a line is an error.
fn is_refusal(answer: &str) -> bool {
    answer.starts_with("error: ")
}

/// Runs `quadbit suite` on a suite, all of whose cases must be counted right.
fn suite(path: &Path, options: &[&str]) {
    let arguments = [&["suite"], options, &[path.to_str().unwrap()]].concat();
    let (code, text) = run(&arguments, String::new());
    let last = text.lines().last().unwrap_or_default();
    assert!(code == Some(0) && last.contains(" 0 failed"), "{}:\n{text}", path.display());
    println!("conformance: {}: {last}", path.display());
}

#[test]
#[ignore = "takes a minute: `cargo xtask conformance`"]
fn suites_are_counted() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../perft/tests/data");
    let own = OWN.map(|name| own.join(name));
    let public = public().into_iter().flat_map(|folder| PUBLIC.map(|name| folder.join(name)));
    own.into_iter().chain(public).for_each(|path| suite(&path, &["--max-nodes", MOST_NODES]));
}

/// Positions that no game reaches are refused by default, and counted exactly with the option `--relaxed`.
#[test]
#[ignore = "takes a minute: `cargo xtask conformance`"]
fn unreachable_positions_need_an_option() {
    let Some(public) = public() else { return };
    let text = fs::read_to_string(public.join(UNREACHABLE)).unwrap();
    let (huge, countable): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with(TOO_MANY_MOVES));
    for (arguments, lines) in [(STRICT, &countable), (RELAXED, &huge)] {
        let fens: Vec<&str> = lines.iter().map(|line| line.split(';').next().unwrap_or_default()).collect();
        for (fen, answer) in fens.iter().zip(answers(arguments, &fens)) {
            assert!(is_refusal(&answer), "`quadbit {}` accepts {fen}", arguments.join(" "));
        }
    }
    let copy = folder("conformance").join(UNREACHABLE);
    fs::write(&copy, countable.join("\n")).unwrap();
    suite(&copy, &["--relaxed"]);
}

/// Each FEN has a class: `reject` is always refused, `strict` is refused without `--relaxed`, and `accept` never is;
/// the other classes leave the answer open.
#[test]
#[ignore = "takes a minute: `cargo xtask conformance`"]
fn fens_are_accepted_by_their_class() {
    let Some(public) = public() else { return };
    let text = fs::read_to_string(public.join("invalid_fen_cases.jsonl")).unwrap();
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let fens: Vec<String> = cases.iter().map(|case| fen(case).expect("each case has a FEN")).collect();
    for (mode, relaxed) in [(STRICT, false), (RELAXED, true)] {
        // A FEN with a line break can only be passed as an argument; all others are passed as lines.
        let lines: Vec<&str> = fens.iter().map(String::as_str).filter(|fen| !fen.contains('\n')).collect();
        let mut answers = answers(mode, &lines).into_iter();
        for (case, fen) in cases.iter().zip(&fens) {
            let accepted = if fen.contains('\n') {
                let relaxed = if relaxed { &["--relaxed"][..] } else { &[] };
                run(&[&["fen"], relaxed, &["--fen", fen]].concat(), String::new()).0 == Some(0)
            } else {
                !is_refusal(&answers.next().unwrap())
            };
            let must = match case["class"].as_str().unwrap() {
                "reject" => Some(false),
                "strict" => (!relaxed).then_some(false),
                "accept" => Some(true),
                class => {
                    assert!(["policy", "impossible"].contains(&class));
                    None
                }
            };
            assert!(must.is_none_or(|must| must == accepted), "`quadbit {}`: {case}", mode.join(" "));
        }
    }
    println!("conformance: {} FENs, strict and relaxed", cases.len());
}

/// Returns the FEN of a case; `None` if it has none. Of a FEN too long to be written out, the case has the first
/// characters and the length: it is the start position after spaces, or with a very long move number.
fn fen(case: &Value) -> Option<String> {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 ";
    if let Some(fen) = case["fen"].as_str() {
        return Some(fen.to_owned());
    }
    let length = usize::try_from(case["long"]["len"].as_u64()?).ok()?;
    if case["long"]["head"].as_str()?.trim().is_empty() {
        return Some(format!("{}{START}1", " ".repeat(length.checked_sub(START.len() + 1)?)));
    }
    Some(format!("{START}{}", "9".repeat(length.checked_sub(START.len())?)))
}

/// Returns the two columns of a file of pairs.
fn columns(text: &str) -> (Vec<&str>, Vec<&str>) {
    text.lines().filter_map(|line| line.split_once('\t')).unzip()
}

#[test]
#[ignore = "takes a minute: `cargo xtask conformance`"]
fn invalid_positions_are_refused() {
    let Some(public) = public() else { return };
    let text = fs::read_to_string(public.join("invalid_sfens_cozy.tsv")).unwrap();
    let (fens, whys) = columns(&text);
    for ((answer, fen), why) in answers(STRICT, &fens).iter().zip(&fens).zip(whys) {
        assert!(is_refusal(answer), "accepted: {fen} ({why})");
    }
    answers(RELAXED, &fens);
    println!("conformance: {} positions refused", fens.len());
}

/// A Shredder-FEN and an X-FEN of one position print the same, in both styles.
#[test]
#[ignore = "takes a minute: `cargo xtask conformance`"]
fn two_fens_of_a_position_print_the_same() {
    let Some(public) = public() else { return };
    let text = fs::read_to_string(public.join("xfen_shredder_pairs.tsv")).unwrap();
    let (shredder, xfen) = columns(&text);
    for mode in [STRICT, &["fen", "--shredder", "-"]] {
        for (left, right) in answers(mode, &shredder).iter().zip(answers(mode, &xfen)) {
            assert!(*left == right && !is_refusal(left), "{left} and {right}");
        }
    }
    println!("conformance: {} pairs agree", xfen.len());
}
