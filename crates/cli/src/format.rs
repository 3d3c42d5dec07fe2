//! The option `--format`: lines of text for people, or JSON for programs.

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

impl Format {
    /// Prints `report`: with `text`, or as one JSON object on one line.
    pub(crate) fn print<R: ToJson>(
        self,
        report: &R,
        text: impl FnOnce(&R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self {
            Self::Text => text(report),
            Self::Json => Ok(writeln!(io::stdout(), "{}", report.to_json())?),
        }
    }
}
