//! The output of the commands in a shell: `tests/cmd`, the READMEs and the book.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace, from that of this crate.
const ROOT: &str = "../..";

/// The pages whose commands stand with what they print.
const COMPARED: [&str; 4] = [
    "README.md",
    "../../docs/src/introduction.md",
    "../../docs/src/guide/debugging.md",
    "../../docs/src/tools",
];

#[test]
fn the_examples_print_what_they_say() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
    for page in COMPARED {
        cases.case(if Path::new(page).is_dir() { format!("{page}/*.md") } else { page.to_owned() });
    }
}

/// The commands of the other pages, which print too much to be shown there, end without an error.
#[test]
fn every_command_of_readme_and_book_runs() {
    let compared: BTreeSet<PathBuf> = COMPARED.iter().flat_map(|page| pages(Path::new(page))).collect();
    let all = ["README.md", "CONTRIBUTING.md", "docs/src"];
    let all = all.iter().flat_map(|page| pages(&Path::new(ROOT).join(page)));
    let folder = tempfile::tempdir().unwrap();
    let mut ran = 0;
    for page in all.filter(|page| !compared.contains(page)) {
        let text = fs::read_to_string(&page).unwrap();
        for line in text.lines().filter_map(|line| line.strip_prefix("$ quadbit ")) {
            let output = Command::new(env!("CARGO_BIN_EXE_quadbit"))
                .args(shell_words::split(line).unwrap())
                .current_dir(&folder)
                .output()
                .unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: `quadbit {line}`: {errors}", page.display());
            ran += 1;
        }
    }
    assert!(ran >= 3, "the README has three commands, and {ran} ran");
}

/// A page, or all pages below a folder.
fn pages(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        return entries.flat_map(|entry| pages(&entry)).collect();
    }
    let is_page = path.extension().is_some_and(|extension| extension == "md");
    is_page.then(|| path.to_owned()).into_iter().collect()
}

/// A program in the place of valgrind reports ten instructions a leaf with bulk counting, twenty without, and five hundred more.
#[cfg(unix)]
#[test]
fn boards_are_timed_and_their_instructions_counted() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let valgrind = folder.path().join("valgrind");
    let script = "#!/bin/sh
case \"$*\" in
*'quadbit perft 3 --fen kiwipete --board ccr --no-bulk') n=1957740 ;;
*'quadbit perft 3 --fen kiwipete --board ccr') n=979120 ;;
*) n=500 ;;
esac
echo \"==1== Collected : $n\" >&2
";
    fs::write(&valgrind, script).unwrap();
    fs::set_permissions(&valgrind, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_quadbit"))
        .args(["bench", "--boards=ccr", "--position", "cpw5", "--runs", "1", "--format", "json"])
        .env("PATH", path)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(
        r#""instructions":[10,20],"runs":[{"position":"cpw5","depth":4,"bulk":true,"nodes":2103487,"#
    ));
    assert!(text.contains(r#"{"position":"cpw5","depth":4,"bulk":false,"nodes":2103487,"#), "{text}");
}
