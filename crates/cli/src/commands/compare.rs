//! `quadbit compare`: finds where another program counts differently.

mod random;
mod search;
mod shrink;
mod suite;
mod tags;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use quadbit_movegen::{CastlingStyle, Position};
use quadbit_perft::Counter;

use crate::board::{Board, BoardCounter};
use crate::engine::{Answer, Engine, EngineError, Protocol};
use crate::failure::Failure;
use crate::format::Format;
use crate::json::{Json, ToJson};
use crate::position::{Rules, Start};
use crate::whole::whole;
use random::RandomPositions;
use search::{Outcome, Rigor, Search};

/// Find the first position and move where another program's perft differs
///
/// The program answers `go perft N` with a line `e2e4: 20` for each move and `Nodes searched: 400`, as Stockfish does.
/// Other usual forms are understood, also a total alone or moves alone. Other lines are ignored.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 no difference, 1 the counts differ or the engine breaks, 2 it cannot be used or the input \
                  is bad."
)]
pub(crate) struct Args {
    /// Depth in plies, 1 to 255
    #[arg(
        value_parser = whole(1..=u8::MAX),
        allow_negative_numbers = true,
        required_unless_present_any = ["suite", "depth_option", "random"]
    )]
    depth: Option<u8>,

    /// DEPTH, given as an option
    #[arg(
        long = "depth",
        value_name = "N",
        value_parser = whole(1..=u8::MAX),
        allow_negative_numbers = true,
        conflicts_with = "depth"
    )]
    depth_option: Option<u8>,

    /// The other program and its arguments, split into words as in a shell
    #[arg(
        long,
        value_name = "CMD",
        allow_hyphen_values = true,
        required_unless_present = "script",
        conflicts_with = "script"
    )]
    engine: Option<String>,

    /// A program that is started for each count as `CMD DEPTH FEN [MOVES]`, as perftree does
    #[arg(long, value_name = "CMD", allow_hyphen_values = true)]
    script: Option<String>,

    /// Compare N random positions at depths 1 and 2, and shrink the first that differs
    #[arg(
        long,
        value_name = "N",
        value_parser = whole(1..=u64::MAX),
        allow_negative_numbers = true,
        conflicts_with_all = ["depth", "depth_option", "fen", "alone", "suite"]
    )]
    random: Option<u64>,

    /// Choose the random positions by this number
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random")]
    seed: u64,

    /// Make the position that differs as small as possible
    #[arg(long, conflicts_with = "suite")]
    shrink: bool,

    /// Take castling in the form that was not asked for (e1h1 for e1g1) as a difference
    #[arg(long)]
    strict: bool,

    /// Ask for positions of Chess960 although the engine does not offer the option
    #[arg(long)]
    assume_chess960: bool,

    /// Compare every case of a suite; `builtin` is the one that ships with this command
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "depth_option", "fen"])]
    suite: Option<PathBuf>,

    /// Skip cases of the suite with more than N nodes
    #[arg(long, value_name = "N", value_parser = whole(0..=u128::MAX), allow_negative_numbers = true)]
    max_nodes: Option<u128>,

    /// Stop a suite after N failures
    #[arg(long, value_name = "N", value_parser = whole(1..=usize::MAX), allow_negative_numbers = true)]
    max_failures: Option<usize>,

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
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
}

