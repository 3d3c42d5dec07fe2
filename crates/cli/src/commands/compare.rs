//! `quadbit compare`: finds where another program counts differently.

mod search;
mod suite;
mod tags;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use quadbit_movegen::{CastlingStyle, Position};
use quadbit_perft::Counter;

use crate::board::{Board, BoardCounter};
use crate::engine::{Answer, Engine};
use crate::failure::Failure;
use crate::format::Format;
use crate::json::{Json, ToJson};
use crate::position::{Rules, Start};
use crate::whole::whole;
use search::{Outcome, Search};

/// Find the first position and move where another program's `go perft` differs
///
/// The program must print a line `e2e4: 20` for each move and then `Nodes searched: 400`, as Stockfish does.
/// Other lines are ignored.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 no difference, 1 the counts differ, 2 the engine fails or the input is bad."
)]
pub(crate) struct Args {
    /// Depth in plies, 1 to 255
    #[arg(
        value_parser = whole(1..=u8::MAX),
        allow_negative_numbers = true,
        required_unless_present = "suite"
    )]
    depth: Option<u8>,

    /// The other program and its arguments, split into words as in a shell
    #[arg(long, value_name = "CMD", allow_hyphen_values = true)]
    engine: String,

    /// Compare every case of a suite; `builtin` is the one that ships with this command
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "fen"])]
    suite: Option<PathBuf>,

    /// Skip cases of the suite with more than N nodes
    #[arg(long, value_name = "N", value_parser = whole(0..=u128::MAX), allow_negative_numbers = true)]
    max_nodes: Option<u128>,

    /// Run N engines at a time, each on a part of the suite
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = whole(1..=Counter::MOST_THREADS),
        allow_negative_numbers = true
    )]
    threads: u16,

    /// Time limit for each answer in seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Duration,

    #[command(flatten)]
    start: Start,

    /// Count with this board
    #[arg(long, value_enum, value_name = "BOARD", default_value_t = Board::Quad)]
    board: Board,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(suite) = &args.suite {
        return suite::run(args, suite);
    }
    // Clap does not check `requires` here, because the depth rules a suite out.
    if let Some(option) = args.max_nodes.map(|_| "--max-nodes").or((args.threads > 1).then_some("--threads"))
    {
        return Err(Failure::Input(format!("{option}: only a suite has several cases (--suite FILE)")));
    }
    let position = args.start.position()?;
    let depth = args.depth.unwrap_or(1);
    let engine = args.start_engine()?;
    let mut search = Search::new(BoardCounter::new(args.board), engine);
    search.set_out(args.start.fen(), style(args.start.rules, &position)).map_err(|why| failed(&why))?;
    match search.difference(&position, depth).map_err(|why| failed(&why))? {
        Outcome::Same(Answer { moves, total }) => {
            let same = Json::Object(vec![("same", true.to_json()), ("depth", depth.to_json())]);
            let moves = moves.len();
            args.format.print(&same, |_| {
                Ok(writeln!(io::stdout(), "same: {total} nodes below {moves} moves at depth {depth}")?)
            })
        }
        Outcome::Different(difference) => Err(Failure::check(args.format.print(&difference, |difference| {
            Ok(writeln!(io::stdout(), "{}", difference.lines().join("\n"))?)
        }))),
    }
}

/// How castling moves of a position are written: as king takes rook if its castling rights require it, otherwise as
/// the option says.
fn style(rules: Rules, position: &Position) -> CastlingStyle {
    if position.has_standard_castling() { rules.castling_style() } else { CastlingStyle::Chess960 }
}

/// The failure of a command because of an error of the engine.
fn failed(why: &str) -> Failure {
    Failure::Input(format!("--engine: {why}"))
}

impl Args {
    fn start_engine(&self) -> Result<Engine, Failure> {
        Engine::start(&self.engine, self.timeout).map_err(|why| failed(&why))
    }
}

/// Reads the value of `--timeout`.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let possible = seconds.filter(|time| (Duration::from_millis(1)..=LONGEST).contains(time));
    possible.ok_or_else(|| "not a number of seconds from 0.001 to 1000000".to_owned())
}

/// The longest time limit: over eleven days.
const LONGEST: Duration = Duration::from_secs(1_000_000);
