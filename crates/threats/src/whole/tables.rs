//! What can be attacked on an empty board, by piece and in each direction.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Delta, Direction, Role, Square};

/// The directions in which the nearest square is the highest.
pub(super) const TOWARDS_A1: [bool; 8] = {
    let mut towards_a1 = [false; 8];
    let mut d = 0;
    while d < 8 {
        towards_a1[d] = Direction::ALL[d].shift() < 0;
        d += 1;
    }
    towards_a1
};

/// For a nibble that is no pawn: the ways it can go from a square, and where they lead to.
#[inline(always)]
pub(super) fn of(code: u8, from: Square) -> (&'static [u64; 8], Bitboard) {
    (&WAYS[kind(code)][from.index()], reach(code, from))
}

/// 1 for a knight, 0 for all others.
#[inline(always)]
pub(super) fn kind(code: u8) -> usize {
    usize::from(code >> 1 == Role::Knight.code())
}

/// What the piece of a nibble attacks on an empty board, unless it is a pawn.
#[inline(always)]
pub(super) fn reach(code: u8, from: Square) -> Bitboard {
    REACH[usize::from(code >> 1 & 7)][from.index()]
}

/// From each square the eight rays; and the eight squares a knight's step away. Clockwise from north. 8 KiB.
pub(super) static WAYS: [[[u64; 8]; 64]; 2] = {
    let mut ways = [[[0; 8]; 64]; 2];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = (Direction::ALL[d].files(), Direction::ALL[d].ranks());
            let mut next = Square::ALL[from].offset(files, ranks);
            while let Some(to) = next {
                ways[0][from][d] |= 1 << to.index();
                next = to.offset(files, ranks);
            }
            let step = Delta::KNIGHT[d];
            if let Some(to) = Square::ALL[from].offset(step.files(), step.ranks()) {
                ways[1][from][d] = 1 << to.index();
            }
            d += 1;
        }
        from += 1;
    }
    ways
};

/// By role, then by square. 4 KiB.
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
