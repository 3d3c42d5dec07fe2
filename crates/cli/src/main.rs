//! The command `quadbit`: perft, suites, legal moves, FENs, and the loop that perft tools drive.

mod bar;
mod board;
mod commands;
mod counting;
mod divided;
mod engine;
mod failure;
mod file;
mod format;
mod json;
mod level;
mod line_reader;
mod lines;
mod memory;
mod position;
mod room;
mod signals;
mod speed;
mod statistics;
mod suite_file;
mod table;
mod units;
mod watch;
mod whole;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use commands::Command;
use failure::Failure;
use room::has_room;
use signals::fail_at_file_limits;

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

/// Adds advice to the error of a FEN that the shell has split into words.
fn with_advice(mut error: clap::Error) -> clap::Error {
    // Whether a word is a field of a FEN: a side to move, castling rights, or `-`.
    let is_field = |word: &ContextValue| {
        let ContextValue::String(word) = word else { return false };
        matches!(word.as_str(), "w" | "b" | "-") || word.chars().all(|c| "KQkq".contains(c))
    };
    if error.get(ContextKind::InvalidArg).is_some_and(is_field) {
        let advice = "quote the FEN, which has spaces in it".into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice]));
    }
    error
}

fn run() -> Result<(), Failure> {
    fail_at_file_limits();
    if !has_room(0) {
        return Err(Failure::Input("not enough memory".to_owned()));
    }
    match Args::try_parse() {
        Ok(args) => args.command.run()?,
        Err(error) if error.use_stderr() => with_advice(error).exit(),
        // The text of `--help` or `--version`, which is not an error.
        Err(text) => text.print()?,
    }
    Ok(io::stdout().flush()?)
}
