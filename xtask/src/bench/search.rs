//! Times one search with three chess libraries, and its single calls with two.

use std::process::Command;

use anyhow::Result;

use super::program::build;
use crate::workspace;

/// Builds the program `search-speed` twice, for any machine and for this one, and runs both builds.
pub(super) fn run(rounds: u16) -> Result<()> {
    let arguments = ["--package", "search-speed", "--features", "peers"];
    for (what, folder, flags) in [
        ("default build", "target", None),
        ("native build: -C target-cpu=native", "target/native", Some("-C target-cpu=native")),
    ] {
        let program = build("engine", &arguments, folder, "search-speed", flags)?;
        println!("{what}");
        for part in [&[][..], &["calls"]] {
            workspace::run(Command::new(&program).args(part).arg(rounds.to_string()))?;
            println!();
        }
    }
    Ok(())
}
