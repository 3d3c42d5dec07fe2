//! Pins and checks, which limit the moves of one side, in every lane.

use fearless_simd::prelude::*;
use quadbit_quad::sets::{ByDirection, ByJump, ByLine};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::Color;

use crate::board::pawns::Pawns;
use crate::board::pieces::Pieces;
use crate::board::targets::Targets;

/// The pins and checks that limit the moves of one side, in every lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits<S: BoardSimd> {
    /// The side whose moves are limited.
    pub(crate) us: Color,
    /// The squares to which unpinned pieces of `us` other than the king may move.
    pub(crate) allowed: S::u64s,
    /// The pieces of `us` that are pinned to their king, a set for each kind of line along which the pin runs.
    pub(crate) pins: ByLine<S::u64s>,
}

impl<S: BoardSimd> Limits<S> {
    /// The pieces of `us` that are not pinned.
    #[inline(always)]
    pub(crate) fn free(&self, boards: &Boards<S>) -> S::u64s {
        boards.color(self.us) & !self.pins.union()
    }

    /// The sliders of `us` that may slide along each line: those that are not pinned, and those pinned on this line.
    #[inline(always)]
    pub(crate) fn sliders<const R: bool>(&self, pieces: &Pieces<S, R>) -> ByLine<S::u64s> {
        let boards = &pieces.boards;
        let sliders = ByLine::rook_and_bishop(boards.orthogonal_sliders(), pieces.diagonal_sliders());
        sliders & (self.pins | ByLine::splat(self.free(boards)))
    }

    /// The pawns of `us` that their pins allow to push or to capture.
    #[inline(always)]
    pub(crate) fn pawns(&self, boards: &Boards<S>) -> Pawns<S> {
        Pawns::new(boards, self.us, self.pins)
    }

    /// The targets of all legal moves of `us` except castling and captures en passant, given the squares `rays` that
    /// the [`sliders`](Self::sliders) attack and the squares `king` to which the king may move. A pinned knight cannot
    /// move.
    #[inline(always)]
    pub(crate) fn targets<const R: bool>(
        &self,
        pieces: &Pieces<S, R>,
        rays: ByDirection<S::u64s>,
        king: S::u64s,
    ) -> Targets<S> {
        let boards = &pieces.boards;
        Targets {
            slides: rays & self.allowed,
            jumps: ByJump::of_knights(pieces.knights() & self.free(boards)) & self.allowed,
            king,
            pawns: self.pawns(boards).targets(!boards.occupied(), boards.color(!self.us), self.allowed),
        }
    }
}

/// The squares to which unpinned pieces other than the king may move: `anywhere` if there is no checker, `stops` (the
/// squares that end the check) if there is one, and none if there are more.
#[inline(always)]
pub(crate) fn allowed<S: BoardSimd>(s: S, checkers: S::u64s, stops: S::u64s, anywhere: S::u64s) -> S::u64s {
    let zero = S::u64s::splat(s, 0);
    let second = checkers & (checkers - S::u64s::splat(s, 1));
    let stops = second.simd_eq(zero).select(stops, zero);
    checkers.simd_eq(zero).select(anywhere, stops)
}
