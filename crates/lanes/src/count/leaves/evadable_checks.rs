//! Checks that are certainly not mate, found without making the move.

use fearless_simd::prelude::*;
use quadbit_quad::sets::{self, ByLine, step};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Direction;

use super::checks::{Moves, along};
use crate::board::scene::Scene;
use crate::board::select::{if_none, if_some, union_where};
use crate::board::sides::US;

/// The squares on which a check by the piece that moves there can certainly be evaded: a set for each kind of checking
/// piece. We are the side that gives check; "they" are the side in check.
///
/// There are two kinds of evasions:
///
/// - **Escape.** A neighbour of the enemy king is free if no enemy piece is on it and none of our pieces attacks it, or
///   would attack it if another of our pieces left the board. So the move discovers no attack on a free square, and
///   only the moved piece can guard it: a pawn guards no free square, a knight at most one, a distant slider the two on
///   its line, one on either side of the king.
/// - **Capture.** An enemy slider, knight or pawn attacks the checker's square, and no enemy piece of that kind is
///   pinned, or would be pinned if one of our pieces left the board.
///
/// Discovered checks, promotions and castling are not covered.
pub(super) struct EvadableChecks<S: BoardSimd> {
    pub(super) slides: S::u64s,
    pub(super) jumps: S::u64s,
    pub(super) pawns: S::u64s,
}

impl<S: BoardSimd> EvadableChecks<S> {
    #[inline(always)]
    pub(super) fn new<const R: bool>(s: S, moves: &Moves<S, R>) -> Self {
        let Moves { ref scene, sight, knight, .. } = *moves;
        let Scene { ref boards, ref pieces, ref slides, ref threats, ours, theirs, king, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let lines = scene.our_slides.lines();

        // The squares that our sliders attack through one of our pieces, and those that the enemy king sees through one
        // of our pieces, found by one fill.
        let through = slides.attacks(s, (lines | sight) & ours).lines();

        // The fill also goes from our pieces back towards the enemy king, and marks empty neighbours of the king that
        // no slider attacks: these neighbours are left out. If one of our sliders does attack such a neighbour through
        // one of our pieces, on a line of the king, that piece discovers a check when it leaves.
        let [north, south] = [step(king, Direction::North), step(king, Direction::South)];
        let [east, west] = [step(king, Direction::East), step(king, Direction::West)];
        let neighbours = ByLine([
            east | west,
            north | south,
            along::<S>(king, Direction::NorthEast),
            along::<S>(king, Direction::NorthWest),
        ]);
        let guarding = through & !(neighbours & !boards.occupied());
        let [pawns_west, pawns_east] = sets::pawn_attacks(boards.pawns() & ours, US);
        let guarded = lines.union()
            | guarding.union()
            | pawns_west
            | pawns_east
            | sets::knight_attacks(pieces.knights() & ours)
            | sets::king_attacks(scene.white.king);
        let ring = sets::king_attacks(king);
        let escapes = ring & !(theirs | guarded);

        // The squares from which a slider guards more than the line of its check: those next to the enemy king, and for
        // queens those two squares away on a rank or file.
        let queens = boards.orthogonal_sliders() & pieces.diagonal_sliders() & ours;
        let two_away = step(north, Direction::North)
            | step(south, Direction::South)
            | step(east, Direction::East)
            | step(west, Direction::West);
        let near = ring | if_some(s, queens, two_away);
        let far = union_where(s, !neighbours & escapes, sight);
        let two = escapes & (escapes - S::u64s::splat(s, 1));

        // Enemy pieces that the enemy king sees and our sliders attack; either the king or the slider may look through
        // one of our pieces.
        let pinned = ((sight & lines) | ((sight | lines) & through)).union() & theirs;
        let (knights, pawns) = (pieces.knights(), boards.pawns());
        let captures = if_none(s, pinned & !(knights | pawns), threats.slides.union())
            | if_none(s, pinned & knights, threats.knights)
            | if_none(s, pinned & pawns, threats.pawns);
        Self {
            slides: (far & !near) | captures,
            jumps: if_some(s, two, knight) | captures,
            pawns: if_some(s, escapes, !zero) | captures,
        }
    }
}
