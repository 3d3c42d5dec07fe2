//! `quadbit moves`: the legal moves of a position.

use std::io::{self, Write};

use quadbit_movegen::{CastlingStyle, Position};

use crate::board::Board;
use crate::failure::Failure;
use crate::lines;
use crate::position::Start;

/// Print the legal moves as `uci=SAN`, sorted by UCI text
///
/// With `-` as the position, read one FEN per line from standard input. Each answer is the FEN, a tab, and
/// the moves. White space within the FEN becomes single spaces, so the first tab always ends it.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,

    /// Find the moves with this board
    #[arg(long, value_enum, value_name = "BOARD", default_value_t = Board::Quad)]
    board: Board,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let style = args.start.rules.castling_style();
    if args.start.is_stdin() {
        return lines::answer(|fen| {
            let position = args.start.rules.read(fen)?;
            let fields: Vec<&str> = fen.split_whitespace().collect();
            Ok::<_, String>(format!("{}\t{}", fields.join(" "), listed(args.board, &position, style)))
        });
    }
    let position = args.start.position()?;
    let moves = listed(args.board, &position, style);
    Ok(writeln!(io::stdout(), "{moves}")?)
}

/// Every legal move as `uci=SAN`, sorted by UCI text and separated by one space.
fn listed(board: Board, position: &Position, style: CastlingStyle) -> String {
    let moves = board.legal_moves(position);
    let mut texts: Vec<(String, String)> = moves
        .iter()
        .map(|mv| (mv.to_uci(position, style).to_string(), mv.to_san(position).to_string()))
        .collect();
    texts.sort_unstable();
    let moves: Vec<String> = texts.iter().map(|(uci, san)| format!("{uci}={san}")).collect();
    moves.join(" ")
}
