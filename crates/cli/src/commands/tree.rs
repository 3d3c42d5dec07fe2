//! `quadbit tree`: a divide in the form that perftree reads.

use std::io::{self, Write};

use quadbit_nibble::simd::Level;
use quadbit_perft::{Counter, Progress};

use crate::divided::{self, MoveCount};
use crate::failure::Failure;
use crate::position::{self, Rules};
use crate::whole::whole;

/// Print `move count` lines and the total, in the form that perftree reads
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Depth in plies, 0 to 255
    #[arg(value_parser = whole(0..=u8::MAX), allow_negative_numbers = true)]
    depth: u8,

    /// The FEN of the position, or a name such as startpos
    fen: String,

    /// Moves to make first, as UCI text separated by spaces
    moves: Vec<String>,

    #[command(flatten)]
    rules: Rules,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = position::given("FEN", &args.fen, args.rules)?;
    let position = position::after("MOVES", position, &args.moves).map_err(Failure::Input)?;
    let counts = Counter::new(Level::auto()).divide(&position, args.depth, &Progress::new());
    let mut out = io::stdout().lock();
    for MoveCount { uci, nodes } in divided::sorted(&counts, &position, args.rules.castling_style()) {
        writeln!(out, "{uci} {nodes}")?;
    }
    writeln!(out, "\n{}", divided::total(&counts, args.depth))?;
    Ok(())
}
