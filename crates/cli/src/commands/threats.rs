//! `quadbit threats`: which piece attacks which, and what a move changes.

use std::io::{self, BufWriter, Write};

use quadbit_movegen::{Move, Position, Square};
use quadbit_nibble::simd::Level;
use quadbit_threats::{Finder, Threat};

use crate::failure::Failure;
use crate::level::level;
use crate::lines;
use crate::position::{Start, after};

/// List which piece attacks which, as attacker, square, x, attacked, square: Pe4xnd5
///
/// Pieces that defend a piece of their own side are listed too, and so are kings; pins do not matter. With `-` as the
/// position, read one FEN per line from standard input, and answer each with one line, pairs separated by one space.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,

    /// Make these moves first, given as UCI text
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,

    /// List the pairs that end (-) and begin (+) with this move, given as UCI text, or 0000 for the null move
    #[arg(long, value_name = "UCI")]
    change: Option<String>,

    /// Vector instructions: auto (the default), fallback, sse2, sse4.2, avx2, avx512, neon or wasm
    #[arg(long, value_name = "LEVEL", value_parser = level, default_value = "auto", hide_default_value = true)]
    level: Level,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.start.is_stdin() {
        return lines::answer(|fen| {
            let position = args.start.rules.read(fen)?;
            Ok::<_, String>(listed(args, position)?.join(" "))
        });
    }
    let lines = listed(args, args.start.position()?).map_err(Failure::Input)?;
    let mut out = BufWriter::new(io::stdout().lock());
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// The pairs to print for `position` after `--moves`, or with `--change` those that the move ends and begins. The error
/// names the option whose move is wrong.
fn listed(args: &Args, position: Position) -> Result<Vec<String>, String> {
    let finder = Finder::at(args.level);
    let position = after("--moves", position, &args.moves)?;
    let Some(text) = &args.change else {
        return Ok(sorted("", &finder.threats(&position)));
    };
    let mv = match text.as_str() {
        "0000" => Move::new(Square::A1, Square::A1),
        text => Move::from_uci(text, &position).map_err(|error| format!("--change: `{text}`: {error}"))?,
    };
    let changes = finder.changes(&position, mv);
    Ok([sorted("-", changes.removed()), sorted("+", changes.added())].concat())
}

fn sorted(prefix: &str, pairs: &[Threat]) -> Vec<String> {
    let mut lines: Vec<String> = pairs.iter().map(|pair| format!("{prefix}{pair}")).collect();
    lines.sort_unstable();
    lines
}
