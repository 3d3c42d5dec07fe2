//! `quadbit perft`: counts, and how fast.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use quadbit_movegen::{Level, Position};
use quadbit_perft::{divide_in_lanes, divide_without_bulk, perft_in_lanes, perft_without_bulk};
use serde::Serialize;

use crate::failure::Failure;
use crate::format::{Format, print_json};
use crate::position::{Rules, Start};

/// Count the ways to make DEPTH legal moves, one after the other
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Plies, 0 to 255
    #[arg(allow_negative_numbers = true)]
    depth: u8,

    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    rules: Rules,

    /// Count below each first move too
    #[arg(long)]
    divide: bool,

    /// Make the moves of the last ply too, and do not only count them; one position at a time, so at no level
    #[arg(long, conflicts_with = "level")]
    no_bulk: bool,

    /// The vector instructions to use: auto, fallback, sse2, sse4.2, avx2, avx512 or neon
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    level: Level,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What was counted, in the names and the order of the JSON output.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u8,
    nodes: u128,
    seconds: f64,
    nps: u128,
    board: &'static str,
    level: &'static str,
    threads: usize,
    hash_mb: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveCount>>,
}

/// What was counted below a first move.
#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct MoveCount {
    uci: String,
    nodes: u128,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.start.position(args.rules)?;
    let start = Instant::now();
    let (nodes, moves) = if args.divide && args.depth > 0 {
        let moves = divided(&position, args);
        (moves.iter().map(|count| count.nodes).sum(), Some(moves))
    } else {
        (counted(&position, args), args.divide.then(Vec::new))
    };
    let time = start.elapsed();
    let report = Report {
        fen: position.to_string(),
        depth: args.depth,
        nodes,
        seconds: in_microseconds(time),
        nps: per_second(nodes, time),
        board: "quad",
        level: if args.no_bulk { Level::baseline() } else { args.level }.name(),
        threads: 1,
        hash_mb: 0,
        moves,
    };
    match args.format {
        Format::Text => print_text(&report),
        Format::Json => print_json(&report),
    }
}

fn counted(position: &Position, args: &Args) -> u128 {
    if args.no_bulk {
        perft_without_bulk(position, args.depth)
    } else {
        perft_in_lanes(position, args.depth, args.level)
    }
}

/// The counts below the first moves, sorted by their UCI text.
fn divided(position: &Position, args: &Args) -> Vec<MoveCount> {
    let style = args.rules.castling_style();
    let counts = if args.no_bulk {
        divide_without_bulk(position, args.depth)
    } else {
        divide_in_lanes(position, args.depth, args.level)
    };
    let mut moves: Vec<MoveCount> = counts
        .iter()
        .map(|&(mv, nodes)| MoveCount { uci: mv.to_uci(position, style).to_string(), nodes })
        .collect();
    moves.sort_unstable();
    moves
}

fn print_text(report: &Report) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if let Some(moves) = &report.moves {
        for MoveCount { uci, nodes } in moves {
            writeln!(out, "{uci}: {nodes}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "nodes: {}", report.nodes)?;
    writeln!(out, "time: {:.6} s", report.seconds)?;
    writeln!(out, "nodes a second: {}", report.nps)?;
    Ok(())
}

/// Seconds, without what is below a microsecond.
fn in_microseconds(time: Duration) -> f64 {
    Duration::new(time.as_secs(), time.subsec_micros() * 1_000).as_secs_f64()
}

/// Whole nodes a second. A time too short to be measured counts as a nanosecond.
fn per_second(nodes: u128, time: Duration) -> u128 {
    nodes.saturating_mul(1_000_000_000) / time.as_nanos().max(1)
}

#[cfg(test)]
mod tests {
    use super::{Duration, MoveCount, in_microseconds, per_second};

    #[test]
    fn counts_beyond_64_bits_are_exact_in_json() {
        let count = MoveCount { uci: "e2e4".to_owned(), nodes: 2_015_099_950_053_364_471_960 };
        let json = serde_json::to_string(&count).unwrap();
        assert_eq!(json, r#"{"uci":"e2e4","nodes":2015099950053364471960}"#);
    }

    #[test]
    fn times_and_rates() {
        let second = Duration::from_secs(1);
        assert_eq!(per_second(119_060_324, second), 119_060_324);
        assert_eq!(per_second(3, second / 2), 6);
        assert_eq!(per_second(20, Duration::ZERO), 20_000_000_000);
        assert_eq!(per_second(u128::MAX, second), u128::MAX / 1_000_000_000);
        assert_eq!(
            serde_json::to_string(&in_microseconds(Duration::from_nanos(1_234_567_999))).unwrap(),
            "1.234567"
        );
    }
}
