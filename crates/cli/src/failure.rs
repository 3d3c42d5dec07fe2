//! Why a command ends before it is done, and what the shell is told.

use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command is not done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check failed, and what failed has been printed: exit code 1.
    Check,
    /// The input is bad; the text says what, and where: exit code 2.
    Input(String),
    /// Standard input cannot be read or standard output not be written: exit code 2.
    Stream(io::Error),
}

impl Failure {
    /// Says in one line on standard error what has not been said yet. A reader that left (`quadbit .. | head`) has
    /// seen what it wanted: that is no failure.
    pub(crate) fn report(&self) -> ExitCode {
        let message = match self {
            Self::Check => return ExitCode::from(1),
            Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Input(message) => message.clone(),
            Self::Stream(error) => error.to_string(),
        };
        // Where standard error is closed, the exit code has to be enough.
        let _ = writeln!(io::stderr(), "error: {message}");
        ExitCode::from(2)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}
