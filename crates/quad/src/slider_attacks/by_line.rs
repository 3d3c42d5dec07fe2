//! The attacks of all sliders, computed on [`Four`] words at once: word `i` is for line `i` of rank, file, diagonal and
//! antidiagonal. White's sliders and Black's are filled one after the other.

use quadbit_x88::Color;

use crate::quad_bitboard::QuadBitboard;
use crate::sets::{ByDirection, ByLine, CompassFills, Four};

/// The attacks of the sliders, White's and then Black's. Each side has two arrays of words: the first for the
/// directions in which square numbers grow (east, north, north-east, north-west), the second for their opposites.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slides([[Four; 2]; 2]);

impl Slides {
    #[inline(always)]
    pub(super) fn new(board: QuadBitboard) -> Self {
        let fills = CompassFills::new(!board.occupied());
        Self([attacks(&fills, board, Color::White), attacks(&fills, board, Color::Black)])
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
fn attacks(fills: &CompassFills, board: QuadBitboard, color: Color) -> [Four; 2] {
    let orthogonal = (board.orthogonal_sliders() & board.color(color)).0;
    let diagonal = (board.diagonal_sliders() & board.color(color)).0;
    fills.attacks(Four([orthogonal, orthogonal, diagonal, diagonal]))
}
