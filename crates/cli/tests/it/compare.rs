//! `quadbit compare` with itself, with engines that are wrong, and with programs that are not engines.
//!
//! An engine is `quadbit uci` with its input or output changed by sed, the example `faulty_engine`, or a shell command.
//! Exit code, report and error message are compared with the expected ones: the first wrong position and move must be
//! named, and no engine may make the command wait or fail in another way.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use crate::run::QUADBIT;
use crate::signals::is_ignored;

/// A rook that may castle once the bishop is out of the way.
const BEFORE_CASTLING: &str = "4k3/8/8/8/8/8/8/4KB1R w K - 0 1";

fn compare(engine: &str, arguments: &[&str]) -> Output {
    Command::new(QUADBIT).arg("compare").args(["--engine", engine]).args(arguments).output().unwrap()
}

/// Returns the command of an engine: `quadbit uci`, with what it reads and what it prints changed by two sed scripts.
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
    // With these castling rights the engine must be sent castling as king takes rook, even without the option.
    let inner_rooks = ["3", "--fen", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"];
    assert_prints(&compare(&itself, &inner_rooks), 0, "same: 12189 nodes below 21 moves at depth 3\n", "");
}

/// Returns the command of the engine `quadbit uci`, with a copy of its input in `file`. The copy is written before the
/// engine reads the input, because once the engine has answered, its process group may be killed.
fn listening(file: &Path) -> String {
    format!("sh -c \"sed -u 'w {}' | '{QUADBIT}' uci\"", file.display())
}

/// Returns the input that was copied to `file`, without `isready`: the engine may have been killed before this was
/// sent.
fn told_to(file: &Path) -> String {
    fs::read_to_string(file).unwrap().replace("isready\n", "")
}

