//! Sliders by the nearest blocker, without tables.
//!
//! A ray is a constant, shifted to its square. Of the pieces on it the nearest one is the lowest bit if the
//! ray goes up and the highest if it goes down; the attacked squares are those up to that bit:
//!
//! ```text
//!   ray             . . R 1 1 1 1 1       lowest bit: all up to it is  x ^ (x - 1)
//!   ray & blockers  . . . . . 1 . 1
//!   attacks         . . . 1 1 1 . .       highest bit: all down to it is  !0 << log2(x)
//! ```
//!
//! Only the left and right edge can be crossed by a shifted ray; the files at the edge count as blockers for
//! it. The ray begins on the slider's own square, so that a slider on the edge stops at once.
//!
//! Source: Fabio Gobbato's `QBBEngine`, <https://www.chessprogramming.org/QBBEngine>. It makes the top
//! and the bottom rank blockers too, because a bit scan of an empty set is undefined in C; the forms
//! above need no such guard.

use quadbit_quad::Bitboard;
use quadbit_x88::{File, Square};

const FILE_A: u64 = Bitboard::file(File::A).0;
const FILE_H: u64 = Bitboard::file(File::H).0;

/// The ray to the north of a slider on a1, including a1.
const NORTH: u64 = FILE_A;
const EAST: u64 = 0xff;
const NORTH_EAST: u64 = 0x8040_2010_0804_0201;
/// The ray to the north-west of a slider on a1, with its own square, as if the board went on beyond its left edge: bits
/// 0, 7, 14, .. 49. [`bishop`] counts the a-file as blockers, which end a shifted ray at the edge.
const NORTH_WEST: u64 = 0x0002_0408_1020_4081;
/// The ray to the south of a slider on h8, including h8.
const SOUTH: u64 = NORTH.reverse_bits();
const WEST: u64 = EAST.reverse_bits();
const SOUTH_WEST: u64 = NORTH_EAST.reverse_bits();
const SOUTH_EAST: u64 = NORTH_WEST.reverse_bits();

/// The squares that a rook on `square` attacks: along rank and file, up to and including the first piece.
#[inline(always)]
pub(crate) const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let others = occupied.0 & !Bitboard::of(square).0;
    let (up, down) = (square.index(), 63 - square.index());
    let files = above(NORTH << up, others) | below(SOUTH >> down, others);
    let ranks = above(EAST << up, others | FILE_H) | below(WEST >> down, others | FILE_A);
    Bitboard((files | ranks) & !Bitboard::of(square).0)
}

/// The squares that a bishop on `square` attacks: along both diagonals, up to and including the first piece.
#[inline(always)]
pub(crate) const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let others = occupied.0 & !Bitboard::of(square).0;
    let (to_the_left, to_the_right) = (others | FILE_A, others | FILE_H);
    let (up, down) = (square.index(), 63 - square.index());
    let upward = above(NORTH_EAST << up, to_the_right) | above(NORTH_WEST << up, to_the_left);
    let downward = below(SOUTH_WEST >> down, to_the_left) | below(SOUTH_EAST >> down, to_the_right);
    Bitboard((upward | downward) & !Bitboard::of(square).0)
}

/// The squares of `ray` up to and including the lowest one that is in `blockers`; all if there is none.
#[inline(always)]
const fn above(ray: u64, blockers: u64) -> u64 {
    let blockers = ray & blockers;
    ray & (blockers ^ blockers.wrapping_sub(1))
}

/// The squares of `ray` down to and including the highest one that is in `blockers`; all if there is none.
#[inline(always)]
const fn below(ray: u64, blockers: u64) -> u64 {
    // A downward ray that contains a1 ends there, so a1 can always count as a blocker. `ilog2` then never sees 0.
    let blockers = ray & blockers | 1;
    ray & (!0 << blockers.ilog2())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadbit_quad::attacks;

    #[test]
    fn rays_are_attacks_on_all_subsets_of_their_lines() {
        for square in Square::ALL {
            let [rank, file, diagonal, antidiagonal] = attacks::lines(square);
            for occupied in (rank | file).subsets() {
                assert_eq!(rook(square, occupied), attacks::rook(square, occupied), "{square}");
                assert_eq!(rook(square, occupied.with(square)), rook(square, occupied), "{square}");
            }
            for occupied in (diagonal | antidiagonal).subsets() {
                assert_eq!(bishop(square, occupied), attacks::bishop(square, occupied), "{square}");
                assert_eq!(bishop(square, occupied.with(square)), bishop(square, occupied), "{square}");
            }
        }
    }

    #[test]
    fn other_lines_do_not_matter() {
        for square in Square::ALL {
            let [rank, file, diagonal, antidiagonal] = attacks::lines(square);
            assert_eq!(rook(square, !(rank | file)), rank | file);
            assert_eq!(bishop(square, !(diagonal | antidiagonal)), diagonal | antidiagonal);
        }
    }
}
