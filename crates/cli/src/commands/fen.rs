//! `quadbit fen`: the canonical FEN of a position.

use std::io::{self, Write};

use clap::ValueEnum;
use quadbit_movegen::{CastlingLetters, EpMode, FenStyle};
use quadbit_nibble::simd::Level;
use quadbit_pack::fens;

use crate::failure::Failure;
use crate::lines;
use crate::position::Start;

/// Validate a position and print its canonical FEN
///
/// With `-` as the position, read one FEN per line from standard input and answer each line with one line.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,

    /// Write castling rights as the files of the rooks (`HAha`) instead of `KQkq`
    #[arg(long)]
    shredder: bool,

    /// When to write an en passant square
    #[arg(long, value_enum, default_value_t = EnPassant::Legal)]
    ep: EnPassant,
}

/// When a FEN has the square behind a pawn that has just made a double push.
#[derive(Clone, Copy, ValueEnum)]
enum EnPassant {
    /// If a legal capture exists
    Legal,
    /// If an enemy pawn stands beside the pawn
    Pseudo,
    /// After every double push
    Always,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let castling = if args.shredder { CastlingLetters::Shredder } else { CastlingLetters::Canonical };
    let ep = match args.ep {
        EnPassant::Legal => EpMode::Legal,
        EnPassant::Pseudo => EpMode::Pseudo,
        EnPassant::Always => EpMode::Always,
    };
    let style = FenStyle { castling, ep };
    if args.start.is_stdin() {
        return lines::answer_positions(args.start.rules, |positions, out| {
            let mut text = [0; 64 * fens::LINE];
            for positions in positions.chunks(64) {
                let writing = fens::write(Level::auto(), style, positions, &mut text);
                out.write_all(&text[..writing.bytes])?;
            }
            Ok(())
        });
    }
    let position = args.start.position()?;
    Ok(writeln!(io::stdout(), "{}", position.to_fen(style))?)
}
