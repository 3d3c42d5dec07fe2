//! `quadbit moves`: the legal moves of a position.

use std::io::{self, Write};

use quadbit_movegen::{CastlingStyle, FenError, Position};

use crate::failure::Failure;
use crate::lines::{self, Source};
use crate::position::{Rules, Start};

/// Print the legal moves, sorted, as `uci=SAN`
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    rules: Rules,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let style = args.rules.castling_style();
    if args.source.is_stdin() {
        return lines::answer(|fen| {
            let position = args.rules.read(fen)?;
            Ok::<_, FenError>(format!("{fen}\t{}", listed(&position, style)))
        });
    }
    let position = args.start.position(args.rules)?;
    Ok(writeln!(io::stdout(), "{}", listed(&position, style))?)
}

/// Every legal move as `uci=SAN`, sorted by the UCI text, with a blank between two.
fn listed(position: &Position, style: CastlingStyle) -> String {
    let moves = position.legal_moves();
    let mut texts: Vec<(String, String)> = moves
        .iter()
        .map(|mv| (mv.to_uci(position, style).to_string(), mv.to_san(position).to_string()))
        .collect();
    texts.sort_unstable();
    let moves: Vec<String> = texts.iter().map(|(uci, san)| format!("{uci}={san}")).collect();
    moves.join(" ")
}
