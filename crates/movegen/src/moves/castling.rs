//! Castling: the rooks that a king may castle with.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Square};

use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;

impl<const KEYED: bool> Position<KEYED> {
    /// The castling, as king takes rook, that `mv` stands for: a king's move of two squares or more to the c- or g-file
    /// of its rank, if the side to move has the right to castle on that side. `None` for any other move. Whether the
    /// castling is legal is not checked.
    pub(crate) fn castling_by_king_target(&self, mv: Move) -> Option<Move> {
        let us = self.side_to_move();
        let king = self.king(us);
        let side = CastlingSide::of(king, mv.to());
        let is_meant = mv.from() == king && mv.promotion().is_none() && mv.to() == side.king_target(us);
        let rook = self.castling_rook(us, side)?;
        (is_meant && king.file().index().abs_diff(mv.to().file().index()) >= 2).then(|| Move::new(king, rook))
    }

    /// The rooks with which `us` has the right to castle and that its king sees: no piece stands between.
    #[inline(always)]
    pub(crate) fn castling_rooks_in_sight(&self, us: Color) -> Bitboard {
        let rooks = self.castling_rights().rooks_of(us);
        if rooks.is_empty() {
            return rooks;
        }
        let [rank, ..] = attacks::queen_lines(self.king(us), self.board().occupied());
        rooks & rank
    }

    /// Filters `in_sight`, the [`castling_rooks_in_sight`](Self::castling_rooks_in_sight), keeping the rooks with which
    /// the king of `us`, the side to move, may castle: none if it is in check. All squares that king and rook cross or
    /// enter must be empty but for the two of them, and no square that the king crosses or enters may be attacked. The
    /// rook must not be pinned, because its move would expose the new square of the king; this can happen only in
    /// Chess960. `attacked` returns the attacked squares of a path.
    #[inline(always)]
    pub(crate) fn castling_rooks(
        &self,
        us: Color,
        in_sight: Bitboard,
        pinned: Bitboard,
        attacked: impl Fn(Bitboard) -> Bitboard,
    ) -> Bitboard {
        let king = self.king(us);
        let occupied = self.board().occupied();
        let mut rooks = Bitboard::EMPTY;
        if self.is_check() {
            return rooks;
        }
        for rook in in_sight {
            let side = CastlingSide::of(king, rook);
            let king_path = span(king, side.king_target(us));
            let path = king_path | span(rook, side.rook_target(us));
            let others = occupied.without(king).without(rook);
            if !path.intersects(others) && !pinned.has(rook) && attacked(king_path).is_empty() {
                rooks = rooks.with(rook);
            }
        }
        rooks
    }
}

/// All squares from `a` to `b` on their common rank, both included.
#[inline]
fn span(a: Square, b: Square) -> Bitboard {
    let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
    Bitboard((2_u64 << high).wrapping_sub(1 << low))
}
