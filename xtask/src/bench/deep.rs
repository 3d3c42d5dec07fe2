//! Deep counts of the start position with a table and threads.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::workspace::output;

/// A count of the start position with the best level.
struct Case {
    depth: &'static str,
    threads: &'static str,
    hash_mb: &'static str,
    nodes: u64,
}

#[rustfmt::skip]
const CASES: [Case; 5] = [
    Case { depth: "8", threads: "1", hash_mb: "0", nodes: 84_998_978_956 },
    Case { depth: "8", threads: "2", hash_mb: "0", nodes: 84_998_978_956 },
    Case { depth: "8", threads: "1", hash_mb: "1024", nodes: 84_998_978_956 },
    Case { depth: "8", threads: "2", hash_mb: "1024", nodes: 84_998_978_956 },
    Case { depth: "9", threads: "2", hash_mb: "1024", nodes: 2_439_530_234_167 },
];

/// Times the deep counts of the start position `rounds` times in turn and prints the best of each: in seconds, as a
/// fraction of the first count, and as a multiple of `kiwipete`, the seconds of cozy-chess for perft 5 of kiwipete.
pub(super) fn run(quadbit: &Path, rounds: u16, kiwipete: f64) -> Result<()> {
    let mut best = [f64::INFINITY; CASES.len()];
    for _ in 0..rounds {
        for (best, case) in best.iter_mut().zip(&CASES) {
            *best = best.min(case.time(quadbit)?);
        }
    }
    println!(
        "\nThe start position with a table and threads: seconds, as a fraction of the first row, and as a multiple of the time"
    );
    println!("of cozy-chess for kiwipete 5. Best of {rounds}.\n");
    for (seconds, case) in best.into_iter().zip(&CASES) {
        let Case { depth, threads, hash_mb, .. } = case;
        let (part, multiple) = (seconds / best[0], seconds / kiwipete);
        println!(
            "perft {depth}  threads {threads}  table {hash_mb:>4} MB {seconds:8.2} {part:7.3} {multiple:8.1}"
        );
    }
    Ok(())
}

impl Case {
    /// The seconds of this count. Fails if the number of nodes is wrong.
    fn time(&self, quadbit: &Path) -> Result<f64> {
        let mut command = Command::new(quadbit);
        command.args(["perft", self.depth, "--threads", self.threads, "--hash", self.hash_mb]);
        let report = output(command.args(["--format", "json"]))?;
        let report: Value = serde_json::from_str(&report).context("reading the report")?;
        let nodes = report["nodes"].as_u64();
        ensure!(nodes == Some(self.nodes), "perft {}: expected {}, got {report}", self.depth, self.nodes);
        report["seconds"].as_f64().context("the report has no time")
    }
}
