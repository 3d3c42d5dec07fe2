//! Finding moves that give check without making them.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Role, Square};

use super::mv::Move;
use crate::position::Position;

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
        let us = self.side_to_move();
        let king = self.king(!us);
        let effect = self.effect(mv);
        let [_, added] = effect.codes();
        if leap(effect.placed(), mv.to()).has(king) {
            return true;
        }
        let [left, reached] = effect.squares();
        let (board, own) = (self.board(), self.board().color(us) - left);
        let occupied = effect.occupied(board.occupied());
        // The pieces on their new squares, if they move along these lines.
        let arrived = |roles: u8| {
            let [a, b] =
                added.map(|(square, code)| u64::from(roles >> (code >> 1 & 7) & 1) << square.index());
            Bitboard(a | b)
        };
        let orthogonal = board.orthogonal_sliders() & own | arrived(ORTHOGONAL);
        let diagonal = board.diagonal_sliders() & own | arrived(DIAGONAL);
        slider_sees(king, left | reached, orthogonal, diagonal, occupied)
    }
}

/// Rooks and queens, bishops and queens, by the code of their role.
const ORTHOGONAL: u8 = 1 << Role::Rook.code() | 1 << Role::Queen.code();
const DIAGONAL: u8 = 1 << Role::Bishop.code() | 1 << Role::Queen.code();

/// The squares that a pawn or a knight attacks from a square, by its code; none for other pieces.
#[inline]
pub(super) fn leap(code: u8, from: Square) -> Bitboard {
    const LAST: u8 = Role::Knight.of(Color::Black).code();
    if code <= LAST { attacks::reach(code, from) } else { Bitboard::EMPTY }
}

/// Whether one of a side's sliders sees the other king, if none did before some squares changed. There are
/// few branches, because most would be mispredicted.
#[inline]
pub(super) fn slider_sees(
    king: Square,
    changed: Bitboard,
    orthogonal: Bitboard,
    diagonal: Bitboard,
    occupied: Bitboard,
) -> bool {
    let [lines, diagonals] = attacks::crosses(king);
    let (orthogonal, diagonal) = (orthogonal & lines, diagonal & diagonals);
    ((changed.meets(lines) & orthogonal.any()) && orthogonal.meets(attacks::rook(king, occupied)))
        || ((changed.meets(diagonals) & diagonal.any()) && diagonal.meets(attacks::bishop(king, occupied)))
}
