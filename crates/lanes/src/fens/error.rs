//! Errors of lines of FENs.

use core::fmt;

use quadbit_movegen::FenError;

/// A line that is not a valid FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The number of the line in the text that was read, from 1.
    pub line: usize,
    /// The byte at which the line begins, counted from 0 in that text.
    pub offset: usize,
    /// The reason.
    pub fault: LineFault,
}

/// The reason why a line is not a valid FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFault {
    /// The line is not UTF-8.
    NotUtf8,
    /// The error of the reader of single FENs.
    Fen(FenError),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => f.write_str("not UTF-8"),
            Self::Fen(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for LineError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.fault)
    }
}

impl core::error::Error for LineFault {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Fen(error) => Some(error),
            Self::NotUtf8 => None,
        }
    }
}
