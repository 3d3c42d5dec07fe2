//! The moves that are not foretold, and making them.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Boards};

use super::promotions::Promotions;
use super::regular::Regular;
use crate::en_passant;
use crate::men::Men;
use crate::positions::Positions;
use crate::queue::{Perspective, Queue};
use crate::scene::{Scene, US};
use crate::targets::Targets;
use crate::ways::{Sink, Ways};

/// Moves that must be made.
pub(crate) struct Leftover<S: BoardSimd> {
    /// Promotions apart, although their squares are among the targets too.
    pub(super) targets: Targets<S>,
    pub(super) promotions: Option<Promotions<S>>,
    /// The rooks that castle.
    pub(super) castling: S::u64s,
    /// Where double pushes arrive beside a pawn that may capture en passant.
    beside: S::u64s,
    /// Those of them whose other replies are foretold: the boards are made for the captures en passant only.
    pub(super) foretold: S::u64s,
}

impl<S: BoardSimd> Leftover<S> {
    /// All our moves except the regular ones.
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S, impl Men<S>>, regular: &Regular<S>) -> Self {
        let (all, castling) = scene.moves(s);
        let beside = en_passant::beside(&scene.boards);
        let mut promotions = Promotions::among(s, &all.pawns);
        if let (Some(all), Some(foretold)) = (&promotions, &regular.promotions) {
            promotions = Some(all.without(foretold));
        }
        Self {
            targets: all.without(&regular.targets),
            promotions,
            castling,
            beside,
            foretold: regular.targets.pawns.double & beside,
        }
    }

    /// Makes the moves in some of the lanes, the lowest square of each at a time, and appends the boards to a queue. Returns the number
    /// of replies en passant, which boards do not record, plus all replies on boards for which the queue has no room. Unless `each` is
    /// empty, these are also added to the counts of the parents' owners there.
    #[inline(always)]
    pub(crate) fn make(
        &self,
        s: S,
        parents: &Positions<S>,
        owners: &[u64],
        lanes: u64,
        queue: &mut Queue,
        each: &mut [u64],
    ) -> u64 {
        let king = parents.boards.kings() & parents.boards.color(US);
        let mut replies =
            Replies { beside: self.beside, foretold: self.foretold, owners, queue, each, count: 0 };
        let mut targets = self.targets;
        targets.pawns.double |= self.foretold; // 1b
        let ways = match &self.promotions {
            Some(promotions) => Ways::with_promotions(s, &targets, king, self.castling, promotions.0),
            None => Ways::new(s, &targets, king, self.castling),
        };
        ways.make(s, parents, lanes, &mut replies);
        replies.count
    }
}

/// The replies to moves that are made.
struct Replies<'a, S: BoardSimd> {
    beside: S::u64s,
    foretold: S::u64s,
    owners: &'a [u64],
    queue: &'a mut Queue,
    each: &'a mut [u64],
    count: u64,
}

impl<S: BoardSimd> Sink<S> for Replies<'_, S> {
    #[inline(always)]
    fn after_double_push(&mut self, s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64 {
        let zero = S::u64s::splat(s, 0);
        let pushed = (to & self.beside).simd_ne(zero).to_bitmask() & lanes;
        if pushed != 0 {
            let [west, east] = en_passant::capturable(s, boards, to, pushed);
            self.count += u64::from(west.count_ones() + east.count_ones());
            if !self.each.is_empty() {
                add_bits(self.each, self.owners, west);
                add_bits(self.each, self.owners, east);
            }
        }
        (to & self.foretold).simd_eq(zero).to_bitmask() & lanes
    }

    #[inline(always)]
    fn take(&mut self, s: S, positions: &Positions<S>, lanes: u64) {
        if !self.each.is_empty() {
            self.queue.own(s, self.owners, lanes);
        }
        self.queue.append(s, positions, lanes);
        if self.queue.is_full() {
            self.count += self.queue.count_moves(s, Perspective::BlackToMove, false, self.each);
        }
    }
}

/// Adds one to the counts of the owners in some lanes.
fn add_bits(each: &mut [u64], owners: &[u64], lanes: u64) {
    let mut rest = lanes;
    while rest != 0 {
        each[owners[rest.trailing_zeros() as usize] as usize] += 1;
        rest &= rest - 1;
    }
}
