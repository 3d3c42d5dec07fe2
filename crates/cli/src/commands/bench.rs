//! `quadbit bench`: the speed of each level.
//!
//! 1. The cases are the six positions of the wiki, each with its known count.
//! 2. The levels take turns on each case, so that a slow moment of the machine affects all of them; the best
//!    time of each stays.
//! 3. Every count is compared with the known one before its time counts.
//! 4. The report has a row for each level: nodes a second on each position.

mod boards;
mod instructions;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_perft::Counter;

use crate::board::Board;
use crate::failure::Failure;
use crate::format::Format;
use crate::json::json_object;
use crate::level::{NO_FALLBACK, lacks_fallback};
use crate::position;
use crate::speed::{in_microseconds, per_second};
use crate::table::table;
use crate::whole::whole;

/// Time every level on the six positions of the Chess Programming Wiki
///
/// Counts run on one thread, without a table and with bulk counting: leaves are counted, not made. A count
/// that takes less than 0.3 s is repeated until that time has passed. Every count is checked; a wrong one
/// ends the bench with exit code 1.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Time each case N times, with the levels taking turns, and keep the best time
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = whole(1..=u16::MAX),
        allow_negative_numbers = true
    )]
    runs: u16,

    /// Time only this position
    #[arg(long, value_name = "NAME", value_parser = CASES.map(|case| case.name))]
    position: Option<String>,

    /// Count two plies less, and only once: fast, but too short to compare speeds
    #[arg(long)]
    quick: bool,

    /// Time boards instead of levels: all of them, or only those named.
    ///
    /// Boards count one ply less than the levels, with and without bulk counting. If valgrind is installed, the
    /// table also shows the instructions per leaf.
    #[arg(
        long,
        value_enum,
        value_name = "BOARD",
        num_args = 0..,
        value_delimiter = ',',
        require_equals = true
    )]
    boards: Option<Vec<Board>>,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A position with its known counts, at the full depth and one and two plies less.
#[derive(Clone, Copy)]
struct Case {
    name: &'static str,
    depth: u8,
    nodes: u128,
    /// The count one ply less deep, for boards other than `quad`, which are slower.
    board_nodes: u128,
    quick_nodes: u128,
}

const CASES: [Case; 6] = [
    Case { name: "startpos", depth: 6, nodes: 119_060_324, board_nodes: 4_865_609, quick_nodes: 197_281 },
    Case { name: "kiwipete", depth: 5, nodes: 193_690_690, board_nodes: 4_085_603, quick_nodes: 97_862 },
    Case { name: "cpw3", depth: 7, nodes: 178_633_661, board_nodes: 11_030_083, quick_nodes: 674_624 },
    Case { name: "cpw4", depth: 6, nodes: 706_045_033, board_nodes: 15_833_292, quick_nodes: 422_333 },
    Case { name: "cpw5", depth: 5, nodes: 89_941_194, board_nodes: 2_103_487, quick_nodes: 62_379 },
    Case { name: "cpw6", depth: 5, nodes: 164_075_551, board_nodes: 3_894_594, quick_nodes: 89_890 },
];

/// The shortest time that a timing takes: shorter counts are repeated.
const LONG_ENOUGH: Duration = Duration::from_millis(300);

/// The time of one case: at one level, or of a board with bulk counting or without.
#[derive(Clone)]
struct Run {
    /// The name of the level; `None` for runs of a board.
    level: Option<&'static str>,
    position: &'static str,
    depth: u8,
    /// Whether the leaves of a board are counted in bulk; `None` for runs at a level.
    bulk: Option<bool>,
    nodes: u128,
    seconds: f64,
    nps: u128,
}

json_object!(Run { level, position, depth, bulk, nodes, seconds, nps });

/// The measurements, and how they were taken.
struct Report {
    threads: usize,
    hash_mb: usize,
    bulk: bool,
    runs: Vec<Run>,
}

json_object!(Report { threads, hash_mb, bulk, runs });

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(boards) = &args.boards {
        return boards::run(args, boards);
    }
    let levels: Vec<Level> = Level::available().collect();
    let mut report = Report { threads: 1, hash_mb: 0, bulk: true, runs: Vec::new() };
    for case in args.cases() {
        report.runs.extend(case.time(args, &levels)?);
    }
    args.format.print(&report, |report| print_text(&levels, &report.runs))
}

impl Args {
    /// The positions to be timed.
    fn cases(&self) -> impl Iterator<Item = &'static Case> {
        CASES.iter().filter(|case| self.position.as_deref().is_none_or(|name| name == case.name))
    }
}

impl Case {
    /// The best times of all levels on this position.
    fn time(&self, args: &Args, levels: &[Level]) -> Result<Vec<Run>, Failure> {
        let (depth, nodes) =
            if args.quick { (self.depth - 2, self.quick_nodes) } else { (self.depth, self.nodes) };
        let count = |level: Level, position: &Position| Counter::new(level).perft(position, depth);
        let runs = self.best(args, (depth, nodes), levels, Level::name, count)?;
        let levels = levels.iter().map(|level| Some(level.name()));
        Ok(runs.into_iter().zip(levels).map(|(run, level)| Run { level, ..run }).collect())
    }

