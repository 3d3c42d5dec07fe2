//! `quadbit suite`: known counts, verified.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use quadbit_movegen::Position;
use quadbit_perft::suite::{Count, Entry, Format as SuiteFormat};
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

/// A file that has been read.
struct Suite {
    file: String,
    text: String,
    format: SuiteFormat,
}

/// A position to be counted at one depth.
struct Case<'a> {
    file: &'a str,
    line: usize,
    fen: &'a str,
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
    let suites = args.files.iter().map(|file| Suite::open(file)).collect::<Result<Vec<Suite>, Failure>>()?;
    for suite in &suites {
        suite.cases(args.rules).try_for_each(|case| case.map(drop))?;
    }
    let mut report = Report::default();
    let printed = verify(&suites, &mut counter, args, &mut report);
    if report.failed == 0 { printed } else { Err(Failure::check(printed)) }
}

/// Counts all cases and prints the report.
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
        let Some(got) = case.wrong_count(counter, args.counting.verify()).map_err(Failure::Input)? else {
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

impl Suite {
    fn open(path: &Path) -> Result<Self, Failure> {
        let file = path.display().to_string();
        let text = text_of(path).map_err(|error| Failure::Input(format!("{file}: {error}")))?;
        let is_perft = path.extension().is_some_and(|extension| extension == "perft");
        let format = if is_perft { SuiteFormat::Perft } else { SuiteFormat::Epd };
        Ok(Self { file, text, format })
    }

    /// The cases, with valid positions, up to the first bad line. They are read from the text each time: a large suite
    /// has no room in memory for all of its positions.
    fn cases(&self, rules: Rules) -> impl Iterator<Item = Result<Case<'_>, Failure>> {
        let Self { file, text, format } = self;
        let cases_of = move |Entry { line, fen, counts }| {
            let position = rules.read(fen).map_err(|error| format!("line {line}: {error}"))?;
            Ok(counts.into_iter().map(move |count| Case { file, line, fen, position, count }))
        };
        let cases = format
            .entries(text)
            .map(move |entry| entry.map_err(|error| error.to_string()).and_then(cases_of));
        cases.flat_map(move |cases: Result<_, String>| {
            let (cases, error) = match cases {
                Ok(cases) => (Some(cases), None),
                Err(error) => (None, Some(Err(Failure::Input(format!("{file}: {error}"))))),
            };
            cases.into_iter().flatten().map(Ok).chain(error)
        })
    }
}

fn text_of(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    if File::open(path)?.take(LARGEST).read_to_string(&mut text)? as u64 == LARGEST {
        return Err(io::Error::other("the file is larger than 256 MB"));
    }
    Ok(text)
}

impl Case<'_> {
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
        let (file, fen) = (self.file.to_owned(), self.fen.to_owned());
        Mismatch { file, line: self.line, fen, depth, expected: nodes, got }
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
