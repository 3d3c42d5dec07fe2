//! `quadbit compare --suite`: another engine on every case of a suite.
//!
//! 1. The cases are read, and shared among as many engines as asked, each on a thread of its own. A position is counted
//!    at its depths in the suite's order, and after a failure not at the others.
//! 2. If the counts differ, the search goes down to the first difference; if they agree on another total than the
//!    suite's, the suite is wrong.
//! 3. Failures are put under the known fault that explains them, and printed in the order of these faults.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quadbit_faults::{Board, Counter, Fault};
use quadbit_perft::compare::{Comparison, Difference};

use super::{Args, Contender, ReportFormat, style, tags};
use crate::failure::Failure;
use crate::format::Format;
use crate::json::{Json, ToJson, json_object};
use crate::room::has_room;
use crate::suite_file::{Case, Suite};

/// The results of all cases.
struct Report<'a> {
    passed: usize,
    failed: usize,
    skipped: usize,
    /// How many cases were skipped for each reason.
    reasons: BTreeMap<&'static str, usize>,
    /// The number of failures with each tag.
    tags: BTreeMap<&'static str, usize>,
    /// The known faults that explain failures, each with the number that it explains.
    explained: BTreeMap<&'static str, usize>,
    failures: Vec<Mismatch<'a>>,
}

json_object!(Report<'_> { passed, failed, skipped, reasons, tags, explained, failures });

/// A case of which the engine or the suite has a wrong count.
struct Mismatch<'a> {
    case: &'a Case<'a>,
    /// The number of leaves that the engine counts; `None` if it gives no number.
    got: Option<u128>,
    /// Where the engine differs; `None` if it counts as quadbit does, and the suite is wrong.
    difference: Option<Difference>,
    /// A known fault that gives the engine's number; `None` if none is known.
    fault: Option<Fault>,
}

impl ToJson for Mismatch<'_> {
    fn to_json(&self) -> Json {
        let Case { file, line, fen, count, about, .. } = self.case;
        let (name, about) = about.unzip();
        Json::Object(vec![("file", file.to_json()), ("line", line.to_json())])
            .with("name", &name)
            .with("about", &about)
            .with("fen", fen)
            .with("depth", &count.depth)
            .with("expected", &count.nodes)
            .with("got", &self.got)
            .with("fault", &self.fault.map(Fault::name))
            .with("difference", &self.difference)
    }
}

impl Mismatch<'_> {
    /// The lines of the report that say what differs, or that the suite may be wrong.
    fn text(&self) -> String {
        let got = self.got.unwrap_or_default();
        let of_suite = || format!("the suite may be wrong: quadbit and the engine count {got}");
        self.difference.as_ref().map_or_else(of_suite, ToString::to_string)
    }

    fn tags(&self) -> Vec<&'static str> {
        self.difference.as_ref().map_or_else(Vec::new, |difference| tags(&difference.position))
    }
}

