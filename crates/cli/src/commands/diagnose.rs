//! `quadbit diagnose`: from a wrong number to the broken rule.
//!
//! 1. Arguments and a table of first moves become wrong counts.
//! 2. `quadbit-faults` finds the causes that give exactly these.
//! 3. Each cause is shown with its rule, the smallest case of the suite that shows it, and where to look; several
//!    causes are shown with the count that distinguishes them.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use quadbit_faults::{Board, Cause, Counter, Diagnosis, Fault, Faults, Next, Wrong, diagnose, next_count};
use quadbit_movegen::{CastlingStyle, Move, Position};

use crate::bar::{Bar, estimate};
use crate::counting::threads;
use crate::engine::read;
use crate::failure::Failure;
use crate::file::is_stream;
use crate::format::Format;
use crate::json::{Json, ToJson, json_object};
use crate::position::{NAMED, Rules, fen_of, given, named};
use crate::signals::on_interrupt;
use crate::suite_file::{Case, Suite, text_of};
use crate::whole::whole;

/// Name the broken rule from wrong perft numbers
///
/// Counts under each of about a hundred known faults of move generators, and prints those that give exactly these
/// numbers.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 explained, 1 not explained, 2 bad input. Ctrl-C prints what is known so far."
)]
pub(crate) struct Args {
    /// A depth and the count of your generator, such as 5=4865351; several narrow the search
    #[arg(value_name = "DEPTH=WRONG", value_parser = wrong, required_unless_present = "divide")]
    counts: Vec<(u8, u64)>,

    /// A FEN or a name, as for perft
    #[arg(long, value_name = "FEN", default_value = "startpos", allow_hyphen_values = true)]
    fen: String,

    /// Your generator's counts below each first move, in any usual form; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    divide: Option<PathBuf>,

    /// Count on N threads; 0 uses every core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=MOST_THREADS), allow_negative_numbers = true)]
    threads: u16,

