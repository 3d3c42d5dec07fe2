//! A simple reference, piece by piece, for code that finds the attacks of many pieces together.

use quadbit_movegen::{Bitboard, Piece, QuadBitboard, Role, Square, attacks};

/// Returns the squares that `piece` on `from` attacks on `board`, pieces of its own side included.
pub fn attacked(board: QuadBitboard, piece: Piece, from: Square) -> Bitboard {
    match piece.role() {
        Role::Pawn => attacks::pawn(piece.color(), from),
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, board.occupied()),
        Role::Rook => attacks::rook(from, board.occupied()),
        Role::Queen => attacks::queen(from, board.occupied()),
        Role::King => attacks::king(from),
    }
}
