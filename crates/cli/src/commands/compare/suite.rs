//! `quadbit compare --suite`: another engine on every case of a suite.
//!
//! 1. The cases are read, and shared among as many engines as asked, each on a thread of its own.
//! 2. A [`Worker`] asks its engine for a divide, and starts the engine again after a failure.
//! 3. If the divides differ, the search goes down to the first difference; if they agree on another total than the
//!    suite's, the suite is wrong.
//! 4. The verdicts are put into the order of the cases, counted and printed.
//!
//! An engine that fails costs only the case that it was asked about.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::search::{Difference, Outcome, Search};
use super::{Args, style};
use crate::board::BoardCounter;
use crate::failure::Failure;
use crate::json::{Json, ToJson, json_object};
use crate::room::has_room;
use crate::suite_file::{Case, Suite};

/// The results of all cases.
struct Report {
    passed: usize,
    failed: usize,
    skipped: usize,
    /// How many of the skipped cases need the option `UCI_Chess960`, which the engine does not offer.
    needs_chess960: Option<usize>,
    /// The number of failures with each tag.
    tags: BTreeMap<&'static str, usize>,
    failures: Vec<Mismatch>,
}

json_object!(Report { passed, failed, skipped, needs_chess960, tags, failures });

/// A case that the engine counts wrongly or fails to count.
struct Mismatch {
    file: String,
    line: usize,
    name: Option<&'static str>,
    about: Option<&'static str>,
    fen: String,
    depth: u8,
    expected: u128,
    what: Wrong,
}

impl ToJson for Mismatch {
    fn to_json(&self) -> Json {
        let Self { file, line, name, about, fen, depth, expected, what } = self;
        let (kind, what) = match what {
            Wrong::Difference(difference) => ("difference", difference.to_json()),
            Wrong::Suite { got } => ("suite", Json::Object(vec![("got", got.to_json())])),
            Wrong::Error(why) => ("error", why.to_json()),
        };
        Json::Object(vec![("file", file.to_json()), ("line", line.to_json())])
            .with("name", name)
            .with("about", about)
            .with("fen", fen)
            .with("depth", depth)
            .with("expected", expected)
            .with(kind, &what)
    }
}

/// What is wrong with an answer.
enum Wrong {
    /// The engine's counts or moves differ from ours.
    Difference(Difference),
    /// The engine and quadbit agree on a count other than the suite's.
    Suite { got: u128 },
    /// The engine fails, for this reason.
    Error(String),
}

/// The outcome of a case.
enum Verdict {
    Right,
    Wrong(Wrong),
    /// The case needs an option that the engine does not have.
    NeedsChess960,
}

/// The index of a case in the suite, with its outcome.
type Found = (usize, Verdict);

pub(super) fn run(args: &Args, file: &Path) -> Result<(), Failure> {
    let suite = if file == Path::new("builtin") { Suite::builtin() } else { Suite::open(file, None)? };
    let all = suite.cases(args.start.rules).collect::<Result<Vec<Case<'_>>, Failure>>()?;
    let total = all.len();
    if total == 0 {
        return Err(Failure::Input(format!("{}: no counts to verify", file.display())));
    }
    let is_small = |case: &Case<'_>| args.max_nodes.is_none_or(|most| case.count.nodes <= most);
    // A depth of zero tests nothing, and engines disagree on the meaning of `go perft 0`.
    let cases: Vec<Case<'_>> =
        all.into_iter().filter(|case| is_small(case) && case.count.depth > 0).collect();
    let found = compare(args, &cases)?;
    let mut report = Report {
        passed: 0,
        failed: 0,
        skipped: total - cases.len(),
        needs_chess960: None,
        tags: BTreeMap::new(),
        failures: Vec::new(),
    };
    for (number, verdict) in found {
        let what = match verdict {
            Verdict::Wrong(what) => what,
            Verdict::Right => {
                report.passed += 1;
                continue;
            }
            Verdict::NeedsChess960 => {
                report.skipped += 1;
                *report.needs_chess960.get_or_insert(0) += 1;
                continue;
            }
        };
        if let Wrong::Difference(difference) = &what {
            for &tag in &difference.tags {
                *report.tags.entry(tag).or_default() += 1;
            }
        }
        report.failures.push(mismatch(&cases[number], what));
    }
    report.failed = report.failures.len();
    let printed = args.format.print(&report, print_text);
    let differs = report.failures.iter().any(|failure| !matches!(failure.what, Wrong::Error(_)));
    match report.failures.iter().find_map(|failure| failure.error()) {
        _ if differs => Err(Failure::check(printed)),
        Some(why) => printed.and(Err(super::failed(why))),
        None => printed,
    }
}

