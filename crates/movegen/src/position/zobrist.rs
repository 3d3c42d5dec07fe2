//! The numbers of a position's key that do not belong to pieces on squares.
//!
//! The sequence of [`quadbit_quad::zobrist`] goes on here, and stays as stable.

use quadbit_quad::zobrist::split_mix;
use quadbit_x88::{Color, File};

use super::castling::CastlingRights;

/// The first number of the sequence that does not belong to a piece.
const FIRST: u64 = 1024;

/// The number for black to move.
pub(crate) const BLACK_TO_MOVE: u64 = split_mix(FIRST);

static EN_PASSANT: [u64; 8] = numbers(FIRST + 1);
/// For each side, the keys of all sets of files a to d, then of files e to h.
static CASTLING: [[[u64; 16]; 2]; 2] = [halves(numbers(FIRST + 9)), halves(numbers(FIRST + 17))];

const fn halves(numbers: [u64; 8]) -> [[u64; 16]; 2] {
    let mut keys = [[0; 16]; 2];
    let mut index = 0;
    while index < 128 {
        let (half, set, file) = (index >> 6, index >> 2 & 15, index & 3);
        if set >> file & 1 == 1 {
            keys[half][set] ^= numbers[4 * half + file];
        }
        index += 1;
    }
    keys
}

const fn numbers(first: u64) -> [u64; 8] {
    let mut row = [0; 8];
    let mut i = 0;
    while i < 8 {
        row[i] = split_mix(first + i as u64);
        i += 1;
    }
    row
}

/// The number for a legal en passant capture on this file.
#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    EN_PASSANT[file.index()]
}

/// The key of the castling rights of both sides: the xor of a number for each rook that may castle.
#[inline]
pub(crate) const fn castling(rights: CastlingRights) -> u64 {
    let [white, black] = rights.files();
    castling_of(Color::White, white as usize) ^ castling_of(Color::Black, black as usize)
}

#[inline]
const fn castling_of(color: Color, files: usize) -> u64 {
    let [left, right] = &CASTLING[color.index()];
    left[files & 15] ^ right[files >> 4]
}
