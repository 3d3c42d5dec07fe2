//! Tables of the squares that a piece attacks on an empty board, in all and for each direction.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Delta, Direction, Role, Square};

/// The eight rays of a piece from a square, and all squares on them. The nibble must not be a pawn.
#[inline(always)]
pub(super) fn of(code: u8, from: Square) -> (&'static [u64; 8], Bitboard) {
    (&RAYS[kind(code)][from.index()], reach(code, from))
}

/// Index into [`RAYS`]: 1 for a knight, 0 for the others.
#[inline(always)]
pub(super) fn kind(code: u8) -> usize {
    usize::from(code >> 1 == Role::Knight.code())
}

/// The squares that a piece attacks on an empty board. The nibble must not be a pawn.
#[inline(always)]
pub(super) fn reach(code: u8, from: Square) -> Bitboard {
    REACH[usize::from(code >> 1 & 7)][from.index()]
}

/// The eight rays from each square, clockwise from north; then the same for knights, whose rays are single
/// squares. 8 KiB.
pub(super) static RAYS: [[[u64; 8]; 64]; 2] = {
    let mut rays = [[[0; 8]; 64]; 2];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = (Direction::ALL[d].files(), Direction::ALL[d].ranks());
            let mut next = Square::ALL[from].offset(files, ranks);
            while let Some(to) = next {
                rays[0][from][d] |= 1 << to.index();
                next = to.offset(files, ranks);
            }
            let step = Delta::KNIGHT[d];
            if let Some(to) = Square::ALL[from].offset(step.files(), step.ranks()) {
                rays[1][from][d] = 1 << to.index();
            }
            d += 1;
        }
        from += 1;
    }
    rays
};

/// The squares attacked on an empty board, by role, then by square. 4 KiB.
static REACH: [[Bitboard; 64]; 8] = {
    let mut reach = [[Bitboard::EMPTY; 64]; 8];
    let mut from = 0;
    while from < 64 {
        let square = Square::ALL[from];
        reach[Role::Knight.code() as usize][from] = attacks::knight(square);
        reach[Role::Bishop.code() as usize][from] = attacks::bishop(square, Bitboard::EMPTY);
        reach[Role::Rook.code() as usize][from] = attacks::rook(square, Bitboard::EMPTY);
        reach[Role::Queen.code() as usize][from] = attacks::queen(square, Bitboard::EMPTY);
        reach[Role::King.code() as usize][from] = attacks::king(square);
        from += 1;
    }
    reach
};
