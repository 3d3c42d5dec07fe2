//! Attacks in lanes: all squares that a side attacks, all pieces that attack a square.

use quadbit_quad::sets::{self, ByDirection, ByLine};
use quadbit_quad::simd::{BoardSimd, Slides};
use quadbit_x88::Color;

use crate::board::pieces::Pieces;

/// The squares that one side attacks, in every lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats<S: BoardSimd> {
    /// The squares that the side's sliders attack, by direction.
    pub(crate) slides: ByDirection<S::u64s>,
    /// The squares that the side's knights attack.
    pub(crate) knights: S::u64s,
    /// The squares that the side's pawns attack.
    pub(crate) pawns: S::u64s,
    /// The squares that any piece of the side attacks. Callers add the squares behind a king in check
    /// ([`beyond`](Self::beyond)).
    pub(crate) all: S::u64s,
}

impl<S: BoardSimd> Threats<S> {
    #[inline(always)]
    pub(crate) fn new<const R: bool>(s: S, pieces: &Pieces<S, R>, slides: &Slides<S>, by: Color) -> Self {
        let boards = &pieces.boards;
        let side = boards.color(by);
        let (o, d) = (boards.orthogonal_sliders() & side, pieces.diagonal_sliders() & side);
        let slides = slides.attacks(s, ByLine::rook_and_bishop(o, d));
        let [west, east] = sets::pawn_attacks(boards.pawns() & side, by);
        let knights = sets::knight_attacks(pieces.knights() & side);
        let king = sets::king_attacks(boards.kings() & side);
        let pawns = west | east;
        Self { slides, knights, pawns, all: slides.union() | pawns | knights | king }
    }

    /// The squares behind `king` that sliders would attack if the king moved away: the next square of each slide that
    /// ends at the king.
    #[inline(always)]
    pub(crate) fn beyond(&self, king: S::u64s) -> S::u64s {
        (self.slides & king).step().union()
    }
}

/// The pieces of `by`, except its king, that attack any square of `squares`. `seen` are the squares that queens on
/// `squares` would attack along each line.
#[inline(always)]
pub(crate) fn attackers<S: BoardSimd, const R: bool>(
    pieces: &Pieces<S, R>,
    by: Color,
    squares: S::u64s,
    seen: ByLine<S::u64s>,
) -> S::u64s {
    let boards = &pieces.boards;
    let ByLine([rank, file, diagonal, antidiagonal]) = seen;
    let [west, east] = sets::pawn_attacks(squares, !by);
    boards.color(by)
        & (((rank | file) & boards.orthogonal_sliders())
            | ((diagonal | antidiagonal) & pieces.diagonal_sliders())
            | (sets::knight_attacks(squares) & pieces.knights())
            | ((west | east) & boards.pawns()))
}
