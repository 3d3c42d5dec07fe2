//! The attackers of a square, and the checkers.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Square};

use super::Position;

impl<const KEYED: bool> Position<KEYED> {
    /// The pieces of both sides that attack `square`.
    /// [`QuadBitboard::attackers`](quadbit_quad::QuadBitboard::attackers) lets the caller choose the squares that block
    /// sliders.
    ///
    /// ```
    /// use quadbit_movegen::{Position, Square};
    /// let position = Position::start();
    /// assert_eq!(
    ///     position.attackers_to(Square::F3).to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . 1 . 1 .\n\
    ///      . . . . . . 1 .\n"
    /// );
    /// ```
    pub fn attackers_to(&self, square: Square) -> Bitboard {
        self.board.attackers(square, self.board.occupied())
    }

    /// Whether a piece of `them` attacks `square` if only the squares of `occupied` block sliders. Sliders are looked
    /// up only if one stands on a line of the square.
    #[inline]
    pub(crate) fn is_attacked_over(&self, square: Square, them: Color, occupied: Bitboard) -> bool {
        self.is_attacked_by(square, them, self.board.color(them), occupied)
    }

    /// Whether a piece among `theirs`, pieces of `them`, attacks `square` if only the squares of `occupied` block
    /// sliders.
    #[inline]
    pub(crate) fn is_attacked_by(
        &self,
        square: Square,
        them: Color,
        theirs: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        let board = self.board;
        let leapers = attacks::pawn(!them, square) & board.pawns()
            | attacks::knight(square) & board.knights()
            | attacks::king(square) & board.kings();
        if leapers.intersects(theirs) {
            return true;
        }
        let [on_lines, on_diagonals] = attacks::crosses(square);
        let orthogonal = board.orthogonal_sliders() & theirs;
        if orthogonal.intersects(on_lines) && orthogonal.intersects(attacks::rook(square, occupied)) {
            return true;
        }
        let diagonals = board.diagonal_sliders() & theirs;
        diagonals.intersects(on_diagonals) && diagonals.intersects(attacks::bishop(square, occupied))
    }

    /// The pieces that give check to the side to move, which the position stores: none, one, or two. (Relaxed reading
    /// also accepts positions with more, which cannot arise in a game.)
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.checkers().to_string(),
    ///      ". . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . 1 . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . 1 . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        Bitboard(self.checks_and_pins.0 & self.board.color_bits(self.side_to_move().other()).0)
    }

    /// Whether the side to move is in check. The position stores the checkers, so the call is cheap.
    #[inline]
    pub const fn is_check(&self) -> bool {
        self.checkers().0 != 0
    }
}
