//! Promotions of white, by the new piece and the way to the last rank.

use fearless_simd::prelude::*;
use quadbit_quad::operators;
use quadbit_quad::simd::BoardSimd;

use crate::board::pawns::ToLastRank;

/// Squares of the last rank, by the piece that the pawn becomes and by the pawn move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Promotions<S: BoardSimd> {
    pub(crate) queen: ToLastRank<S>,
    pub(crate) rook: ToLastRank<S>,
    pub(crate) bishop: ToLastRank<S>,
    pub(crate) knight: ToLastRank<S>,
}

operators!([S: BoardSimd] Promotions<S>, { queen, rook, bishop, knight }: & | !);

impl<S: BoardSimd> Promotions<S> {
    /// Empty sets: no promotion.
    #[inline(always)]
    pub(crate) fn none(s: S) -> Self {
        let zero = S::u64s::splat(s, 0);
        Self::to_each(ToLastRank { push: zero, west: zero, east: zero })
    }

    /// Promotions to each of the four pieces on the squares of `to`.
    #[inline(always)]
    pub(crate) fn to_each(to: ToLastRank<S>) -> Self {
        Self { queen: to, rook: to, bishop: to, knight: to }
    }

    /// The squares on the seventh rank from which the pawns come to the squares in `self`, for each new piece and pawn
    /// move.
    #[inline(always)]
    pub(crate) fn origins(&self) -> Self {
        Self {
            queen: self.queen.origins(),
            rook: self.rook.origins(),
            bishop: self.bishop.origins(),
            knight: self.knight.origins(),
        }
    }

    /// The twelve sets, by new piece in the order of [`Role::PROMOTIONS`](quadbit_x88::Role::PROMOTIONS); for each
    /// piece pushes, captures to the west, captures to the east.
    #[inline(always)]
    pub(crate) fn sets(&self) -> [S::u64s; 12] {
        let Self { queen: q, rook: r, bishop: b, knight: n } = *self;
        [q.push, q.west, q.east, r.push, r.west, r.east, b.push, b.west, b.east, n.push, n.west, n.east]
    }

    /// The number of promotions in each lane.
    #[inline(always)]
    pub(crate) fn count(&self, s: S) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.sets();
        s.sum_counts_15([a, b, c, d, e, f, g, h, i, j, k, l, zero, zero, zero])
    }
}
