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
use std::time::Duration;

use quadbit_faults::{Board, Counter, Fault};
use quadbit_movegen::Position;

use super::search::{Difference, Outcome, Search};
use super::{Args, ReportFormat, style};
use crate::engine::EngineError;
use crate::failure::Failure;
use crate::format::Format;
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
    /// How many cases were skipped for other reasons, by reason.
    reasons: BTreeMap<&'static str, usize>,
    /// The number of failures with each tag.
    tags: BTreeMap<&'static str, usize>,
    /// The known faults that explain failures, each with the number that it explains.
    explained: BTreeMap<&'static str, usize>,
    failures: Vec<Mismatch>,
}

json_object!(Report { passed, failed, skipped, needs_chess960, reasons, tags, explained, failures });

/// A case that the engine counts wrongly or fails to count.
struct Mismatch {
    file: String,
    line: usize,
    name: Option<&'static str>,
    about: Option<&'static str>,
    fen: String,
    position: Position,
    depth: u8,
    expected: u128,
    /// The number that the engine counts, if it counts.
    got: Option<u128>,
    what: Wrong,
}

impl ToJson for Mismatch {
    fn to_json(&self) -> Json {
        let Self { file, line, name, about, fen, depth, expected, got, what, .. } = self;
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
            .with("got", got)
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

/// The index of a case in the suite, its outcome, and the number that the engine counts, if it counts.
type Found = (usize, Verdict, Option<u128>);

pub(super) fn run(args: &Args, file: &Path) -> Result<(), Failure> {
    let suite = if file == Path::new("builtin") { Suite::builtin() } else { Suite::open(file, None)? };
    let all = suite.cases(args.start.rules).collect::<Result<Vec<Case<'_>>, Failure>>()?;
    let total = all.len();
    if total == 0 {
        return Err(Failure::Input(format!("{}: no counts to verify", file.display())));
    }
    let is_small = |case: &Case<'_>| args.max_nodes.is_none_or(|most| case.count.nodes <= most);
    // A depth of zero tests nothing, and engines disagree on the meaning of `go perft 0`.
    let (asked, zero): (Vec<Case<'_>>, Vec<Case<'_>>) =
        all.into_iter().partition(|case| case.count.depth > 0);
    let (cases, large): (Vec<Case<'_>>, Vec<Case<'_>>) = asked.into_iter().partition(is_small);
    let found = compare(args, &cases)?;
    let mut report = Report {
        passed: 0,
        failed: 0,
        skipped: 0,
        needs_chess960: None,
        reasons: BTreeMap::new(),
        tags: BTreeMap::new(),
        explained: BTreeMap::new(),
        failures: Vec::new(),
    };
    let mut passed = Vec::new();
    let below = cases.len() - found.len();
    for (number, verdict, got) in found {
        let what = match verdict {
            Verdict::Wrong(what) => what,
            Verdict::Right => {
                passed.push(&cases[number]);
                continue;
            }
            Verdict::NeedsChess960 => {
                *report.needs_chess960.get_or_insert(0) += 1;
                continue;
            }
        };
        if let Wrong::Difference(difference) = &what {
            for &tag in &difference.tags {
                *report.tags.entry(tag).or_default() += 1;
            }
        }
        report.failures.push(mismatch(&cases[number], got, what));
    }
    (report.passed, report.failed) = (passed.len(), report.failures.len());
    report.skipped = total - report.passed - report.failed;
    let reasons = [("by --max-nodes", large.len()), ("of depth 0", zero.len()), ("after a failure", below)];
    report.reasons.extend(reasons.into_iter().filter(|&(_, cases)| cases > 0));
    report.explained = explained(&report.failures, &passed);
    let printed = match args.format {
        ReportFormat::Junit => print_junit(&report, &passed),
        ReportFormat::Json => Format::Json.print(&report, print_text),
        ReportFormat::Text => Format::Text.print(&report, print_text),
    };
    let differs = report.failures.iter().any(|failure| !matches!(failure.what, Wrong::Error(_)));
    match report.failures.iter().find_map(|failure| failure.error()) {
        _ if differs => Err(Failure::check(printed)),
        Some(why) => printed.and(Err(args.failed(&EngineError::Unusable(why.to_owned())))),
        None => printed,
    }
}

/// The known faults that give the engine's numbers, those that explain most failures first, until nothing more is
/// explained. A fault that changes a case which the engine passes explains nothing.
fn explained(failures: &[Mismatch], passed: &[&Case<'_>]) -> BTreeMap<&'static str, usize> {
    let mut explained = BTreeMap::new();
    if failures.is_empty() {
        return explained;
    }
    let mut counter = Counter::new();
    let mut left: Vec<(Board, u8, u64)> = failures
        .iter()
        .filter_map(|failure| {
            let got = u64::try_from(failure.got.filter(|_| failure.expected <= SMALL)?).ok()?;
            Some((Board::new(&failure.position), failure.depth, got))
        })
        .collect();
    let passed: Vec<(Board, u8, u64)> = passed
        .iter()
        .filter(|case| case.count.nodes <= SMALL)
        .map(|case| {
            (
                Board::new(&case.position),
                case.count.depth,
                u64::try_from(case.count.nodes).unwrap_or(u64::MAX),
            )
        })
        .collect();
    let mut fits = |fault: Fault, &(board, depth, nodes): &(Board, u8, u64)| {
        counter.perft(&board, depth, fault.into()) == nodes
    };
    let agrees = |fault: &Fault| passed.iter().all(|case| fits(*fault, case));
    let faults: Vec<Fault> = if left.is_empty() { Vec::new() } else { Fault::all().filter(agrees).collect() };
    loop {
        let counts =
            faults.iter().map(|&fault| (left.iter().filter(|case| fits(fault, case)).count(), fault));
        // Of several that explain as much, the first of the list.
        let Some((count, fault)) =
            counts.rev().max_by_key(|&(count, _)| count).filter(|&(count, _)| count > 0)
        else {
            return explained;
        };
        explained.insert(fault.name(), count);
        left.retain(|case| !fits(fault, case));
    }
}

/// The most leaves of a case that is counted under every fault.
const SMALL: u128 = 20_000;

/// The most time for an answer once the engine has hung.
const AFTER_A_HANG: Duration = Duration::from_secs(2);

/// Compares all cases, a number of engines at a time. The result is in the order of the cases.
fn compare(args: &Args, cases: &[Case<'_>]) -> Result<Vec<Found>, Failure> {
    let engines = usize::from(args.threads).min(cases.len());
    // Each engine needs a thread that drives it and two that listen.
    if engines > 1 && !has_room(3 * engines) {
        return Err(Failure::Input("--threads: not enough memory".to_owned()));
    }
    let positions: Vec<&[Case<'_>]> = cases.chunk_by(|one, next| one.line == next.line).collect();
    let (next, failures) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let found = Mutex::new(Vec::new());
    let drive = || -> Result<(), Failure> {
        let mut worker = Worker { args, search: None, has_hung: false };
        while args.max_failures.is_none_or(|most| failures.load(Relaxed) < most) {
            let number = next.fetch_add(1, Relaxed);
            let Some(position) = positions.get(number) else { return Ok(()) };
            let first: usize = positions[..number].iter().map(|cases| cases.len()).sum();
            for (depth, case) in position.iter().enumerate() {
                let (verdict, got) = worker.verdict(case)?;
                let is_wrong = matches!(verdict, Verdict::Wrong(_));
                found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((
                    first + depth,
                    verdict,
                    got,
                ));
                // What is wrong is shown best by the lowest depth.
                if is_wrong {
                    failures.fetch_add(1, Relaxed);
                    break;
                }
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..engines).map(|_| scope.spawn(drive)).collect();
        let mut result = drive();
        for other in others {
            let other =
                other.join().unwrap_or_else(|_| Err(Failure::Input("a thread ended early".to_owned())));
            result = result.and(other);
        }
        result
    })?;
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_unstable_by_key(|&(number, ..)| number);
    Ok(found)
}

/// One engine, started again after a failure.
struct Worker<'a> {
    args: &'a Args,
    search: Option<Search>,
    has_hung: bool,
}

impl Worker<'_> {
    /// The verdict on the engine's answer to a case, and the number that it counts.
    fn verdict(&mut self, case: &Case<'_>) -> Result<(Verdict, Option<u128>), Failure> {
        let mut search = match self.search.take() {
            Some(search) => search,
            None => self.args.search()?,
        };
        let style = style(self.args.start.rules, &case.position);
        if !search.takes(style) {
            self.search = Some(search);
            return Ok((Verdict::NeedsChess960, None));
        }
        if self.has_hung {
            search.engine.hurry(AFTER_A_HANG);
        }
        let compared = search
            .set_out(case.fen, style)
            .and_then(|()| search.difference(&case.position, case.count.depth));
        let got = search.counted;
        Ok(match compared {
            Ok(outcome) => {
                self.has_hung |= search.has_hung;
                self.search = Some(search);
                let verdict = match outcome {
                    Outcome::Same(answer) if answer.nodes() == case.count.nodes => Verdict::Right,
                    Outcome::Same(answer) => Verdict::Wrong(Wrong::Suite { got: answer.nodes() }),
                    Outcome::Different(difference) => Verdict::Wrong(Wrong::Difference(difference)),
                };
                let is_suites = matches!(verdict, Verdict::Wrong(Wrong::Suite { .. }));
                (verdict, got.filter(|_| !is_suites))
            }
            Err(why) => (Verdict::Wrong(Wrong::Error(why.to_string())), None),
        })
    }
}

fn mismatch(case: &Case<'_>, got: Option<u128>, what: Wrong) -> Mismatch {
    let (name, about) = case.about.unzip();
    Mismatch {
        file: case.file.to_owned(),
        line: case.line,
        name,
        about,
        fen: case.fen.to_owned(),
        position: case.position,
        depth: case.count.depth,
        expected: case.count.nodes,
        got,
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
    for Mismatch { file, line, name, about, fen, depth, expected, what, .. } in &report.failures {
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
    for (reason, cases) in &report.reasons {
        writeln!(out, "skipped: {cases} {reason}")?;
    }
    for (fault, count) in &report.explained {
        let share = if *count == report.failed { "all".to_owned() } else { count.to_string() };
        let failures = if report.failed == 1 { "failure" } else { "failures" };
        writeln!(out, "{} {failures}, {share} explained by {fault}", report.failed)?;
    }
    let Report { passed, failed, skipped, .. } = report;
    Ok(writeln!(out, "cases: {passed} passed, {failed} failed, {skipped} skipped")?)
}

/// Prints the cases that were asked as a test suite in the XML of `JUnit`.
fn print_junit(report: &Report, passed: &[&Case<'_>]) -> Result<(), Failure> {
    let escaped = |text: &str| {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let mut out = io::stdout().lock();
    let Report { failed, skipped, .. } = report;
    let tests = passed.len() + failed;
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuite name=\"quadbit compare\" tests=\"{tests}\" failures=\"{failed}\" skipped=\"{skipped}\">"
    )?;
    let mut case = |file: &str, fen: &str, depth: u8, end: &str| {
        let (file, fen) = (escaped(file), escaped(fen));
        writeln!(out, "  <testcase classname=\"{file}\" name=\"{fen} depth {depth}\"{end}")
    };
    for Case { file, fen, count, .. } in passed {
        case(file, fen, count.depth, "/>")?;
    }
    for Mismatch { file, fen, depth, what, .. } in &report.failures {
        let lines = match what {
            Wrong::Difference(difference) => difference.lines().join("\n"),
            Wrong::Suite { got } => format!("quadbit and the engine count {got}"),
            Wrong::Error(why) => why.clone(),
        };
        let message = escaped(&lines).replace('\n', "&#10;");
        case(file, fen, *depth, &format!("><failure message=\"{message}\"/></testcase>"))?;
    }
    Ok(writeln!(out, "</testsuite>")?)
}
