//! Finds the inputs "a piece is on a square" of one numbering, for both sides.

use quadbit_movegen::Color;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Square;

use super::found::Found;
use super::king;
use crate::features::FeatureSet;

/// How a side sees single pieces, and numbers them in one set.
#[derive(Clone, Copy)]
pub(super) struct View {
    side: u8,
    turn: u8,
    first: u32,
    planes: &'static [u16; 16],
}

impl View {
    /// The view of `side`, whose king stands on `king`, in the numbering `set`; `base` is added to each index.
    #[inline(always)]
    pub(super) fn new(set: &FeatureSet, side: Color, king: Square, base: u32) -> Self {
        let (turn, first) = set.view(side, king);
        Self { side: side as u8, turn, first: base + u32::from(first), planes: set.planes() }
    }

    /// The index of the input for a piece, given by its square and code, and whether there is one: none for code 0.
    #[inline(always)]
    pub(super) fn index(self, square: Square, code: u8) -> (u32, bool) {
        let plane = u32::from(self.planes[usize::from((code ^ self.side) & 15)]);
        let square = u32::from(square.index() as u8 ^ self.turn);
        ((self.first + plane + square).wrapping_sub(1), plane & 1 != 0)
    }
}

/// Adds the indices of the inputs of `board` that are 1 in the numbering `set`, as both sides see them, by the
/// pieces' squares from a1. `base` is added to each index.
#[inline(always)]
pub(super) fn append<S: PlaneSimd, const R: usize>(
    s: S,
    set: FeatureSet,
    board: QuadBitboard,
    base: u32,
    found: &mut [Found<R>; 2],
) {
    let codes = s.planes_to_codes(&board.planes().map(|Bitboard(plane)| plane));
    let views = Color::ALL.map(
        #[inline(always)]
        |side| View::new(&set, side, king(board, side), base),
    );
    let inputs = match set {
        FeatureSet::HalfKp => board.occupied() - board.kings(),
        _ => board.occupied(),
    };
    for square in inputs {
        for (view, found) in views.into_iter().zip(&mut *found) {
            let (index, _) = view.index(square, codes[square.index()]);
            found.push_if(true, index);
        }
    }
}