/// The outcome of a case.
enum Verdict<'a> {
    Right,
    Wrong(Box<Mismatch<'a>>),
    Skipped(&'static str),
}

pub(super) fn run(args: &Args, file: &Path) -> Result<(), Failure> {
    let suite = if file == Path::new("builtin") { Suite::builtin() } else { Suite::open(file, None)? };
    let cases = suite.cases(args.start.rules).collect::<Result<Vec<Case<'_>>, Failure>>()?;
    if cases.is_empty() {
        return Err(Failure::Input(format!("{}: no counts to verify", file.display())));
    }
    let (mut passed, mut failures) = (Vec::new(), Vec::new());
    let (mut reasons, mut tags, mut explained) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for (case, verdict) in cases.iter().zip(compare(args, &cases)?) {
        match verdict {
            Verdict::Right => passed.push(case),
            Verdict::Wrong(mismatch) => failures.push(*mismatch),
            Verdict::Skipped(reason) => *reasons.entry(reason).or_default() += 1,
        }
    }
    explain(&mut failures, &passed);
    for failure in &failures {
        for tag in failure.tags() {
            *tags.entry(tag).or_default() += 1;
        }
        if let Some(fault) = failure.fault {
            *explained.entry(fault.name()).or_default() += 1;
        }
    }
    let skipped = reasons.values().sum();
    let (passed_cases, passed, failed) = (passed.len(), passed, failures.len());
    let report = Report { passed: passed_cases, failed, skipped, reasons, tags, explained, failures };
    let printed = match args.format {
        ReportFormat::Junit => print_junit(&report, &passed),
        ReportFormat::Json => Format::Json.print(&report, print_text),
        ReportFormat::Text => print_text(&report),
    };
    if failed > 0 { Err(Failure::check(printed)) } else { printed }
}

/// Gives each of `failures` the known fault that explains it, and sorts them by fault: the fault that explains most
/// comes first, and failures without one last. A fault explains a failure if it gives the engine's number there, and
/// changes no case that the engine has `passed`. Only cases of at most [`SMALL`] leaves are looked at.
fn explain(failures: &mut [Mismatch<'_>], passed: &[&Case<'_>]) {
    if failures.is_empty() {
        return;
    }
    let faults: Vec<Fault> = Fault::all().collect();
    let mut counter = Counter::new(&faults.iter().map(|&fault| fault.into()).collect::<Vec<_>>());
    // For each fault, whether a generator with it counts `nodes` in `case`.
    let mut fits = |case: &Case<'_>, nodes: u128| -> Vec<bool> {
        let counts = counter.perft(&Board::new(&case.position), case.count.depth);
        counts.into_iter().map(|count| u128::from(count) == nodes).collect()
    };
    let mut agrees = vec![true; faults.len()];
    for case in passed.iter().filter(|case| case.count.nodes <= SMALL) {
        agrees.iter_mut().zip(fits(case, case.count.nodes)).for_each(|(agrees, fits)| *agrees &= fits);
    }
    let explains: Vec<Vec<bool>> = failures
        .iter()
        .map(|failure| {
            let got =
                failure.got.filter(|_| failure.difference.is_some() && failure.case.count.nodes <= SMALL);
            let fits = got.map_or(vec![false; faults.len()], |got| fits(failure.case, got));
            fits.iter().zip(&agrees).map(|(&fits, &agrees)| fits && agrees).collect()
        })
        .collect();
    let explained = |number: usize| explains.iter().filter(|explains| explains[number]).count();
    let mut order: Vec<usize> = (0..faults.len()).filter(|&number| explained(number) > 0).collect();
    order.sort_by_key(|&number| Reverse(explained(number)));
    for (failure, explains) in failures.iter_mut().zip(&explains) {
        failure.fault = order.iter().find(|&&number| explains[number]).map(|&number| faults[number]);
    }
    let place = |fault: Fault| order.iter().position(|&number| faults[number] == fault);
    failures.sort_by_key(|failure| failure.fault.and_then(place).unwrap_or(usize::MAX));
}

/// The most leaves of a case that is counted under every fault.
const SMALL: u128 = 20_000;

/// The verdicts on all `cases`, in the order of their lines. As many engines as `--threads` says work at a time.
fn compare<'a>(args: &Args, cases: &'a [Case<'a>]) -> Result<Vec<Verdict<'a>>, Failure> {
    let engines = usize::from(args.threads).min(cases.len());
    // Each engine needs a thread that drives it and two that listen.
    if engines > 1 && !has_room(3 * engines) {
        return Err(Failure::Input("--threads: not enough memory".to_owned()));
    }
    let positions: Vec<&[Case<'_>]> = cases.chunk_by(|one, next| one.line == next.line).collect();
    let (next, failures) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let found = Mutex::new(Vec::new());
    let drive = || -> Result<(), Failure> {
        let mut comparison = args.comparison()?;
        while let Some(position) = positions.get(next.fetch_add(1, Relaxed)) {
            let has_failed = || args.max_failures.is_some_and(|most| failures.load(Relaxed) >= most);
            let (mut verdicts, mut is_wrong) = (Vec::new(), has_failed());
            for case in *position {
                let verdict =
                    if is_wrong { Verdict::Skipped(AFTER) } else { verdict(args, &mut comparison, case)? };
                if matches!(verdict, Verdict::Wrong(_)) {
                    failures.fetch_add(1, Relaxed);
                    is_wrong = true;
                }
                verdicts.push(verdict);
            }
            found.lock().unwrap_or_else(PoisonError::into_inner).push((position[0].line, verdicts));
        }
        Ok(())
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..engines).map(|_| scope.spawn(drive)).collect();
        others.into_iter().fold(drive(), |result, other| {
            let ended = |_| Err(Failure::Input("a thread ended early".to_owned()));
            result.and(other.join().unwrap_or_else(ended))
        })
    })?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|&(line, _)| line);
    Ok(found.into_iter().flat_map(|(_, verdicts)| verdicts).collect())
}

