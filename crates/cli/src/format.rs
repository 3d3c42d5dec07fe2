//! Output for people and output for programs.

use std::io::{self, Write};

use clap::ValueEnum;

use crate::failure::Failure;
use crate::json::ToJson;

/// How a result is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines of text
    Text,
    /// One JSON object on one line; integers of any size are exact
    Json,
}

/// Prints one JSON object on one line.
pub(crate) fn print_json(object: &impl ToJson) -> Result<(), Failure> {
    Ok(writeln!(io::stdout(), "{}", object.to_json())?)
}
