//! `quadbit compare`: finds where another program counts differently.
//!
//! 1. The engine is started; with the board that counts rightly it is a [`Contender`].
//! 2. `quadbit-perft` searches for the first difference below the position of the arguments, or below random ones, of
//!    which the engine's FENs and keys are compared too. The module `suite` compares the cases of a suite.
//! 3. The position that differs is made smaller, if asked or if it is a random one, and the [`Difference`] is printed.

mod keys;
mod random;
mod shrink;
mod suite;
mod tags;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use quadbit_movegen::{CastlingStyle, Move, Position};
use quadbit_perft::Counter;
use quadbit_perft::compare::{Answer, Comparison, Difference, Generator, Question};

use crate::board::{Board, BoardCounter};
use crate::engine::{Engine, EngineError, Protocol};
use crate::failure::Failure;
use crate::format::Format;
use crate::json::{Json, ToJson};
use crate::position::{Rules, Start};
use crate::whole::whole;
use keys::{Keys, there_and_back};
use random::{RandomPosition, RandomPositions};
use tags::tags;

/// Find the first position and move where another program's perft differs
///
/// The program answers `go perft N` with a line `e2e4: 20` for each move and `Nodes searched: 400`, as Stockfish does.
/// Other usual forms are understood, also only a total or only moves. Other lines are ignored.
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

/// An engine, and the board that it is compared with.
struct Contender {
    engine: Engine,
    board: BoardCounter,
}

impl Generator for Contender {
    type Error = EngineError;

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, EngineError> {
        self.engine.answer(question)
    }

    fn right(&mut self, position: &Position, depth: u8) -> Vec<(Move, u128)> {
        self.board.divide(position, depth)
    }
}

impl ToJson for Difference {
    fn to_json(&self) -> Json {
        Json::Object(vec![("at", self.at().to_json()), ("path", self.path.to_json())])
            .with("depth", &self.depth)
            .with("differs", &self.differs)
            .with("tags", &tags(&self.position))
            .with("smallest", &self.smallest)
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(suite) = &args.suite {
        return suite::run(args, suite);
    }
    // With `requires` clap would not refuse these options without a suite, because DEPTH conflicts with `--suite`.
    let of_suite = [
        (args.max_nodes.is_some(), "--max-nodes"),
        (args.max_failures.is_some(), "--max-failures"),
        (args.threads > 1, "--threads"),
        (args.format == ReportFormat::Junit, "--format junit"),
    ];
    if let Some((_, option)) = of_suite.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Failure::Input(format!("{option}: only a suite has several cases (--suite FILE)")));
    }
    let mut comparison = args.comparison()?;
    let compared = match args.random {
        Some(positions) => args.random(&mut comparison, positions),
        None => args.position(&mut comparison),
    };
    let format = if args.format == ReportFormat::Json { Format::Json } else { Format::Text };
    let print = |text: &dyn fmt::Display| {
        let note = "note: the engine writes castling in the other form (e1g1, e1h1); --strict refuses it\n";
        let note = if comparison.writes_other_form { note } else { "" };
        Ok(writeln!(io::stdout(), "{note}{text}")?)
    };
    match compared? {
        Ok(same) => {
            let depth = args.depth.or(args.depth_option).unwrap_or(2);
            let json = Json::Object(vec![("same", true.to_json()), ("depth", depth.to_json())]);
            format.print(&json, |_| print(&same))
        }
        Err(finding) => Err(Failure::check(format.print(&finding, |finding| print(finding)))),
    }
}

/// How castling moves of a position are written: as king takes rook if its castling rights or the option `--chess960`
/// require it, otherwise by the king's squares.
fn style(rules: Rules, position: &Position) -> CastlingStyle {
    if position.has_standard_castling() { rules.castling_style() } else { CastlingStyle::Chess960 }
}

impl Args {
    /// Compares the position of the arguments, and shrinks it if asked. Returns a line that says that the counts are
    /// the same, or else the difference.
    fn position(
        &self,
        comparison: &mut Comparison<Contender>,
    ) -> Result<Result<String, Difference>, Failure> {
        let position = self.start.position()?;
        let (depth, style) =
            (self.depth.or(self.depth_option).unwrap_or(1), style(self.start.rules, &position));
        if !comparison.generator.engine.takes(style) {
            let why = "the engine does not offer UCI_Chess960, in which castling must be written here (if it plays \
                       Chess960 all the same: --assume-chess960)";
            return Err(self.failed(&EngineError::Unusable(why.to_owned())));
        }
        let found = comparison.difference((self.start.fen(), &[]), style, &position, depth);
        let Some(mut difference) = found.map_err(|why| self.failed(&why))? else {
            let (nodes, moves) = (comparison.counted.unwrap_or_default(), position.legal_count());
            return Ok(Ok(format!("same: {nodes} nodes below {moves} moves at depth {depth}")));
        };
        if self.shrink {
            difference.smallest = self.smallest(comparison, &difference, &position, style)?;
        }
        Ok(Err(difference))
    }