/// Why a case is skipped: an earlier case of its position has failed, or as many cases as `--max-failures` allows.
const AFTER: &str = "after a failure";

fn verdict<'a>(
    args: &Args,
    comparison: &mut Comparison<Contender>,
    case: &'a Case<'a>,
) -> Result<Verdict<'a>, Failure> {
    let style = style(args.start.rules, &case.position);
    // A depth of zero tests nothing, and engines disagree on the meaning of `go perft 0`.
    if case.count.depth == 0 {
        return Ok(Verdict::Skipped("of depth 0"));
    }
    if args.max_nodes.is_some_and(|most| case.count.nodes > most) {
        return Ok(Verdict::Skipped("by --max-nodes"));
    }
    if !comparison.generator.engine.takes(style) {
        return Ok(Verdict::Skipped("need UCI_Chess960, which the engine does not offer"));
    }
    let found = comparison.difference((case.fen, &[]), style, &case.position, case.count.depth);
    let difference = found.map_err(|why| args.failed(&why))?;
    let got = comparison.counted;
    if difference.is_none() && got == Some(case.count.nodes) {
        return Ok(Verdict::Right);
    }
    Ok(Verdict::Wrong(Box::new(Mismatch { case, got, difference, fault: None })))
}

fn print_text(report: &Report<'_>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut under = None;
    for failure in &report.failures {
        let Case { file, line, fen, count, about, .. } = failure.case;
        if failure.fault != under {
            under = failure.fault;
            let rule = under.map_or("not explained by a known fault".to_owned(), |fault| {
                format!("{fault}: {}", fault.rule())
            });
            writeln!(out, "{rule}")?;
        }
        let place = about.map_or_else(|| format!("line {line}"), |(name, _)| name.to_owned());
        writeln!(out, "failed: {file}: {place}: {fen}: depth {}: expected {}", count.depth, count.nodes)?;
        let tags = failure.tags().join(", ");
        let about = about.map(|(_, about)| about.to_owned());
        let tags = (!tags.is_empty()).then(|| format!("tags: {tags}"));
        for line in about.into_iter().chain(failure.text().lines().map(str::to_owned)).chain(tags) {
            writeln!(out, "  {line}")?;
        }
    }
    for (tag, failures) in &report.tags {
        writeln!(out, "tag: {tag}: {failures}")?;
    }
    for (reason, cases) in &report.reasons {
        writeln!(out, "skipped: {cases} {reason}")?;
    }
    let Report { passed, failed, skipped, .. } = report;
    for (fault, count) in &report.explained {
        let share = if count == failed { "all".to_owned() } else { count.to_string() };
        let failures = if *failed == 1 { "failure" } else { "failures" };
        writeln!(out, "{failed} {failures}, {share} explained by {fault}")?;
    }
    Ok(writeln!(out, "cases: {passed} passed, {failed} failed, {skipped} skipped")?)
}

/// Prints the cases that passed or failed as a test suite in the XML of `JUnit`. Skipped cases are only counted.
fn print_junit(report: &Report<'_>, passed: &[&Case<'_>]) -> Result<(), Failure> {
    let escaped = |text: &str| {
        let xml = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        xml.replace('\n', "&#10;")
    };
    let mut out = io::stdout().lock();
    let Report { failed, skipped, .. } = report;
    let tests = passed.len() + failed;
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuite name=\"quadbit compare\" tests=\"{tests}\" failures=\"{failed}\" skipped=\"{skipped}\">"
    )?;
    let failures = report.failures.iter().map(|failure| {
        let message = escaped(&failure.text());
        (failure.case, format!("><failure message=\"{message}\"/></testcase>"))
    });
    for (Case { file, fen, count, .. }, end) in
        passed.iter().map(|&case| (case, "/>".to_owned())).chain(failures)
    {
        let (file, fen) = (escaped(file), escaped(fen));
        writeln!(out, "  <testcase classname=\"{file}\" name=\"{fen} depth {}\"{end}", count.depth)?;
    }
    Ok(writeln!(out, "</testsuite>")?)
}