/// Compares all cases, a number of engines at a time. The result is in the order of the cases.
fn compare(args: &Args, cases: &[Case<'_>]) -> Result<Vec<Found>, Failure> {
    let engines = usize::from(args.threads).min(cases.len());
    // Each engine needs a thread that drives it and one that listens.
    if engines > 1 && !has_room(2 * engines) {
        return Err(Failure::Input("--threads: not enough memory".to_owned()));
    }
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let drive = || -> Result<(), Failure> {
        let mut worker = Worker { args, search: None };
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(case) = cases.get(number) else { return Ok(()) };
            let verdict = worker.verdict(case)?;
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, verdict));
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..engines).map(|_| scope.spawn(drive)).collect();
        let mut result = drive();
        for other in others {
            let other = other.join().unwrap_or_else(|_| Err(super::failed("a thread ended early")));
            result = result.and(other);
        }
        result
    })?;
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_unstable_by_key(|&(number, _)| number);
    Ok(found)
}

/// One engine, started again after a failure.
struct Worker<'a> {
    args: &'a Args,
    search: Option<Search>,
}

impl Worker<'_> {
    /// The verdict on the engine's answer to a case.
    fn verdict(&mut self, case: &Case<'_>) -> Result<Verdict, Failure> {
        let mut search = match self.search.take() {
            Some(search) => search,
            None => Search::new(BoardCounter::new(self.args.board), self.args.start_engine()?),
        };
        let style = style(self.args.start.rules, &case.position);
        if !search.takes(style) {
            self.search = Some(search);
            return Ok(Verdict::NeedsChess960);
        }
        let compared = search
            .set_out(case.fen, style)
            .and_then(|()| search.difference(&case.position, case.count.depth));
        Ok(match compared {
            Ok(outcome) => {
                self.search = Some(search);
                match outcome {
                    Outcome::Same(answer) if answer.total == case.count.nodes => Verdict::Right,
                    Outcome::Same(answer) => Verdict::Wrong(Wrong::Suite { got: answer.total }),
                    Outcome::Different(difference) => Verdict::Wrong(Wrong::Difference(difference)),
                }
            }
            Err(why) => Verdict::Wrong(Wrong::Error(why)),
        })
    }
}

fn mismatch(case: &Case<'_>, what: Wrong) -> Mismatch {
    let (name, about) = case.about.unzip();
    Mismatch {
        file: case.file.to_owned(),
        line: case.line,
        name,
        about,
        fen: case.fen.to_owned(),
        depth: case.count.depth,
        expected: case.count.nodes,
        what,
    }
}

impl Mismatch {
    fn error(&self) -> Option<&str> {
        match &self.what {
            Wrong::Error(why) => Some(why),
            _ => None,
        }
    }
}

fn print_text(report: &Report) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for Mismatch { file, line, name, about, fen, depth, expected, what } in &report.failures {
        let place = name.map_or_else(|| format!("line {line}"), str::to_owned);
        writeln!(out, "failed: {file}: {place}: {fen}: depth {depth}: expected {expected}")?;
        if let Some(about) = about {
            writeln!(out, "  {about}")?;
        }
        match what {
            Wrong::Difference(difference) => {
                for line in difference.lines() {
                    writeln!(out, "  {line}")?;
                }
                if !difference.tags.is_empty() {
                    writeln!(out, "  tags: {}", difference.tags.join(", "))?;
                }
            }
            Wrong::Suite { got } => {
                writeln!(out, "  the suite may be wrong: quadbit and the engine count {got}")?;
            }
            Wrong::Error(why) => writeln!(out, "  the engine failed: {why}")?,
        }
    }
    for (tag, failures) in &report.tags {
        writeln!(out, "tag: {tag}: {failures}")?;
    }
    if let Some(cases) = report.needs_chess960 {
        writeln!(out, "skipped: {cases} cases need UCI_Chess960, which the engine does not offer")?;
    }
    let Report { passed, failed, skipped, .. } = report;
    Ok(writeln!(out, "cases: {passed} passed, {failed} failed, {skipped} skipped")?)
}
