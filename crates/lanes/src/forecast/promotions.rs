//! Our promotions, for each piece that a pawn may become.

use fearless_simd::prelude::*;
use quadbit_quad::sets;
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Direction;

use super::bans::Bans;
use super::numbers::Numbers;
use super::rules::Rule;
use crate::board::pawns::{ByPawnMove, PawnMove, last_rank};
use crate::board::sides::US;

/// The squares where pawns promote: for each piece of `Role::PROMOTIONS` by a push, by a capture to the
/// west, and to the east.
#[derive(Clone, Copy)]
pub(super) struct Promotions<S: BoardSimd>(pub(super) [[S::u64s; 3]; 4]);

impl<S: BoardSimd> Promotions<S> {
    /// The promotions among some moves of pawns, to each of the four pieces; `None` if there
    /// are none in any lane.
    #[inline(always)]
    pub(super) fn among(s: S, pawns: &ByPawnMove<S>) -> Option<Self> {
        let last = last_rank(US);
        let all = Self([[pawns.single & last, pawns.west & last, pawns.east & last]; 4]);
        pawns.promote(s, US).then_some(all)
    }

    /// Those of them whose replies can be forecast. The new piece is banned from squares on which it would
    /// affect their king. A slider also looks back through the square that the pawn left, so no line of
    /// their king may end there.
    #[inline(always)]
    pub(super) fn allowed(&self, bans: &Bans<S>) -> Self {
        let [[push, west, east], ..] = self.0;
        let [v0, v1, v2, v3] = bans.views.0;
        let (rook, bishop) = (bans.rook | v0 | v1, bans.bishop | v2 | v3);
        let rook_push = push & !(rook | sets::step(bans.rook | v1, Direction::North));
        let bishop_west = west & !(bishop | sets::step(bans.bishop | v3, Direction::NorthWest));
        let bishop_east = east & !(bishop | sets::step(bans.bishop | v2, Direction::NorthEast));
        let knight = !(bans.knight | Rule::NewAttack.bans(bans.near));
        Self([
            [rook_push & !bishop, bishop_west & !rook, bishop_east & !rook],
            [rook_push, west & !rook, east & !rook],
            [push & !bishop, bishop_west, bishop_east],
            [push & knight, west & knight, east & knight],
        ])
    }

    /// These promotions without others.
    #[inline(always)]
    pub(super) fn without(&self, others: &Self) -> Self {
        let [[q0, q1, q2], [r0, r1, r2], [b0, b1, b2], [n0, n1, n2]] = self.0;
        let [[s0, s1, s2], [t0, t1, t2], [c0, c1, c2], [o0, o1, o2]] = others.0;
        Self([
            [q0 & !s0, q1 & !s1, q2 & !s2],
            [r0 & !t0, r1 & !t1, r2 & !t2],
            [b0 & !c0, b1 & !c1, b2 & !c2],
            [n0 & !o0, n1 & !o1, n2 & !o2],
        ])
    }

    /// The number of promotions to each square, and from each square.
    #[inline(always)]
    pub(super) fn numbers(&self, s: S) -> [Numbers<S>; 2] {
        let zero = S::u64s::splat(s, 0);
        let [[a, b, c], [d, e, f], [g, h, i], [j, k, l]] = self.0;
        let destinations = Numbers::tally(s, [a, b, c, d, e, f, g, h, i, j, k, l, zero, zero, zero]);
        macro_rules! from {
            ($($kind:ident $to:expr),*) => { [$(PawnMove::$kind.origins::<S>(US, $to)),*, zero, zero, zero] };
        }
        let origins = Numbers::tally(
            s,
            from![
                Single a, West b, East c, Single d, West e, East f,
                Single g, West h, East i, Single j, West k, East l
            ],
        );
        [destinations, origins]
    }
}