    #[command(flatten)]
    rules: Rules,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Reads `DEPTH=WRONG`, a depth in plies and the wrong number of leaves that a generator counts at this depth.
fn wrong(text: &str) -> Result<(u8, u64), String> {
    let read = |(depth, nodes): (&str, &str)| {
        Some((depth.parse().ok()?, nodes.replace([',', '_'], "").parse().ok()?))
    };
    let pair = text.split_once('=').and_then(read).filter(|&(depth, _)| (1..=DEEPEST).contains(&depth));
    pair.ok_or_else(|| format!("not DEPTH=NUMBER with a depth from 1 to {DEEPEST}, such as 5=4865351"))
}

/// The largest depth of a count that can be diagnosed. Deeper counts take days.
const DEEPEST: u8 = 9;

/// The largest number of threads.
const MOST_THREADS: u16 = quadbit_perft::Counter::MOST_THREADS;

/// What `quadbit diagnose` prints.
struct Report {
    right: u64,
    rules: Vec<Cause>,
    guesses: Vec<[Fault; 2]>,
    next: Option<Next<'static>>,
    /// The number of causes and pairs of faults that were not tried before Ctrl-C; `None` if all were.
    untried: Option<usize>,
}

json_object!(Report { right, rules, guesses, next, untried });

impl ToJson for Cause {
    fn to_json(&self) -> Json {
        Json::Text(self.to_string())
    }
}

impl ToJson for Fault {
    fn to_json(&self) -> Json {
        Json::Text(self.to_string())
    }
}

impl ToJson for Next<'_> {
    fn to_json(&self) -> Json {
        let count = |(nodes, causes): (&u64, &Vec<Cause>)| {
            Json::Object(vec![("nodes", nodes.to_json()), ("rules", causes.to_json())])
        };
        let counts = Json::List(self.counts.iter().map(count).collect());
        Json::Object(vec![("position", self.name.to_json()), ("fen", fen_of(self.name).to_json())])
            .with("depth", &self.depth)
            .with("right", &self.right)
            .followed_by(Json::Object(vec![("counts", counts)]))
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = given("--fen", &args.fen, args.rules)?;
    let wrongs = args.wrongs(&position)?;
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    on_interrupt(move || stop.store(true, Relaxed))
        .map_err(|error| Failure::Input(format!("Ctrl-C cannot be handled: {error}")))?;
    let bar = Mutex::new(Bar::new());
    let goes_on = |share: f64| {
        let mut bar = bar.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = bar.elapsed();
        bar.draw(Some(share), || estimate(elapsed, share));
        !is_stopped.load(Relaxed)
    };
    let found = diagnose(&position, &wrongs, threads(args.threads, MOST_THREADS), &goes_on);
    drop(bar);
    let stopped = || Failure::Input("stopped before the right count was known".to_owned());
    let Diagnosis { right, is_right, rules, guesses, near, untried } = found.ok_or_else(stopped)?;
    let known =
        || NAMED.iter().map(|&(name, _)| Ok((name, named(name)?))).collect::<Result<Vec<_>, Failure>>();
    let next = if rules.len() > 1 { next_count(&rules, &known()?) } else { None };
    let report =
        Report { right, rules, guesses, next, untried: Some(untried).filter(|&untried| untried > 0) };
    let printed = args.format.print(&report, |report| {
        let text = if is_right {
            "Nothing is wrong with these numbers.\n".to_owned()
        } else {
            report.text(&near)?
        };
        let counts = wrongs.iter().map(|wrong| format!("{} at depth {}", wrong.nodes, wrong.depth));
        let counts: Vec<String> = counts.collect();
        Ok(write!(io::stdout(), "{}; right at the greatest depth: {right}\n{text}", counts.join(", "))?)
    });
    if is_right || !report.rules.is_empty() { printed } else { Err(Failure::check(printed)) }
}

impl Args {
    /// The wrong counts of the arguments. With `--divide`, the counts below the first moves are added to the argument
    /// that equals their total. If there are no arguments `DEPTH=WRONG`, the total is a wrong count itself, for the
    /// depth at which the right count is nearest.
    ///
    /// # Errors
    /// The table of `--divide` cannot be read, has no counts or too large ones, or its total is none of the arguments.
    fn wrongs(&self, position: &Position) -> Result<Vec<Wrong>, Failure> {
        let wrong = |&(depth, nodes): &(u8, u64)| Wrong { depth, nodes, moves: None };
        let mut wrongs: Vec<Wrong> = self.counts.iter().map(wrong).collect();
        let Some(path) = &self.divide else { return Ok(wrongs) };
        let bad = |why: &str| Failure::Input(format!("--divide: {why}"));
        let text = if is_stream(path) { io::read_to_string(io::stdin()) } else { text_of(path) };
        let answer = read(&text.map_err(|error| bad(&error.to_string()))?);
        let number = |nodes| u64::try_from(nodes).map_err(|_| bad("its numbers are too large"));
        let moves = answer.moves.into_iter().map(|(uci, nodes)| Ok((uci, number(nodes)?)));
        let moves = moves.collect::<Result<Vec<(String, u64)>, Failure>>()?;
        let nodes = number(moves.iter().map(|&(_, nodes)| u128::from(nodes)).sum())?;
        if moves.is_empty() {
            return Err(bad("no line of it is a move and its count, such as e2e4: 20"));
        }
        if wrongs.is_empty() {
            wrongs.push(wrong(&(depth_of(position, nodes), nodes)));
        }
        let wrong = wrongs.iter_mut().find(|wrong| wrong.nodes == nodes);
        let none = || bad(&format!("its counts add up to {nodes}, which is none of the numbers given"));
        wrong.ok_or_else(none)?.moves = Some(moves);
        Ok(wrongs)
    }
}

/// The depth at which the right count of `position` is nearest to `nodes`, by their quotient.
fn depth_of(position: &Position, nodes: u64) -> u8 {
    let (board, mut counter) = (Board::new(position), Counter::new(&[Faults::NONE]));
    let mut right = |depth| counter.perft(&board, depth)[0].max(1);
    let deeper = (1..DEEPEST).take_while(|&depth| {
        u128::from(right(depth)) * u128::from(right(depth + 1)) < u128::from(nodes).pow(2)
    });
    deeper.last().unwrap_or(0) + 1
}

impl Report {
    /// The text of the report: what explains the numbers, and what to do next. `near` are the faults that come nearest.
    fn text(&self, near: &[(Fault, u64)]) -> Result<String, Failure> {
        let suite = Suite::builtin();
        let mut cases = suite.cases(Rules::default()).collect::<Result<Vec<_>, Failure>>()?;
        cases.retain(|case| case.count.nodes <= 20_000);
        cases.sort_by_key(|case| (case.count.depth, case.count.nodes));
        let mut lines = Vec::new();
        for &cause in &self.rules {
            let side = cause.side.map_or(String::new(), |side| format!(" ({side:?} only)"));
            lines.push(format!("\n{cause}\n  {}{side}", cause.fault.rule()));
            if let Some((Case { fen, position, count, about, .. }, [right, wrong])) = smallest(&cases, cause)
            {
                let text = |mv: &Move| mv.to_uci(position, CastlingStyle::Standard).to_string();
                let mut moves: Vec<String> = position.legal_moves().iter().map(text).collect();
                moves.sort_unstable();
                let name = about.map_or("", |(name, _)| name);
                lines.push(format!("  seen in {name}, {fen}"));
                lines.push(format!("  at depth {}: {right}, with this fault {wrong}", count.depth));
                lines.push(format!("  its legal moves: {}", moves.join(" ")));
            }
            lines.push(format!("  look at {}", cause.fault.place()));
        }
        if let Some(Next { name, depth, right, counts }) = &self.next {
            lines.push(format!("\nTo tell them apart, count {name} at depth {depth} (right: {right}):"));
            lines.extend(counts.iter().map(|(nodes, causes)| {
                let names: Vec<String> = causes.iter().map(Cause::to_string).collect();
                format!("  {nodes}: {}", names.join(", "))
            }));
        }
        lines.extend(self.untried.map(|left| format!("\nStopped: {left} causes were not tried.")));
        if self.rules.is_empty() {
            lines.push("\nNo known fault alone gives these numbers.".to_owned());
            lines.extend(self.guesses.iter().map(|[one, other]| format!("  a guess: {one} and {other}")));
            lines.extend(near.iter().map(|(fault, count)| format!("  near: {count} by {fault}")));
            let command = "quadbit compare --suite builtin --engine 'YOUR PROGRAM'";
            lines.push(format!("To find the position and the move: {command}"));
        }
        Ok(lines.join("\n") + "\n")
    }
}

/// The first of `cases` that has another count with the fault `cause`, with its right count and the count with the
/// fault; `None` if there is no such case.
fn smallest<'a>(cases: &'a [Case<'a>], cause: Cause) -> Option<(&'a Case<'a>, [u64; 2])> {
    let mut counter = Counter::new(&[Faults::NONE, cause.into()]);
    cases.iter().find_map(|case| {
        let counts = counter.perft(&Board::new(&case.position), case.count.depth);
        (counts[0] != counts[1]).then(|| (case, [counts[0], counts[1]]))
    })
}
