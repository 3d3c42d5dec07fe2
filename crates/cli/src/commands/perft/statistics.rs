//! `quadbit perft --stats`: the kinds of leaves of each ply.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use quadbit_movegen::{Move, Position};
use quadbit_perft::{Progress, Statistics};

use super::Args;
use super::total::Total;
use crate::divided;
use crate::failure::Failure;
use crate::json::{Json, ToJson};
use crate::statistics::Columns;
use crate::watch;

/// What `quadbit perft --stats` prints: the total, a row for each ply, and with `--divide` a row for each move.
struct Report {
    total: Total,
    stats: Vec<Row<u8>>,
    moves: Option<Vec<Row<String>>>,
}

impl ToJson for Report {
    fn to_json(&self) -> Json {
        self.total.to_json().with("stats", &self.stats).with("moves", &self.moves)
    }
}

/// The statistics of the leaves of a ply or below a move. `label` is the ply or the move; `name` is its name in JSON.
struct Row<L> {
    name: &'static str,
    label: L,
    columns: Columns,
}

impl<L: ToJson> ToJson for Row<L> {
    fn to_json(&self) -> Json {
        Json::Object(vec![(self.name, self.label.to_json())]).followed_by(self.columns.to_json())
    }
}

pub(super) fn run(args: &Args, position: &Position) -> Result<(), Failure> {
    let style = args.start.rules.castling_style();
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
    if args.counting.verify {
        counter.rekey();
        let again = counter.divide(position, args.depth, &Progress::new());
        let last = plies.last().map_or(&[][..], Vec::as_slice);
        if let Some((mv, both)) = divided::difference(last, &again) {
            let (mv, [first, second]) = (mv.to_uci(position, style), both.map(Statistics::to_array));
            let printed = writeln!(io::stdout(), "failed: {mv}: {first:?}, and {second:?} with other keys");
            return Err(Failure::check(printed));
        }
    }
    let of_ply = |(label, counts): (u8, &Vec<(Move, Statistics)>)| Row {
        name: "ply",
        label,
        columns: Columns(counts.iter().map(|&(_, below)| below).sum()),
    };
    let stats: Vec<Row<u8>> = (1..).zip(&plies).map(of_ply).collect();
    let nodes = stats.last().map_or(1, |last| last.columns.0.nodes);
    let moves = args.divide.then(|| {
        let counts = plies.last().into_iter().flatten();
        let uci = |mv: Move| mv.to_uci(position, style).to_string();
        let of_move = |&(mv, below)| Row { name: "uci", label: uci(mv), columns: Columns(below) };
        let mut moves: Vec<Row<String>> = counts.map(of_move).collect();
        moves.sort_unstable_by(|a, b| a.label.cmp(&b.label));
        moves
    });
    let report =
        Report { total: Total::new(args, position, nodes, time, args.counting.threads()), stats, moves };
    args.format.print(&report, print_text)
}

fn print_text(report: &Report) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if let Some(moves) = &report.moves {
        writeln!(out, "{}\n", table("move", moves))?;
    }
    writeln!(out, "{}\n", table("ply", &report.stats))?;
    Ok(report.total.write(&mut out)?)
}

fn table<L: ToString>(name: &str, rows: &[Row<L>]) -> String {
    let rows: Vec<_> = rows.iter().map(|row| (row.label.to_string(), row.columns.0)).collect();
    crate::statistics::table(name, &rows)
}
