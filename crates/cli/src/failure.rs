//! Why a command stops early: its message and exit code.

use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check failed, and the report has been printed: exit code 1.
    Check,
    /// A check failed, and its report cannot be written: exit code 1.
    Unreported(io::Error),
    /// The input is bad; the text says what is wrong and where: exit code 2.
    Input(String),
    /// Standard output cannot be written: exit code 2.
    Stream(io::Error),
    /// Ctrl-C was pressed; the text says what has been done: exit code 130.
    Interrupted(String),
}

/// The exit code of a command that Ctrl-C has ended.
pub(crate) const INTERRUPTED: u8 = 130;

impl Failure {
    /// A failed check, given the result of printing its report. The check decides the exit code, even if the
    /// pipe is closed or the disk is full.
    pub(crate) fn check(printed: Result<(), impl Into<Self>>) -> Self {
        match printed.map_err(Into::into) {
            Ok(()) => Self::Check,
            Err(failure) if failure.is_reader_gone() => Self::Check,
            Err(Self::Stream(error)) => Self::Unreported(error),
            Err(failure) => failure,
        }
    }

    /// The failure of a command because standard input cannot be read.
    pub(crate) fn unreadable(error: &io::Error) -> Self {
        Self::Input(format!("standard input: {error}"))
    }

    /// Whether the reader of standard output has closed the pipe, as in `quadbit .. | head`.
    pub(crate) fn is_reader_gone(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Prints the failure in one line on standard error, unless a report says it already, and returns the exit code. A
    /// closed pipe is not an error.
    pub(crate) fn report(&self) -> ExitCode {
        let (code, message) = match self {
            Self::Check => return ExitCode::from(1),
            _ if self.is_reader_gone() => return ExitCode::SUCCESS,
            Self::Unreported(error) => (1, format!("standard output: {error}")),
            Self::Stream(error) => (2, format!("standard output: {error}")),
            Self::Input(message) => (2, message.clone()),
            Self::Interrupted(done) => (INTERRUPTED, format!("interrupted: {done}")),
        };
        // If standard error is closed, only the exit code reports the failure.
        let label = if code == INTERRUPTED { "" } else { "error: " };
        let _ = writeln!(io::stderr(), "{label}{message}");
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}
