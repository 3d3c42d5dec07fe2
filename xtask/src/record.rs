//! A record: the times of one run of the bars, with the machine and the compiler, as a file of comma-separated
//! values.
//!
//! [`Record::to_csv`] and [`Record::from_csv`] are the two directions. A record keeps seconds; ratios to the
//! peer are computed when they are shown, because only they can be compared between machines.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// The folder of the records, from the workspace's root.
pub(crate) const FOLDER: &str = "benches/record";

/// The program that all times are compared with.
pub(crate) const PEER: &str = "cozy-chess";

/// The names of a record's columns.
const COLUMNS: &str = "position,depth,nodes,program,seconds";

/// The times of one run of `cargo xtask bench`, with the machine and the compiler.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record {
    /// Year, month and day, such as 2026-11-22, in UTC.
    pub(crate) date: String,
    /// The name that the machine gives its CPU.
    pub(crate) cpu: String,
    /// The version of the compiler, as `rustc --version` prints it.
    pub(crate) compiler: String,
    /// How often each program was timed.
    pub(crate) rounds: u16,
    pub(crate) rows: Vec<Row>,
}

/// The best time of one program for one position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The name of the position.
    pub(crate) position: String,
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
    /// The name of the program: [`PEER`], or of quadbit the level.
    pub(crate) program: String,
    pub(crate) seconds: f64,
}

impl Record {
    /// How many times faster than [`PEER`] each level counts, by level in the order of
    /// the record's rows, and by position.
    pub(crate) fn ratios(&self) -> Vec<(String, Vec<f64>)> {
        let peer: BTreeMap<&str, f64> = self
            .rows
            .iter()
            .filter(|row| row.program == PEER)
            .map(|row| (row.position.as_str(), row.seconds))
            .collect();
        let mut ratios: Vec<(String, Vec<f64>)> = Vec::new();
        for row in self.rows.iter().filter(|row| row.program != PEER) {
            let Some(seconds) = peer.get(row.position.as_str()) else { continue };
            let ratio = seconds / row.seconds;
            match ratios.iter_mut().find(|(level, _)| *level == row.program) {
                Some((_, ratios)) => ratios.push(ratio),
                None => ratios.push((row.program.clone(), vec![ratio])),
            }
        }
        ratios
    }

    /// The name of the record's file: the date and the CPU.
    pub(crate) fn file_name(&self) -> String {
        format!("{}-{}.csv", self.date, as_file_name(&self.cpu))
    }

    /// The text of the record's file.
    pub(crate) fn to_csv(&self) -> String {
        let Self { date, cpu, compiler, rounds, rows } = self;
        let mut text =
            format!("# date: {date}\n# cpu: {cpu}\n# compiler: {compiler}\n# rounds: {rounds}\n{COLUMNS}\n");
        for Row { position, depth, nodes, program, seconds } in rows {
            writeln!(text, "{position},{depth},{nodes},{program},{seconds:.6}")
                .expect("a String takes everything");
        }
        text
    }

    /// Reads a record from the text of its file.
    pub(crate) fn from_csv(text: &str) -> Result<Self> {
        let mut record = Self::default();
        let mut has_columns = false;
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(field) = line.strip_prefix("# ") {
                let (name, value) = field.split_once(": ").with_context(|| format!("line {number}"))?;
                match name {
                    "date" => value.clone_into(&mut record.date),
                    "cpu" => value.clone_into(&mut record.cpu),
                    "compiler" => value.clone_into(&mut record.compiler),
                    "rounds" => record.rounds = value.parse().context("the rounds")?,
                    _ => bail!("line {number}: unknown field `{name}`"),
                }
            } else if !has_columns {
                ensure!(line == COLUMNS, "line {number}: expected the columns {COLUMNS}");
                has_columns = true;
            } else {
                record.rows.push(Row::from_csv(line).with_context(|| format!("line {number}"))?);
            }
        }
        let is_complete = !record.date.is_empty() && !record.cpu.is_empty() && !record.compiler.is_empty();
        ensure!(
            is_complete && !record.ratios().is_empty(),
            "a record must have a date, a CPU, a compiler and times"
        );
        Ok(record)
    }

    /// Reads a record from its file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        Self::from_csv(&workspace::read(path)?).with_context(|| format!("the record {}", path.display()))
    }

    /// All stored records, with the names of their files, in the order of their dates.
    pub(crate) fn all() -> Result<Vec<(String, Self)>> {
        workspace::files(FOLDER, "csv")?
            .iter()
            .map(|path| Ok((workspace::shown(path), Self::read(path)?)))
            .collect()
    }
}

impl Row {
    fn from_csv(line: &str) -> Result<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let [position, depth, nodes, program, seconds] = cells[..] else {
            bail!("expected five cells, found {}", cells.len());
        };
        let seconds: f64 = seconds.parse().context("the seconds")?;
        ensure!(seconds.is_finite() && seconds > 0.0, "the seconds are {seconds}");
        Ok(Self {
            position: position.to_owned(),
            depth: depth.parse().context("the depth")?,
            nodes: nodes.parse().context("the nodes")?,
            program: program.to_owned(),
            seconds,
        })
    }
}

/// A CPU's name as part of a file name: words of lower-case letters and digits, joined by hyphens.
pub(crate) fn as_file_name(cpu: &str) -> String {
    let words = cpu.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

/// The geometric mean.
#[expect(clippy::cast_precision_loss, reason = "there are six positions")]
pub(crate) fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// The lowest ratio.
pub(crate) fn lowest(ratios: &[f64]) -> f64 {
    ratios.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
pub(crate) mod tests;
