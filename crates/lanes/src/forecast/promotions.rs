//! Our promotions whose replies can be forecast.

use quadbit_quad::sets;
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Direction;

use super::forbidden::Forbidden;
use super::rules::Rule;
use crate::board::pawns::{ByPawnMove, ToLastRank};
use crate::board::promotions::Promotions;
use crate::board::sides::US;

/// The promotions among the moves of `pawns`, each to all four pieces; `None` if there are none in any lane.
#[inline(always)]
pub(super) fn promotions<S: BoardSimd>(s: S, pawns: &ByPawnMove<S>) -> Option<Promotions<S>> {
    pawns.promote(s, US).then_some(Promotions::to_each(pawns.promotions()))
}

/// The promotions on the squares of `to` that no [rule](super::rules::Rule) excludes: from its square the new piece
/// must not affect the enemy king. A new slider also looks back through the square that the pawn left, so no line of
/// the enemy king may end there ([`CheckOrPin`](super::rules::Rule::CheckOrPin)).
#[inline(always)]
pub(super) fn allowed<S: BoardSimd>(to: ToLastRank<S>, forbidden: &Forbidden<S>) -> Promotions<S> {
    let ToLastRank { push, west, east } = to;
    let [rank, file, diagonal, antidiagonal] = forbidden.views.0;
    let (rook, bishop) = (forbidden.rook | rank | file, forbidden.bishop | diagonal | antidiagonal);
    let push_rook = push & !(rook | sets::step(forbidden.rook | file, Direction::North));
    let west_bishop = west & !(bishop | sets::step(forbidden.bishop | antidiagonal, Direction::NorthWest));
    let east_bishop = east & !(bishop | sets::step(forbidden.bishop | diagonal, Direction::NorthEast));
    let knight = !(forbidden.knight | Rule::NewAttack.forbids(forbidden.near));
    Promotions {
        queen: ToLastRank { push: push_rook & !bishop, west: west_bishop & !rook, east: east_bishop & !rook },
        rook: ToLastRank { push: push_rook, west: west & !rook, east: east & !rook },
        bishop: ToLastRank { push: push & !bishop, west: west_bishop, east: east_bishop },
        knight: ToLastRank { push: push & knight, west: west & knight, east: east & knight },
    }
}
