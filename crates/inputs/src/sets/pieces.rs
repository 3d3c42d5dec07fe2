//! Finding the inputs "a piece stands on a square" for a set.

use quadbit_movegen::{Color, Position};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::Bitboard;
use quadbit_x88::{Piece, Role, Square};

use super::found::Found;
use crate::features::FeatureSet;

/// The function from a piece and its square to the index of its input in the numbering `set`, as `side` with its king
/// on `king` sees it; `None` for pieces without inputs.
#[inline(always)]
pub(super) fn index(
    set: &FeatureSet,
    side: Color,
    king: Square,
) -> impl Fn((Square, Piece)) -> Option<u32> + Copy + use<> {
    let (turn, first) = set.view(side, king);
    let (planes, has_kings) = (set.planes(), !matches!(set, FeatureSet::HalfKp));
    move |(square, piece)| {
        let plane = planes[usize::from(piece.code() ^ side as u8)];
        let index = u32::from(first) + u32::from(plane) + (square.index() as u32 ^ u32::from(turn));
        (has_kings || piece.role() != Role::King).then_some(index)
    }
}

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
