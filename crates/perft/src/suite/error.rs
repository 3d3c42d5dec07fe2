//! The errors of lines of a suite.

use core::fmt;

/// A line that does not follow the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub kind: SuiteErrorKind,
}

/// Why a line of a suite is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteErrorKind {
    /// There is no position before the counts.
    NoPosition,
    /// The position has no counts.
    NoCounts,
    /// An operation of an `.epd` file does not consist of `D`, a depth and a count, as in `D2 400`.
    Operation,
    /// A line of a `.perft` file does not begin with `id`, `epd` or `perft`.
    Keyword,
    /// The depth is not a whole number from 0 to 255.
    Depth,
    /// The count is not a whole number below 2^128.
    Nodes,
    /// A depth is listed twice.
    DepthTwice,
}

impl SuiteErrorKind {
    /// The error of this kind in line `line`.
    pub(super) fn at(self, line: usize) -> SuiteError {
        SuiteError { line, kind: self }
    }
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for SuiteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPosition => "the counts have no position before them",
            Self::NoCounts => "the position has no counts, as in `;D2 400` or `D2 400;`",
            Self::Operation => {
                "expected `D`, a depth and a count in each operation, as in `;D2 400` or `D2 400;`"
            }
            Self::Keyword => "expected `id`, `epd` or `perft` at the start of the line, as in `perft 2 400`",
            Self::Depth => "the depth is not a whole number from 0 to 255",
            Self::Nodes => "the count is not a whole number below 2^128",
            Self::DepthTwice => "the same depth is listed twice",
        })
    }
}

impl core::error::Error for SuiteError {}
