//! Perft suites: exact counts of positions.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::Verdict;
use super::quadbit::{Quadbit, is_refusal};
use crate::workspace;

/// The folder of our own suites, from the root of the workspace.
pub(super) const OWN_FOLDER: &str = "crates/perft/tests/data";

/// Our own suites.
pub(super) const OWN: [&str; 5] =
    ["wiki.epd", "random.epd", "random_chess960.epd", "targeted.epd", "targeted_chess960.epd"];

/// The public suites of valid positions.
pub(super) const PUBLIC: [&str; 5] = [
    "perft_standard.epd",
    "perft_random.epd",
    "perft_mixed_valid_d3.epd",
    "perft_chess960.epd",
    "perft_chess960_startpos_d4.epd",
];

/// The public suite of positions that no game reaches, which are rejected without `--relaxed`.
pub(super) const UNREACHABLE: &str = "perft_standard_unreachable.epd";

/// A position of this suite with 270 moves, more than a list can hold, which is rejected in every mode.
const TOO_MANY_MOVES: &str = "kBQQQQQQ/BR5Q/";

/// Verifies every count of a suite, up to `max_nodes`.
pub(super) fn verify(quadbit: &Quadbit, suite: &Path, max_nodes: u64) -> Result<Verdict> {
    let max_nodes = max_nodes.to_string();
    verify_with(quadbit, &["suite", "--max-nodes", &max_nodes, text_of(suite)?])
}

/// Checks that positions are rejected by default and counted exactly with `--relaxed`, and that the one with
/// too many moves is always rejected.
pub(super) fn verify_unreachable(quadbit: &Quadbit, suite: &Path) -> Result<Verdict> {
    let text = workspace::read(suite)?;
    let (huge, countable): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with(TOO_MANY_MOVES));
    let mut failures = Vec::new();
    for (arguments, lines) in [(&["fen", "-"][..], &countable), (&["fen", "--relaxed", "-"], &huge)] {
        let fens: Vec<&str> = lines.iter().map(|line| fen_of(line)).collect();
        for (fen, answer) in fens.iter().zip(quadbit.answers(arguments, &fens)?) {
            if !is_refusal(&answer) {
                failures.push(format!("`quadbit {}` accepts {fen}", arguments.join(" ")));
            }
        }
    }
    if !failures.is_empty() {
        return Ok((String::new(), failures));
    }
    let copy = quadbit.folder().join(UNREACHABLE);
    fs::write(&copy, countable.join("\n")).with_context(|| format!("writing {}", copy.display()))?;
    verify_with(quadbit, &["suite", "--relaxed", text_of(&copy)?])
}

/// The FEN of a line of a suite.
fn fen_of(line: &str) -> &str {
    line.split_once(';').map_or(line, |(fen, _)| fen)
}

fn text_of(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("the path {} is not text", path.display()))
}

fn verify_with(quadbit: &Quadbit, arguments: &[&str]) -> Result<Verdict> {
    let answer = quadbit.run(arguments)?;
    let last = answer.text.lines().last().unwrap_or_default().to_owned();
    let has_passed = answer.code == 0 && last.contains(" 0 failed");
    let lines = answer.text.lines().chain(answer.errors.lines()).filter(|_| !has_passed);
    Ok((last, lines.map(str::to_owned).collect()))
}