    /// The shortest time that `count` takes with each of `counters`, `depth` plies deep. The counters take turns, so
    /// that a slow moment of the machine affects all of them. A count shorter than [`LONG_ENOUGH`] is repeated until
    /// that time has passed, unless `--quick` is given.
    ///
    /// # Errors
    /// The first count that is not `nodes`, with the `name` of its counter.
    fn best<C: Copy>(
        &self,
        args: &Args,
        (depth, nodes): (u8, u128),
        counters: &[C],
        name: impl Fn(C) -> &'static str,
        count: impl Fn(C, &Position) -> u128,
    ) -> Result<Vec<Run>, Failure> {
        let position = position::named(self.name)?;
        let mut best = vec![Duration::MAX; counters.len()];
        for _ in 0..args.runs {
            for (&counter, best) in counters.iter().zip(&mut best) {
                let (start, mut counts) = (Instant::now(), 0);
                let time = loop {
                    let got = count(counter, &position);
                    counts += 1;
                    if got != nodes {
                        let (who, what) = (name(counter), self.name);
                        let why = format!("{who}: {what}: depth {depth}: expected {nodes}, got {got}");
                        return Err(Failure::check(writeln!(io::stdout(), "failed: {why}")));
                    }
                    if args.quick || start.elapsed() >= LONG_ENOUGH {
                        break start.elapsed() / counts;
                    }
                };
                *best = time.min(*best);
            }
        }
        let run = |time| Run {
            level: None,
            position: self.name,
            depth,
            bulk: None,
            nodes,
            seconds: in_microseconds(time),
            nps: per_second(nodes, time),
        };
        Ok(best.into_iter().map(run).collect())
    }
}

fn print_text(levels: &[Level], runs: &[Run]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "Million leaves per second: one thread, no table, bulk counting. The mean is geometric.\n"
    )?;
    writeln!(out, "{}", speeds(levels, runs))?;
    if lacks_fallback() {
        writeln!(out, "\n{NO_FALLBACK}")?;
    }
    Ok(())
}

/// The table of speeds: a row for each level, a column for each position.
fn speeds(levels: &[Level], runs: &[Run]) -> String {
    let of = |level: &Level| {
        let name = level.name();
        runs.iter().filter(move |run| run.level == Some(name))
    };
    let mut header = vec!["level".to_owned()];
    header
        .extend(levels.first().into_iter().flat_map(of).map(|run| format!("{} {}", run.position, run.depth)));
    header.push("mean".to_owned());
    let mut rows = vec![header];
    for level in levels {
        let mut row = vec![level.to_string()];
        row.extend(of(level).map(|run| (run.nps / MILLION).to_string()));
        row.push((geometric_mean(of(level).map(|run| run.nps)) / MILLION).to_string());
        rows.push(row);
    }
    table(1, &rows)
}

const MILLION: u128 = 1_000_000;

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a mean of speeds needs few digits"
)]
fn geometric_mean(speeds: impl Iterator<Item = u128>) -> u128 {
    let logarithms: Vec<f64> = speeds.map(|nps| (nps as f64).ln()).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp() as u128
}

#[cfg(test)]
mod tests {
    use super::{
        Args, CASES, Case, Format, Instant, LONG_ENOUGH, Level, MILLION, Run, geometric_mean, speeds,
    };

    #[test]
    fn means() {
        let mean = geometric_mean([1_000_000_000, 4_000_000_000].into_iter());
        assert!(mean.abs_diff(2_000_000_000) < 10, "{mean}");
    }

    #[test]
    fn a_row_for_each_level() {
        let levels: Vec<Level> = Level::available().collect();
        let run = |level: &Level, position, millions: u128| Run {
            level: Some(level.name()),
            position,
            depth: 4,
            bulk: None,
            nodes: 1,
            seconds: 1.0,
            nps: millions * MILLION + 500,
        };
        let two = |(level, factor): (&Level, u128)| {
            [run(level, "startpos", 3 * factor), run(level, "cpw5", 12 * factor)]
        };
        let runs: Vec<Run> = levels.iter().zip(1..).flat_map(two).collect();
        let table = speeds(&levels, &runs);
        let mut lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(lines.next().unwrap(), "level startpos 4 cpw5 4 mean");
        for ((level, factor), line) in levels.iter().zip(1..).zip(lines.by_ref()) {
            assert_eq!(line, format!("{level} {} {} {}", 3 * factor, 12 * factor, 6 * factor));
        }
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn a_short_count_is_repeated() {
        let case = Case { depth: 3, nodes: 8_902, quick_nodes: 20, ..CASES[0] };
        let time = |quick| {
            let args = Args { runs: 1, position: None, quick, boards: None, format: Format::Text };
            let runs = case.time(&args, &[Level::auto()]).unwrap();
            (runs[0].depth, runs[0].nodes, runs[0].seconds)
        };
        let start = Instant::now();
        let (depth, nodes, seconds) = time(false);
        assert!(start.elapsed() >= LONG_ENOUGH);
        assert_eq!((depth, nodes), (3, 8_902));
        assert!(seconds < LONG_ENOUGH.as_secs_f64() / 3.0, "{seconds}");
        let (depth, nodes, _) = time(true);
        assert_eq!((depth, nodes), (1, 20));
    }

    #[test]
    fn wrong_counts_end_it() {
        let args = Args { runs: 2, position: None, quick: true, boards: None, format: Format::Text };
        let best = |counters: &[u128]| CASES[0].best(&args, (1, 20), counters, |_| "", |counter, _| counter);
        assert!(best(&[20, 20]).is_ok());
        assert!(best(&[20, 400]).is_err());
    }
}
