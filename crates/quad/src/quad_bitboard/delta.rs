//! The delta of a move: the xor of the boards before and after it.

use core::ops::{BitXor, BitXorAssign};

use quadbit_x88::Square;

use super::QuadBitboard;
use crate::bitboard::Bitboard;

/// Combines two boards plane by plane with an exclusive or. The xor of the boards before and after a move is the delta
/// of the move: applied to either board it gives the other, so the same delta makes and unmakes the move.
impl BitXor for QuadBitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, delta: Self) -> Self {
        self.xor(delta)
    }
}

impl BitXorAssign for QuadBitboard {
    #[inline]
    fn bitxor_assign(&mut self, delta: Self) {
        *self = self.xor(delta);
    }
}

impl QuadBitboard {
    /// The delta that changes the nibble on `square` from `before` to `after`, to xor onto a board. A move has one such
    /// delta at its origin, where `after` is 0, and one at its destination, where `before` is the captured piece or 0.
    ///
    /// Computed, as the square's bit under a mask for each plane: a table of all such deltas takes 32 KiB and gains
    /// nothing (see the bench `make`).
    #[inline]
    const fn aspect(square: Square, before: u8, after: u8) -> Self {
        Self::splat(Bitboard::of(square), before ^ after)
    }

    /// The delta of a move, to xor onto the board: the nibble `mover` leaves `from`, and `arriving` (the same nibble,
    /// or the piece to which a pawn promotes) replaces `captured` (0 for none) on `to`. Castling and en passant combine
    /// two deltas.
    ///
    /// Source: Gerd Isenberg, "Quad-Bitboards", <https://www.chessprogramming.org/Quad-Bitboards>.
    ///
    /// ```
    /// use quadbit_quad::QuadBitboard;
    /// use quadbit_x88::{Color, Role, Square};
    /// let [rook, bishop] = [Role::Rook.of(Color::White), Role::Bishop.of(Color::Black)];
    /// let mut board = QuadBitboard::EMPTY;
    /// board.put(Square::D1, rook);
    /// board.put(Square::D7, bishop);
    /// let before = board;
    ///
    /// let delta = QuadBitboard::delta(Square::D1, Square::D7, rook.code(), bishop.code(), rook.code());
    /// board ^= delta;
    /// assert_eq!((board.piece_at(Square::D1), board.piece_at(Square::D7)), (None, Some(rook)));
    /// board ^= delta;
    /// assert_eq!(board, before);
    /// ```
    #[inline]
    pub const fn delta(from: Square, to: Square, mover: u8, captured: u8, arriving: u8) -> Self {
        Self::aspect(from, mover, 0).xor(Self::aspect(to, captured, arriving))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zobrist::split_mix;

    #[test]
    fn deltas_are_puts() {
        for n in 0..20_000 {
            let planes = [0, 1, 2, 3].map(|p| Bitboard(split_mix(4 * n + p)));
            let board = QuadBitboard::from_planes(planes);
            let random = split_mix(n << 32);
            let [from, to] = [random as u32, (random >> 8) as u32].map(Square::from_low_bits);
            if from == to {
                continue;
            }
            let arriving = (random >> 16) as u8 & 15;
            let delta = QuadBitboard::delta(from, to, board.code(from), board.code(to), arriving);
            let mut expected = board;
            expected.take(from);
            expected.put_code(to, arriving);
            assert_eq!(board ^ delta, expected);
            assert_eq!(expected ^ delta, board);
        }
    }
}
