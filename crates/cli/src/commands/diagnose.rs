//! `quadbit diagnose`: from a wrong number to the broken rule.
//!
//! 1. Arguments and a table of first moves become wrong counts.
//! 2. `quadbit-faults` finds the causes that give exactly these.
//! 3. Each cause is shown with its rule, the smallest case of the suite that shows it, and where to look; several with
//!    the count that tells them apart.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process;
use std::sync::Mutex;

use quadbit_faults::{Board, Cause, Counter, Diagnosis, Fault, Faults, Next, Wrong, diagnose, next_count};
use quadbit_movegen::{CastlingStyle, Move, Position};

use crate::bar::{Bar, estimate};
use crate::counting::threads;
use crate::engine::Answer;
use crate::failure::Failure;
use crate::file::is_stream;
use crate::format::Format;
use crate::json::{Json, ToJson};
use crate::position::{NAMED, Rules, fen_of, given};
use crate::signals::on_interrupt;
use crate::suite_file::{Case, Suite, text_of};
use crate::watch::INTERRUPTED;
use crate::whole::whole;

/// Name the broken rule from wrong perft numbers
///
/// Counts under each of about a hundred known faults of move generators, and prints those that give exactly these
/// numbers.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 explained, 1 not explained, 2 bad input.")]
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

/// Reads `DEPTH=WRONG`.
fn wrong(text: &str) -> Result<(u8, u64), String> {
    let read = |(depth, nodes): (&str, &str)| {
        Some((depth.parse().ok()?, nodes.replace([',', '_'], "").parse().ok()?))
    };
    let pair = text.split_once('=').and_then(read).filter(|&(depth, _)| (1..=DEEPEST).contains(&depth));
    pair.ok_or_else(|| format!("not DEPTH=NUMBER with a depth from 1 to {DEEPEST}, such as 5=4865351"))
}

/// The largest depth. Deeper counts take days.
const DEEPEST: u8 = 9;

/// The largest number of threads.
const MOST_THREADS: u16 = quadbit_perft::Counter::MOST_THREADS;

/// What is printed.
struct Report {
    found: Diagnosis,
    next: Option<Next<'static>>,
}

