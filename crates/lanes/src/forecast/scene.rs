//! Boards in lanes, and what both kings see.

use quadbit_quad::simd::{BoardSimd, Lanes, Slides};
use quadbit_quad::{Bitboard, sets};
use quadbit_x88::{Direction, Rank};

use super::THEM;
use crate::limits::Limits;
use crate::movers::Movers;

/// What all steps of a forecast start from. We, who move, are white; they reply.
pub(super) struct Scene<S: BoardSimd> {
    pub(super) movers: Movers<S>,
    pub(super) boards: Lanes<S>,
    pub(super) occupied: S::u64s,
    pub(super) empty: S::u64s,
    pub(super) ours: S::u64s,
    pub(super) theirs: S::u64s,
    /// Rooks and queens, and bishops and queens, of both sides.
    pub(super) orthogonals: S::u64s,
    pub(super) diagonals: S::u64s,
    pub(super) slides: Slides<S>,

    /// What limits our moves; what they attack; and what their sliders do.
    pub(super) limits: Limits<S>,
    pub(super) attacked: S::u64s,
    pub(super) their_slides: [S::u64s; 8],

    /// What our sliders attack.
    pub(super) our_slides: [S::u64s; 8],
    pub(super) our_lines: [S::u64s; 4],
    /// Their king, what it sees along its lines, and what limits their moves on the board as it is.
    pub(super) king: S::u64s,
    pub(super) sight: [S::u64s; 4],
    pub(super) their_limits: Limits<S>,
    /// All their pinned pieces.
    pub(super) pinned: S::u64s,
}

impl<S: BoardSimd> Scene<S> {
    #[inline(always)]
    pub(super) fn new(s: S, movers: Movers<S>) -> Self {
        let boards = movers.boards;
        let occupied = boards.occupied();
        let (ours, theirs) = (boards.color(!THEM), boards.color(THEM));
        let (orthogonals, diagonals) = (boards.orthogonal_sliders(), boards.diagonal_sliders());
        let slides = Slides::new(s, occupied);
        let (limits, attacked, threats) = movers.limits(s, &slides);

        let (o, d) = (orthogonals & ours, diagonals & ours);
        let our_slides = slides.attacks(s, [o, o, d, d]);
        let our_lines = on_lines::<S>(&our_slides);
        let king = boards.kings() & theirs;
        let sight = slides.attacks_on_lines(s, [king, king, king, king]);
        let pins = [
            theirs & sight[0] & our_lines[0],
            theirs & sight[1] & our_lines[1],
            theirs & sight[2] & our_lines[2],
            theirs & sight[3] & our_lines[3],
        ];
        Self {
            movers,
            boards,
            occupied,
            empty: !occupied,
            ours,
            theirs,
            orthogonals,
            diagonals,
            slides,
            limits,
            attacked,
            their_slides: threats.slides,
            our_slides,
            our_lines,
            king,
            sight,
            their_limits: Limits { us: THEM, allowed: !theirs, pins },
            pinned: pins[0] | pins[1] | pins[2] | pins[3],
        }
    }

    /// The squares beside their pawns that could capture a double push en passant.
    #[inline(always)]
    pub(super) fn beside(&self) -> S::u64s {
        let capturers = self.boards.pawns() & self.theirs & Bitboard::rank(Rank::Fourth).0;
        sets::step(capturers, Direction::East) | sets::step(capturers, Direction::West)
    }

    /// What sliders attack, where that is not asked for in every batch: a call instead of one more copy of eight fills.
    #[inline(never)]
    pub(super) fn slides_of(&self, s: S, sliders: [S::u64s; 4]) -> [S::u64s; 8] {
        s.vectorize(
            #[inline(always)]
            || self.slides.attacks(s, sliders),
        )
    }

    /// Where sliders of one side may slide: those that are not pinned, and those whose pin is the line.
    #[inline(always)]
    pub(super) fn sliders(&self, limits: &Limits<S>) -> [S::u64s; 4] {
        let [rank, file, diagonal, antidiagonal] = limits.pins;
        let free = limits.free(&self.boards);
        let (o, d) = (self.orthogonals, self.diagonals);
        [o & (free | rank), o & (free | file), d & (free | diagonal), d & (free | antidiagonal)]
    }
}

/// Eight directions as four lines: rank, file, diagonal, antidiagonal.
#[inline(always)]
pub(super) fn on_lines<S: BoardSimd>(rays: &[S::u64s; 8]) -> [S::u64s; 4] {
    let [n, ne, e, se, so, sw, w, nw] = *rays;
    [e | w, n | so, ne | sw, se | nw]
}
