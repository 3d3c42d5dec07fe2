//! The enemy's castling moves that one of our moves could allow or prevent, and the squares on which these castling
//! moves depend.

use fearless_simd::prelude::*;
use quadbit_quad::simd::BoardSimd;

use crate::board::castling::{Castling, castling_rooks};
use crate::board::scene::Scene;
use crate::board::sides::THEM;

/// The castling moves of the enemy that one of our moves could make legal or illegal: all that no enemy piece blocks.
pub(super) struct TheirCastling<S: BoardSimd> {
    /// The enemy rooks of castling moves that one of our moves could make legal or illegal.
    pub(super) rooks: S::u64s,
    /// The squares that must be empty for the castling moves of the enemy that one of our moves could make legal or
    /// illegal.
    pub(super) path: S::u64s,
    /// The squares that we must not attack for the castling moves of the enemy that one of our moves could make legal
    /// or illegal, except the enemy king's own square.
    pub(super) king_path: S::u64s,
    /// The enemy rooks with which the enemy could castle if we passed.
    pub(super) legal: S::u64s,
    /// The squares that the enemy king crosses or reaches in the castling moves that would be legal if we passed:
    /// on the queen's side, and on the king's side.
    pub(super) legal_paths: [S::u64s; 2],
}

impl<S: BoardSimd> TheirCastling<S> {
    /// Finds the enemy's castling moves in `scene`. `rooks` are the castling rooks of both sides, `attacked` the
    /// squares that we attack.
    #[inline(always)]
    pub(super) fn new<const R: bool>(s: S, scene: &Scene<S, R>, rooks: S::u64s, attacked: S::u64s) -> Self {
        let zero = S::u64s::splat(s, 0);
        let rooks = castling_rooks(&scene.boards, THEM, rooks);
        if !rooks.simd_ne(zero).any_true() {
            return Self { rooks, path: zero, king_path: zero, legal: zero, legal_paths: [zero, zero] };
        }
        let [long, short] = Castling::on_both_sides(s, THEM, scene.king, rooks);
        let (long, short) = (possible(s, scene, &long), possible(s, scene, &short));
        let (occupied, [on_rank, ..]) = (scene.occupied, scene.their_limits.pins.0);
        let by_long = long.legal(s, occupied, attacked, on_rank);
        let by_short = short.legal(s, occupied, attacked, on_rank);
        Self {
            rooks: long.rook | short.rook,
            path: long.path | short.path,
            king_path: (long.king_path | short.king_path) & !scene.king,
            legal: by_long | by_short,
            legal_paths: [
                by_long.simd_eq(zero).select(zero, long.king_path & !scene.king),
                by_short.simd_eq(zero).select(zero, short.king_path & !scene.king),
            ],
        }
    }
}

/// Keeps `castling` in the lanes where it has a rook and no enemy piece stands in its path, and empties it elsewhere.
#[inline(always)]
fn possible<S: BoardSimd, const R: bool>(s: S, scene: &Scene<S, R>, castling: &Castling<S>) -> Castling<S> {
    let zero = S::u64s::splat(s, 0);
    let Castling { rook, path, king_path } = *castling;
    let live = rook.simd_eq(zero).select(zero, (path & scene.theirs).simd_eq(zero).select(!zero, zero));
    Castling { rook: rook & live, path: path & live, king_path: king_path & live }
}
