//! The command `quadbit`: perft, suites, legal moves, FENs, and the loop that perft tools drive.

mod commands;
mod counting;
mod divided;
mod engine;
mod failure;
mod format;
mod lines;
mod memory;
mod position;
mod speed;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// Chess on four bits: perft, suites, legal moves and FENs.
#[derive(Parser)]
#[command(version, after_help = "Exit codes: 0 done, 1 a check failed, 2 bad input, 130 interrupted.")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    match Args::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
