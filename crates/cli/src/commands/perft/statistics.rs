//! `quadbit perft --stats`: the kinds of leaves of each ply.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use quadbit_movegen::{Move, Position};
use quadbit_perft::{Progress, Statistics};

use super::Args;
use super::total::Total;
use crate::failure::Failure;
use crate::format::{Format, print_json};
use crate::json::{Json, ToJson};
use crate::statistics::Columns;
use crate::watch;

/// What `quadbit perft --stats` prints: the total, a row for each ply, and with `--divide` a row for each move.
struct Report {
    total: Total,
    stats: Vec<Ply>,
    moves: Option<Vec<Below>>,
}

impl ToJson for Report {
    fn to_json(&self) -> Json {
        self.total.to_json().with("stats", &self.stats).with("moves", &self.moves)
    }
}

/// The statistics of the leaves of one ply.
struct Ply {
    ply: u8,
    columns: Columns,
}

impl ToJson for Ply {
    fn to_json(&self) -> Json {
        Json::Object(vec![("ply", self.ply.to_json())]).followed_by(self.columns.to_json())
    }
}

/// The statistics of the leaves below one first move.
struct Below {
    uci: String,
    columns: Columns,
}

impl ToJson for Below {
    fn to_json(&self) -> Json {
        Json::Object(vec![("uci", self.uci.to_json())]).followed_by(self.columns.to_json())
    }
}

pub(super) fn run(args: &Args, position: &Position) -> Result<(), Failure> {
    let style = args.rules.castling_style();
    let mut counter = args.counting.statistics_counter()?;
    let progress = Arc::new(Progress::new());
    watch::on_interrupt(&progress, *position, style)?;
    // The bar shows the progress of the last ply. All others together take a small part of its time.
    let (plies, time) = watch::with_bar(&progress, |progress| {
        let start = Instant::now();
        let mut plies: Vec<Vec<(Move, Statistics)>> =
            (1..args.depth).map(|depth| counter.divide(position, depth, &Progress::new())).collect();
        if args.depth > 0 {
            plies.push(counter.divide(position, args.depth, progress));
        }
        (plies, start.elapsed())
    });
    if args.counting.verify() {
        counter.rekey();
        let again = counter.divide(position, args.depth, &Progress::new());
        let last = plies.last().map_or(&[][..], Vec::as_slice);
        if let Some(((mv, first), (_, second))) = last.iter().zip(&again).find(|(one, two)| one != two) {
            let mv = mv.to_uci(position, style);
            let printed = writeln!(
                io::stdout(),
                "failed: {mv}: {:?}, and {:?} with other keys",
                first.to_array(),
                second.to_array()
            );
            return Err(Failure::check(printed));
        }
    }
    let stats: Vec<Ply> = (1..)
        .zip(&plies)
        .map(|(ply, counts)| Ply { ply, columns: Columns(counts.iter().map(|&(_, below)| below).sum()) })
        .collect();
    let nodes = stats.last().map_or(1, |last| last.columns.0.nodes);
    let moves = args.divide.then(|| {
        let counts = plies.last().into_iter().flatten();
        let mut moves: Vec<Below> = counts
            .map(|&(mv, below)| Below {
                uci: mv.to_uci(position, style).to_string(),
                columns: Columns(below),
            })
            .collect();
        moves.sort_unstable_by(|a, b| a.uci.cmp(&b.uci));
        moves
    });
    let report =
        Report { total: Total::new(args, position, nodes, time, args.counting.threads()), stats, moves };
    match args.format {
        Format::Text => print_text(&report),
        Format::Json => print_json(&report),
    }
}

fn print_text(report: &Report) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if let Some(moves) = &report.moves {
        let rows: Vec<_> = moves.iter().map(|below| (below.uci.clone(), below.columns.0)).collect();
        writeln!(out, "{}\n", crate::statistics::table("move", &rows))?;
    }
    let rows: Vec<_> = report.stats.iter().map(|ply| (ply.ply.to_string(), ply.columns.0)).collect();
    writeln!(out, "{}\n", crate::statistics::table("ply", &rows))?;
    Ok(report.total.write(&mut out)?)
}
