//! `quadbit suite`: known counts, verified.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use quadbit_movegen::Position;
use quadbit_perft::suite::{Count, Format as SuiteFormat};
use serde::Serialize;

use crate::board::BoardCounter;
use crate::counting::Counting;
use crate::failure::Failure;
use crate::format::{Format, print_json};
use crate::position::Rules;

/// The largest file that is read, in bytes. An endless one is refused.
const LARGEST: u64 = 1 << 28;

/// Verify the counts of .epd and .perft files
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Suites: lines `FEN ;D1 20 ;D2 400`, or in a .perft file lines `epd FEN`, `perft 1 20`, `perft 2 400`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Skip cases with more than N nodes
    #[arg(long, value_name = "N", value_parser = node_count, allow_negative_numbers = true)]
    max_nodes: Option<u128>,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    counting: Counting,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A position to be counted at one depth.
struct Case {
    file: String,
    line: usize,
    fen: String,
    position: Position,
    count: Count,
}

/// A case with a wrong count.
#[derive(Serialize)]
struct Mismatch {
    file: String,
    line: usize,
    fen: String,
    depth: u8,
    expected: u128,
    got: u128,
}

/// The results of all cases.
#[derive(Default, Serialize)]
struct Report {
    passed: usize,
    failed: usize,
    skipped: usize,
    failures: Vec<Mismatch>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut counter = args.counting.counter()?;
    // All files are read first, so that a bad line in the last one does not cost hours of counting.
    let mut cases = Vec::new();
    for file in &args.files {
        cases.extend(read(file, args.rules)?);
    }
    let mut report = Report::default();
    let printed = verify(cases, &mut counter, args, &mut report);
    if report.failed == 0 { printed } else { Err(Failure::check(printed)) }
}

/// Counts all cases and prints the report.
fn verify(
    cases: Vec<Case>,
    counter: &mut BoardCounter,
    args: &Args,
    report: &mut Report,
) -> Result<(), Failure> {
    for case in cases {
        if args.max_nodes.is_some_and(|most| case.count.nodes > most) {
            report.skipped += 1;
            continue;
        }
        let Some(got) = case.wrong_count(counter, args.counting.verify()).map_err(Failure::Input)? else {
            report.passed += 1;
            continue;
        };
        report.failed += 1;
        let mismatch = case.mismatch(got);
        if args.format == Format::Text {
            mismatch.print()?;
        }
        report.failures.push(mismatch);
    }
    match args.format {
        Format::Text => {
            let Report { passed, failed, skipped, .. } = report;
            Ok(writeln!(io::stdout(), "cases: {passed} passed, {failed} failed, {skipped} skipped")?)
        }
        Format::Json => print_json(report),
    }
}

/// The value of `--max-nodes`.
fn node_count(text: &str) -> Result<u128, &'static str> {
    text.parse().map_err(|_| "not a whole number from 0 to 2^128 - 1")
}

/// The cases of a file, with valid positions.
fn read(path: &Path, rules: Rules) -> Result<Vec<Case>, Failure> {
    let file = path.display().to_string();
    let text = text_of(path).map_err(|error| Failure::Input(format!("{file}: {error}")))?;
    let is_perft = path.extension().is_some_and(|extension| extension == "perft");
    let format = if is_perft { SuiteFormat::Perft } else { SuiteFormat::Epd };
    let entries = format.read(&text).map_err(|error| Failure::Input(format!("{file}: {error}")))?;
    let mut cases = Vec::new();
    for entry in entries {
        let at_line = |error| Failure::Input(format!("{file}: line {}: {error}", entry.line));
        let position = rules.read(entry.fen).map_err(at_line)?;
        for count in entry.counts {
            let fen = entry.fen.to_owned();
            cases.push(Case { file: file.clone(), line: entry.line, fen, position, count });
        }
    }
    Ok(cases)
}

fn text_of(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    if File::open(path)?.take(LARGEST).read_to_string(&mut text)? as u64 == LARGEST {
        return Err(io::Error::other("the file is larger than 256 MB"));
    }
    Ok(text)
}

impl Case {
    /// The count if it is wrong. With `verify` a right count is repeated with other keys in the table.
    fn wrong_count(&self, counter: &mut BoardCounter, verify: bool) -> Result<Option<u128>, String> {
        let Count { depth, nodes } = self.count;
        let got = counter.perft(&self.position, depth)?;
        if got != nodes {
            return Ok(Some(got));
        }
        if !verify {
            return Ok(None);
        }
        counter.rekey();
        Ok(Some(counter.perft(&self.position, depth)?).filter(|&got| got != nodes))
    }

    fn mismatch(self, got: u128) -> Mismatch {
        let Count { depth, nodes } = self.count;
        Mismatch { file: self.file, line: self.line, fen: self.fen, depth, expected: nodes, got }
    }
}

impl Mismatch {
    fn print(&self) -> io::Result<()> {
        let Self { file, line, fen, depth, expected, got } = self;
        writeln!(
            io::stdout(),
            "failed: {file}: line {line}: {fen}: depth {depth}: expected {expected}, got {got}"
        )
    }
}
