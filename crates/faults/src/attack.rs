//! Attacks on a square, and what generators with faults see of them.

use quadbit_movegen::{Bitboard, Color, Role, Square, attacks};

use crate::board::Board;
use crate::feature::Feature;
use crate::rules::{Lanes, Rules};

impl Board {
    /// The lanes in which a generator that follows `rules` sees the side `by` attack the square `target`.
    pub(crate) fn attacked(&self, target: Square, by: Color, rules: &Rules) -> Lanes {
        let (occupied, enemies) = (self.pieces.occupied(), self.pieces.color(by));
        let mut seen = 0;
        for at in self.attackers(target, by) {
            seen |= rules.does(match self.pieces.role_at(at) {
                Some(Role::Pawn) => Feature::SeesPawn,
                Some(Role::Knight) => Feature::SeesKnight,
                Some(Role::Bishop) => Feature::SeesBishop,
                Some(Role::Rook) => Feature::SeesRook,
                _ => Feature::SeesQueen,
            });
        }
        if attacks::king(target).has(self.kings[by.index()]) {
            seen |= rules.does(Feature::SeesKing);
        }
        let pawns = self.pieces.pawns() & enemies;
        // Pawns next to the target that do not attack it, and may hide a slider.
        let near = pawns & (attacks::king(target) - attacks::pawn(by.other(), target));
        if near.is_empty() {
            return seen;
        }
        let sliders = |occupied| {
            attacks::rook(target, occupied) & self.pieces.orthogonal_sliders()
                | attacks::bishop(target, occupied) & self.pieces.diagonal_sliders()
        };
        let hidden = (sliders(occupied - near) - sliders(occupied)) & enemies;
        for (attackers, feature) in [
            (Bitboard::of(target).forward(by.other()) & pawns, Feature::SeesPawnAhead),
            (attacks::pawn(by, target) & pawns, Feature::SeesPawnBackwards),
            (hidden, Feature::SeesThroughPawn),
        ] {
            seen |= if attackers.any() { rules.does(feature) } else { 0 };
        }
        seen
    }

    /// The pawns, knights and sliders of the side `by` that attack a square by the rules of chess.
    pub(crate) fn attackers(&self, target: Square, by: Color) -> Bitboard {
        let attackers = self.pieces.attackers(target, self.pieces.occupied());
        attackers & (self.pieces.color(by) - self.pieces.kings())
    }
}
