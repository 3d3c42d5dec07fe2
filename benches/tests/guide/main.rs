//! The tables of the guide "From other libraries": in each row, the left side, run with the other library, gives what
//! the right side gives with ours.
//!
//! 1. [`positions`] are the positions two plies from six well-known ones, and [`fen`] hands one to another library.
//! 2. Each module asks both libraries, row by row. Values are compared as numbers: squares, files, roles and colours
//!    have the same order everywhere.
//! 3. [`check`] is the recipe by which a port is compared with its original, node for node.

mod check;
mod from_chess;
mod from_cozy_chess;
mod from_shakmaty;

use quadbit_movegen::{EpMode, FenStyle, Position};

fn positions() -> impl Iterator<Item = Position> {
    let starts = benches::SIX.iter().map(|known| known.fen.parse().expect("a valid FEN"));
    starts.flat_map(children).flat_map(children)
}

fn children(position: Position) -> impl Iterator<Item = Position> {
    position.legal_moves().into_iter().map(move |mv| position.after(mv))
}

/// Returns the FEN with the en passant square of every double push, as other libraries remember it.
fn fen(position: &Position) -> String {
    position.to_fen(FenStyle { ep: EpMode::Always, ..FenStyle::default() }).to_string()
}
