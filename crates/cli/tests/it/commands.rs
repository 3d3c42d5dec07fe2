//! The output of the commands in a shell: `tests/cmd`, the READMEs and the book.

use std::path::Path;

/// The pages with commands and their output: files, and folders of pages.
const PAGES: [&str; 5] =
    ["README.md", "../../README.md", "../../docs/src", "../../docs/src/guide", "../../docs/src/tools"];

#[test]
fn the_examples_print_what_they_say() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
    for page in PAGES {
        cases.case(if Path::new(page).is_dir() { format!("{page}/*.md") } else { page.to_owned() });
    }
}

/// A program in place of valgrind reports ten instructions a leaf with bulk counting, twenty without, and
/// five hundred for the start.
#[cfg(unix)]
#[test]
fn boards_are_timed_and_their_instructions_counted() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    use crate::run::QUADBIT;

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
    let output = Command::new(QUADBIT)
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
