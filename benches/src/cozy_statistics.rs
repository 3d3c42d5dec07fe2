//! Statistics of leaves with cozy-chess: each leaf is made and examined.

use cozy_chess::{BitBoard, Board, File, Move, Piece, Rank, Square};
use quadbit_lanes::Statistics;

use crate::Known;

/// Counts the leaves of `known` by kind (captures, checks, ..) with cozy-chess, in a loop over all legal moves.
///
/// # Panics
/// If the FEN is not valid.
pub fn cozy_statistics(known: Known) -> Statistics {
    let board = Board::from_fen(known.fen, false).expect("the benches use valid positions");
    let mut columns = [0; 9];
    count(&board, known.depth, &mut columns);
    Statistics::from_array(columns.map(u128::from))
}

fn count(board: &Board, depth: u8, columns: &mut [u64; 9]) {
    if depth == 1 {
        board.generate_moves(|moves| {
            for mv in moves {
                classify(board, mv, columns);
            }
            false
        });
        return;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            count(&child, depth - 1, columns);
        }
        false
    });
}

fn classify(board: &Board, mv: Move, columns: &mut [u64; 9]) {
    let us = board.side_to_move();
    let castles = board.colors(us).has(mv.to);
    let en_passant = board.pieces(Piece::Pawn).has(mv.from)
        && board.en_passant().is_some_and(|file| Square::new(file, Rank::Third.relative_to(!us)) == mv.to);
    let mut child = board.clone();
    child.play_unchecked(mv);
    columns[0] += 1;
    columns[1] += u64::from(en_passant || board.colors(!us).has(mv.to));
    columns[2] += u64::from(en_passant);
    columns[3] += u64::from(castles);
    columns[4] += u64::from(mv.promotion.is_some());
    let checkers = child.checkers();
    if checkers.is_empty() {
        return;
    }
    let moved = if castles {
        let file = if mv.from < mv.to { File::F } else { File::D };
        Square::new(file, Rank::First.relative_to(us)).bitboard()
    } else {
        mv.to.bitboard()
    };
    columns[5] += 1;
    columns[6] += u64::from(checkers.len() == 1 && checkers & moved == BitBoard::EMPTY);
    columns[7] += u64::from(checkers.len() > 1);
    columns[8] += u64::from(!child.generate_moves(|_| true));
}
