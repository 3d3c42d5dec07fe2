//! Four words side by side, a line each, for one side after the other.

use quadbit_x88::Color;

use crate::quad_bitboard::QuadBitboard;
use crate::sets::{ByDirection, ByLine, Four, Rose};

/// Upwards and downwards, for white and for black.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slides([[Four; 2]; 2]);

impl Slides {
    #[inline(always)]
    pub(super) fn new(board: QuadBitboard) -> Self {
        let rose = Rose::new(!board.occupied());
        Self([attacks(&rose, board, Color::White), attacks(&rose, board, Color::Black)])
    }

    #[inline(always)]
    pub(super) fn of(&self, color: Color) -> ByDirection<u64> {
        let [Four([east, north, north_east, north_west]), Four([west, south, south_west, south_east])] =
            self.0[color.index()];
        ByDirection([north, north_east, east, south_east, south, south_west, west, north_west])
    }

    #[inline(always)]
    pub(super) fn lines_of(&self, color: Color) -> ByLine<u64> {
        let [up, down] = self.0[color.index()];
        ByLine((up | down).0)
    }
}

#[inline(always)]
fn attacks(rose: &Rose, board: QuadBitboard, color: Color) -> [Four; 2] {
    let orthogonal = (board.orthogonal_sliders() & board.color(color)).0;
    let diagonal = (board.diagonal_sliders() & board.color(color)).0;
    rose.attacks(Four([orthogonal, orthogonal, diagonal, diagonal]))
}
