//! The pieces on boards in lanes. Some kinds of pieces may be known to be absent.

use fearless_simd::prelude::*;
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};

/// Boards in lanes, with the sets of knights and of diagonal sliders. With `ROOKS_ONLY` there are neither queens nor
/// bishops nor knights, and these sets are zero, which makes counting faster.
///
/// Endgames of rooks and pawns are common in counts. Without bishops, queens and knights, the four diagonal directions,
/// the jumps of knights and most of the sums are not needed. If a set is zero by construction, the compiler removes all
/// code that depends on it, but only after compiling that code. `ROOKS_ONLY` keeps the compiler from compiling the
/// largest parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces<S: BoardSimd, const ROOKS_ONLY: bool> {
    pub(crate) boards: Boards<S>,
}

impl<S: BoardSimd> Pieces<S, false> {
    /// Wraps boards with any pieces.
    #[inline(always)]
    pub(crate) fn any(boards: &Boards<S>) -> Self {
        Self { boards: *boards }
    }
}

impl<S: BoardSimd> Pieces<S, true> {
    /// Whether no board in any lane has a queen, bishop or knight.
    #[inline(always)]
    pub(crate) fn are_rooks_only(s: S, boards: &Boards<S>) -> bool {
        let others = boards.knights() | boards.diagonal_sliders();
        !others.simd_ne(S::u64s::splat(s, 0)).any_true()
    }

    /// Wraps boards for which [`are_rooks_only`](Self::are_rooks_only) has returned true.
    #[inline(always)]
    pub(crate) fn rooks_only(boards: &Boards<S>) -> Self {
        Self { boards: *boards }
    }
}

impl<S: BoardSimd, const ROOKS_ONLY: bool> Pieces<S, ROOKS_ONLY> {
    /// The knights of both sides.
    #[inline(always)]
    pub(crate) fn knights(&self) -> S::u64s {
        if ROOKS_ONLY { self.none() } else { self.boards.knights() }
    }

    /// The bishops and queens of both sides.
    #[inline(always)]
    pub(crate) fn diagonal_sliders(&self) -> S::u64s {
        if ROOKS_ONLY { self.none() } else { self.boards.diagonal_sliders() }
    }

    /// The squares that a queen on `square` would attack along each line, as [`Slides::sight`] finds them. With
    /// `ROOKS_ONLY` the sets for the diagonals are empty.
    #[inline(always)]
    pub(crate) fn sight(&self, s: S, slides: &Slides<S>, square: S::u64s) -> ByLine<S::u64s> {
        let seen = slides.sight(s, square);
        let ByLine([rank, file, _, _]) = seen;
        if ROOKS_ONLY { ByLine([rank, file, self.none(), self.none()]) } else { seen }
    }

    /// The empty set in every lane.
    #[inline(always)]
    fn none(&self) -> S::u64s {
        S::u64s::splat(self.boards.planes[0].token(), 0)
    }
}
