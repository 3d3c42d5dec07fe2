//! Checks and pins after a move, found without making it.

use quadbit_quad::{Bitboard, attacks};

use super::effect::Effect;
use super::mv::Move;
use crate::position::Position;
use crate::position::safety::{checks_and_pins_along, snipers};

impl Position {
    /// Whether a legal move gives check: by the piece on its new square, by a slider behind the squares that
    /// it leaves or clears, or by the castling rook. The move is not made. For a move that is not legal the
    /// result is meaningless.
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
        let [_, reached] = effect.squares();
        let own = self.board.color_bits(self.side_to_move) | reached;
        self.checks_and_pins_after(effect).meets(own)
    }

    /// The pieces that give check after a legal move, and the checked side's pieces that are pinned then.
    ///
    /// The enemy king does not move, so its lines are those of the board before the move. A leaper is a sniper with nothing
    /// between.
    #[inline(always)]
    pub(super) fn checks_and_pins_after(&self, effect: Effect) -> Bitboard {
        let them = !self.side_to_move;
        let king = self.king(them);
        let [left, reached] = effect.squares();
        // Where a pawn attacks the king from is where one of the king's own colour attacks from there.
        let attackers = |code: u8| attacks::reach(code ^ 1, king);
        let [_, [(a, placed), (b, rook)]] = effect.codes();
        let arrived = attackers(placed) & Bitboard::of(a) | attackers(rook) & Bitboard::of(b);
        let snipers = (snipers(self.board, them, king) - left) | arrived;
        let theirs = self.board.color_bits(them) - (left | reached);
        checks_and_pins_along(king, snipers, effect.occupied(self.board.occupied()), theirs)
    }
}
