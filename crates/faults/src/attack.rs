//! Attacks on a square, and what a generator with faults does not see of them.

use quadbit_x88::{Color, Delta, Diff, Direction, Piece, Role, Square88};

use crate::board::Board;
use crate::fault::Fault;
use crate::rules::Rules;

impl Board {
    /// Whether the side `by` attacks a square, as far as the rules see it.
    pub(crate) fn is_attacked(&self, target: Square88, by: Color, rules: &mut Rules) -> bool {
        self.is_attacked_by_pawn(target, by, rules)
            || self.knights(target, by).next().is_some() && !rules.breaks(Fault::AttackKnightMissing)
            || Diff::new(target, self.kings[by.index()]).chebyshev() == 1 && !rules.breaks(Fault::KingsTouch)
            || Direction::ALL
                .into_iter()
                .any(|direction| self.is_attacked_along(direction, target, by, rules))
    }

    /// The number of pieces of the side `by` that attack a square by the rules of chess; pawns, knights and sliders.
    pub(crate) fn count_attackers(&self, target: Square88, by: Color) -> usize {
        let pawn = Role::Pawn.of(by);
        let pawns = pawn_sources(target, by).filter(|&from| self.has(from, pawn)).count();
        let sliders = Direction::ALL.into_iter().filter(|&direction| {
            self.first_along(direction, target).is_some_and(|(_, piece)| slides(piece, direction, by))
        });
        pawns + self.knights(target, by).count() + sliders.count()
    }

    fn is_attacked_by_pawn(&self, target: Square88, by: Color, rules: &mut Rules) -> bool {
        let pawn = Role::Pawn.of(by);
        let has_pawn = |square: Option<Square88>| square.is_some_and(|square| self.has(square, pawn));
        let sees = pawn_sources(target, by).any(|from| self.has(from, pawn));
        let back = pawn_sources(target, by.other()).any(|from| self.has(from, pawn));
        let sees = if sees != back && rules.breaks(Fault::AttackPawnBackwards) { back } else { sees };
        sees && !rules.breaks(Fault::AttackPawnMissing)
            || has_pawn(target.step(-ahead(by))) && rules.breaks(Fault::AttackPawnAhead)
    }

    fn knights(&self, target: Square88, by: Color) -> impl Iterator<Item = Square88> {
        let knight = Role::Knight.of(by);
        let sources = Delta::KNIGHT.into_iter().filter_map(move |jump| target.step(jump));
        sources.filter(move |&from| self.has(from, knight))
    }

    /// The first piece that a ray from a square meets, and the square before which it stops.
    pub(crate) fn first_along(&self, direction: Direction, from: Square88) -> Option<(Square88, Piece)> {
        let mut at = from;
        loop {
            at = at.step(direction.delta())?;
            if let Some(piece) = self.get(at) {
                return Some((at, piece));
            }
        }
    }

    fn is_attacked_along(
        &self,
        direction: Direction,
        target: Square88,
        by: Color,
        rules: &mut Rules,
    ) -> bool {
        let Some((at, mut piece)) = self.first_along(direction, target) else { return false };
        let is_near = target.step(direction.delta()) == Some(at);
        if is_near && piece == Role::Pawn.of(by) && pawn_sources(target, by).all(|from| from != at) {
            match self.first_along(direction, at) {
                Some((_, next)) if slides(next, direction, by) && rules.breaks(Fault::AttackThroughPawn) => {
                    piece = next;
                }
                _ => return false,
            }
        }
        slides(piece, direction, by)
            && !rules.breaks(match piece.role() {
                Role::Bishop => Fault::AttackBishopMissing,
                Role::Rook => Fault::AttackRookMissing,
                _ => Fault::AttackQueenMissing,
            })
    }
}

/// Whether a piece is a slider of the side `by` that moves along lines of this direction.
fn slides(piece: Piece, direction: Direction, by: Color) -> bool {
    let role = if direction.is_diagonal() { Role::Bishop } else { Role::Rook };
    piece == role.of(by) || piece == Role::Queen.of(by)
}

/// The squares from which a pawn of `color` attacks `target`.
fn pawn_sources(target: Square88, color: Color) -> impl Iterator<Item = Square88> {
    SIDEWAYS.into_iter().filter_map(move |side| target.step(-ahead(color))?.step(side))
}

/// The step of a pawn's push.
pub(crate) fn ahead(color: Color) -> Delta {
    Direction::North.relative_to(color).delta()
}

/// The steps to the a-file and to the h-file.
pub(crate) const SIDEWAYS: [Delta; 2] = [Direction::West.delta(), Direction::East.delta()];