#[test]
fn what_an_engine_is_told() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("told");
    let inner_rook = "4k3/8/8/8/8/8/8/R3KR2 w K - 0 1";
    let on = "setoption name UCI_Chess960 value true\n";
    for (fen, more, told) in
        [(BEFORE_CASTLING, &[][..], ""), (BEFORE_CASTLING, &["--chess960"], on), (inner_rook, &[], on)]
    {
        let arguments = [&["1", "--fen", fen][..], more].concat();
        assert_eq!(compare(&listening(&file), &arguments).status.code(), Some(0), "{fen}");
        let expected = format!("uci\n{told}position fen {fen}\ngo perft 1\n");
        assert_eq!(told_to(&file), expected);
    }
    // A part of the suite needs the other form of castling, and the engine is told whenever the form changes.
    let suite = Path::new(env!("CARGO_TARGET_TMPDIR")).join("told.epd");
    let cases = [(BEFORE_CASTLING, 19), (inner_rook, 24), (inner_rook, 24), (BEFORE_CASTLING, 19)];
    fs::write(&suite, cases.map(|(fen, nodes)| format!("{fen};D1 {nodes}\n")).concat()).unwrap();
    let output = compare(&listening(&file), &["--suite", suite.to_str().unwrap()]);
    assert_prints(&output, 0, "cases: 4 passed, 0 failed, 0 skipped\n", "");
    let asked = cases.map(|(fen, _)| format!("position fen {fen}\ngo perft 1\n"));
    let [a, b, c, d] = asked;
    let off = on.replace("true", "false");
    assert_eq!(told_to(&file), format!("uci\n{a}{on}{b}{c}{off}{d}"));
    // Nothing but `uci` is sent before the engine has answered `uciok`.
    let deaf = format!("tee '{}'", file.display());
    let output = compare(&deaf, &["1", "--timeout", "0.3"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.starts_with("error: --engine: the engine did not print `uciok` within 0.3 s (if it "),
        "{errors}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "uci\n");
}

#[test]
fn an_engine_that_cannot_castle_is_found_out_where_it_matters() {
    let no_castling = changed("s/ w K / w - /", "");
    let expected = "differ after f1a6 e8d7, at depth 1: 8/3k4/B7/8/8/8/8/4K2R w K - 2 2\nonly quadbit: e1g1 (castling of the king on e1)\n";
    assert_prints(&compare(&no_castling, &["3", "--fen", BEFORE_CASTLING]), 1, expected, "");
    // At depth 2 no side can castle yet, so the fault does not show.
    let output = compare(&no_castling, &["2", "--fen", BEFORE_CASTLING]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn other_ways_to_be_wrong() {
    let start = "differ, at depth 2: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let one_more = changed("", "s/^a2a3: 20/a2a5: 20\\na2a3: 20/");
    assert_prints(
        &compare(&one_more, &["2"]),
        1,
        &format!("{start}only the engine: a2a5 (a pawn does not move so)\n"),
        "",
    );
    let miscounted = changed("", "s/^e2e4: 20/e2e4: 21/");
    let expected =
        format!("{start}e2e4: quadbit 20, the engine 21\nasked for the position after e2e4, both count 20\n");
    assert_prints(&compare(&miscounted, &["2"]), 1, &expected, "");
    let bad_sum = changed("", "s/searched: 400/searched: 401/");
    let expected =
        format!("{start}nodes: quadbit 400, the engine 401, although the counts of all moves agree\n");
    assert_prints(&compare(&bad_sum, &["2"]), 1, &expected, "");
}

#[test]
fn an_engine_that_lists_a_move_twice() {
    let start = "differ, at depth 2: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let twice = changed("", "s/^a2a3: 20/a2a3: 20\\na2a3: 21/");
    let expected = format!("{start}the engine lists a2a3 more than once: 20, 21\n");
    assert_prints(&compare(&twice, &["2"]), 1, &expected, "");
    // In the list of this engine, one move comes twice, in place of another.
    let twice = changed("", "s/^a2a4:/a2a3:/");
    let expected = format!(
        "{start}the engine lists a2a3 more than once: 20, 20\nonly quadbit: a2a4 (a move of the pawn on a2)\n"
    );
    assert_prints(&compare(&twice, &["2"]), 1, &expected, "");
}

#[test]
fn a_line_that_is_not_utf_8_is_not_the_end() {
    let latin = changed("", "s/^a2a3: 20/\\xe9\\na2a3: 20/");
    assert_prints(&compare(&latin, &["2"]), 0, "same: 400 nodes below 20 moves at depth 2\n", "");
}

#[test]
fn an_engine_cannot_talk_past_its_bounds() {
    let endless_line = "sh -c 'tr \\\\0 x < /dev/zero'";
    // Lines so long that the time runs out before there are too many of them.
    let long_lines = "sh -c 'yes $(printf %060000d 0)'";
    for (engine, why) in [
        (endless_line, "the engine sent a line of more than 65536 bytes"),
        (long_lines, "the engine did not print `uciok` within 0.5 s"),
    ] {
        let start = Instant::now();
        let output = compare(engine, &["1", "--timeout", "0.5"]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            errors.starts_with(&format!("error: --engine: {why}")) && output.status.code() == Some(2),
            "{errors}"
        );
        assert!(start.elapsed() < Duration::from_secs(10), "{engine}");
    }
}

#[test]
fn programs_that_are_not_engines() {
    for (engine, arguments, why) in [
        ("", &["2"][..], "the command is empty"),
        ("'open", &["2"], "`'open`: missing closing quote"),
        (
            "/nowhere/at/all --fast",
            &["2"],
            "`/nowhere/at/all` cannot be started: No such file or directory (os error 2)",
        ),
        ("true", &["2"], "the engine ended before it printed `uciok`"),
        ("sleep 60", &["2", "--timeout", "0.2"], "the engine did not print `uciok` within 0.2 s"),
        (
            "~/engine",
            &["2"],
            "`~/engine` cannot be started: No such file or directory (os error 2) (`~` is not",
        ),
        (
            "HASH=1 engine",
            &["2"],
            "`HASH=1` cannot be started: No such file or directory (os error 2) (to set a",
        ),
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

/// Whether a process is still running; one that has ended and was not waited for is not.
fn is_running(process: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = String::from_utf8(state.stdout).unwrap();
    !state.trim().is_empty() && !state.starts_with('Z')
}

/// Waits until a file has a line, and returns it.
fn line_of(file: &Path) -> String {
    for _ in 0..1000 {
        match fs::read_to_string(file) {
            Ok(text) if text.ends_with('\n') => return text.trim().to_owned(),
            _ => thread::sleep(Duration::from_millis(10)),
        }
    }
    panic!("{} was not written", file.display());
}

#[test]
fn an_engine_ends_with_the_comparison() {
    // The engine starts a child of its own, which answers once or not at all, writes its process id and
    // is busy from then on.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let signals = [("TERM", 15), ("INT", 2), ("HUP", 1), ("KILL", 9), ("timeout", 0)];
    let answers = [("early", ":"), ("late", "echo uciok")];
    for ((signal, number), (when, answer)) in
        signals.into_iter().flat_map(|signal| answers.map(|answer| (signal, answer)))
    {
        if is_ignored(number) {
            println!("skipped: {signal}, which is ignored here, as under `nohup`");
            continue;
        }
        let file = folder.join(format!("engine-{signal}-{when}"));
        let _ = fs::remove_file(&file);
        let busy = format!("{answer}; echo $$ > {}; while :; do :; done", file.display());
        let engine = format!("sh -c 'sh -c \"{busy}\"; :'").replace("$$", "\\$\\$");
        let mut comparison = Command::new(QUADBIT)
            .args(["compare", "--engine", &engine, "2", "--timeout"])
            .arg(if signal == "timeout" { "1" } else { "60" })
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let process = line_of(&file);
        if signal != "timeout" {
            assert!(is_running(&process), "{signal}, {when}");
            let id = comparison.id().to_string();
            assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        }
        comparison.wait().unwrap();
        let start = Instant::now();
        while is_running(&process) {
            if start.elapsed() > Duration::from_secs(5) {
                let _ = Command::new("kill").args(["-s", "KILL", &process]).status();
                panic!("the engine outlived the comparison after {signal}");
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The command's own suite finds that an engine cannot castle: each failure names the move and the tags of the
/// position.
#[test]
fn a_suite_on_another_engine() {
    let itself = format!("'{QUADBIT}' uci");
    let output = compare(&itself, &["--suite", "builtin", "--max-nodes", "3000", "--threads", "2"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains(" passed, 0 failed, "), "{output:?}");

    let no_castling = changed("s/ w \\(K\\|Q\\|KQ\\) / w - /", "");
    let arguments = ["--suite", "builtin", "--max-nodes", "30"];
    let output = compare(&no_castling, &arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text.contains("castle-gives-check"), "{text}");
    assert!(
        text.contains("  Short castling may give check with the rook.\n  differ, at depth 1: "),
        "{text}"
    );
    assert!(
        text.contains(
            "  only quadbit: e1g1 (castling of the king on e1 that gives check)\n  tags: castling\n"
        ),
        "{text}"
    );
    let castling =
        text.lines().filter(|line| line.starts_with("  tags: ") && line.contains("castling")).count();
    assert!(text.contains(&format!("\ntag: castling: {castling}\n")), "{text}");
    // The JSON report is the same on any number of threads.
    let json = |threads| {
        let more = ["--format", "json", "--threads", threads];
        compare(&no_castling, &[&arguments[..], &more].concat()).stdout
    };
    let json = [json("1"), json("3")];
    assert_eq!(json[0], json[1]);
    let text = String::from_utf8_lossy(&json[0]);
    assert!(text.contains(r#""differs":["only quadbit: e1g1 (castling of the king on e1 that gives check)"],"tags":["castling"]"#), "{text}");
}

#[test]
fn a_suite_that_is_wrong_or_asks_for_no_ply() {
    let itself = format!("'{QUADBIT}' uci");
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/suite.in");
    let suite = |name: &str| {
        let suite = suites.join(name).display().to_string();
        (compare(&itself, &["--suite", &suite]), suite)
    };
    let (output, file) = suite("wrong.epd");
    let expected = format!(
        "failed: {file}: line 1: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1: depth 2: expected 192\n  \
         the suite may be wrong: quadbit and the engine count 191\ncases: 1 passed, 1 failed, 0 skipped\n"
    );
    assert_prints(&output, 1, &expected, "");
    let (output, _) = suite("zero.epd");
    assert_prints(&output, 0, "skipped: 1 of depth 0\ncases: 1 passed, 0 failed, 1 skipped\n", "");
}

/// An engine that ends or hangs counts as different, and the smallest count that breaks it is reported.
#[test]
fn an_engine_that_breaks_is_found_out() {
    let deaf = "sh -c 'exec <&-; echo uciok; sleep 0.1; echo dying >&2; kill -SEGV $$'";
    let why = "the engine ended before it printed `Nodes searched: N`";
    let output = compare(deaf, &["2", "--timeout", "5"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text.starts_with("differ after a2a3, at depth 1: "), "{text}");
    assert!(text.contains(&format!("\n{why}, by SIGSEGV\nit printed: uciok\nit printed: dying\n")), "{text}");
    let flood = "sh -c 'echo uciok; yes'";
    let output = compare(flood, &["1", "--timeout", "5"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("the engine sent 100000 lines, and none of them was `Nodes searched: N`\n"),
        "{text}"
    );
    // The engine answers one count and ends.
    let once = format!("sh -c \"sed -u 4q | '{QUADBIT}' uci\"");
    let output = compare(&once, &["--suite", "builtin", "--max-nodes", "10", "--timeout", "5"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text.contains(why) && !text.contains(" 0 passed"), "{text}");
}

/// Answers are understood that are only a total or only moves, and moves in other forms, including the other form of
/// castling.
#[test]
fn other_forms_of_answers_are_understood() {
    let same = "same: 400 nodes below 20 moves at depth 2\n";
    for output in
        ["/searched/d", "/^[a-h][1-8]/d", "s/: / - /", "s/Nodes searched/nodes/", "s/^\\([a-h]\\)/\\U\\1/"]
    {
        assert_prints(&compare(&changed("", output), &["2"]), 0, same, "");
    }
    // If the engine prints only totals, the counts below the moves are found by asking for the positions after them.
    let total_alone = changed("", "/^[a-h][1-8]/d;s/searched: 400/searched: 401/");
    let expected = "differ, at depth 2: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                    nodes: quadbit 400, the engine 401, although the counts of all moves agree\n";
    assert_prints(&compare(&total_alone, &["2"]), 1, expected, "");
    let castles = ["2", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"];
    let other = changed("s/e1h1/e1g1/", "s/^e1g1/e1h1/");
    let note = "note: the engine writes castling in the other form (e1g1, e1h1); --strict refuses it\n";
    assert_prints(
        &compare(&other, &castles),
        0,
        &format!("{note}same: 66 nodes below 15 moves at depth 2\n"),
        "",
    );
    let output = compare(&other, &[&castles[..], &["--strict"]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let script =
        Command::new(QUADBIT).args(["compare", "--script", &format!("'{QUADBIT}' tree"), "2"]).output();
    assert_prints(&script.unwrap(), 0, same, "");
}

/// The position of a difference is shrunk to few pieces, also under a fault in making moves, which shows only below the
/// position where the search began.
#[test]
fn what_differs_is_shrunk() {
    let kiwipete = ["4", "--fen", "kiwipete", "--shrink"];
    let smallest = |output: &Output| {
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line =
            text.lines().find_map(|line| line.strip_prefix("smallest: ")).unwrap_or_else(|| panic!("{text}"));
        let pieces = line.split(' ').next().unwrap().chars().filter(char::is_ascii_alphabetic).count();
        assert!(line.contains(";D1 "), "{line}");
        pieces
    };
    for (fault, most) in [("castling-missing", 3), ("pins-ignored", 5), ("rights-stay-rook-taken-unseen", 5)]
    {
        let pieces = smallest(&compare(&faulty(fault), &kiwipete));
        assert!(pieces <= most, "{fault}: {pieces} pieces");
    }
    for fault in ["en-passant-exposes-rank", "promotion-no-bishop"] {
        let pieces = smallest(&compare(&faulty(fault), &["--random", "5000", "--seed", "7"]));
        assert!(pieces <= 5, "{fault}: {pieces} pieces");
    }
    let output = compare(&faulty(""), &["--random", "300"]);
    assert!(
        String::from_utf8_lossy(&output.stdout).ends_with(" nodes at depth 2 of 300 random positions\n"),
        "{output:?}"
    );
}

/// Finds faults in what an engine prints for `d` after random moves: a FEN that has lost a right, a key that depends on
/// the way to the position.
#[test]
fn positions_and_keys_after_random_moves() {
    let random = |output: &str, more: &[&str]| {
        compare(&changed("", output), &[&["--random", "400", "--seed", "3"][..], more].concat())
    };
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let right = random("", &[]);
    assert!(right.status.success(), "{right:?}");
    let lost = random("/^Fen:/s/KQkq/KQ/", &[]);
    assert_eq!(lost.status.code(), Some(1), "{lost:?}");
    assert!(
        text(&lost).contains("the engine prints the position ") && text(&lost).contains(" after "),
        "{lost:?}"
    );
    // In this engine, the number of half moves since the last capture or pawn move becomes a part of the key.
    let clock = random("/^Fen:/{h;s/.* \\([0-9]*\\) [0-9]*$/\\1/;x};/^Key:/{G;s/\\n//}", &[]);
    assert_eq!(clock.status.code(), Some(1), "{clock:?}");
    assert!(
        text(&clock).contains("the engine prints the key ") && text(&clock).contains(", but "),
        "{clock:?}"
    );
}

#[test]
fn a_suite_reports_each_position_once() {
    let suite = |more: &[&str]| {
        let output = compare(
            &faulty("castling-missing"),
            &[&["--suite", "builtin", "--max-nodes", "3000"], more].concat(),
        );
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let text = suite(&[]);
    let mut places: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("failed: builtin: ")?.split(':').next()).collect();
    let failures = places.len();
    places.dedup();
    assert_eq!(places.len(), failures);
    assert!(text.contains(" by --max-nodes\n") && text.contains(" after a failure\n"), "{text}");
    assert!(text.starts_with("castling-missing: castling is never generated\nfailed: "), "{text}");
    assert_eq!(suite(&["--max-failures", "2"]).matches("failed: ").count(), 2);
    let xml = suite(&["--format", "junit"]);
    assert!(xml.contains(&format!(" failures=\"{failures}\" ")), "{xml}");
    assert_eq!(xml.matches("<failure message=").count(), failures);
}

/// The path of the example `faulty_engine`, which is built first.
static FAULTY: LazyLock<PathBuf> = LazyLock::new(|| {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "build",
        "--quiet",
        "--profile",
        "test",
        "--package",
        "quadbit-cli",
        "--example",
        "faulty_engine",
    ]);
    cargo.arg("--target-dir").arg(target).current_dir(env!("CARGO_MANIFEST_DIR"));
    assert!(cargo.status().unwrap().success());
    target.join("debug/examples/faulty_engine")
});

fn guide() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/guide/debugging.md"))
        .unwrap()
}

fn faulty(fault: &str) -> String {
    format!("'{}' {fault}", FAULTY.display())
}

/// Faults, each with the position that the guide to debugging uses for it, and a part of the report.
const CLASSIC: [(&str, &str, &str); 5] = [
    ("en-passant-exposes-rank", "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "only the engine: d5e6"),
    ("castling-through-attack", "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "only the engine: e1g1"),
    ("rights-stay-rook-taken-unseen", "4k3/8/8/8/8/6n1/8/4K2R b K - 0 1", "only the engine: e1g1"),
    ("promotion-capture-queen-only", "2r4k/3P4/8/8/8/8/8/4K3 w - - 0 1", "only quadbit: d7c8b"),
    ("double-check-one-answered", "3rk3/8/3N4/8/8/8/4R3/K7 b - - 0 1", "only the engine: d8d6"),
];

#[test]
fn an_engine_with_a_fault_fails_where_its_rule_matters() {
    let guide = guide();
    let page = include_str!("../../../../docs/src/tools/compare.md");
    // Without a fault the engine counts rightly.
    for fen in CLASSIC.map(|(_, fen, _)| fen) {
        assert_eq!(compare(&faulty(""), &["3", "--fen", fen]).status.code(), Some(0), "{fen}");
    }
    let builtin = |fault: &str| compare(&faulty(fault), &["--suite", "builtin", "--max-nodes", "3000"]);
    let output = builtin("");
    assert!(output.status.success(), "{output:?}");
    for (fault, fen, what) in CLASSIC {
        let output = builtin(fault);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{fault}: {text}");
        assert!(!text.contains(" 0 failed,"), "{fault}: {text}");
        assert!(text.contains(&format!(", all explained by {fault}\n")), "{fault}: {text}");
        let output = compare(&faulty(fault), &["2", "--fen", fen]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{fault}: {text}");
        assert!(text.contains(what), "{fault}: {text}");
        let printed = format!("$ quadbit compare --engine './faulty_engine {fault}' 2 '{fen}'\n{text}");
        assert!(guide.contains(&printed), "the guide to debugging should say:\n{printed}");
        let is_shown = page.contains(&format!("./faulty_engine {fault}'"));
        assert!(!is_shown || page.contains(&printed), "the page on compare should say:\n{printed}");
    }
}

/// The printed position of a difference reproduces it: it has the en passant square even if no
/// legal capture exists.
#[test]
fn a_difference_is_there_again_when_it_is_pasted() {
    let before = "8/4p3/8/r2P3K/8/8/4k3/8 b - - 0 1";
    let output = compare(&faulty("en-passant-exposes-rank"), &["2", "--fen", before]);
    let expected = "differ after e7e5, at depth 1: 8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 2\nonly the engine: d5e6 (en passant takes both pawns off the line, and the rook on a5 attacks the king)\n";
    assert_prints(&output, 1, expected, "");
    let output =
        compare(&faulty("en-passant-exposes-rank"), &["1", "--fen", "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 2"]);
    assert_prints(&output, 1, &expected.replace(" after e7e5", ""), "");
}

#[test]
fn an_engine_without_chess960_is_not_asked_for_it() {
    let engine = faulty("no-chess960");
    let output = compare(&engine, &["1", "--fen", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"]);
    let why = "the engine does not offer UCI_Chess960, in which castling must be written here (if it plays \
               Chess960 all the same: --assume-chess960)";
    assert_prints(&output, 2, "", &format!("error: --engine: {why}\n"));
    let suite = |more: &[&str]| {
        let output = compare(&engine, &[&["--suite", "builtin", "--max-nodes", "3000"], more].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let text = suite(&[]);
    assert!(text.contains(" need UCI_Chess960, which the engine does not offer\n"), "{text}");
    assert!(suite(&["--format", "json"]).contains("\"need UCI_Chess960, which the engine does not offer\":"));
}
