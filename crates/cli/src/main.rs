//! The command `quadbit`: perft, suites, legal moves, FENs, and the loop that perft tools drive.

mod board;
mod commands;
mod counting;
mod divided;
mod engine;
mod failure;
mod file;
mod format;
mod line_reader;
mod lines;
mod memory;
mod perftwar;
mod position;
mod room;
mod speed;
mod statistics;
mod suite_file;
mod watch;

use std::io::{self, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::Parser;

use commands::Command;
use failure::Failure;
use room::has_room;

/// Chess on four bits: perft, suites, legal moves and FENs.
#[derive(Parser)]
#[command(
    name = "quadbit",
    version,
    after_help = "Exit codes: 0 done, 1 a check failed or engines differ, 2 bad input, 130 interrupted by Ctrl-C."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    fail_at_file_limits();
    if !has_room(0) {
        return Err(Failure::Input("not enough memory".to_owned()));
    }
    match Args::try_parse() {
        Ok(args) => args.command.run()?,
        Err(error) if error.use_stderr() => error.exit(),
        // Not an error: `--help` or `--version`.
        Err(text) => text.print()?,
    }
    Ok(io::stdout().flush()?)
}

/// Turns a write beyond the file size limit (`ulimit -f`) into an error, like a full disk. By default it kills the program.
#[cfg(unix)]
fn fail_at_file_limits() {
    // If this fails, the default remains: harsh, but not wrong.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
fn fail_at_file_limits() {}
