//! Tables by square for an empty board: where leapers go, and the lines through the square.

use quadbit_nibble::const_array;
use quadbit_x88::Square;

use crate::bitboard::Bitboard;

pub(super) const KNIGHT: [Bitboard; 64] =
    leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
pub(super) const KING: [Bitboard; 64] =
    leaps([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
pub(super) const WHITE_PAWN: [Bitboard; 64] = leaps([(-1, 1), (1, 1)]);
pub(super) const BLACK_PAWN: [Bitboard; 64] = leaps([(-1, -1), (1, -1)]);

/// The other squares of each square's rank, its file, its diagonal (towards h8) and its antidiagonal (towards a8).
pub(super) const LINES: [[Bitboard; 4]; 64] = {
    let (ranks, files, diagonals, antidiagonals) = (line(1, 0), line(0, 1), line(1, 1), line(-1, 1));
    const_array!(64, |square| [ranks[square], files[square], diagonals[square], antidiagonals[square]])
};

/// For each square, the squares at `distances` from it, each of them given as files and ranks.
const fn leaps<const N: usize>(distances: [(i32, i32); N]) -> [Bitboard; 64] {
    const_array!(64, |square| {
        let mut reached = Bitboard::EMPTY;
        let mut n = 0;
        while n < N {
            let (files, ranks) = distances[n];
            if let Some(target) = Square::ALL[square].offset(files, ranks) {
                reached = reached.with(target);
            }
            n += 1;
        }
        reached
    })
}

/// For each square, the squares one to seven steps of `files` and `ranks` from it, forwards and backwards.
const fn line(files: i32, ranks: i32) -> [Bitboard; 64] {
    leaps(const_array!(14, |n: i32| {
        let steps = if n < 7 { n - 7 } else { n - 6 };
        (steps * files, steps * ranks)
    }))
}
