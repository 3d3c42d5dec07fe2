//! The usual alternative to a quad-bitboard: a set for each role, and one for each colour.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Piece, Square};

/// A set for each of the six roles, then one for each colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EightSets(pub(crate) [u64; 8]);

impl EightSets {
    pub(crate) const EMPTY: Self = Self([0; 8]);

    pub(crate) fn of(board: QuadBitboard) -> Self {
        let mut sets = Self::EMPTY;
        for (square, code) in board.iter_codes() {
            sets.toggle(square, code);
        }
        sets
    }

    /// Returns the pieces of these sets on four planes.
    pub(crate) fn to_quad(self) -> QuadBitboard {
        let mut board = QuadBitboard::EMPTY;
        for piece in Piece::ALL {
            let both = self.0[piece.role().index()] & self.0[6 + piece.color().index()];
            for square in Bitboard(both) {
                board.put(square, piece);
            }
        }
        board
    }

    #[inline]
    pub(crate) fn toggle(&mut self, square: Square, code: u8) {
        self.0[usize::from(code >> 1) - 1] ^= 1 << square.index();
        self.0[6 + usize::from(code & 1)] ^= 1 << square.index();
    }

    /// Makes a move of one piece, or takes it back. `captured` is the code of the captured piece, 0 if there is none.
    #[inline]
    pub(crate) fn make(&mut self, from: Square, to: Square, mover: u8, captured: u8) {
        self.toggle(from, mover);
        if captured != 0 {
            self.toggle(to, captured);
        }
        self.toggle(to, mover);
    }

    /// Returns the board as the other side sees it: upside down, with the colours exchanged.
    #[inline]
    pub(crate) fn flip_colors(self) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings, white, black] = self.0.map(u64::swap_bytes);
        Self([pawns, knights, bishops, rooks, queens, kings, black, white])
    }
}
