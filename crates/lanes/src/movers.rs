//! Boards in lanes, all with the same side to move.

use fearless_simd::prelude::*;
use quadbit_movegen::Wing;
use quadbit_quad::simd::{BoardSimd, Lanes, Slides};
use quadbit_quad::{Bitboard, sets};
use quadbit_x88::{Color, Rank, Square};

use crate::limits::{Limits, PawnTargets, Threats, allowed};
use crate::positions::Positions;

/// Boards in lanes with the side to move: it is white in every lane, so its pawns go north. A board with black to move is
/// turned upside down first, and its colours are exchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movers<S: BoardSimd> {
    pub(crate) boards: Lanes<S>,
    /// The movers' king.
    pub(crate) king: S::u64s,
    /// The movers' rooks that may castle.
    castling_rooks: S::u64s,
}

impl<S: BoardSimd> Movers<S> {
    /// The movers of positions in which white is to move.
    #[inline(always)]
    pub(crate) fn new(positions: &Positions<S>) -> Self {
        let Positions { boards, castling_rooks } = *positions;
        let ours = boards.color(Color::White);
        Self {
            boards,
            king: boards.kings() & ours,
            castling_rooks: castling_rooks & boards.rooks() & ours & RANK_1,
        }
    }

    /// The pieces that give check.
    #[inline(always)]
    pub(crate) fn checkers(&self, s: S) -> S::u64s {
        let slides = Slides::new(s, self.boards.occupied());
        self.checkers_in(&slides.attacks_on_lines(s, [self.king; 4]))
    }

    /// The numbers of legal moves, but for captures en passant.
    #[inline(always)]
    pub(crate) fn regular_counts(&self, s: S) -> S::u64s {
        let boards = &self.boards;
        let ours = boards.color(Color::White);
        let slides = Slides::new(s, boards.occupied());
        let (limits, attacked, _) = self.limits(s, &slides);

        let [n, ne, e, se, so, sw, w, nw] = limits.slider_targets(s, boards, &slides);
        let [k1, k2, k3, k4, k5, k6, k7, k8] = limits.knight_targets(boards.knights() & limits.free(boards));
        let pawns = limits.pawn_targets(boards);
        let PawnTargets { single, double, west, east } = pawns;
        let king = sets::king_attacks(self.king) & !(ours | attacked);
        let castling = self.castling(s, attacked, limits.pins[0]);

        let mut count = s.sum_counts_15([n, ne, e, se, so, sw, w, nw, k1, k2, k3, k4, k5, k6, k7]);
        count += s.sum_counts_7([k8, single, double, west, east, king, castling]);
        let seventh = Bitboard::rank(Rank::Seventh).0;
        if (boards.pawns() & ours & seventh).simd_ne(S::u64s::splat(s, 0)).any_true() {
            count += pawns.three_more(s, Color::White);
        }
        count
    }

    /// What limits the moves, and what the other side attacks, through the king too.
    #[inline(always)]
    pub(crate) fn limits(&self, s: S, slides: &Slides<S>) -> (Limits<S>, S::u64s, Threats<S>) {
        let boards = &self.boards;
        let ours = boards.color(Color::White);
        let threats = Threats::new(s, boards, slides, Color::Black);

        // What our king sees on a line on which they attack it. A piece of ours there is pinned, an empty square in between.
        let sight = slides.attacks_on_lines(s, [self.king; 4]);
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = threats.lines();
        let shared =
            [sight[0] & on_rank, sight[1] & on_file, sight[2] & on_diagonal, sight[3] & on_antidiagonal];
        let mut limits = Limits {
            us: Color::White,
            allowed: !ours,
            pins: [ours & shared[0], ours & shared[1], ours & shared[2], ours & shared[3]],
        };
        let mut attacked = threats.all;
        if (attacked & self.king).simd_ne(S::u64s::splat(s, 0)).any_true() {
            let checkers = self.checkers_in(&sight);
            let between = (shared[0] | shared[1] | shared[2] | shared[3]) & !boards.occupied();
            limits.allowed = allowed(s, checkers, checkers | between, limits.allowed);
            attacked |= threats.beyond(self.king);
        }
        (limits, attacked, threats)
    }

    /// The pieces that give check, from what the king sees along its lines.
    #[inline(always)]
    fn checkers_in(&self, sight: &[S::u64s; 4]) -> S::u64s {
        let boards = &self.boards;
        let [west, east] = sets::pawn_attacks(self.king, Color::White);
        let checkers = ((sight[0] | sight[1]) & boards.orthogonal_sliders())
            | ((sight[2] | sight[3]) & boards.diagonal_sliders())
            | ((west | east) & boards.pawns())
            | (sets::knight_attacks(self.king) & boards.knights());
        checkers & boards.color(Color::Black)
    }

    /// The rooks with which the king may castle: the rule of [`Position::castling_rooks`], a wing at a time.
    #[inline(always)]
    pub(crate) fn castling(&self, s: S, attacked: S::u64s, pinned: S::u64s) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        if !self.castling_rooks.simd_ne(zero).any_true() {
            return zero;
        }
        let below_king = self.king - S::u64s::splat(s, 1);
        let long = self.castling_rooks & below_king;
        let short = self.castling_rooks & !below_king;
        self.castling_on(s, Wing::King, short, attacked, pinned)
            | self.castling_on(s, Wing::Queen, long, attacked, pinned)
    }

    #[inline(always)]
    fn castling_on(&self, s: S, wing: Wing, rook: S::u64s, attacked: S::u64s, pinned: S::u64s) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let target = |square: Square| S::u64s::splat(s, Bitboard::of(square).0);
        let king_path = span(s, self.king, target(wing.king_target(Color::White)));
        let rook_path = span(s, rook, target(wing.rook_target(Color::White)));
        let others = self.boards.occupied() & !(self.king | rook);
        let hindrances = ((king_path | rook_path) & others) | (king_path & attacked) | (rook & pinned);
        hindrances.simd_eq(zero).select(rook, zero)
    }
}

const RANK_1: u64 = Bitboard::rank(Rank::First).0;

/// All squares from one to another of the same rank, with both; nonsense if a set is empty.
#[inline(always)]
pub(crate) fn span<S: BoardSimd>(s: S, a: S::u64s, b: S::u64s) -> S::u64s {
    let one = S::u64s::splat(s, 1);
    ((a - one) ^ (b - one)) | a | b
}
