//! Positions in lanes, all with the same side to move.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Lanes, Slides};
use quadbit_quad::{Bitboard, sets};
use quadbit_x88::{Color, Rank, Square};

use crate::Position;
use crate::castling::Wing;
use crate::lanes::{Limits, PawnTargets, Threats, allowed};

/// Positions in lanes, seen from their sides to move: where black is to move, the board is turned upside down and the colours
/// are exchanged. So the movers are white, and their pawns go north, in every lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Movers<S: BoardSimd> {
    boards: Lanes<S>,
    /// The movers' king.
    king: S::u64s,
    /// The movers' rooks that may castle.
    castling_rooks: S::u64s,
    /// [`Position::state_word`].
    state: S::u64s,
}

impl<S: BoardSimd> Movers<S> {
    /// Takes the first positions of a slice, which has one for each lane at least.
    #[inline(always)]
    pub(super) fn load(s: S, positions: &[Position]) -> Self {
        let positions = &positions[..Lanes::<S>::LEN];
        let state = S::u64s::from_fn(s, |lane| positions[lane].state_word());
        let black = S::u64s::splat(s, 0) - (state >> Position::STATE_SIDE);
        let boards = turned(s, &super::load(s, positions), black);
        Self {
            king: boards.kings() & boards.color(Color::White),
            boards,
            castling_rooks: s.select_bits(black, state >> Position::STATE_BLACK, state) & RANK_1,
            state,
        }
    }

    /// Not zero where a capture en passant is legal.
    #[inline(always)]
    pub(super) fn en_passant(&self) -> S::u64s {
        self.state & Position::STATE_EP
    }

    /// The pieces that give check.
    #[inline(always)]
    pub(super) fn checkers(&self, s: S) -> S::u64s {
        let slides = Slides::new(s, self.boards.occupied());
        self.checkers_in(&slides.attacks_on_lines(s, [self.king; 4]))
    }

    /// The numbers of legal moves, but for captures en passant.
    #[inline(always)]
    pub(super) fn regular_counts(&self, s: S) -> S::u64s {
        let boards = &self.boards;
        let ours = boards.color(Color::White);
        let slides = Slides::new(s, boards.occupied());
        let (limits, attacked) = self.limits(s, &slides);

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
    fn limits(&self, s: S, slides: &Slides<S>) -> (Limits<S>, S::u64s) {
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
        (limits, attacked)
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
    fn castling(&self, s: S, attacked: S::u64s, pinned: S::u64s) -> S::u64s {
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
fn span<S: BoardSimd>(s: S, a: S::u64s, b: S::u64s) -> S::u64s {
    let one = S::u64s::splat(s, 1);
    ((a - one) ^ (b - one)) | a | b
}

/// The boards with ranks in reverse order and colours exchanged where `mask` is all ones, as they are where it is zero.
#[inline(always)]
fn turned<S: BoardSimd>(s: S, boards: &Lanes<S>, mask: S::u64s) -> Lanes<S> {
    let [b0, b1, b2, b3] = boards.planes;
    let b0 = b0 ^ (boards.occupied() & mask);
    Lanes {
        planes: [
            s.select_bits(mask, s.reverse_bytes(b0), b0),
            s.select_bits(mask, s.reverse_bytes(b1), b1),
            s.select_bits(mask, s.reverse_bytes(b2), b2),
            s.select_bits(mask, s.reverse_bytes(b3), b3),
        ],
    }
}
