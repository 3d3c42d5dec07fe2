//! The men on boards in lanes, with what is known not to be among them.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Boards};

/// Boards, and those of their men whose absence makes counting shorter.
///
/// Endgames of rooks and pawns are common in counts, and half of the directions, all jumps of knights and most of the sums
/// are not needed there. A set that is zero by construction takes all that depends on it out of the code.
pub(crate) trait Men<S: BoardSimd>: Copy {
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
}

impl<S: BoardSimd> Men<S> for Boards<S> {
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
    /// The boards, if none of them in any lane has a queen, bishop or knight.
    #[inline(always)]
    pub(crate) fn new(s: S, boards: &Boards<S>) -> Option<Self> {
        let zero = S::u64s::splat(s, 0);
        let others = (boards.knights() | boards.diagonal_sliders()).simd_ne(zero).any_true();
        (!others).then_some(Self { boards: *boards, zero })
    }
}

impl<S: BoardSimd> Men<S> for RooksOnly<S> {
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
}
