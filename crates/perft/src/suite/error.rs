//! What is wrong with a suite.

use core::fmt;

/// A malformed line of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: SuiteErrorKind,
}

/// What is wrong with a line of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteErrorKind {
    /// There is no position before the counts.
    NoPosition,
    /// The position has no counts.
    NoCounts,
    /// In an `.epd`, a semicolon is followed by something other than `D`, a depth and a count.
    Operation,
    /// A line of a `.perft` begins with none of `id`, `epd` and `perft`.
    Keyword,
    /// The depth is not a whole number from 0 to 255.
    Depth,
    /// The count is not a whole number below 2^128.
    Nodes,
    /// The same depth appears twice.
    DepthTwice,
}

impl SuiteErrorKind {
    /// This error on a line.
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
            Self::NoPosition => "no position before the counts",
            Self::NoCounts => "the position has no counts",
            Self::Operation => "expected `D`, a depth and a count after the semicolon, as in `;D2 400`",
            Self::Keyword => "expected `id`, `epd` or `perft` at the start of the line, as in `perft 2 400`",
            Self::Depth => "the depth is not a whole number from 0 to 255",
            Self::Nodes => "the count is not a whole number below 2^128",
            Self::DepthTwice => "the same depth appears twice",
        })
    }
}

impl core::error::Error for SuiteError {}
