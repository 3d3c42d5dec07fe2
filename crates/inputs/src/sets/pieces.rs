//! Finding the inputs "a piece stands on a square" for a set.

use quadbit_movegen::{Color, Position};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::Bitboard;

use super::found::Found;
use crate::features::FeatureSet;

/// Adds the indices of the inputs of `position` that are 1 in the numbering `set`, as both sides see them, by the
/// pieces' squares from a1. `base` is added to each index.
#[inline(always)]
pub(super) fn append<S: PlaneSimd, const R: usize>(
    s: S,
    set: FeatureSet,
    position: &Position,
    base: u32,
    found: &mut [Found<R>; 2],
) {
    let board = position.board();
    let codes = s.planes_to_codes(&board.planes().map(|Bitboard(plane)| plane));
    let occupied = match set {
        FeatureSet::HalfKp => board.occupied() - board.kings(),
        _ => board.occupied(),
    };
    let planes = set.planes();
    let views = Color::ALL.map(
        #[inline(always)]
        |side| {
            let (turn, first) = set.view(side, position.king(side));
            (side as u8, usize::from(turn), base + u32::from(first))
        },
    );
    for square in occupied {
        let (code, square) = (codes[square.index()], square.index());
        for ((side, turn, first), found) in views.into_iter().zip(&mut *found) {
            let plane = planes[usize::from((code ^ side) & 15)];
            found.push_if(true, first + u32::from(plane) + (square ^ turn) as u32);
        }
    }
}
