//! Measures the bars: how many times faster than cozy-chess each level counts.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::program::build;
use crate::record::Record;
use crate::record::levels::PEER;
use crate::workspace::output;

/// A position, a depth at which cozy-chess takes 0.2 to 2 s to count the leaves, and their number.
struct Case {
    name: &'static str,
    fen: &'static str,
    depth: &'static str,
    nodes: u64,
}

/// The named positions of the command, each a name and a FEN; first the six of the Chess Programming Wiki's "Perft
/// Results".
const NAMED: &[(&str, &str)] = &include!("../../../crates/cli/suites/named.in");

/// The six positions of the [Chess Programming Wiki's "Perft
/// Results"](https://www.chessprogramming.org/Perft_Results).
#[rustfmt::skip]
const CASES: [Case; 6] = [
    Case { name: NAMED[0].0, fen: NAMED[0].1, depth: "6", nodes: 119_060_324 },
    Case { name: NAMED[1].0, fen: NAMED[1].1, depth: "5", nodes: 193_690_690 },
    Case { name: NAMED[2].0, fen: NAMED[2].1, depth: "7", nodes: 178_633_661 },
    Case { name: NAMED[3].0, fen: NAMED[3].1, depth: "6", nodes: 706_045_033 },
    Case { name: NAMED[4].0, fen: NAMED[4].1, depth: "5", nodes: 89_941_194 },
    Case { name: NAMED[5].0, fen: NAMED[5].1, depth: "5", nodes: 164_075_551 },
];

/// All levels of x86-64 and Arm; those that this machine lacks are reported and skipped.
const LEVELS: [&str; 6] = ["fallback", "sse2", "sse4.2", "avx2", "avx512", "neon"];

/// Builds the command line program `quadbit` and a perft program of cozy-chess, times both in turn on the positions of
/// [`CASES`], `rounds` times each, and prints the best times, a row for each program and level. Returns them as a
/// record.
pub(super) fn run(rounds: u16) -> Result<Record> {
    let quadbit =
        build("release", &["--package", "quadbit-cli", "--features", "fallback"], "target", "quadbit", None)?;
    let bars = ["--package", "benches", "--features", "bars", "--bin", "cozy-chess-perft"];
    let cozy_chess =
        build("release", &bars, "target/native", "cozy-chess-perft", Some("-C target-cpu=native"))?;
    let levels: Vec<&str> = LEVELS.into_iter().filter(|level| has(&quadbit, level)).collect();

    println!("quadbit: default build with fallback; cozy-chess: -C target-cpu=native.");
    println!("One thread, no table, bulk counting; processes in turn, the best of {rounds} each.");
    println!("A count that takes less than 0.3 s is repeated until that time has passed.\n");
    let mut rows = "position\tdepth\tnodes\tprogram\tseconds\n".to_owned();
    for case in &CASES {
        let (mut peer, mut ours) = (f64::INFINITY, vec![f64::INFINITY; levels.len()]);
        for _ in 0..rounds {
            peer = peer.min(time_cozy_chess(&cozy_chess, case)?);
            let report = report(&quadbit, case)?;
            for (best, level) in ours.iter_mut().zip(&levels) {
                *best = best.min(seconds(&report, case, level)?);
            }
        }
        for (program, seconds) in [(&PEER, peer)].into_iter().chain(levels.iter().zip(ours)) {
            let row = case.row(program, seconds);
            print!("{row}");
            rows += &row;
        }
    }
    Record::new("levels", &format!("{rounds} runs in turn"), &rows)
}

impl Case {
    /// Returns the row of the record for `program`, which took `seconds` for this case.
    fn row(&self, program: &str, seconds: f64) -> String {
        format!("{}\t{}\t{}\t{program}\t{seconds:.6}\n", self.name, self.depth, self.nodes)
    }
}

/// Whether the program `quadbit` can run at `level` here: the machine and the build both have it.
fn has(quadbit: &Path, level: &str) -> bool {
    let tried = Command::new(quadbit).args(["perft", "1", "--level", level]).output();
    let has = tried.is_ok_and(|output| output.status.success());
    if !has {
        println!("not supported here: {level}");
    }
    has
}

/// Runs `program`, which must be `quadbit`, as `quadbit bench` on the position of `case`, once at every level. Returns
/// its JSON report.
fn report(program: &Path, case: &Case) -> Result<Value> {
    let arguments = ["bench", "--position", case.name, "--runs", "1", "--format", "json"];
    serde_json::from_str(&output(Command::new(program).args(arguments))?).context("reading the report")
}

/// Returns the seconds of one count at `level` according to `report`. Fails if the number of nodes is not that of
/// `case`.
fn seconds(report: &Value, case: &Case, level: &str) -> Result<f64> {
    let runs = report["runs"].as_array().context("the report has no runs")?;
    let run = runs.iter().find(|run| run["level"] == level).context("the report lacks a level")?;
    if run["nodes"].as_u64() != Some(case.nodes) || run["depth"].as_u64() != case.depth.parse().ok() {
        bail!("{}: expected {} nodes at depth {}, got {run}", case.name, case.nodes, case.depth);
    }
    run["seconds"].as_f64().context("the report has no time")
}

/// Returns the seconds that `program`, a perft program of cozy-chess, takes to count `case` once.
fn time_cozy_chess(program: &Path, case: &Case) -> Result<f64> {
    let arguments = [case.depth, &case.nodes.to_string(), case.fen];
    let text = output(Command::new(program).args(arguments))?;
    let nanoseconds: f64 = text.trim().parse().context("reading a time")?;
    Ok(nanoseconds / 1e9)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::workspace;

    #[test]
    fn every_level_is_timed_and_described() {
        let root = workspace::root();
        let level = fs::read_to_string(root.join("crates/nibble/src/simd/level.rs")).unwrap();
        let page = fs::read_to_string(root.join("docs/src/tools/perft.md")).unwrap();
        let names = level.split_once("const NAMES:").unwrap().1.split_once("= [").unwrap().1;
        let names: Vec<&str> =
            names.split_once(']').unwrap().0.split(", ").map(|name| name.trim_matches('"')).collect();
        assert_eq!(names.len(), 7);
        for name in names {
            assert!(LEVELS.contains(&name) || name == "wasm", "no bench of {name}");
            assert!(page.contains(&format!("`{name}`")), "the page on perft lacks {name}");
        }
    }
}
