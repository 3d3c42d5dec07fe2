//! `quadbit compare`: where another program counts differently.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::time::Duration;

use quadbit_movegen::{CastlingStyle, Level, Move, Position};
use quadbit_perft::Counter;

use crate::divided;
use crate::engine::{Answer, Engine};
use crate::failure::Failure;
use crate::position::{Rules, Start};

/// Find the first position and move where another program's `go perft` differs
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 no difference, 1 they differ, 2 the engine or the input is bad.")]
pub(crate) struct Args {
    /// Plies, 1 to 255
    #[arg(value_parser = clap::value_parser!(u8).range(1..), allow_negative_numbers = true)]
    depth: u8,

    /// The other program with its arguments, split as a shell splits words
    #[arg(long, value_name = "CMD", allow_hyphen_values = true)]
    engine: String,

    /// Seconds that an answer may take
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,

    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    rules: Rules,
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
    let counter = Counter::new(Level::auto());
    let mut search = Search { fen: position.to_string(), style, counter, engine, path: Vec::new() };
    let mut out = io::stdout().lock();
    match search.difference(&position, args.depth).map_err(failed)? {
        Outcome::Same(Answer { moves, total }) => {
            writeln!(out, "same: {total} nodes below {} moves at depth {}", moves.len(), args.depth)?;
            Ok(())
        }
        Outcome::Different(report) => {
            writeln!(out, "{}", report.join("\n"))?;
            Err(Failure::Check)
        }
    }
}

/// The way down to a difference.
struct Search {
    /// Where it begins.
    fen: String,
    style: CastlingStyle,
    counter: Counter,
    engine: Engine,
    /// The moves made.
    path: Vec<String>,
}

/// What a comparison finds.
enum Outcome {
    /// The engine's answer is ours.
    Same(Answer),
    /// The lines that say where, and how, it is not.
    Different(Vec<String>),
}

impl Search {
    /// Compares the divides of a position, and goes down below the first move whose counts differ, until the moves
    /// themselves do.
    fn difference(&mut self, position: &Position, depth: u8) -> Result<Outcome, String> {
        let answer = self.engine.divide(&self.fen, &self.path, depth)?;
        let counts = self.counter.divide(position, depth);
        let ours = divided::sorted(&counts, position, self.style);
        let total = divided::total(&counts, depth);
        if ours == answer.moves && total == answer.total {
            return Ok(Outcome::Same(answer));
        }
        let mut report = vec![self.place(position, depth)];
        let names: BTreeSet<&str> = ours.iter().map(|ours| ours.uci.as_str()).collect();
        let theirs: BTreeMap<&str, u128> =
            answer.moves.iter().map(|theirs| (theirs.uci.as_str(), theirs.nodes)).collect();
        let missing = names.iter().filter(|name| !theirs.contains_key(**name));
        let extra = theirs.keys().filter(|name| !names.contains(**name));
        let mut differ = false;
        for (who, name) in missing.map(|name| ("quadbit", name)).chain(extra.map(|name| ("the engine", name)))
        {
            report.push(format!("only {who}: {name}"));
            differ = true;
        }
        if differ {
            return Ok(Outcome::Different(report));
        }
        let Some((ours, theirs)) = ours.iter().zip(&answer.moves).find(|(ours, theirs)| ours != theirs)
        else {
            report.push(format!(
                "nodes: quadbit {total}, the engine {}, and the same below each move",
                answer.total
            ));
            return Ok(Outcome::Different(report));
        };
        report.push(format!("{}: quadbit {}, the engine {}", ours.uci, ours.nodes, theirs.nodes));
        let Ok(mv) = Move::from_uci(&ours.uci, position) else {
            return Err(format!("{} is not read back", ours.uci));
        };
        if depth == 1 {
            return Ok(Outcome::Different(report));
        }
        let mut child = *position;
        child.play_unchecked(mv);
        self.path.push(ours.uci.clone());
        Ok(match self.difference(&child, depth - 1)? {
            Outcome::Same(Answer { total, .. }) => {
                report.push(format!("in the position after {} itself, both count {total}", ours.uci));
                Outcome::Different(report)
            }
            different @ Outcome::Different(_) => different,
        })
    }

    /// Where the search is.
    fn place(&self, position: &Position, depth: u8) -> String {
        let path =
            if self.path.is_empty() { String::new() } else { format!(" after {}", self.path.join(" ")) };
        format!("differ{path}, at depth {depth}: {position}")
    }
}

/// A positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let possible = seconds.filter(|time| (Duration::from_millis(1)..=LONGEST).contains(time));
    possible.ok_or_else(|| "seconds are a number from 0.001 to 1000000".to_owned())
}

/// The longest time that can be waited for.
const LONGEST: Duration = Duration::from_secs(1_000_000);
