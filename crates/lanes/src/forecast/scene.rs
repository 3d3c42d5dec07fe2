//! Boards in lanes, with the sets that all steps of a forecast need.

use quadbit_quad::sets::{ByDirection, ByLine};
use quadbit_quad::simd::{BoardSimd, Boards, Slides};

use super::{THEM, US};
use crate::limits::Limits;
use crate::men::Men;
use crate::movers::Movers;
use crate::threats::Threats;

/// The sets that all steps of a forecast start from. We, who move, are white; they reply.
pub(super) struct Scene<S: BoardSimd, M> {
    pub(super) movers: Movers<S>,
    pub(super) boards: Boards<S>,
    pub(super) men: M,
    pub(super) occupied: S::u64s,
    pub(super) empty: S::u64s,
    pub(super) ours: S::u64s,
    pub(super) theirs: S::u64s,
    /// Rooks and queens of both sides, by line, and bishops and queens.
    pub(super) sliders: ByLine<S::u64s>,
    pub(super) slides: Slides<S>,

    /// The limits of our moves, and the squares that they attack.
    pub(super) limits: Limits<S>,
    pub(super) threats: Threats<S>,
    /// The squares that our sliders attack.
    pub(super) our_slides: ByDirection<S::u64s>,

    /// Their king, what it sees along its lines, and the limits of their moves on the current board.
    pub(super) king: S::u64s,
    pub(super) sight: ByLine<S::u64s>,
    pub(super) their_limits: Limits<S>,
    /// All their pinned pieces.
    pub(super) pinned: S::u64s,
}

impl<S: BoardSimd, M: Men<S>> Scene<S, M> {
    #[inline(always)]
    pub(super) fn new(s: S, movers: Movers<S>, men: M) -> Self {
        let boards = movers.boards;
        let occupied = boards.occupied();
        let (ours, theirs) = (boards.color(US), boards.color(THEM));
        let sliders = ByLine::rook_and_bishop(boards.orthogonal_sliders(), men.diagonal_sliders());
        let slides = Slides::new(s, occupied);
        let (limits, threats) = movers.limits_among(s, &men, &slides);

        let our_slides = slides.attacks(s, sliders & ours);
        let king = boards.kings() & theirs;
        let sight = slides.sight(s, king);
        let pins = sight & our_slides.lines() & theirs;
        Self {
            movers,
            boards,
            men,
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

    /// The squares that sliders attack, for rare cases: a call instead of another inlined copy of eight fills.
    #[inline(always)]
    pub(super) fn slides_of(&self, s: S, sliders: ByLine<S::u64s>) -> ByDirection<S::u64s> {
        // A copy, so that the scene itself can stay in registers across the call.
        let slides = self.slides;
        slides_called(s, &slides, sliders)
    }
}

#[inline(never)]
fn slides_called<S: BoardSimd>(s: S, slides: &Slides<S>, sliders: ByLine<S::u64s>) -> ByDirection<S::u64s> {
    s.vectorize(
        #[inline(always)]
        || slides.attacks(s, sliders),
    )
}
