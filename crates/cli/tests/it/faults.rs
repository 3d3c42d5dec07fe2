//! Every command on a failing machine: a full disk, closed streams, no memory, no files.
//!
//! Each command runs once for each fault. It must succeed as usual, or end with exit code 2 and one line that says what
//! is wrong; a failed check keeps its exit code 1. A file that was there stays as it was.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use quadbit_pack::Format;

use crate::run::{QUADBIT, errors, folder};

const KINGS: &str = "8/8/8/8/8/8/8/K6k w - - 0 1";

/// Placeholders in the arguments of a case; each run has files of its own. `NEW` stands for a path that does not exist,
/// `PLAN` for a folder with a plan of two tasks: for `merge` both are done, otherwise the first.
const NEW: &str = "NEW";
const PLAN: &str = "PLAN";

/// Two plans with two tasks. In the first, one task is done; in the second both are, so that it can be merged.
static PLANS: LazyLock<[PathBuf; 2]> = LazyLock::new(|| {
    let folder = folder("plans");
    [1, 2].map(|done| {
        let plan = folder.join(done.to_string());
        let units = |step: &str, more: &[&str]| {
            let command = [&["units", step][..], more].concat();
            assert!(Command::new(QUADBIT).args(command).output().unwrap().status.success());
        };
        let name = plan.to_str().unwrap();
        units("make", &["3", name, "--ply", "1", "--tasks", "2"]);
        (1..=done).for_each(|task| units("run", &[name, &task.to_string()]));
        plan
    })
});

/// A command with its arguments and input.
struct Case {
    arguments: Vec<String>,
    input: String,
}

/// Returns every command of the program, with input that it accepts.
fn cases() -> Vec<Case> {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/suite.in/good.perft");
    let itself = format!("'{QUADBIT}' uci");
    let lines: &[&[&str]] = &[
        &["perft", "3"],
        &["perft", "3", "--divide", "--format", "json"],
        &["perft", "3", "--threads", "3"],
        &["perft", "3", "--hash", "1", "--verify"],
        &["perft", "3", "--stats"],
        &["perft", "3", "--stats", "--divide", "--format", "json", "--hash", "1", "--threads", "2"],
        &["suite", suite],
        &["suite", "--builtin"],
        &["moves"],
        &["moves", "-"],
        &["fen"],
        &["fen", "-"],
        &["compare", "2", "--engine", &itself],
        &["compare", "--suite", suite, "--engine", &itself],
        &["compare", "--suite", suite, "--engine", &itself, "--threads", "2"],
        &["uci"],
        &["bench", "--quick", "--runs", "1", "--position", "cpw5"],
        &["tree", "2", KINGS],
        &["key"],
        &["key", "-"],
        &["show", "--planes", "--nibbles", "--x88"],
        &["convert", "--from", "fen", "--to", "quad"],
        &["convert", "--from", "fen", "--to", "x88", "-"],
        &["pack", "--from", "fen", "--to", "fen", "-"],
        &["pack", "--from", "fen", "--stats", "-"],
        &["units", "make", "3", NEW, "--ply", "1", "--tasks", "2"],
        &["units", "make", "3", NEW, "--ply", "1", "--tasks", "2", "--stats"],
        &["units", "run", PLAN, "2"],
        &["units", "run", PLAN, "1", "--as", "another", "--hash", "1", "--threads", "2"],
        &["units", "merge", PLAN, "--verify", "0.5"],
        &["units", "merge", PLAN, "--csv", NEW, "--format", "json"],
        &["completions", "bash"],
        &["man"],
        &["help"],
        &["--help"],
        &["perft", "--help"],
        &["--version"],
    ];
    let case = |arguments: &&[&str]| Case {
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        input: match *arguments.last().unwrap() {
            "-" => format!("{KINGS}\n{KINGS}\n"),
            "uci" => "uci\nsetoption name Hash value 1\ngo perft 3\nd\n".to_owned(),
            _ => String::new(),
        },
    };
    lines.iter().map(case).collect()
}

