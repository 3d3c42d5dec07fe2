//! Checks and pins after a move, found without making it.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

use super::mv::Move;
use crate::position::Position;
use crate::position::safety::{checks_and_pins_along, snipers};

impl<const KEYED: bool> Position<KEYED> {
    /// Whether a legal move gives check: by the piece on its new square, by a slider whose line the move opens, or by
    /// the castling rook. The move is not made. For a move that is not legal the result is meaningless.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/4N3/4R1K1 w - - 0 1".parse()?;
    /// assert!(position.gives_check(Move::new(Square::E2, Square::C3)), "discovered");
    /// assert!(!position.gives_check(Move::new(Square::E1, Square::D1)));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        let effect = self.effect(mv);
        let ([left, reached], [_, arriving]) = (effect.squares(), effect.codes());
        let own = self.board.color_bits(self.side_to_move()) | reached;
        let snipers = snipers(self.board, !self.side_to_move());
        self.checks_and_pins_after(snipers, [left, reached], &arriving).intersects(own)
    }

    /// The pieces that give check after a legal move, and the checked side's pieces that are pinned then. The move is
    /// given by the squares that pieces leave, `left`, those that they reach, and the pieces that arrive, `arriving`,
    /// each with its square and piece code; a code of 0 is no piece. `snipers` is what [`snipers`] returns for the
    /// checked side before the move.
    ///
    /// The enemy king does not move, so the lines through it are those of the board before the move. A pawn or knight
    /// that gives check is treated as a slider with nothing between it and the king.
    #[inline(always)]
    pub(super) fn checks_and_pins_after(
        &self,
        snipers: Bitboard,
        [left, reached]: [Bitboard; 2],
        arriving: &[(Square, u8)],
    ) -> Bitboard {
        let them = !self.side_to_move();
        let king = self.king(them);
        let mut snipers = snipers - left;
        for &(square, code) in arriving {
            // A pawn attacks the king from the squares that a pawn of the king's side on the king's square would
            // attack.
            snipers |= attacks::reach(code ^ 1, king) & Bitboard::of(square);
        }
        let occupied = (self.board.occupied() - left) | reached;
        checks_and_pins_along(king, snipers, occupied, self.board.color_bits(them) - (left | reached))
    }
}
