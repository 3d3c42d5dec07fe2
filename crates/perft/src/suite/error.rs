//! What is wrong with a suite.

use core::fmt;

/// A line that is not as the format says.
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
    /// Behind a semicolon of an `.epd` stands something else than `D`, a depth and a count.
    Operation,
    /// A line of a `.perft` begins with none of `id`, `epd` and `perft`.
    Keyword,
    /// The depth is no whole number from 0 to 255.
    Depth,
    /// The count is no whole number below 2^128.
    Nodes,
    /// The same depth has been counted before.
    DepthTwice,
}

impl SuiteErrorKind {
    /// The same, with the line that it is about.
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
            Self::NoPosition => "there is no position before the counts",
            Self::NoCounts => "the position has no counts",
            Self::Operation => "behind a semicolon stands `D`, a depth and a count, as in `;D2 400`",
            Self::Keyword => "a line begins with `id`, `epd` or `perft`, as in `perft 2 400`",
            Self::Depth => "a depth is a whole number from 0 to 255",
            Self::Nodes => "a count is a whole number below 2^128",
            Self::DepthTwice => "a depth is counted twice",
        })
    }
}

impl core::error::Error for SuiteError {}
