//! Boards in lanes with white to move: attacks, limits, and all moves.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::sets;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_x88::Color;

use crate::board::attacks::{Threats, attackers};
use crate::board::castling::{Castling, castling_rooks};
use crate::board::limits::{Limits, allowed};
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::targets::Targets;

/// Boards in lanes with white to move, so that pawns go north in every lane. A board with black to move is
/// flipped first: ranks in reverse order, and colours exchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WhiteToMove<S: BoardSimd> {
    pub(crate) boards: Boards<S>,
    /// The white king.
    pub(crate) king: S::u64s,
    /// The rooks with which White has the right to castle.
    castling_rooks: S::u64s,
}

impl<S: BoardSimd> WhiteToMove<S> {
    /// Takes the boards of `positions`, in which white is to move.
    #[inline(always)]
    pub(crate) fn new(positions: &Positions<S>) -> Self {
        let Positions { boards, castling_rooks: rooks } = *positions;
        Self {
            boards,
            king: boards.kings() & boards.color(Color::White),
            castling_rooks: castling_rooks(&boards, Color::White, rooks),
        }
    }

    /// The black pieces that give check.
    #[inline(always)]
    pub(crate) fn checkers(&self, s: S) -> S::u64s {
        let slides = Slides::new(s, self.boards.occupied());
        let seen = slides.sight(s, self.king);
        attackers(&Pieces::any(&self.boards), Color::Black, self.king, seen)
    }

    /// The number of White's legal moves in every lane, without captures en passant. Not inlined, so that there is one
    /// copy for each level (set of CPU instructions).
    #[inline(never)]
    pub(crate) fn count_moves(s: S, positions: &Positions<S>) -> S::u64s {
        vectorize!(s, Self::new(positions).count_moves_among(s, &Pieces::any(&positions.boards)))
    }

    /// The number of White's legal moves in every lane, without captures en passant. `pieces` are the boards of `self`,
    /// of which the compiler may know that they lack some kinds of pieces ([`Pieces`]).
    #[inline(always)]
    pub(crate) fn count_moves_among<const R: bool>(&self, s: S, pieces: &Pieces<S, R>) -> S::u64s {
        let (targets, castling) = self.targets_among(s, pieces);
        targets.count(s, Color::White, castling)
    }

    /// White's legal moves except captures en passant: the targets, and the rooks with which the king may
    /// castle.
    #[inline(always)]
    pub(crate) fn targets(&self, s: S) -> (Targets<S>, S::u64s) {
        self.targets_among(s, &Pieces::any(&self.boards))
    }

    /// White's legal moves except captures en passant: the targets, and the rooks with which the king may castle.
    /// `pieces` are the boards of `self`, of which the compiler may know that they lack some kinds of pieces
    /// ([`Pieces`]).
    #[inline(always)]
    fn targets_among<const R: bool>(&self, s: S, pieces: &Pieces<S, R>) -> (Targets<S>, S::u64s) {
        let slides = Slides::new(s, self.boards.occupied());
        let (limits, threats) = self.limits_among(s, pieces, &slides);
        let rays = slides.attacks(s, limits.sliders(pieces));
        (limits.targets(pieces, rays, self.king_steps(&threats)), self.castling(s, &limits, &threats))
    }

    /// The pins and checks that limit White's moves, and the squares that Black attacks, including those behind a king
    /// in check.
    #[inline(always)]
    pub(crate) fn limits(&self, s: S, slides: &Slides<S>) -> (Limits<S>, Threats<S>) {
        self.limits_among(s, &Pieces::any(&self.boards), slides)
    }

    /// The pins and checks that limit White's moves, and the squares that Black attacks, including those behind a king
    /// in check. `pieces` are the boards of `self`, of which the compiler may know that they lack some kinds of pieces
    /// ([`Pieces`]).
    #[inline(always)]
    pub(crate) fn limits_among<const R: bool>(
        &self,
        s: S,
        pieces: &Pieces<S, R>,
        slides: &Slides<S>,
    ) -> (Limits<S>, Threats<S>) {
        let boards = &self.boards;
        let ours = boards.color(Color::White);
        let mut threats = Threats::new(s, pieces, slides, Color::Black);

        // The squares seen both by our king and by an enemy slider on the same line: our piece on such a square is
        // pinned; empty ones lie between the king and the slider.
        let seen = slides.sight(s, self.king);
        let shared = seen & threats.slides.lines();
        let mut limits = Limits { us: Color::White, allowed: !ours, pins: shared & ours };
        if (threats.all & self.king).simd_ne(S::u64s::splat(s, 0)).any_true() {
            let checkers = attackers(pieces, Color::Black, self.king, seen);
            let between = shared.union() & !boards.occupied();
            limits.allowed = allowed(s, checkers, checkers | between, limits.allowed);
            threats.all |= threats.beyond(self.king);
        }
        (limits, threats)
    }

    /// The squares to which White's king may move, castling left out. `threats` are the squares that Black attacks,
    /// including those behind a king in check.
    #[inline(always)]
    pub(crate) fn king_steps(&self, threats: &Threats<S>) -> S::u64s {
        sets::king_attacks(self.king) & !(self.boards.color(Color::White) | threats.all)
    }

    /// The rooks with which White's king may castle.
    #[inline(always)]
    pub(crate) fn castling(&self, s: S, limits: &Limits<S>, threats: &Threats<S>) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        if !self.castling_rooks.simd_ne(zero).any_true() {
            return zero;
        }
        let (occupied, [on_rank, ..]) = (self.boards.occupied(), limits.pins.0);
        let [long, short] = Castling::on_both_sides(s, Color::White, self.king, self.castling_rooks);
        long.legal(s, occupied, threats.all, on_rank) | short.legal(s, occupied, threats.all, on_rank)
    }
}
