//! `quadbit find`: the twenty questions of the book, files of games and records, and what is written.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::run::{QUADBIT, folder};

/// The games that the questions are asked about.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pgn/tests/data/random_games.pgn");

fn find(arguments: &[&str]) -> Output {
    Command::new(QUADBIT).arg("find").args(arguments).output().unwrap()
}

/// What `quadbit find` prints; it must not fail.
#[track_caller]
fn found(arguments: &[&str]) -> String {
    let output = find(arguments);
    assert!(output.status.code() != Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A file of games with beginnings and ends about which some of the questions ask.
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
        .map(|(positions, games)| {
            let plural = |number: u32| if number == 1 { "" } else { "s" };
            format!("{positions} position{} in {games} game{}\n", plural(*positions), plural(*games))
        })
        .collect();
    assert_eq!(answers, expected);
}

/// The number of threads changes nothing in what is written, counted and reported, whether the file is plain,
/// compressed, or compressed and damaged at the end.
#[test]
fn threads_change_nothing() {
    let bad = "[White \"Bad\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    let text = (fs::read_to_string(GAMES).unwrap() + bad).repeat(40);
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(text.as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let folder = folder("find-threads");
    for (name, bytes, code) in
        [("games.pgn", text.as_bytes(), 0), ("games.pgn.gz", &gz, 0), ("cut.pgn.gz", &gz[..gz.len() - 9], 2)]
    {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        for arguments in [
            &["check", "--to", "csv"][..],
            &["check", "--to", "csv", "--first", "500"],
            &["N@f3 then n@f6", "--mark"],
            &["R-r>=1", "--by", "move"],
        ] {
            let one = find(&[arguments, &[path]].concat());
            assert_eq!(find(&[arguments, &["--threads", "3", path]].concat()), one, "{name} {arguments:?}");
            let is_early = arguments.contains(&"--first");
            assert_eq!(one.status.code(), Some(if is_early { 0 } else { code }), "{name} {arguments:?}");
            assert!(one.stdout.len() > 1000 && one.stderr.starts_with(path.as_bytes()));
        }
    }
}

/// Games are written as they stand in the file, byte for byte, and can be read again.
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

/// Records are left out by their boards and then give what FENs give; those whose pieces are invalid are counted.
#[test]
fn records_are_left_out_by_their_boards() {
    let folder = folder("find-boards");
    let (fens, packed) = (folder.join("games.fen"), folder.join("games.marlinformat"));
    for path in [&fens, &packed] {
        let options = ["pack", "--from", "pgn", "--score", "0", "--result", "draw", "--drop", "all", "--to"];
        let to = path.extension().unwrap().to_str().unwrap();
        assert!(
            Command::new(QUADBIT)
                .args(options)
                .arg(to)
                .arg(GAMES)
                .arg(path)
                .output()
                .unwrap()
                .status
                .success()
        );
    }
    let (fens, path) = (fens.to_str().unwrap(), packed.to_str().unwrap());
    for rule in
        ["Qq=0 and check", "N@d5e5 or black stalemate", "material>=3", "not (K@g1 or halfmoves<3)", "KRvK"]
    {
        assert_eq!(found(&[rule, "--to", "fen", path]), found(&[rule, "--to", "fen", fens]), "{rule}");
    }
    let mut records = fs::read(&packed).unwrap();
    let count = records.len() / 32;
    // The fourth record gets an unknown piece, and the sixth, a position with queens, a bad result.
    (records[3 * 32 + 8], records[5 * 32 + 30]) = (0xff, 7);
    fs::write(&packed, records).unwrap();
    for (rule, bad) in [("Qq=0", 1), ("Qq>=2", 2)] {
        let errors = String::from_utf8(find(&[rule, "--to", "count", path]).stderr).unwrap();
        assert!(errors.contains(&format!("{path}: game 4: ")), "{errors}");
        assert!(errors.ends_with(&format!("bad games or records: {bad} of {count}\n")), "{errors}");
    }
}

/// The positions of a game of viriformat are searched in their order. The game is written here byte by byte, since
/// `quadbit pack` writes only games without moves: a board of 32 bytes, moves with scores, and four zeros at the end.
#[test]
fn games_of_viriformat_have_an_order() {
    let folder = folder("find-viriformat");
    let (pgn, path) = (folder.join("game.pgn"), folder.join("game.viriformat"));
    fs::write(&pgn, "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n").unwrap();
    let options = ["pack", "--from", "pgn", "--to", "viriformat", "--score", "0"];
    assert!(Command::new(QUADBIT).args(options).args([&pgn, &path]).output().unwrap().status.success());
    let rules = ["N@f3 then B@b5", "p@e5 for 3", "moved=n then moved=B within 1", "ply>=0", "P@e4 then n@b8"];
    let numbers = |path: &Path| {
        let path = path.to_str().unwrap();
        rules.map(|rule| found(&[rule, "--to", "fen", path]).lines().count())
    };
    let of_game = numbers(&pgn);
    assert_eq!(of_game, [1, 2, 1, 6, 2]);
    let mut game = fs::read(&path).unwrap()[..32].to_vec();
    for (from, to) in [(12, 28), (52, 36), (6, 21), (57, 42), (5, 33_u16)] {
        game.extend((from | to << 6).to_le_bytes());
        game.extend([0; 2]);
    }
    game.extend([0; 4]);
    fs::write(&path, game).unwrap();
    assert_eq!(numbers(&path), of_game);
}

/// Positions of variations are asked along their own lines, and each counts once.
#[test]
fn variations_are_asked_too() {
    let path = folder("find-variations").join("games.pgn");
    fs::write(&path, "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. Nf3) 1... e5 *\n\n1. e4 c5 *\n").unwrap();
    let path = path.to_str().unwrap();
    for (rule, main, all) in [
        ("ply>=0", 6, 11),
        ("ply=0", 2, 2),
        ("moved=n", 0, 1),
        ("P@d4 then N@f3", 0, 1),
        ("P@d4 for 3", 0, 2),
        ("P@e4", 4, 4),
    ] {
        for (options, positions) in [(&[][..], main), (&["--variations"], all)] {
            let lines = found(&[options, &[rule, "--to", "fen", path]].concat()).lines().count();
            assert_eq!(lines, positions, "{rule} {options:?}");
        }
    }
}

/// Ctrl-C ends a search with what was read and found.
#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_was_found() {
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    let mut child = Command::new(QUADBIT)
        .args(["find", "P@e4", "--to", "count", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut games = child.stdin.take().unwrap();
    let block = "1. e4 *\n".repeat(1 << 15);
    games.write_all(block.as_bytes()).unwrap();
    sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    sleep(Duration::from_millis(100));
    games.write_all(block.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("interrupted: ") && errors.ends_with(" games found\n"), "{errors}");
    assert!(String::from_utf8(output.stdout).unwrap().contains(" positions in "));
    assert_eq!(output.status.code(), Some(130));
}

/// What comes after the last position that `--first` asks for is neither read nor reported.
#[test]
fn games_after_the_last_that_is_wanted_are_not_reported() {
    let path = folder("find-first").join("games.pgn");
    fs::write(&path, "1. e4 *\n\n1. Ke5 *\n\n1. d4 *\n\n1. Ke6 *\n").unwrap();
    let path = path.to_str().unwrap();
    let errors = |first: &str| {
        let output = find(&["moved=P", "--to", "fen", "--first", first, path]);
        String::from_utf8(output.stderr).unwrap().lines().last().map(str::to_owned)
    };
    assert_eq!(errors("1"), None);
    assert_eq!(errors("2").unwrap(), "bad games or records: 1 of 3");
    assert_eq!(errors("3").unwrap(), "bad games or records: 2 of 4");
}
