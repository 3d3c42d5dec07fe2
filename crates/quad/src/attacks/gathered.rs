//! The attacks of a slider along its file or a diagonal: the six inner squares of the line are gathered by
//! one multiplication into the index of the attacks in a table. There are two tables, 4 KiB each.
//!
//! Source: kindergarten bitboards, <https://www.chessprogramming.org/Kindergarten_Bitboards>.

use quadbit_nibble::const_array;
use quadbit_x88::Square;

use super::rank;

/// The squares of the a-file.
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
/// The inner squares of the a-file.
pub(super) const A2_TO_A7: u64 = 0x0001_0101_0101_0100;
/// The diagonal from c2 to h7: as a factor, it moves the inner squares of the a-file into the highest six bits.
pub(super) const C2_TO_H7: u64 = 0x0080_4020_1008_0400;

/// The attacks from `square` along `line`, a diagonal or antidiagonal without `square` itself.
///
/// Multiplying by the b-file adds up all ranks in the eighth, moved one file to the right: the files b to g become the
/// upper six bits.
#[inline]
pub(super) const fn on_diagonal(square: Square, occupied: u64, line: u64) -> u64 {
    let inner = (occupied & line).wrapping_mul(FILE_B) >> 58;
    ON_ALL_RANKS[square.index() & 7][inner as usize] & line
}

/// The squares that a slider on `square` attacks along its file.
///
/// The file is moved to the a-file, and the multiplication moves its rank 7 to bit 58, its rank 6
/// to bit 59, and so on.
#[inline]
pub(super) const fn on_file(square: Square, occupied: u64) -> u64 {
    let file = square.index() & 7;
    let inner = (occupied >> file & FILE_A).wrapping_mul(C2_TO_H7) >> 58;
    of_file(square, inner as usize)
}

/// The squares attacked along the file of `square`. `inner` has a bit for each of ranks 2 to 7 of that file that is
/// occupied, rank 7 in the lowest bit.
#[inline]
pub(super) const fn of_file(square: Square, inner: usize) -> u64 {
    ON_FILE_A[square.index() >> 3][inner] << (square.index() & 7)
}

/// Indexed by the slider's file and the occupied inner squares (files b to g) of its line: the attacked files, repeated
/// on all ranks.
static ON_ALL_RANKS: [[u64; 64]; 8] =
    const_array!(8, |file| const_array!(64, |inner| rank::ATTACKS[file][inner] as u64 * FILE_A));

/// Indexed by the slider's rank and the occupied inner squares (ranks 2 to 7, rank 7 in the lowest bit) of its file:
/// the attacked squares, on the a-file.
static ON_FILE_A: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut n = 0;
    while n < 8 * 64 {
        // Rank 7 is in the lowest bit of the index, where a line along a rank has the b-file. So the table of ranks is
        // read with the slider's place mirrored, and the attacks come out in reverse order.
        let mut attacks = rank::ATTACKS[7 - (n >> 6)][n & 63];
        let mut rank = 8;
        while rank > 0 {
            rank -= 1;
            table[n >> 6][n & 63] |= (attacks as u64 & 1) << (8 * rank);
            attacks >>= 1;
        }
        n += 1;
    }
    table
};
