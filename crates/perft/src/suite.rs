//! Files of positions with their known counts.
//!
//! Two formats are in use. An `.epd` file has one line for each position, a FEN followed by
//! the counts by depth:
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
//! ```
//! Blanks around the semicolons are optional, and the operations of an EPD, `FEN D1 20; D2 400;`, are read too. A
//! `.perft` file, as used by python-chess and shakmaty, has several lines for each position:
//!
//! ```text
//! id initial
//! epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//! perft 1 20
//! perft 2 400
//! ```
//! In both, empty lines and lines that begin with `#` or `%` are ignored.

mod epd;
mod error;
mod perft;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub use error::{SuiteError, SuiteErrorKind};

/// A position of a suite, with its known numbers of leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteEntry<'a> {
    /// The number of the position's line, from 1.
    pub line: usize,
    /// The position as written in the file: this reader does not check FENs.
    pub fen: &'a str,
    /// The known numbers of leaves by depth, in the file's order; at least one, and no depth twice.
    pub counts: Vec<KnownCount>,
}

/// A suite: positions with their known counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite<'a> {
    /// The positions, in the order of the file.
    pub entries: Vec<SuiteEntry<'a>>,
}

impl Suite<'static> {
    /// The suite that ships with this crate, [`BUILTIN`].
    pub fn builtin() -> Self {
        let entry = |(line, text): (usize, &'static str)| {
            let mut entry = SuiteFormat::Epd.entries(text.splitn(3, '\t').nth(2)?).next()?.ok()?;
            entry.line = line;
            Some(entry)
        };
        Self { entries: lines(BUILTIN).filter_map(entry).collect() }
    }
}

/// Over fifty small positions, most of them made to test one rule of chess. Each line has a name, a sentence, and a
/// line of an `.epd` file, separated by tabs.
pub const BUILTIN: &str = include_str!("../suites/builtin.tsv");

/// A known number of leaves at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCount {
    /// The depth in plies, 0 to 255.
    pub depth: u8,
    /// The number of leaves.
    pub nodes: u128,
}

/// The format of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteFormat {
    /// `FEN ;D1 20 ;D2 400`, one position a line.
    Epd,
    /// `epd FEN`, `perft 1 20`, `perft 2 400`, each on a line of its own.
    Perft,
}

impl SuiteFormat {
    /// Reads a suite position by position. Stop at the first error, the first malformed line: the items after it are
    /// meaningless.
    ///
    /// ```
    /// use quadbit_perft::suite::{KnownCount, SuiteFormat};
    /// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66";
    /// let suite: Vec<_> = SuiteFormat::Epd.entries(text).collect::<Result<_, _>>().unwrap();
    /// assert_eq!(suite[0].fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// assert_eq!(suite[0].counts[1], KnownCount { depth: 2, nodes: 66 });
    ///
    /// let text = "epd 8/8/8/8/8/8/8/K6k w - -\nperft 1 3\nepd";
    /// let mut entries = SuiteFormat::Perft.entries(text);
    /// assert_eq!(entries.next().unwrap().unwrap().counts.len(), 1);
    /// assert_eq!(entries.next().unwrap().unwrap_err().line, 3);
    /// ```
    pub fn entries(self, text: &str) -> Box<dyn Iterator<Item = Result<SuiteEntry<'_>, SuiteError>> + '_> {
        match self {
            Self::Epd => Box::new(epd::entries(text)),
            Self::Perft => Box::new(perft::entries(text)),
        }
    }
}

impl SuiteEntry<'_> {
    /// Adds the count `nodes` at `depth`, both given as text. Fails if one is not a number in its range, or the depth
    /// has a count already.
    fn add(&mut self, depth: &str, nodes: &str) -> Result<(), SuiteErrorKind> {
        let depth = number(depth).and_then(|depth| u8::try_from(depth).ok()).ok_or(SuiteErrorKind::Depth)?;
        let nodes = number(nodes).ok_or(SuiteErrorKind::Nodes)?;
        if self.counts.iter().any(|count| count.depth == depth) {
            return Err(SuiteErrorKind::DepthTwice);
        }
        self.counts.push(KnownCount { depth, nodes });
        Ok(())
    }
}

/// Reads a number of decimal digits only; `None` for any other text, and for 2^128 and more.
fn number(digits: &str) -> Option<u128> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}

/// The lines that are neither empty nor comments, with their numbers, counted from 1. A byte order mark is skipped.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = (1..).zip(unmarked.lines().map(str::trim));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{SuiteFormat, number};

    #[test]
    fn errors_say_the_line_and_what_is_wrong() {
        let error = SuiteFormat::Epd.entries("A w - -;D1 1\nA w - -;D256 20").nth(1).unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 2: the depth is not a whole number from 0 to 255");
    }

    #[test]
    fn only_plain_digits_are_numbers() {
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("340282366920938463463374607431768211455"), Some(u128::MAX));
        for bad in
            ["", "+1", "-1", "1x", "1 ", "0x1", "1e3", "1_000", "340282366920938463463374607431768211456"]
        {
            assert_eq!(number(bad), None, "{bad:?}");
        }
    }
}
