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
pub(super) struct Seen {
    side: Color,
    turn: u32,
    first: u32,
    planes: &'static [u16; 16],
    /// The highest code of a piece that is an input.
    last: u8,
}

impl Seen {
    /// The view of `side`, whose king stands on `king`, in the numbering `set`; `base` is added to each index.
    #[inline(always)]
    pub(super) fn new(set: &FeatureSet, side: Color, king: Square, base: u32) -> Self {
        let (turn, first) = set.view(side, king);
        let last = if matches!(set, FeatureSet::HalfKp) { 11 } else { 13 };
        Self { side, turn: turn.into(), first: base + u32::from(first), planes: set.planes(), last }
    }

    /// The index of the input for a piece, given by its square and code, and whether there is one: none for code 0.
    #[inline(always)]
    pub(super) fn index(self, (square, code): (Square, u8)) -> (u32, bool) {
        let plane = self.planes[usize::from((code ^ self.side as u8) & 15)];
        let index = self.first + u32::from(plane) + (square.index() as u32 ^ self.turn);
        (index, (2..=self.last).contains(&code))
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
    let occupied = match set {
        FeatureSet::HalfKp => board.occupied() - board.kings(),
        _ => board.occupied(),
    };
    let planes = set.planes();
    let views = Color::ALL.map(
        #[inline(always)]
        |side| {
            let (turn, first) = set.view(side, king(board, side));
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
