//! Captures en passant in lanes, as replies of black to a double push.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::Bitboard;
use quadbit_quad::sets;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_x88::{Direction, Rank};

use crate::board::attacks::attackers;
use crate::board::pawns::PawnMove;
use crate::board::pieces::Pieces;
use crate::board::sides::{THEM, US};

/// The squares to the left and right of black pawns on the fourth rank: a white pawn that lands there by a double push
/// could be captured en passant.
#[inline(always)]
pub(crate) fn next_to_enemy_pawn<S: BoardSimd>(boards: &Boards<S>) -> S::u64s {
    let capturers = boards.pawns() & boards.color(THEM) & Bitboard::rank(Rank::Fourth).0;
    sets::step(capturers, Direction::East) | sets::step(capturers, Direction::West)
}

/// Returns two sets of those `lanes` in which a black pawn may capture en passant the white pawn that has just been
/// pushed to `to`: a black pawn to the west of it, then one to the east of it. Each capture is tried on a copy of the
/// occupied squares, and then the black king is tested for check.
#[inline(never)]
pub(crate) fn capturable<S: BoardSimd>(s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> [u64; 2] {
    vectorize!(s, {
        let pawns = boards.pawns() & boards.color(THEM);
        let capturers = [pawns & sets::step(to, Direction::West), pawns & sets::step(to, Direction::East)];
        let mut captured = [0; 2];
        let mut side = 0;
        while side < 2 {
            let pawn = capturers[side];
            let some = pawn.simd_ne(S::u64s::splat(s, 0)).to_bitmask() & lanes;
            if some != 0 {
                captured[side] = captures(s, boards, to, pawn) & some;
            }
            side += 1;
        }
        captured
    })
}

/// The lanes in which `pawn`, a black pawn, may capture the pawn on `to` en passant; meaningless in lanes where
/// `pawn` is empty.
#[inline(always)]
fn captures<S: BoardSimd>(s: S, boards: &Boards<S>, to: S::u64s, pawn: S::u64s) -> u64 {
    let occupied = (boards.occupied() & !(pawn | to)) | PawnMove::Single.origins::<S>(US, to);
    let king = boards.kings() & boards.color(THEM);
    let seen = Slides::new(s, occupied).sight(s, king);
    let checkers = attackers(&Pieces::any(boards), US, king, seen) & !to;
    checkers.simd_eq(S::u64s::splat(s, 0)).to_bitmask()
}
