//! Boards in lanes, with the sets from which forecasts and statistics start.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::sets::{ByDirection, ByLine};
use quadbit_quad::simd::{BoardSimd, Boards, Slides};

use crate::board::attacks::Threats;
use crate::board::limits::Limits;
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::sides::{THEM, US};
use crate::board::targets::Targets;
use crate::board::white_to_move::WhiteToMove;

/// Boards in lanes, with the attacks of both sides and the pins and checks that limit their moves. We are the side to
/// move, and white.
///
/// Pass references to it only to inlined functions: otherwise all of it would have to be in memory.
pub(crate) struct Scene<S: BoardSimd, const R: bool> {
    pub(crate) white: WhiteToMove<S>,
    pub(crate) boards: Boards<S>,
    pub(crate) pieces: Pieces<S, R>,
    pub(crate) occupied: S::u64s,
    pub(crate) empty: S::u64s,
    pub(crate) ours: S::u64s,
    pub(crate) theirs: S::u64s,
    /// The sliders of both sides by line: rooks and queens on ranks and files, bishops and queens on diagonals.
    pub(crate) sliders: ByLine<S::u64s>,
    pub(crate) slides: Slides<S>,

    /// The checks and pins that limit our moves.
    pub(crate) limits: Limits<S>,
    /// The squares that enemy pieces attack.
    pub(crate) threats: Threats<S>,
    /// The squares that our sliders attack.
    pub(crate) our_slides: ByDirection<S::u64s>,

    /// The enemy king.
    pub(crate) king: S::u64s,
    /// The squares that the enemy king sees along its lines.
    pub(crate) sight: ByLine<S::u64s>,
    /// The pins that limit the enemy's moves on this board, as if it were the enemy's turn. (There is no check: the
    /// enemy king is not attacked when we are to move.)
    pub(crate) their_limits: Limits<S>,
    /// All enemy pieces that are pinned to the enemy king.
    pub(crate) pinned: S::u64s,
}

impl<S: BoardSimd, const R: bool> Scene<S, R> {
    #[inline(always)]
    pub(crate) fn new(s: S, positions: &Positions<S>, pieces: Pieces<S, R>) -> Self {
        let white = WhiteToMove::new(positions);
        let boards = white.boards;
        let occupied = boards.occupied();
        let (ours, theirs) = (boards.color(US), boards.color(THEM));
        let sliders = ByLine::rook_and_bishop(boards.orthogonal_sliders(), pieces.diagonal_sliders());
        let slides = Slides::new(s, occupied);
        let (limits, threats) = white.limits_among(s, &pieces, &slides);

        let our_slides = slides.attacks(s, sliders & ours);
        let king = boards.kings() & theirs;
        let sight = slides.sight(s, king);
        let pins = sight & our_slides.lines() & theirs;
        Self {
            white,
            boards,
            pieces,
            occupied,
            empty: !occupied,
            ours,
            theirs,
            sliders,
            slides,
            limits,
            threats,
            our_slides,
            king,
            sight,
            their_limits: Limits { us: THEM, allowed: !theirs, pins },
            pinned: pins.union(),
        }
    }

    /// All our legal moves except captures en passant: the targets, and the rooks with which the king may castle.
    #[inline(always)]
    pub(crate) fn moves(&self, s: S) -> (Targets<S>, S::u64s) {
        let Self { ref white, ref pieces, ref limits, ref threats, .. } = *self;
        let pinned = limits.pins.union() & self.sliders.union();
        let rays = if pinned.simd_ne(S::u64s::splat(s, 0)).any_true() {
            self.slides_of(s, limits.sliders(pieces))
        } else {
            self.our_slides
        };
        (limits.targets(pieces, rays, white.king_steps(threats)), white.castling(s, limits, threats))
    }

    /// The squares that `sliders` attack, for rare cases: not inlined, to save another copy of eight fills.
    #[inline(always)]
    pub(crate) fn slides_of(&self, s: S, sliders: ByLine<S::u64s>) -> ByDirection<S::u64s> {
        // A copy, so that the scene itself can stay in registers across the call.
        let slides = self.slides;
        slides_called(s, &slides, sliders)
    }
}

#[inline(never)]
fn slides_called<S: BoardSimd>(s: S, slides: &Slides<S>, sliders: ByLine<S::u64s>) -> ByDirection<S::u64s> {
    vectorize!(s, slides.attacks(s, sliders))
}
