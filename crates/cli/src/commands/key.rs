//! `quadbit key`: the key of a position in a Polyglot opening book.

use std::io::{self, Write};

use quadbit_movegen::Position;

use crate::failure::Failure;
use crate::lines;
use crate::position::Start;

/// Print the Polyglot key in 16 hexadecimal digits
///
/// With `-` as the position, read one FEN per line from standard input and answer each line with one line.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.start.is_stdin() {
        return lines::answer_positions(args.start.rules, |positions, out| {
            positions.iter().try_for_each(|position| writeln!(out, "{}", digits(position)))
        });
    }
    let position = args.start.position()?;
    Ok(writeln!(io::stdout(), "{}", digits(&position))?)
}

fn digits(position: &Position) -> String {
    format!("{:016x}", position.polyglot_key())
}
