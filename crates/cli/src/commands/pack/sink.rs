//! Where the results of a job go.

use quadbit_pack::{Fields, Format, binpack};

use super::Args;
use super::job::Done;
use super::output::Output;
use crate::failure::Failure;

/// The destination of a job's results.
pub(super) enum Sink {
    /// Nothing is written: positions are only counted.
    Nothing,
    /// Records that do not depend on each other.
    Records(Output),
    /// Chains, which go on from one result to the next.
    Chains(Output, binpack::Writer),
}

impl Sink {
    /// Opens the output for records of `to`.
    pub(super) fn create(to: Option<Format>, args: &Args) -> Result<Self, Failure> {
        let Some(format) = to else { return Ok(Self::Nothing) };
        let output = Output::create(&args.output, format, args.input.clone())?;
        Ok(match format {
            Format::Binpack => Self::Chains(output, binpack::Writer::new()),
            _ => Self::Records(output),
        })
    }

    /// Writes the samples of a result that may continue those of earlier results to the bytes of `done`.
    pub(super) fn join(&mut self, done: &mut Done, may_drop: Fields) {
        if let Self::Chains(_, chains) = self {
            done.write_chains(chains, may_drop);
        }
    }

    /// Writes the bytes of a result.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Nothing => Ok(()),
            Self::Records(output) | Self::Chains(output, _) => output.write(bytes),
        }
    }

    /// The name of a file that is replaced as a whole.
    pub(super) fn file(&self) -> Option<&str> {
        match self {
            Self::Nothing => None,
            Self::Records(output) | Self::Chains(output, _) => output.file(),
        }
    }

    /// Writes what is left, and gives a new file its name.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Nothing => Ok(()),
            Self::Records(output) => output.finish(),
            Self::Chains(mut output, chains) => {
                let mut last = Vec::new();
                chains.finish(&mut last);
                output.write(&last)?;
                output.finish()
            }
        }
    }
}