impl ToJson for Report {
    fn to_json(&self) -> Json {
        let Diagnosis { right, rules, guesses, .. } = &self.found;
        let guesses: Vec<_> = guesses.iter().map(|pair| pair.map(Fault::name)).collect();
        let next = self.next.as_ref().map(|next| {
            let counts = next.counts.iter().map(|(nodes, causes)| {
                Json::Object(vec![("nodes", nodes.to_json()), ("rules", names(causes).to_json())])
            });
            Json::Object(vec![
                ("position", next.name.to_json()),
                ("fen", fen_of(next.name).to_json()),
                ("depth", next.depth.to_json()),
                ("right", next.right.to_json()),
                ("counts", Json::List(counts.collect())),
            ])
        });
        let rules = names(rules).to_json();
        Json::Object(vec![("right", right.to_json()), ("rules", rules), ("guesses", guesses.to_json())])
            .with("next", &next)
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = given("--fen", &args.fen, args.rules)?;
    let wrongs = args.wrongs(&position)?;
    on_interrupt(|| process::exit(INTERRUPTED))
        .map_err(|error| Failure::Input(format!("Ctrl-C cannot be handled: {error}")))?;
    let bar = Mutex::new(Bar::new());
    let goes_on = |share: f64| {
        let mut bar = bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let elapsed = bar.elapsed();
        bar.draw(Some(share), || estimate(elapsed, share));
        true
    };
    let found = diagnose(&position, &wrongs, threads(args.threads, MOST_THREADS), &goes_on);
    drop(bar);
    let found = found.ok_or_else(|| Failure::Input("a thread ended early".to_owned()))?;
    let next = if found.rules.len() > 1 { next_count(&found.rules, &known()?) } else { None };
    let report = Report { found, next };
    let printed = args.format.print(&report, |report| print_text(report, &wrongs));
    if report.found.is_right || !report.found.rules.is_empty() {
        printed
    } else {
        Err(Failure::check(printed))
    }
}

/// The positions with names.
fn known() -> Result<Vec<(&'static str, Position)>, Failure> {
    NAMED.iter().map(|&(name, _)| Ok((name, crate::position::named(name)?))).collect()
}

impl Args {
    /// The wrong counts of the arguments; that of a table's total has the table.
    fn wrongs(&self, position: &Position) -> Result<Vec<Wrong>, Failure> {
        let mut wrongs: Vec<Wrong> =
            self.counts.iter().map(|&(depth, nodes)| Wrong { depth, nodes, moves: None }).collect();
        let Some(path) = &self.divide else { return Ok(wrongs) };
        let bad = |why: &str| Failure::Input(format!("--divide: {why}"));
        let text = if is_stream(path) { io::read_to_string(io::stdin()) } else { text_of(path) };
        let answer = Answer::read(&text.map_err(|error| bad(&error.to_string()))?);
        let too_large = |_| bad("its numbers are too large");
        let nodes =
            u64::try_from(answer.moves.iter().map(|count| count.nodes).sum::<u128>()).map_err(too_large)?;
        let moves = answer
            .moves
            .into_iter()
            .map(|count| Ok((count.uci, u64::try_from(count.nodes).map_err(too_large)?)));
        let moves = Some(moves.collect::<Result<Vec<_>, Failure>>()?);
        if moves.as_ref().is_none_or(Vec::is_empty) {
            return Err(bad("no line of it is a move and its count, such as e2e4: 20"));
        }
        if wrongs.is_empty() {
            wrongs.push(Wrong { depth: depth_of(position, nodes), nodes, moves: None });
        }
        let wrong = wrongs.iter_mut().find(|wrong| wrong.nodes == nodes);
        let none = || bad(&format!("its counts add up to {nodes}, which is none of the numbers given"));
        wrong.ok_or_else(none)?.moves = moves;
        Ok(wrongs)
    }
}

/// The depth whose right count is nearest to a number, by their quotient.
fn depth_of(position: &Position, nodes: u64) -> u8 {
    let (board, mut counter) = (Board::new(position), Counter::new());
    let mut right = |depth| counter.perft(&board, depth, Faults::NONE).max(1);
    let deeper = (1..DEEPEST).take_while(|&depth| {
        u128::from(right(depth)) * u128::from(right(depth + 1)) < u128::from(nodes).pow(2)
    });
    deeper.last().unwrap_or(0) + 1
}

fn names(causes: &[Cause]) -> Vec<String> {
    causes.iter().map(Cause::to_string).collect()
}

fn print_text(report: &Report, wrongs: &[Wrong]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let Report { found, next } = report;
    let counts: Vec<String> =
        wrongs.iter().map(|wrong| format!("{} at depth {}", wrong.nodes, wrong.depth)).collect();
    writeln!(out, "{}; right at the greatest depth: {}", counts.join(", "), found.right)?;
    if found.is_right {
        return Ok(writeln!(out, "Nothing is wrong with these numbers.")?);
    }
    let suite = Suite::builtin();
    let mut cases = suite.cases(Rules::default()).collect::<Result<Vec<_>, Failure>>()?;
    cases.retain(|case| case.count.nodes <= 20_000);
    cases.sort_by_key(|case| (case.count.depth, case.count.nodes));
    for cause in &found.rules {
        writeln!(
            out,
            "\n{cause}\n  {}{}",
            cause.fault.rule(),
            cause.side.map_or(String::new(), |side| format!(" ({side:?} only)"))
        )?;
        if let Some((Case { fen, position, count, about, .. }, [right, wrong])) = smallest(&cases, *cause) {
            let text = |mv: &Move| mv.to_uci(position, CastlingStyle::Standard).to_string();
            let mut moves: Vec<String> = position.legal_moves().iter().map(text).collect();
            moves.sort_unstable();
            let name = about.map_or("", |(name, _)| name);
            writeln!(
                out,
                "  seen in {name}, {fen}\n  at depth {}: {right}, with this fault {wrong}",
                count.depth
            )?;
            writeln!(out, "  its legal moves: {}", moves.join(" "))?;
        }
        writeln!(out, "  look at {}", place(cause.fault.name()))?;
    }
    if let Some(Next { name, depth, right, counts }) = next {
        writeln!(out, "\nTo tell them apart, count {name} at depth {depth} (right: {right}):")?;
        for (nodes, causes) in counts {
            writeln!(out, "  {nodes}: {}", names(causes).join(", "))?;
        }
    }
    if found.rules.is_empty() {
        writeln!(out, "\nNo known fault alone gives these numbers.")?;
        for [one, other] in &found.guesses {
            writeln!(out, "  a guess: {one} and {other}")?;
        }
        for (fault, count) in &found.near {
            writeln!(out, "  near: {count} by {fault}")?;
        }
        writeln!(
            out,
            "To find the position and the move: quadbit compare --suite builtin --engine 'YOUR PROGRAM'"
        )?;
    }
    Ok(())
}

/// The first of some cases that shows a fault, with the right and the wrong count.
fn smallest<'a>(cases: &'a [Case<'a>], cause: Cause) -> Option<(&'a Case<'a>, [u64; 2])> {
    let mut counter = Counter::new();
    let mut counts = |case: &Case<'_>| {
        let board = Board::new(&case.position);
        [Faults::NONE, cause.into()].map(|faults| counter.perft(&board, case.count.depth, faults))
    };
    cases.iter().map(|case| (case, counts(case))).find(|(_, [right, wrong])| right != wrong)
}

/// Where to look for a fault in a generator, by the beginning of its name.
fn place(name: &str) -> &'static str {
    let known = PLACES.iter().find(|(beginning, _)| name.starts_with(beginning));
    known.map_or("the generator", |&(_, place)| place)
}

#[rustfmt::skip]
const PLACES: &[(&str, &str)] = &[
    ("en-passant", "where en passant is generated and tested: the captured pawn leaves another square than the target"),
    ("castling", "where castling is generated: rights, empty squares up to the rook, attacked squares up to the king's target"),
    ("rights", "where a move is made: the king moves, a rook leaves its corner, a rook is captured on its corner"),
    ("promotion", "where a pawn reaches the last rank: four pieces, by push and by capture"),
    ("pin", "where pins are found, or a move is tested by making it"),
    ("king", "where the king's steps are tested: attacks on the target, with the king itself taken off the board"),
    ("attack", "the test whether a square is attacked"),
    ("check", "the test whether the own king is attacked after a move"),
    ("double-check", "the moves out of check: in double check only the king moves"),
    ("evasion", "the moves out of check: capture the checker, stand between, step away"),
    ("double-push", "where a pawn moves two squares: from the second rank, over an empty square onto an empty square"),
    ("pawn", "where pawns capture: diagonally, with a mask for the file at the edge"),
    ("knight", "the table of the knight's jumps: a mask for the files at the edge"),
    ("queen", "the directions of the queen"),
    ("", "the function that counts: one leaf for each sequence of exactly so many moves"),
];
