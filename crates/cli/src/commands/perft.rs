//! `quadbit perft`: a count and its speed.

mod statistics;
mod total;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use quadbit_perft::Progress;

use crate::counting::Counting;
use crate::divided::{self, MoveCount};
use crate::failure::Failure;
use crate::format::Format;
use crate::json::{Json, ToJson};
use crate::position::{Start, after};
use crate::watch;
use crate::whole::whole;
use total::Total;

/// Count the sequences of DEPTH legal moves
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Depth in plies, 0 to 255
    #[arg(value_parser = whole(0..=u8::MAX), allow_negative_numbers = true)]
    depth: u8,

    #[command(flatten)]
    start: Start,

    /// Make these moves first, given as UCI text
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,

    /// Also print the count below each first move
    #[arg(long)]
    divide: bool,

    /// Print a table of captures, castles, checks, mates and so on for each ply
    #[arg(long, conflicts_with = "no_bulk")]
    stats: bool,

    #[command(flatten)]
    counting: Counting,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What `quadbit perft` prints: the total, and with `--divide` the count below each move.
struct Report {
    total: Total,
    moves: Option<Vec<MoveCount>>,
}

impl ToJson for Report {
    fn to_json(&self) -> Json {
        self.total.to_json().with("moves", &self.moves)
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.start.position()?;
    let position = after("--moves", position, &args.moves).map_err(Failure::Input)?;
    if args.stats {
        return statistics::run(args, &position);
    }
    let style = args.start.rules.castling_style();
    let mut counter = args.counting.counter()?;
    let progress = Arc::new(Progress::new());
    watch::on_interrupt(&progress, position, style)?;
    let (counts, time) = watch::with_bar(&progress, |progress| {
        let start = Instant::now();
        (counter.divide_watched(&position, args.depth, progress), start.elapsed())
    });
    if args.counting.verify {
        counter.rekey();
        let again = counter.divide(&position, args.depth);
        if let Some((mv, [first, second])) = divided::difference(&counts, &again) {
            let mv = mv.to_uci(&position, style);
            let printed = writeln!(io::stdout(), "failed: {mv}: {first} nodes, and {second} with other keys");
            return Err(Failure::check(printed));
        }
    }
    let nodes = divided::total(&counts, args.depth);
    let report = Report {
        total: Total::new(args, &position, nodes, time, counter.threads()),
        moves: args.divide.then(|| divided::sorted(&counts, &position, style)),
    };
    args.format.print(&report, print_text)
}

fn print_text(report: &Report) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if let Some(moves) = &report.moves {
        for MoveCount { uci, nodes } in moves {
            writeln!(out, "{uci}: {nodes}")?;
        }
        writeln!(out)?;
    }
    Ok(report.total.write(&mut out)?)
}