/// How a comparison is printed.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ReportFormat {
    /// Lines of text
    Text,
    /// One JSON object on one line; integers of any size are exact
    Json,
    /// The results of a suite as XML of the form of `JUnit`, for CI
    Junit,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(suite) = &args.suite {
        return suite::run(args, suite);
    }
    // Clap does not check `requires` here, because the depth rules a suite out.
    let of_suite = [
        (args.max_nodes.is_some(), "--max-nodes"),
        (args.max_failures.is_some(), "--max-failures"),
        (args.threads > 1, "--threads"),
        (args.format == ReportFormat::Junit, "--format junit"),
    ];
    if let Some((_, option)) = of_suite.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Failure::Input(format!("{option}: only a suite has several cases (--suite FILE)")));
    }
    let mut search = args.search()?;
    let outcome = args.outcome(&mut search)?;
    let format = if args.format == ReportFormat::Json { Format::Json } else { Format::Text };
    let note = search.note();
    match outcome {
        Outcome::Same(answer) => {
            let depth = args.depth.or(args.depth_option).unwrap_or(2);
            let same = Json::Object(vec![("same", true.to_json()), ("depth", depth.to_json())]);
            let (total, moves) = (answer.nodes(), answer.moves.len());
            format.print(&same, |_| {
                let mut out = io::stdout();
                note.map_or(Ok(()), |note| writeln!(out, "{note}"))?;
                if let Some(positions) = args.random {
                    return Ok(writeln!(
                        out,
                        "same: {total} nodes at depth 2 of {positions} random positions"
                    )?);
                }
                Ok(writeln!(out, "same: {total} nodes below {moves} moves at depth {depth}")?)
            })
        }
        Outcome::Different(difference) => Err(Failure::check(format.print(&difference, |difference| {
            let lines: Vec<String> = note.map(str::to_owned).into_iter().chain(difference.lines()).collect();
            Ok(writeln!(io::stdout(), "{}", lines.join("\n"))?)
        }))),
    }
}

/// How castling moves of a position are written: as king takes rook if its castling rights require it, otherwise as
/// the option says.
fn style(rules: Rules, position: &Position) -> CastlingStyle {
    if position.has_standard_castling() { rules.castling_style() } else { CastlingStyle::Chess960 }
}

impl Args {
    /// Compares the position of the arguments, or random ones, and shrinks the one that differs if asked.
    fn outcome(&self, search: &mut Search) -> Result<Outcome, Failure> {
        let failed = |why: EngineError| self.failed(&why);
        let Some(most) = self.random else {
            let position = self.start.position()?;
            let depth = self.depth.or(self.depth_option).unwrap_or(1);
            let style = style(self.start.rules, &position);
            let mut found = search.compare(self.start.fen(), style, &position, depth).map_err(failed)?;
            if let Outcome::Different(difference) = &mut found
                && self.shrink
            {
                search.shrink(difference, &position, style).map_err(failed)?;
            }
            return Ok(found);
        };
        let mut nodes = 0;
        for position in RandomPositions::new(self.seed)?.take(usize::try_from(most).unwrap_or(usize::MAX)) {
            let style = style(self.start.rules, &position);
            match search.compare(&shrink::fen(&position), style, &position, 2).map_err(failed)? {
                Outcome::Same(answer) => nodes += answer.nodes(),
                Outcome::Different(mut difference) => {
                    search.shrink(&mut difference, &position, style).map_err(failed)?;
                    return Ok(Outcome::Different(difference));
                }
            }
        }
        Ok(Outcome::Same(Answer { moves: Vec::new(), total: Some(nodes) }))
    }

    /// A search with an engine that has been started.
    fn search(&self) -> Result<Search, Failure> {
        let (command, protocol) = match (&self.engine, &self.script) {
            (Some(command), _) => (command, Protocol::Uci),
            (None, script) => {
                (script.as_ref().ok_or_else(|| Failure::Input(String::new()))?, Protocol::Script)
            }
        };
        let rigor = Rigor { strict: self.strict, assume_chess960: self.assume_chess960 };
        let engine = Engine::start(command, protocol, self.timeout).map_err(|why| self.failed(&why))?;
        Ok(Search::new(BoardCounter::new(self.board), engine, rigor))
    }

    /// The failure of the command because of an error of the engine.
    fn failed(&self, why: &EngineError) -> Failure {
        let option = if self.script.is_some() { "--script" } else { "--engine" };
        Failure::Input(format!("{option}: {why}"))
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
