//! Moves in lanes, as sets of target squares.

use quadbit_quad::operators;
use quadbit_quad::sets::{ByDirection, ByJump};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Color;

use crate::board::pawns::ByPawnMove;

/// The targets of one side's moves, in a set for each direction of slides, each jump of knights, each kind of pawn
/// move, and the king. No two moves in one set have the same target, so the sizes of the sets add up to the number of
/// moves.
///
/// Castling and captures en passant are not among them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Targets<S: BoardSimd> {
    pub(crate) slides: ByDirection<S::u64s>,
    pub(crate) jumps: ByJump<S::u64s>,
    pub(crate) king: S::u64s,
    pub(crate) pawns: ByPawnMove<S>,
}

operators!([S: BoardSimd] Targets<S>, { slides, jumps, king, pawns }: & | !);

impl<S: BoardSimd> Targets<S> {
    /// The number of moves of `us` in each lane, including castling with the rooks `castling`.
    #[inline(always)]
    pub(crate) fn count(&self, s: S, us: Color, castling: S::u64s) -> S::u64s {
        let count = self.count_once(s, castling);
        if self.pawns.promote(s, us) { count + self.pawns.three_more(s, us) } else { count }
    }

    /// The sum of the sizes of all sets of targets and of `castling`, in every lane. Unlike [`count`](Self::count), it
    /// counts a promotion once, not four times.
    #[inline(always)]
    pub(crate) fn count_once(&self, s: S, castling: S::u64s) -> S::u64s {
        let [n, ne, e, se, so, sw, w, nw] = self.slides.0;
        let [k1, k2, k3, k4, k5, k6, k7, k8] = self.jumps.0;
        let ByPawnMove { single, double, west, east } = self.pawns;
        s.sum_counts_15([n, ne, e, se, so, sw, w, nw, k1, k2, k3, k4, k5, k6, k7])
            + s.sum_counts_7([k8, single, double, west, east, self.king, castling])
    }
}
