//! The moves that the forecast does not count: they are made, and the replies to them are counted on their
//! boards.

use quadbit_quad::simd::BoardSimd;

use super::counted::Counted;
use super::promotions::promotions;
use crate::board::en_passant;
use crate::board::positions::Positions;
use crate::board::promotions::Promotions;
use crate::board::scene::Scene;
use crate::board::sides::US;
use crate::board::targets::Targets;
use crate::make::move_sets::{MoveSets, Sink};

/// Our moves that have to be made, because the replies to them have not been counted without making them.
pub(crate) struct Rest<S: BoardSimd> {
    /// The targets of the moves to be made. A pawn move to the last rank among them is ignored: `promotions`
    /// has it.
    pub(super) targets: Targets<S>,
    /// The promotions to be made, if there are any in any lane.
    pub(super) promotions: Option<Promotions<S>>,
    /// The rooks with which we may castle.
    pub(super) castling: S::u64s,
    /// The squares to the left and right of enemy pawns: our pawn whose double push ends on one may be captured en
    /// passant.
    pub(crate) next_to_enemy_pawn: S::u64s,
    /// The targets of double pushes to which all replies except captures en passant have been counted already: their
    /// boards are made only for these captures.
    pub(crate) en_passant_only: S::u64s,
}

impl<S: BoardSimd> Rest<S> {
    /// All our moves except those in `counted` and captures en passant.
    #[inline(always)]
    pub(super) fn new<const R: bool>(s: S, scene: &Scene<S, R>, counted: &Counted<S>) -> Self {
        let (all, castling) = scene.moves(s);
        let next_to_enemy_pawn = en_passant::next_to_enemy_pawn(&scene.boards);
        let mut promotions = promotions(s, &all.pawns);
        if let (Some(all), Some(counted)) = (&promotions, &counted.promotions) {
            promotions = Some(*all & !*counted);
        }
        Self {
            targets: all & !counted.targets,
            promotions,
            castling,
            next_to_enemy_pawn,
            en_passant_only: counted.targets.pawns.double & next_to_enemy_pawn,
        }
    }

    /// Makes the moves in `lanes` and passes the boards to `sink`. Also makes the double pushes of `en_passant_only`:
    /// the replies to them are counted already, except captures en passant.
    #[inline(always)]
    pub(crate) fn make(&self, s: S, parents: &Positions<S>, lanes: u64, sink: &mut impl Sink<S>) {
        let king = parents.boards.kings() & parents.boards.color(US);
        let mut targets = self.targets;
        targets.pawns.double |= self.en_passant_only;
        let promotions = match self.promotions {
            Some(promotions) => promotions,
            None => Promotions::none(s),
        };
        MoveSets::with_promotions(s, &targets, king, self.castling, &promotions)
            .make(s, parents, lanes, sink);
    }
}
