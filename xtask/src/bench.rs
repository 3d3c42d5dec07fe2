//! Runs the benches, alone or beside the peers.

use anyhow::{Context, Result, bail};

use crate::workspace;

/// Runs the benches.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Build the peers too and time them in the same run
    #[arg(long)]
    peers: bool,

    /// One crate's benches only, by target: nibble, x88, quad, movegen or perft
    #[arg(long)]
    target: Option<String>,

    /// What Criterion gets, such as a filter
    #[arg(last = true)]
    criterion: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut command = workspace::cargo();
    command.args(["bench", "--package", "benches"]);
    if args.peers {
        command.args(["--features", "peers"]);
    }
    match &args.target {
        Some(target) => command.args(["--bench", target]),
        None => command.arg("--benches"),
    };
    let status = command.arg("--").args(&args.criterion).status().context("starting cargo")?;
    if !status.success() {
        bail!("`cargo bench`: {status}");
    }
    Ok(())
}
