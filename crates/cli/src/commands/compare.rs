//! `quadbit compare`: where another program counts differently.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use quadbit_movegen::{CastlingStyle, Move, Position};

use crate::board::{Board, BoardCounter};
use crate::divided::{self, MoveCount};
use crate::engine::{Answer, Engine};
use crate::failure::Failure;
use crate::position::{Rules, Start};

/// Find the first position and move where another program's `go perft` differs
///
/// The program has to print a line `e2e4: 20` for each move and then `Nodes searched: 400`, as Stockfish does. Other lines
/// are ignored.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 no difference, 1 the counts differ, 2 the engine fails or the input is bad."
)]
pub(crate) struct Args {
    /// Depth in plies, 1 to 255
    #[arg(value_parser = clap::value_parser!(u8).range(1..), allow_negative_numbers = true)]
    depth: u8,

    /// The other program and its arguments, split into words as a shell does it
    #[arg(long, value_name = "CMD", allow_hyphen_values = true)]
    engine: String,

    /// Time limit for each answer in seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,

    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    rules: Rules,

    /// Count with this board
    #[arg(long, value_enum, value_name = "BOARD", default_value_t = Board::Quad)]
    board: Board,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.start.position(args.rules)?;
    let failed = |why| Failure::Input(format!("--engine: {why}"));
    let mut engine = Engine::start(&args.engine, args.timeout).map_err(failed)?;
    let mut style = args.rules.castling_style();
    if !position.has_standard_castling() {
        style = CastlingStyle::Chess960;
    }
    if style == CastlingStyle::Chess960 {
        engine.set_chess960().map_err(failed)?;
    }
    let counter = BoardCounter::new(args.board);
    let mut search = Search { fen: position.to_string(), style, counter, engine, path: Vec::new() };
    let mut out = io::stdout().lock();
    match search.difference(&position, args.depth).map_err(failed)? {
        Outcome::Same(Answer { moves, total }) => {
            writeln!(out, "same: {total} nodes below {} moves at depth {}", moves.len(), args.depth)?;
            Ok(())
        }
        Outcome::Different(report) => Err(Failure::check(writeln!(out, "{}", report.join("\n")))),
    }
}

/// The search for a difference, down from a position.
struct Search {
    /// The position where it begins.
    fen: String,
    style: CastlingStyle,
    counter: BoardCounter,
    engine: Engine,
    /// The moves made from there.
    path: Vec<String>,
}

/// The result of a comparison.
enum Outcome {
    /// The engine agrees.
    Same(Answer),
    /// The lines that say where and how it differs.
    Different(Vec<String>),
}

impl Search {
    /// Compares the divides of a position and goes on below the first move whose counts differ, until the moves
    /// themselves differ.
    fn difference(&mut self, position: &Position, depth: u8) -> Result<Outcome, String> {
        let answer = self.engine.divide(&self.fen, &self.path, depth)?;
        let counts = self.counter.divide(position, depth)?;
        let ours = divided::sorted(&counts, position, self.style);
        let total = divided::total(&counts, depth);
        if ours == answer.moves && total == answer.total {
            return Ok(Outcome::Same(answer));
        }
        let mut report = vec![self.place(position, depth)];
        report.extend(differing_moves(&ours, &answer.moves));
        if report.len() > 1 {
            return Ok(Outcome::Different(report));
        }
        let Some((ours, theirs)) = ours.iter().zip(&answer.moves).find(|(ours, theirs)| ours != theirs)
        else {
            report.push(format!(
                "nodes: quadbit {total}, the engine {}, although the counts of all moves agree",
                answer.total
            ));
            return Ok(Outcome::Different(report));
        };
        report.push(format!("{}: quadbit {}, the engine {}", ours.uci, ours.nodes, theirs.nodes));
        let Ok(mv) = Move::from_uci(&ours.uci, position) else {
            return Err(format!("our own move {} cannot be read", ours.uci));
        };
        if depth == 1 {
            return Ok(Outcome::Different(report));
        }
        let mut child = *position;
        child.play_unchecked(mv);
        self.path.push(ours.uci.clone());
        Ok(match self.difference(&child, depth - 1)? {
            Outcome::Same(Answer { total, .. }) => {
                report.push(format!("asked for the position after {}, both count {total}", ours.uci));
                Outcome::Different(report)
            }
            different @ Outcome::Different(_) => different,
        })
    }

    /// The first line of a report: where the search is.
    fn place(&self, position: &Position, depth: u8) -> String {
        let path =
            if self.path.is_empty() { String::new() } else { format!(" after {}", self.path.join(" ")) };
        format!("differ{path}, at depth {depth}: {position}")
    }
}

/// A line for each move that only one side lists, and for each one that the engine lists more than once.
fn differing_moves(ours: &[MoveCount], theirs: &[MoveCount]) -> Vec<String> {
    let mut listed: BTreeMap<&str, Vec<u128>> = BTreeMap::new();
    for MoveCount { uci, nodes } in theirs {
        listed.entry(uci).or_default().push(*nodes);
    }
    let mut lines = Vec::new();
    for MoveCount { uci, .. } in ours.iter().filter(|ours| !listed.contains_key(ours.uci.as_str())) {
        lines.push(format!("only quadbit: {uci}"));
    }
    for (uci, counts) in listed {
        if ours.binary_search_by(|ours| ours.uci.as_str().cmp(uci)).is_err() {
            lines.push(format!("only the engine: {uci}"));
        }
        if let [first, second, ..] = counts[..] {
            lines.push(format!("the engine lists {uci} more than once: {first}, {second}"));
        }
    }
    lines
}

/// The value of `--timeout`.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let possible = seconds.filter(|time| (Duration::from_millis(1)..=LONGEST).contains(time));
    possible.ok_or_else(|| "not a number of seconds from 0.001 to 1000000".to_owned())
}

/// The longest time limit: over eleven days.
const LONGEST: Duration = Duration::from_secs(1_000_000);
