//! Runs the benches, alone or beside the peers, and prints the bars.

mod bars;
mod search;

use anyhow::{Context, Result, bail};

use crate::workspace;

/// Prints how many times faster than cozy-chess perft is; with options, runs the Criterion benches instead.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print the nodes a second of one search on Quadbit, cozy-chess and shakmaty, in the default build and in a native one
    #[arg(long, conflicts_with_all = ["peers", "target", "criterion"])]
    search: bool,

    /// Build the peers too and time them in the same run
    #[arg(long)]
    peers: bool,

    /// The benches of one crate only, by target: nibble, x88, quad, movegen or perft
    #[arg(long)]
    target: Option<String>,

    /// Time each program N times, in turn
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// Arguments for Criterion, such as a filter
    #[arg(last = true)]
    criterion: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.search {
        return search::run(args.rounds);
    }
    if !args.peers && args.target.is_none() && args.criterion.is_empty() {
        return bars::run(args.rounds);
    }
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
