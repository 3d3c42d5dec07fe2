//! `quadbit suite`: verifies known counts.
//!
//! 1. The suites are read: files, or the command's own.
//! 2. Each case, a position at a depth, is counted; with `--verify` a right count is repeated with other keys.
//! 3. Each wrong count is printed as it is found, and the totals at the end: exit code 1 if any was wrong.
//!
//! Skipped cases never count as passed: the totals have a number for them.

use std::io::{self, Write};
use std::path::PathBuf;

use quadbit_perft::suite::KnownCount;

use crate::board::BoardCounter;
use crate::counting::Counting;
use crate::failure::Failure;
use crate::format::Format;
use crate::json::json_object;
use crate::position::Rules;
use crate::suite_file::{Case, Suite};
use crate::whole::whole;

/// Verify the counts of .epd and .perft files, or of the suite that ships with the command
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Suites: lines `FEN ;D1 20 ;D2 400`, where a name as for --fen may stand for the FEN, or in a .perft
    /// file lines `epd FEN`, `perft 1 20`, `perft 2 400`
    #[arg(required_unless_present = "builtin", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Verify the suite that ships with the command: a small position for each rule
    #[arg(long)]
    builtin: bool,

    /// Skip cases with more than N nodes
    #[arg(long, value_name = "N", value_parser = whole(0..=u128::MAX), allow_negative_numbers = true)]
    max_nodes: Option<u128>,

    /// Depth of the counts in .csv files, which are dumps of units
    #[arg(long, value_name = "N", value_parser = whole(0..=u8::MAX), allow_negative_numbers = true)]
    depth: Option<u8>,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    counting: Counting,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A case whose count differs from the known one.
struct Mismatch {
    file: String,
    line: usize,
    fen: String,
    depth: u8,
    expected: u128,
    got: u128,
    name: Option<&'static str>,
    about: Option<&'static str>,
}

json_object!(Mismatch { file, line, fen, depth, expected, got, name, about });

/// The results of all cases.
#[derive(Default)]
struct Report {
    passed: usize,
    failed: usize,
    skipped: usize,
    failures: Vec<Mismatch>,
}

json_object!(Report { passed, failed, skipped, failures });

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut counter = args.counting.counter()?;
    // All files are read first, so that a bad line in the last one is reported before hours of counting.
    let builtin = args.builtin.then(|| Ok(Suite::builtin()));
    let files = args.files.iter().map(|file| Suite::open(file, args.depth));
    let suites = builtin.into_iter().chain(files).collect::<Result<Vec<Suite>, Failure>>()?;
    for suite in &suites {
        if suite.cases(args.rules).try_fold(0, |count, case| case.map(|_| count + 1))? == 0 {
            return Err(Failure::Input(format!("{}: no counts to verify", suite.file)));
        }
    }
    let mut report = Report::default();
    let printed = verify(&suites, &mut counter, args, &mut report);
    if report.failed == 0 { printed } else { Err(Failure::check(printed)) }
}

/// Counts all cases, adds the results to `report`, and prints it; as text, wrong counts are printed when they are
/// found.
fn verify(
    suites: &[Suite],
    counter: &mut BoardCounter,
    args: &Args,
    report: &mut Report,
) -> Result<(), Failure> {
    for case in suites.iter().flat_map(|suite| suite.cases(args.rules)) {
        let case = case?;
        if args.max_nodes.is_some_and(|most| case.count.nodes > most) {
            report.skipped += 1;
            continue;
        }
        let Some(got) = case.wrong_count(counter, args.counting.verify) else {
            report.passed += 1;
            continue;
        };
        report.failed += 1;
        let mismatch = case.mismatch(got);
        match args.format {
            Format::Text => mismatch.print()?,
            Format::Json => report.failures.push(mismatch),
        }
    }
    args.format.print(report, |Report { passed, failed, skipped, .. }| {
        Ok(writeln!(io::stdout(), "cases: {passed} passed, {failed} failed, {skipped} skipped")?)
    })
}

impl Case<'_> {
    /// The count if it is wrong, otherwise `None`. With `verify`, a correct count is repeated with
    /// other keys in the table.
    fn wrong_count(&self, counter: &mut BoardCounter, verify: bool) -> Option<u128> {
        let KnownCount { depth, nodes } = self.count;
        let got = counter.perft(&self.position, depth);
        if got != nodes {
            return Some(got);
        }
        if !verify {
            return None;
        }
        counter.rekey();
        Some(counter.perft(&self.position, depth)).filter(|&got| got != nodes)
    }

    fn mismatch(self, got: u128) -> Mismatch {
        let KnownCount { depth, nodes } = self.count;
        let (file, fen) = (self.file.to_owned(), self.fen.to_owned());
        let (name, about) = self.about.unzip();
        Mismatch { file, line: self.line, fen, depth, expected: nodes, got, name, about }
    }
}

impl Mismatch {
    fn print(&self) -> io::Result<()> {
        let Self { file, line, fen, depth, expected, got, name, about } = self;
        let place = name.map_or_else(|| format!("line {line}"), str::to_owned);
        writeln!(
            io::stdout(),
            "failed: {file}: {place}: {fen}: depth {depth}: expected {expected}, got {got}"
        )?;
        about.map_or(Ok(()), |about| writeln!(io::stdout(), "        {about}"))
    }
}
