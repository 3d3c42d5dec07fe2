//! The two keys of a position, and those of their numbers that do not belong to pieces on squares.
//!
//! The numbers continue the sequence of [`quadbit_quad::zobrist`] and, like it, stay the same from version to version.

use core::ops::BitXorAssign;

use quadbit_nibble::const_array;
use quadbit_quad::zobrist::{self, of_files, split_mix};
use quadbit_x88::{Color, File, Role, Square};

use super::castling::CastlingRights;

/// The key of a position, and that of only its pawns. Both change by one xor of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub(crate) struct Keys {
    pub(crate) all: u64,
    pub(crate) pawns: u64,
}

impl Keys {
    pub(crate) const NONE: Self = Self { all: 0, pawns: 0 };
    pub(crate) const BLACK_TO_MOVE: Self = Self::of_state(BLACK_TO_MOVE);

    /// The change of both keys by `number`, which belongs to no piece.
    #[inline(always)]
    pub(crate) const fn of_state(number: u64) -> Self {
        Self { all: number, pawns: 0 }
    }

    /// The Zobrist numbers of the piece with the code `code` on `square`, one for each of the two keys. The number for
    /// the key of pawns is 0 if the piece is not a pawn; both are 0 for code 0.
    #[inline(always)]
    pub(crate) fn of_piece(code: u8, square: Square) -> Self {
        PIECES[(code & 15) as usize][square.index()]
    }
}

impl BitXorAssign for Keys {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.all ^= other.all;
        self.pawns ^= other.pawns;
    }
}

/// For each piece code and square: what the piece adds to the key of a position and to that of its pawns. 16 KiB.
static PIECES: [[Keys; 64]; 16] = const_array!(16, |code: u8| const_array!(64, |square| {
    let all = zobrist::key(code, Square::ALL[square]);
    Keys { all, pawns: if code >> 1 == Role::Pawn.code() { all } else { 0 } }
}));

/// The index in the sequence of [`split_mix`] of the first number that does not belong to a piece on a square.
const FIRST: u64 = 1024;

/// The Zobrist number for black to move.
pub(crate) const BLACK_TO_MOVE: u64 = split_mix(FIRST);

static EN_PASSANT: [u64; 8] = of_files(FIRST + 1);
/// For each side, by a set of files as four bits: the xor of the numbers of castling rooks on these files, first for
/// the 16 subsets of the files a to d, then for those of the files e to h.
static CASTLING: [[[u64; 16]; 2]; 2] = [halves(of_files(FIRST + 9)), halves(of_files(FIRST + 17))];

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

/// The Zobrist number for a legal en passant capture on `file`.
#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    EN_PASSANT[file.index()]
}

/// The key of the castling rights of both sides: the xor of the Zobrist numbers of all rooks that may castle.
#[inline]
pub(crate) const fn castling(rights: CastlingRights) -> u64 {
    let [white, black] = rights.bits().to_le_bytes();
    castling_of(Color::White, white as usize) ^ castling_of(Color::Black, black as usize)
}

#[inline]
const fn castling_of(color: Color, files: usize) -> u64 {
    let [left, right] = &CASTLING[color.index()];
    left[files & 15] ^ right[files >> 4]
}
