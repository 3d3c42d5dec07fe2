//! A record: the measurements of one run of a bench, as a file of values between tabs.
//!
//! 1. [`Record::new`] puts a title before the lines that a bench has printed: date of the commit, CPU, compiler, and
//!    what was repeated how often.
//! 2. [`Record::store`] keeps it in a file whose name has the kind of the bench, the date and the CPU.
//! 3. [`Record::all`] reads those of a kind, from which the tables and the chart of the book are made.
//!
//! A record keeps what was measured; ratios are computed when they are shown, because only they can be compared
//! between machines.

pub(crate) mod levels;

use std::fs;

use anyhow::{Context, Result};

use crate::{machine, workspace};

/// The folder of the records, from the workspace's root.
pub(crate) const FOLDER: &str = "benches/record";

/// The measurements of one run of a bench, with the machine and the compiler.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// The path of its file, from the workspace's root.
    pub(crate) path: String,
    /// The title, the names of the columns, and the rows; other lines that begin with `#` are remarks.
    pub(crate) text: String,
}

impl Record {
    /// Makes a record of `lines`, which a bench of the kind `kind` has printed: the names of the columns, then rows.
    /// `what` says what was repeated how often, as in `5 runs`.
    pub(crate) fn new(kind: &str, what: &str, lines: &str) -> Result<Self> {
        let (date, cpu, compiler) = (machine::date()?, machine::cpu(), machine::compiler()?);
        let path = format!("{FOLDER}/{kind}-{date}-{}.tsv", as_file_name(&cpu));
        Ok(Self { path, text: format!("# {date}, {cpu}, {compiler}: the best of {what}\n{lines}") })
    }

    /// Reads all stored records of a kind, in the order of their dates.
    pub(crate) fn all(kind: &str) -> Result<Vec<Self>> {
        let paths = workspace::files(FOLDER, "tsv")?.into_iter().map(|path| workspace::shown(&path));
        let of_kind = paths.filter(|path| path.starts_with(&format!("{FOLDER}/{kind}-")));
        of_kind.map(|path| Ok(Self { text: workspace::read(&path)?, path })).collect()
    }

    /// Reads the stored record of a kind with the latest date; an error if there is none.
    pub(crate) fn newest(kind: &str) -> Result<Self> {
        Self::all(kind)?.pop().with_context(|| format!("{FOLDER} has no record {kind}-*"))
    }

    /// Writes the file of the record.
    pub(crate) fn store(&self) -> Result<()> {
        fs::write(workspace::root().join(&self.path), &self.text)
            .with_context(|| format!("writing {}", self.path))
    }

    /// Returns the date, the CPU, the compiler, and what was repeated how often.
    pub(crate) fn title(&self) -> &str {
        self.text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default()
    }

    /// Returns the cells of each row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        let lines = self.text.lines().filter(|line| !line.starts_with('#')).skip(1);
        lines.map(|line| line.split('\t').collect())
    }
}

/// Turns a CPU's name into a part of a file name: words of lower-case letters and digits, joined by hyphens.
fn as_file_name(cpu: &str) -> String {
    let words = cpu.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

/// Reads each of `cells` as a number.
pub(crate) fn numbers(cells: &[&str]) -> Result<Vec<f64>> {
    cells.iter().map(|cell| cell.parse().with_context(|| format!("reading the number {cell}"))).collect()
}

/// Returns the geometric mean of `ratios`.
#[expect(clippy::cast_precision_loss, reason = "there are six positions")]
pub(crate) fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_a_title_and_rows() {
        let record = Record::new("levels", "5 runs", "a\tb\n1\t2\n# a remark\n3\t4\n").unwrap();
        assert!(record.path.starts_with("benches/record/levels-20"));
        assert!(record.title().ends_with(": the best of 5 runs"), "{}", record.title());
        assert_eq!(record.rows().collect::<Vec<_>>(), [["1", "2"], ["3", "4"]]);
    }

    #[test]
    fn records_are_found_by_their_kind() {
        for kind in ["levels", "boards", "search"] {
            let newest = Record::newest(kind).unwrap();
            assert!(newest.rows().count() > 0 && newest.path.contains(kind), "{newest:?}");
        }
        assert!(Record::newest("other").is_err());
    }

    #[test]
    fn names_and_numbers() {
        assert_eq!(as_file_name("Some CPU (8 cores)"), "some-cpu-8-cores");
        assert!((mean(&numbers(&["4", "16.0"]).unwrap()) - 8.0).abs() < 1e-9);
        assert!(numbers(&["soon"]).is_err());
    }
}
