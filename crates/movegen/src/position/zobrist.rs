//! The numbers of a position's key that do not belong to pieces on squares.
//!
//! They continue the sequence of [`quadbit_quad::zobrist`] and are equally stable.

use quadbit_quad::zobrist::split_mix;
use quadbit_x88::{Color, File};

use super::castling::CastlingRights;

/// Numbers below this belong to the pieces.
const FIRST: u64 = 1024;

/// Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = split_mix(FIRST);

static EN_PASSANT: [u64; 8] = numbers(FIRST + 1);
static CASTLING: [[u64; 8]; 2] = [numbers(FIRST + 9), numbers(FIRST + 17)];

const fn numbers(first: u64) -> [u64; 8] {
    let mut row = [0; 8];
    let mut i = 0;
    while i < 8 {
        row[i] = split_mix(first + i as u64);
        i += 1;
    }
    row
}

/// A legal en passant capture on this file.
#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    EN_PASSANT[file.index()]
}

/// The castling rights of both sides: one number for each rook that may castle.
#[inline]
pub(crate) fn castling(rights: CastlingRights) -> u64 {
    let of = |color: Color| {
        rights
            .rooks_of(color)
            .into_iter()
            .fold(0, |key, rook| key ^ CASTLING[color.index()][rook.file().index()])
    };
    of(Color::White) ^ of(Color::Black)
}