impl Case {
    /// Runs the command in a shell, after another shell command and with redirected streams.
    fn run(&self, first: &str, redirection: &str) -> Output {
        let own = tempfile::tempdir().unwrap();
        let (new, plan) = (own.path().join("new"), own.path().join("plan"));
        if self.arguments.iter().any(|argument| argument == PLAN) {
            let done = &PLANS[usize::from(self.arguments[1] == "merge")];
            assert!(Command::new("cp").arg("-r").arg(done).arg(&plan).status().unwrap().success());
        }
        let arguments = self.arguments.iter().map(|argument| match argument.as_str() {
            NEW => new.as_os_str(),
            PLAN => plan.as_os_str(),
            other => other.as_ref(),
        });
        // Closes descriptors that come from the test runner: they would count against a limit of open files.
        let inherited = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-";
        let script = format!("{inherited}\n{first}\nexec \"$0\" \"$@\" {redirection}");
        let mut child = Command::new("sh")
            .args(["-c", &script, QUADBIT])
            .args(arguments)
            .env("RUST_BACKTRACE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Writing fails if the command has already ended, which is no fault.
        let _ = child.stdin.take().unwrap().write_all(self.input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// Whether the command writes files of its own, and so may fail before its output does.
    fn writes_files(&self) -> bool {
        self.arguments[0] == "units"
            && (self.arguments[1] != "merge" || self.arguments.iter().any(|it| it == NEW))
    }

    /// Checks that the command ended with the one line `message` and exit code 2.
    #[track_caller]
    fn assert_fails(&self, output: &Output, message: &str) {
        assert_eq!(errors(output), format!("error: {message}\n"), "{:?}", self.arguments);
        assert_eq!(output.status.code(), Some(2), "{:?}", self.arguments);
    }

    /// Checks that the command succeeded as usual, or failed with a message of one line and exit code 2, and without
    /// output unless it is `uci`.
    #[track_caller]
    fn assert_is_done_or_fails(&self, output: &Output, fault: &str) {
        let errors = errors(output);
        let about = format!("{fault}: {:?}: {errors}", self.arguments);
        match output.status.code() {
            Some(0) => assert!(errors.is_empty() && !output.stdout.is_empty(), "{about}"),
            Some(2) => {
                assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{about}");
                assert!(output.stdout.is_empty() || self.arguments[0] == "uci", "{about}");
            }
            _ => panic!("{about}: {}", output.status),
        }
    }
}

#[test]
fn a_full_disk() {
    for case in cases() {
        let output = case.run("", "> /dev/full");
        case.assert_fails(&output, "standard output: No space left on device (os error 28)");
    }
}

#[test]
fn a_limit_on_the_size_of_files() {
    let file = folder("size").join("output");
    for case in cases() {
        let output = case.run("ulimit -f 0", &format!("> '{}'", file.display()));
        if case.writes_files() {
            let errors = errors(&output);
            assert!(errors.ends_with(": File too large (os error 27)\n"), "{:?}: {errors}", case.arguments);
            assert_eq!((errors.lines().count(), output.status.code()), (1, Some(2)), "{errors}");
        } else {
            case.assert_fails(&output, "standard output: File too large (os error 27)");
        }
        assert_eq!(fs::metadata(&file).unwrap().len(), 0);
    }
}

#[test]
fn a_failed_check_on_a_full_disk() {
    let wrong = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/suite.in/wrong.epd");
    let engine = format!("sh -c \"'{QUADBIT}' uci | sed -u 's/^a2a3: 20/a2a3: 21/'\"");
    for arguments in [&["suite", wrong][..], &["compare", "2", "--engine", &engine]] {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let output = Case { arguments, input: String::new() }.run("", "> /dev/full");
        assert_eq!(errors(&output), "error: standard output: No space left on device (os error 28)\n");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn closed_streams() {
    for case in cases() {
        // Commands must treat a closed stream like `/dev/null`.
        for redirection in [">&-", "<&-", "2>&-", "<&- >&- 2>&-"] {
            let output = case.run("", redirection);
            assert_eq!(errors(&output), "", "{redirection} {:?}", case.arguments);
            assert_eq!(output.status.code(), Some(0), "{redirection} {:?}", case.arguments);
        }
    }
    // A usage error has its exit code even without its message.
    let case = Case { arguments: ["perft", "3", "--colour"].map(str::to_owned).into(), input: String::new() };
    assert_eq!(case.run("", "2>&-").status.code(), Some(2));
}

#[test]
fn input_that_cannot_be_read() {
    for case in cases().iter().filter(|case| !case.input.is_empty()) {
        case.assert_fails(&case.run("", "< /"), "standard input: Is a directory (os error 21)");
    }
}

#[test]
fn suites_that_cannot_be_read() {
    let folder = folder("suites");
    let binary = folder.join("binary.epd");
    fs::write(&binary, b"\xff\xfe\n").unwrap();
    for (file, why) in [
        (Path::new("/"), "Is a directory (os error 21)"),
        (Path::new("/dev/zero"), "the file is larger than 256 MB"),
        (&binary, "it is not text in UTF-8"),
    ] {
        let file = file.display().to_string();
        let case = Case { arguments: ["suite", &file].map(str::to_owned).into(), input: String::new() };
        case.assert_fails(&case.run("", ""), &format!("{file}: {why}"));
    }
}

#[test]
fn no_home_and_a_broken_locale() {
    for case in cases() {
        let output = case.run("unset HOME USER TERM LANG; export LC_ALL=xx_YY.nonsense", "");
        assert_eq!(errors(&output), "", "{:?}", case.arguments);
        assert_eq!(output.status.code(), Some(0), "{:?}", case.arguments);
    }
}

fn with_limit(case: &Case, kilobytes: u32) -> Output {
    case.run(&format!("ulimit -v {kilobytes}"), "")
}

/// Returns the lowest memory limit, in kilobytes, at which the system can load the program. Below it the program cannot
/// print a message.
fn lowest_limit() -> u32 {
    let version = Case { arguments: vec!["--version".to_owned()], input: String::new() };
    let loads = |kilobytes: &u32| with_limit(&version, *kilobytes).status.success();
    (1..500).map(|step| step * 1024).find(loads).unwrap()
}

/// Memory that runs out while the data grow gives a message at some limits; at others the command succeeds. Only games
/// that are converted on one thread need no more than the lowest limit.
#[test]
fn data_that_outgrow_memory() {
    let lowest = lowest_limit();
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0\n".repeat(20_000);
    let long_game = format!("{{{}}} 1. e4 1-0\n", "a".repeat(12 << 20));
    let pack = ["pack", "--from", "pgn", "--to", "plain", "--score", "1", "-", NEW];
    let threads = [&pack[..], &["--threads", "2"]].concat();
    for (arguments, input, steps, fails) in [
        (&["units", "make", "5", NEW, "--ply", "4", "--tasks", "3"][..], "", 20, true),
        (&pack, &pgn, 4, false),
        (&threads, &pgn, 16, true),
        (&pack, &long_game, 12, true),
    ] {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let case = Case { arguments, input: input.to_owned() };
        let mut codes = Vec::new();
        for step in 0..steps {
            // The first limit is 9 MB above the lowest: every command needs as much.
            let output = with_limit(&case, lowest + 9_000 + step * 2_000);
            let errors = errors(&output);
            let about = format!("step {step}: {:?}: {errors}", case.arguments);
            assert!(matches!(output.status.code(), Some(0 | 2)), "{}: {about}", output.status);
            let is_named = errors.contains("not enough memory") || errors.contains("out of memory");
            // A game that is too large is a bad record, which has a line of its own.
            assert!(output.status.success() || is_named && errors.lines().count() <= 2, "{about}");
            codes.push(output.status.success());
        }
        assert!(codes.contains(&true) && codes.contains(&false) == fails, "{:?}: {codes:?}", case.arguments);
    }
}

#[test]
fn a_limit_on_memory() {
    let lowest = lowest_limit();
    for case in cases() {
        for kilobytes in (lowest..lowest + 16_000).step_by(997) {
            let output = with_limit(&case, kilobytes);
            case.assert_is_done_or_fails(&output, &format!("{kilobytes} KB"));
        }
    }
    // A suite needs little more memory than its text: with less than that it is refused, with some more it is counted.
    let suite = folder("memory").join("large.epd");
    fs::write(&suite, format!("{KINGS} ;D0 1\n").repeat(300_000)).unwrap();
    let large = Case {
        arguments: ["suite", &suite.display().to_string()].map(str::to_owned).into(),
        input: String::new(),
    };
    let output = with_limit(&large, lowest + 60_000);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "cases: 300000 passed, 0 failed, 0 skipped\n");
    large.assert_fails(&with_limit(&large, lowest + 9_000), &format!("{}: out of memory", suite.display()));
    // Memory that is reserved but never used can be refused too.
    let large =
        Case { arguments: ["perft", "3", "--hash", "1000"].map(str::to_owned).into(), input: String::new() };
    let output = with_limit(&large, lowest + 500_000);
    large.assert_fails(&output, "--hash: not enough memory for a table of 1000 MB");
    let hash =
        Case { arguments: vec!["uci".to_owned()], input: "setoption name Hash value 1000\n".to_owned() };
    let output = with_limit(&hash, lowest + 500_000);
    let refused = "info string refused: hash: not enough memory for a table of 1000 MB\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), refused);
    // The threads are refused before any is started.
    let itself = format!("'{QUADBIT}' uci");
    let none = "threads: the system does not provide that many threads";
    for (arguments, message) in [
        (&["perft", "3"][..], format!("--{none}")),
        (&["perft", "3", "--stats"], format!("--{none}")),
        (&["compare", "--suite", "builtin", "--engine", &itself], "--threads: not enough memory".to_owned()),
        (&["pack", "--from", "fen", "--stats"], "--threads: not enough memory for 100 threads".to_owned()),
    ] {
        let arguments = [arguments, &["--threads", "100"]].concat();
        let arguments = arguments.into_iter().map(str::to_owned).collect();
        let case = Case { arguments, input: String::new() };
        case.assert_fails(&with_limit(&case, lowest + 100_000), &message);
    }
}

/// Each reader of positions gets 32 MB, a single byte repeated, with memory for half of it, also from a compressed file
/// of 32 KB or 1 KB. It must read block by block, and end with a message about the records. Only a chunk of binpack and
/// a game may be as large as the file.
#[test]
fn memory_does_not_grow_with_the_input() {
    let (lowest, folder) = (lowest_limit(), folder("proportion"));
    for byte in [b'\0', b'\n', b'x'] {
        let bytes = vec![byte; 32 << 20];
        let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
        gz.write_all(&bytes).unwrap();
        // A frame of zstd with a window of 128 KB, in blocks of a repeated byte.
        let block = |is_last: u32| [&(1 << 20 | 1 << 1 | is_last).to_le_bytes()[..3], &[byte]].concat();
        let zstd = [&b"\x28\xb5\x2f\xfd\x00\x38"[..], &block(0).repeat(255), &block(1)].concat();
        let files = [("plain", bytes), ("packed.gz", gz.finish().unwrap()), ("packed.zst", zstd)];
        let files = files.map(|(name, bytes)| {
            let file = folder.join(name);
            fs::write(&file, bytes).unwrap();
            file
        });
        let files = &files[..if cfg!(feature = "zstd") { 3 } else { 2 }];
        for kind in Format::ALL.map(Format::name).into_iter().chain(["pgn"]) {
            // Read as PGN, line breaks are a file without games, which is no error, just like an empty file.
            if kind == "pgn" && byte == b'\n' {
                continue;
            }
            for file in files {
                let file = file.display().to_string();
                let arguments = ["pack", "--from", kind, "--stats", &file].map(str::to_owned).into();
                let room = if matches!(kind, "binpack" | "pgn") { 128_000 } else { 16_000 };
                let output = with_limit(&Case { arguments, input: String::new() }, lowest + room);
                let errors = errors(&output);
                let about = format!("{kind}, byte {byte}, {file}: {errors}");
                assert_eq!(output.status.code(), Some(2), "{about}");
                assert!(!errors.contains("memory"), "{about}");
            }
        }
    }
}

#[test]
fn a_limit_on_open_files() {
    for case in cases() {
        for files in 4..14 {
            let output = case.run(&format!("ulimit -n {files}"), "");
            case.assert_is_done_or_fails(&output, &format!("{files} files"));
        }
    }
}

#[test]
fn a_drawing_is_written_whole_or_not_at_all() {
    let folder = folder("drawing");
    let draw = |file: &str| Case {
        arguments: ["show", "--svg", file].map(str::to_owned).into(),
        input: String::new(),
    };
    let names = || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();

    let full = draw("/dev/full");
    full.assert_fails(&full.run("", ""), "--svg: /dev/full: No space left on device (os error 28)");

    let below = draw("/dev/null/board.svg");
    below.assert_fails(&below.run("", ""), "--svg: /dev/null/board.svg: Not a directory (os error 20)");

    // The output goes to a new file, to an existing file, and through a link to it.
    let (file, link) = (folder.join("board.svg"), folder.join("link.svg"));
    let case = draw(&file.display().to_string());
    let too_large = format!("--svg: {}: File too large (os error 27)", file.display());
    case.assert_fails(&case.run("ulimit -f 1", ""), &too_large);
    assert!(names().is_empty());
    assert!(case.run("umask 027", "").status.success());
    let drawn = fs::read_to_string(&file).unwrap();
    assert!(drawn.ends_with("</svg>\n"));
    assert_eq!(mode(&file), 0o640);

    File::create(&file).unwrap().write_all(b"old").unwrap();
    case.assert_fails(&case.run("ulimit -f 1", ""), &too_large);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    std::os::unix::fs::symlink("board.svg", &link).unwrap();
    assert!(draw(&link.display().to_string()).run("", "").status.success());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), drawn);
    assert_eq!(mode(&file), 0o640);
    assert_eq!(names().len(), 2);
    // The permissions are kept under any umask.
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o664)).unwrap();
    assert!(case.run("umask 077", "").status.success());
    assert_eq!(mode(&file), 0o664);
}

/// Returns the permissions of a file.
fn mode(file: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).unwrap().permissions().mode() & 0o777
}