    /// Compares random positions, with the FENs and keys of an engine that prints them, and shrinks the first whose
    /// counts differ.
    fn random(
        &self,
        comparison: &mut Comparison<Contender>,
        positions: u64,
    ) -> Result<Result<String, Difference>, Failure> {
        let failed = |why: EngineError| self.failed(&why);
        let takes_chess960 = comparison.generator.engine.takes(CastlingStyle::Chess960);
        let (mut nodes, mut keys) = (0, Keys::default());
        let all = RandomPositions::new(self.seed, takes_chess960)?;
        for RandomPosition { start, moves, position, style } in
            all.take(usize::try_from(positions).unwrap_or(usize::MAX))
        {
            let fen = shrink::fen(&start);
            let difference = comparison.difference((&fen, &moves), style, &position, 2).map_err(failed)?;
            if let Some(mut difference) = difference {
                difference.smallest = self.smallest(comparison, &difference, &start, style)?;
                return Ok(Err(difference));
            }
            nodes += comparison.counted.unwrap_or_default();
            let detour = there_and_back(&position).map(|detour| {
                // Neither side castles or promotes, so that no position is needed to write these moves.
                moves.iter().cloned().chain(detour.iter().map(ToString::to_string)).collect()
            });
            for moves in [Some(moves), detour].into_iter().flatten() {
                let printed = comparison.generator.engine.display(&fen, &moves).map_err(failed)?;
                if let Some(line) = keys.difference(&position, &fen, &moves, printed) {
                    let (path, differs) = (moves, vec![line]);
                    return Ok(Err(Difference { fen, path, position, depth: 0, differs, smallest: None }));
                }
            }
        }
        Ok(Ok(format!("same: {nodes} nodes at depth 2 of {positions} random positions")))
    }

    /// Shrinks the position in which the engine differs; if the engine does not differ when it is given this position
    /// without moves, shrinks `start`, where the moves began. Returns the FEN of the smaller position with its right
    /// counts. `None` if the engine differs in neither position, or only at a depth above [`DEEPEST`].
    fn smallest(
        &self,
        comparison: &mut Comparison<Contender>,
        found: &Difference,
        start: &Position,
        style: CastlingStyle,
    ) -> Result<Option<String>, Failure> {
        let deep = u8::try_from(found.path.len()).unwrap_or(u8::MAX).saturating_add(found.depth);
        let tries = [(found.position, found.depth), (*start, deep)];
        for (position, depth) in tries.into_iter().filter(|&(_, depth)| depth <= DEEPEST) {
            let mut differs = |position: &Position| {
                let fen = shrink::fen(position);
                let found = comparison.difference((&fen, &[]), style, position, depth);
                found.map(|found| found.is_some()).map_err(|why| self.failed(&why))
            };
            if differs(&position)? {
                let smallest = shrink::smallest(position, differs)?;
                let board = &comparison.generator.board;
                let counts = (1..=depth).map(|depth| format!(" ;D{depth} {}", board.perft(&smallest, depth)));
                return Ok(Some(shrink::fen(&smallest) + &counts.collect::<String>()));
            }
        }
        Ok(None)
    }

    /// Starts the engine and returns a comparison with it.
    fn comparison(&self) -> Result<Comparison<Contender>, Failure> {
        let command = self.engine.as_ref().or(self.script.as_ref()).map_or("", String::as_str);
        let protocol = if self.script.is_some() { Protocol::Script } else { Protocol::Uci };
        let engine = Engine::start(command, protocol, self.timeout, self.assume_chess960);
        let engine = engine.map_err(|why| self.failed(&why))?;
        let mut comparison = Comparison::new(Contender { engine, board: BoardCounter::new(self.board) });
        comparison.is_strict = self.strict;
        Ok(comparison)
    }

    /// The failure of the command because of an error of the engine.
    fn failed(&self, why: &EngineError) -> Failure {
        let option = if self.script.is_some() { "--script" } else { "--engine" };
        Failure::Input(format!("{option}: {why}"))
    }
}

/// The largest depth at which a position is made smaller, because many positions are counted at this depth then.
const DEEPEST: u8 = 6;

/// Reads the value of `--timeout`.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let possible = seconds.filter(|time| (Duration::from_millis(1)..=LONGEST).contains(time));
    possible.ok_or_else(|| "not a number of seconds from 0.001 to 1000000".to_owned())
}

/// The longest time limit: over eleven days.
const LONGEST: Duration = Duration::from_secs(1_000_000);
