//! Output for people and output for programs.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::failure::Failure;

/// How a result is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines for people
    Text,
    /// One JSON object in one line; integers are exact, whatever their size
    Json,
}

/// Prints one JSON object in one line.
pub(crate) fn print_json(object: &impl Serialize) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, object).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
