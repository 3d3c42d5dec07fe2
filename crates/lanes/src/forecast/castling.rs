//! Their castling, as a move of ours may help or hinder it.

use fearless_simd::prelude::*;
use quadbit_movegen::Wing;
use quadbit_quad::Bitboard;
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::{Rank, Square};

use super::THEM;
use super::scene::Scene;
use crate::movers::span;

/// Their rooks that may castle, unless one of their own men stands in the way, and what they need for it.
pub(super) struct Castling<S: BoardSimd> {
    pub(super) rooks: S::u64s,
    /// The squares that must be empty.
    pub(super) path: S::u64s,
    /// The squares that must not be attacked, other than the king's own.
    pub(super) safe: S::u64s,
    wings: [Way<S>; 2],
}

/// The same on one wing; all zero where they have no right to it.
#[derive(Clone, Copy)]
struct Way<S: BoardSimd> {
    rook: S::u64s,
    path: S::u64s,
    safe: S::u64s,
}

impl<S: BoardSimd> Castling<S> {
    /// From the rooks of either side that have rights as long as they are there.
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S>, rooks: S::u64s) -> Self {
        let zero = S::u64s::splat(s, 0);
        let rooks = rooks & scene.boards.rooks() & scene.theirs & Bitboard::rank(Rank::Eighth).0;
        if !rooks.simd_ne(zero).any_true() {
            let way = Way { rook: zero, path: zero, safe: zero };
            return Self { rooks, path: zero, safe: zero, wings: [way, way] };
        }
        let below_king = scene.king - S::u64s::splat(s, 1);
        let long = Way::new(s, scene, Wing::Queen, rooks & below_king);
        let short = Way::new(s, scene, Wing::King, rooks & !below_king);
        Self {
            rooks: long.rook | short.rook,
            path: long.path | short.path,
            safe: long.safe | short.safe,
            wings: [long, short],
        }
    }

    /// In how many ways they could castle now; `attacked` are the squares that we attack.
    #[inline(always)]
    pub(super) fn count(&self, s: S, scene: &Scene<S>, attacked: S::u64s) -> S::u64s {
        let [long, short] = &self.wings;
        long.possible(s, scene, attacked) + short.possible(s, scene, attacked)
    }
}

impl<S: BoardSimd> Way<S> {
    #[inline(always)]
    fn new(s: S, scene: &Scene<S>, wing: Wing, rook: S::u64s) -> Self {
        let zero = S::u64s::splat(s, 0);
        let target = |square: Square| S::u64s::splat(s, Bitboard::of(square).0);
        let king_path = span(s, scene.king, target(wing.king_target(THEM)));
        let rook_path = span(s, rook, target(wing.rook_target(THEM)));
        let path = (king_path | rook_path) & !(scene.king | rook);
        // Without a rook the paths are nonsense; and what is theirs stays.
        let hopeless = (path & scene.theirs) | rook.simd_eq(zero).select(!zero, zero);
        let live = hopeless.simd_eq(zero).select(!zero, zero);
        Self { rook: rook & live, path: path & live, safe: king_path & !scene.king & live }
    }

    #[inline(always)]
    fn possible(&self, s: S, scene: &Scene<S>, attacked: S::u64s) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let pinned = scene.their_limits.pins[0];
        let hindered = (self.path & scene.occupied) | (self.safe & attacked) | (self.rook & pinned);
        let free = hindered.simd_eq(zero).select(S::u64s::splat(s, 1), zero);
        self.rook.simd_eq(zero).select(zero, free)
    }
}
