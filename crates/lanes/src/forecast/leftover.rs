//! The moves that the forecast excludes, and making them.

use fearless_simd::prelude::*;
use quadbit_quad::simd::BoardSimd;

use super::promotions::Promotions;
use super::regular::Regular;
use crate::board::en_passant;
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::scene::Scene;
use crate::board::sides::US;
use crate::board::targets::Targets;
use crate::make::move_sets::{MoveSets, Sink};

/// Moves that must be made.
pub(crate) struct Leftover<S: BoardSimd> {
    /// Promotions are made separately, although their squares are among the targets too.
    pub(super) targets: Targets<S>,
    pub(super) promotions: Option<Promotions<S>>,
    /// The rooks with which we castle.
    pub(super) castling: S::u64s,
    /// The targets of double pushes beside a pawn that may capture en passant.
    pub(crate) next_to_enemy_pawn: S::u64s,
    /// Those of them whose other replies are forecast: their boards are made only for the
    /// captures en passant.
    pub(crate) en_passant_only: S::u64s,
}

impl<S: BoardSimd> Leftover<S> {
    /// All our moves except the regular ones.
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S, impl Pieces<S>>, regular: &Regular<S>) -> Self {
        let (all, castling) = scene.moves(s);
        let next_to_enemy_pawn = en_passant::next_to_enemy_pawn(&scene.boards);
        let mut promotions = Promotions::among(s, &all.pawns);
        if let (Some(all), Some(forecast)) = (&promotions, &regular.promotions) {
            promotions = Some(all.without(forecast));
        }
        Self {
            targets: all.without(&regular.targets),
            promotions,
            castling,
            next_to_enemy_pawn,
            en_passant_only: regular.targets.pawns.double & next_to_enemy_pawn,
        }
    }

    /// Makes the moves in some of the lanes, and the double pushes whose replies are forecast except for
    /// captures en passant.
    #[inline(always)]
    pub(crate) fn make(&self, s: S, parents: &Positions<S>, lanes: u64, sink: &mut impl Sink<S>) {
        let king = parents.boards.kings() & parents.boards.color(US);
        let mut targets = self.targets;
        targets.pawns.double |= self.en_passant_only;
        let promotions = match &self.promotions {
            Some(promotions) => promotions.0,
            None => [[S::u64s::splat(s, 0); 3]; 4],
        };
        MoveSets::with_promotions(s, &targets, king, self.castling, promotions).make(s, parents, lanes, sink);
    }
}
