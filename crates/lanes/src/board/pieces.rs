//! The pieces on boards in lanes, some kinds of which may be known to be absent.

use fearless_simd::prelude::*;
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};

/// Boards in lanes, with the sets of knights and of diagonal sliders, whose absence makes counting faster.
///
/// Endgames of rooks and pawns are common in counts, and they need neither half of the directions nor jumps of knights
/// nor most of the sums. If a set is zero by construction, the compiler removes all code that depends on it, but only
/// after compiling that code. `ROOKS_ONLY` keeps it from compiling the largest parts.
pub(crate) trait Pieces<S: BoardSimd>: Copy {
    /// Whether there are neither queens nor bishops nor knights.
    const ROOKS_ONLY: bool = false;

    fn boards(&self) -> &Boards<S>;

    /// The knights of both sides.
    #[inline(always)]
    fn knights(&self) -> S::u64s {
        self.boards().knights()
    }

    /// The bishops and queens of both sides.
    #[inline(always)]
    fn diagonal_sliders(&self) -> S::u64s {
        self.boards().diagonal_sliders()
    }

    /// The squares that a queen on `square` would attack along each line, as [`Slides::sight`] finds them; without the
    /// diagonals if no piece of the boards moves along diagonals.
    #[inline(always)]
    fn sight(&self, s: S, slides: &Slides<S>, square: S::u64s) -> ByLine<S::u64s> {
        slides.sight(s, square)
    }
}

impl<S: BoardSimd> Pieces<S> for Boards<S> {
    #[inline(always)]
    fn boards(&self) -> &Boards<S> {
        self
    }
}

/// Boards without queens, bishops and knights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RooksOnly<S: BoardSimd> {
    boards: Boards<S>,
    zero: S::u64s,
}

impl<S: BoardSimd> RooksOnly<S> {
    /// Whether the boards in all lanes have neither queens nor bishops nor knights.
    #[inline(always)]
    pub(crate) fn are(s: S, boards: &Boards<S>) -> bool {
        let others = boards.knights() | boards.diagonal_sliders();
        !others.simd_ne(S::u64s::splat(s, 0)).any_true()
    }

    /// Takes boards for which [`are`](Self::are) is true. Call it in the function that counts: only there does
    /// the compiler know that the sets of queens, bishops and knights are empty.
    #[inline(always)]
    pub(crate) fn new(s: S, boards: &Boards<S>) -> Self {
        Self { boards: *boards, zero: S::u64s::splat(s, 0) }
    }
}

impl<S: BoardSimd> Pieces<S> for RooksOnly<S> {
    const ROOKS_ONLY: bool = true;

    #[inline(always)]
    fn boards(&self) -> &Boards<S> {
        &self.boards
    }

    #[inline(always)]
    fn knights(&self) -> S::u64s {
        self.zero
    }

    #[inline(always)]
    fn diagonal_sliders(&self) -> S::u64s {
        self.zero
    }

    #[inline(always)]
    fn sight(&self, s: S, slides: &Slides<S>, square: S::u64s) -> ByLine<S::u64s> {
        let ByLine([rank, file, _, _]) = slides.sight(s, square);
        ByLine([rank, file, self.zero, self.zero])
    }
}
