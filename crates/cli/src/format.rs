//! Output for people and output for programs.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::failure::Failure;

/// How a result is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines of text
    Text,
    /// One JSON object on one line; integers of any size are exact
    Json,
}

/// Prints one JSON object on one line.
pub(crate) fn print_json(object: &impl Serialize) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, object).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}
