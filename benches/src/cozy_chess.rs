//! Perft with cozy-chess, the library that sets the bars.

use crate::Known;

/// Counts the leaves of `known` with cozy-chess, as the library's own example does, with bulk counting.
///
/// # Panics
/// If the FEN is not valid.
pub fn cozy_chess(known: Known) -> u64 {
    fn perft(board: &cozy_chess::Board, depth: u8) -> u64 {
        let mut nodes = 0;
        // Leaves have a closure of their own: with a single one for leaves and inner nodes the count would take a third
        // longer.
        if depth == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
            return nodes;
        }
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += perft(&child, depth - 1);
            }
            false
        });
        nodes
    }
    perft(
        &cozy_chess::Board::from_fen(known.fen, false).expect("the benches use valid positions"),
        known.depth,
    )
}
