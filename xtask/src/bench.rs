//! Runs the benches, with or without the peers, and prints and records what the book shows: bars, boards, searches and
//! claims.

mod bars;
mod board_search;
mod boards;
mod claims;
mod place;
mod program;
mod search;
mod table;

pub(crate) use board_search::table as board_search;
pub(crate) use boards::table as boards;
pub(crate) use claims::recorded as claims;
pub(crate) use place::Place;
pub(crate) use table::levels;

use anyhow::Result;

use crate::record::Record;
use crate::{figures, workspace};

/// Times perft at each level against cozy-chess, and writes a record and the table and chart of the book;
/// with options, runs the Criterion benches instead
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct Args {
    /// Print the nodes a second of one search on Quadbit, cozy-chess and shakmaty, in a default
    /// and in a native build; with `--boards`, of one search on every board
    #[arg(long, conflicts_with_all = ["peers", "target", "criterion"])]
    search: bool,

    /// Time perft with every board of the literature, or with `--search` a search, and write a record of it and the
    /// table of the book
    #[arg(long, conflicts_with_all = ["peers", "target", "criterion"])]
    boards: bool,

    /// Time what the figures of the claims are made of, and write a record of it and the tables of the book
    #[arg(long, conflicts_with_all = ["search", "boards", "peers", "target", "criterion"])]
    claims: bool,

    /// Build the peers too and time them in the same run
    #[arg(long)]
    peers: bool,

    /// The benches of one target only: the name of a file in `benches/benches`, such as quad
    #[arg(long)]
    target: Option<String>,

    /// Time each program N times, in turn
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// Print only: write no record
    #[arg(long)]
    no_record: bool,

    /// Time nothing: compare the results of all forms of every bench, with the peers
    #[arg(long, conflicts_with_all = ["search", "boards", "criterion"])]
    check: bool,

    /// Arguments for Criterion, such as a filter
    #[arg(last = true)]
    criterion: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match (args.boards, args.search) {
        (true, false) => return boards::run(args.rounds, args.no_record),
        (true, true) => return board_search::run(args.rounds, args.no_record),
        (false, true) => return search::run(args.rounds),
        (false, false) if args.claims => return claims::run(args.rounds, args.no_record),
        (false, false) => {}
    }
    if !args.peers && !args.check && args.target.is_none() && args.criterion.is_empty() {
        let record = bars::run(args.rounds)?;
        print!("{}", table::table(&record)?);
        return if args.no_record { Ok(()) } else { keep(&record) };
    }
    let mut command = workspace::cargo();
    command.args(["bench", "--package", "benches"]);
    if args.peers || args.check {
        command.args(["--features", "peers"]);
    }
    if args.check {
        command.env("TURNS", "0");
    }
    match &args.target {
        Some(target) => command.args(["--bench", target]),
        None => command.arg("--benches"),
    };
    workspace::run(command.arg("--").args(&args.criterion))
}

/// Stores a record of the levels, and makes from it the table and the chart of the book.
fn keep(record: &Record) -> Result<()> {
    place::keep(record, Place::LEVELS, levels)?;
    figures::chart()?.write()
}
