//! Attacks in lanes: all squares that a side attacks, all pieces that attack a square.

use quadbit_quad::sets::{self, ByDirection, ByLine};
use quadbit_quad::simd::{BoardSimd, Slides};
use quadbit_x88::Color;

use crate::men::Men;

/// The squares that one side attacks, in every lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats<S: BoardSimd> {
    /// Those that its sliders attack.
    pub(crate) slides: ByDirection<S::u64s>,
    /// Those that its knights attack, and those that its pawns attack.
    pub(crate) knights: S::u64s,
    pub(crate) pawns: S::u64s,
    /// Those that any of its pieces attacks, and, once they are added, those behind a king in check.
    pub(crate) all: S::u64s,
}

impl<S: BoardSimd> Threats<S> {
    #[inline(always)]
    pub(crate) fn new(s: S, men: &impl Men<S>, slides: &Slides<S>, by: Color) -> Self {
        let boards = men.boards();
        let pieces = boards.color(by);
        let (o, d) = (boards.orthogonal_sliders() & pieces, men.diagonal_sliders() & pieces);
        let slides = slides.attacks(s, ByLine::rook_and_bishop(o, d));
        let [west, east] = sets::pawn_attacks(boards.pawns() & pieces, by);
        let knights = sets::knight_attacks(men.knights() & pieces);
        let king = sets::king_attacks(boards.kings() & pieces);
        let pawns = west | east;
        Self { slides, knights, pawns, all: slides.union() | pawns | knights | king }
    }

    /// The squares behind a king that sliders would attack if it moved away: the next one of each slide that ends at the king.
    #[inline(always)]
    pub(crate) fn beyond(&self, king: S::u64s) -> S::u64s {
        (self.slides & king).step().union()
    }
}

/// The pieces of one side, but for its king, that attack any square of a set; `seen` is what these squares see along their lines.
#[inline(always)]
pub(crate) fn attackers<S: BoardSimd>(
    men: &impl Men<S>,
    by: Color,
    squares: S::u64s,
    seen: ByLine<S::u64s>,
) -> S::u64s {
    let boards = men.boards();
    let ByLine([rank, file, diagonal, antidiagonal]) = seen;
    let [west, east] = sets::pawn_attacks(squares, !by);
    boards.color(by)
        & (((rank | file) & boards.orthogonal_sliders())
            | ((diagonal | antidiagonal) & men.diagonal_sliders())
            | (sets::knight_attacks(squares) & men.knights())
            | ((west | east) & boards.pawns()))
}
