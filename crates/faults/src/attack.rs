//! Attacks on a square, and what a generator with faults sees of them.

use quadbit_movegen::{Bitboard, Color, Role, Square, attacks};

use crate::board::Board;
use crate::feature::Feature;
use crate::rules::Rules;

impl Board {
    /// Whether the side `by` attacks a square, as far as the rules see it.
    pub(crate) fn is_attacked(&self, target: Square, by: Color, rules: &mut Rules) -> bool {
        let (occupied, enemies) = (self.pieces.occupied(), self.pieces.color(by));
        let mut sees = |attackers: Bitboard| {
            attackers.into_iter().any(|at| match self.pieces.role_at(at) {
                Some(Role::Pawn) => rules.does(Feature::SeesPawn),
                Some(Role::Knight) => rules.does(Feature::SeesKnight),
                Some(Role::Bishop) => rules.does(Feature::SeesBishop),
                Some(Role::Rook) => rules.does(Feature::SeesRook),
                _ => rules.does(Feature::SeesQueen),
            })
        };
        if sees(self.attackers(target, by))
            || attacks::king(target).has(self.kings[by.index()]) && rules.does(Feature::SeesKing)
        {
            return true;
        }
        let pawns = self.pieces.pawns() & enemies;
        // Pawns next to the target that do not attack it, which sliders are behind.
        let near = pawns & attacks::king(target) - attacks::pawn(by.other(), target);
        if near.is_empty() {
            return false;
        }
        let behind = |occupied| {
            attacks::rook(target, occupied) & self.pieces.orthogonal_sliders()
                | attacks::bishop(target, occupied) & self.pieces.diagonal_sliders()
        };
        Bitboard::of(target).forward(by.other()).intersects(pawns) && rules.does(Feature::SeesPawnAhead)
            || attacks::pawn(by, target).intersects(pawns) && rules.does(Feature::SeesPawnBackwards)
            || ((behind(occupied - near) - behind(occupied)) & enemies).any()
                && rules.does(Feature::SeesThroughPawn)
    }

    /// The pawns, knights and sliders of the side `by` that attack a square by the rules of chess.
    pub(crate) fn attackers(&self, target: Square, by: Color) -> Bitboard {
        let attackers = self.pieces.attackers(target, self.pieces.occupied());
        attackers & self.pieces.color(by) - self.pieces.kings()
    }
}
