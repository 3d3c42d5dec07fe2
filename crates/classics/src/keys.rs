//! Zobrist numbers for everything but pieces, as [`Position::key`](quadbit_movegen::Position::key) lists them.

use quadbit_quad::Bitboard;
use quadbit_quad::zobrist::{of_files, split_mix};
use quadbit_x88::{Color, File};

const BLACK_TO_MOVE: u64 = split_mix(1024);
const EN_PASSANT: [u64; 8] = of_files(1025);
const CASTLING: [[u64; 8]; 2] = [of_files(1033), of_files(1041)];

/// The Zobrist number of the side to move: 0 for white.
#[inline(always)]
pub(crate) const fn side_key(side: Color) -> u64 {
    match side {
        Color::White => 0,
        Color::Black => BLACK_TO_MOVE,
    }
}

/// The Zobrist number of the file of a pawn that may be captured en passant.
#[inline(always)]
pub(crate) const fn en_passant_key(file: File) -> u64 {
    EN_PASSANT[file.index()]
}

/// The xor of the Zobrist numbers of a side's castling rooks, whose files are the bits of `files`.
#[inline(always)]
pub(crate) fn castling_key(side: Color, files: u8) -> u64 {
    let rooks = Bitboard(u64::from(files)).into_iter();
    rooks.fold(0, |key, rook| key ^ CASTLING[side.index()][rook.index() & 7])
}
