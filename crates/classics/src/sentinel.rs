//! 0x88 with sentinels: the board lies in a larger one, and a step off it meets a sentinel.
//!
//! ```text
//!   10 | # # # # # # # # # # # # # # # #
//!    9 | # # # # # # # # # # # # # # # #      a sentinel carries both colour bits, so that
//!    8 | # # # # r n b q k b n r # # # #
//!    7 | # # # # p p p p p p p p # # # #         cell & WHITE != 0
//!    6 | # # # # . . . . . . . . # # # #
//!    5 | # # # # . . . . . . . . # # # #      says "a white piece, or off the board",
//!    4 | # # # # . . . . . . . . # # # #      and one AND stops white's moves
//!    3 | # # # # . . . . . . . . # # # #
//!    2 | # # # # P P P P P P P P # # # #
//!    1 | # # # # R N B Q K B N R # # # #      16 x 12: a1 is cell 36
//!    0 | # # # # # # # # # # # # # # # #
//!   -1 | # # # # # # # # # # # # # # # #
//! ```
//!
//! **Devised by** several people. The wiki cites Christophe Théron (13 June 2000), Fabien Letouzey on Fruit (2005),
//! whose board is 16 x 16, Fritz Reul's thesis (2009), whose board is 15 wide, and Harm Geert Muller (2016).
//! **Claimed** by the wiki: that it "seems slightly more efficient than pure 0x88", since the condition at the edge
//! "can be combined with the coding of the guard".
//!
//! **Measured** at commit 6a498e6 in instructions a leaf (kiwipete, three plies deep, bulk counting): 82 where 0x88
//! takes 95, and without tables 68 where 0x88 takes 74. Boards of other widths take at most 1 more or less. In time it
//! has 1.09 times the speed of 0x88 with bulk counting, 1.05 with every leaf made.
//!
//! **Ours** has no test for the edge at all. Sentinels must be two deep above and below, for the knight, and wide
//! enough at the sides that no step wraps around to the next rank, for which two files are enough ([`TenByTwelve`]);
//! with seven every difference of two squares is unique, so the tables of 0x88 serve boards 16 wide, and tables
//! computed in the same way serve boards 15 wide. Attacks are tested from the target to the attacker, as in Fruit and
//! by Reul. A cell's number is a byte, and the arrays have 256 cells whatever the layout uses (128 for [`TenByTwelve`],
//! with a mask), so that no index is ever compared with a length.

use quadbit_x88::Square;

use crate::square_board::{self, Colored, Cursor, Differences, Lists, Rays, SquareBoard};
use crate::x88::OfWidth;

/// The board of `WIDTH` by `HEIGHT` cells, whose cell `ORIGIN` is a1: sentinels around the squares, piece lists, and
/// tables of differences for the width.
pub type SentinelBoard<const WIDTH: usize, const HEIGHT: usize, const ORIGIN: usize> =
    SquareBoard<Bytes<WIDTH, HEIGHT, ORIGIN>, Lists<256>, Differences<OfWidth<WIDTH>>>;

/// The board of 16 by 12 cells: two rows of sentinels above and below the squares, four columns at the left and right.
pub type Sentinel = SentinelBoard<16, 12, 36>;

/// The board of 10 by 12 cells, the narrowest: a knight that jumps over one edge meets the two columns that the ranks
/// share. Differences of its squares are not unique, so attacks are found along rays. Source:
/// <https://www.chessprogramming.org/10x12_Board>.
pub type TenByTwelve = SquareBoard<square_board::Bytes<Untested<10, 12, 21>, Colored, 128>, Lists<128>, Rays>;

/// A cell of the board with sentinels, by its number; no step is tested, because one off the board ends on a sentinel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Untested<const WIDTH: usize, const HEIGHT: usize, const ORIGIN: usize>(u8);

impl<const WIDTH: usize, const HEIGHT: usize, const ORIGIN: usize> Cursor
    for Untested<WIDTH, HEIGHT, ORIGIN>
{
    const OFF_BOARD: u8 = Colored::SENTINEL;

    #[inline(always)]
    fn of(square: Square) -> Self {
        const {
            assert!(WIDTH >= 10, "a knight on h1 jumps two files to the right, from a2 two to the left");
            assert!(ORIGIN > 2 * WIDTH, "a knight on a1 jumps two ranks down and a file to the left");
            assert!(
                ORIGIN + 7 * WIDTH + 7 + 2 * WIDTH + 1 < WIDTH * HEIGHT,
                "a knight on h8 jumps two ranks up and a file to the right"
            );
            assert!(WIDTH * HEIGHT <= 256, "a cell's number is a byte");
        }
        Self((WIDTH * square.rank().index() + square.file().index() + ORIGIN) as u8)
    }

    #[inline(always)]
    fn square(self) -> Square {
        let from_a1 = usize::from(self.0).wrapping_sub(ORIGIN);
        Square::from_low_bits((8 * (from_a1 / WIDTH) + from_a1 % WIDTH) as u32)
    }

    #[inline(always)]
    fn from_number(number: u8) -> Self {
        Self(number)
    }

    #[inline(always)]
    fn number(self) -> u8 {
        self.0
    }

    #[inline(always)]
    fn rank(self) -> u8 {
        (usize::from(self.0).wrapping_sub(ORIGIN) / WIDTH) as u8
    }

    #[inline(always)]
    fn step<const FILES: isize, const RANKS: isize>(self) -> Option<Self> {
        Some(Self(self.0.wrapping_add((WIDTH as isize * RANKS + FILES) as u8)))
    }
}

/// The board's code for each cell, with sentinels in all cells off the board.
type Bytes<const WIDTH: usize, const HEIGHT: usize, const ORIGIN: usize> =
    square_board::Bytes<Untested<WIDTH, HEIGHT, ORIGIN>, Colored, 256>;

#[cfg(test)]
mod tests {
    use quadbit_x88::Diff;

    use super::*;
    use crate::square_board::{Cells, Relation};

    /// Checks that the tables for boards `WIDTH` cells wide have the right attackers and the right step for every pair
    /// of squares.
    fn check<const WIDTH: usize, const HEIGHT: usize, const ORIGIN: usize>() {
        for from in Square::ALL {
            for to in Square::ALL {
                let diff = Diff::of_squares(from, to);
                let [a, b] = [from, to].map(Untested::<WIDTH, HEIGHT, ORIGIN>::of);
                assert_eq!((a.square(), usize::from(a.rank())), (from, from.rank().index()));
                assert_eq!(OfWidth::<WIDTH>::attackers(a, b), diff.attackers(), "{from} {to}");
                let step = |unit: quadbit_x88::Delta| WIDTH as i32 * unit.ranks() + unit.files();
                let expected = diff.unit().map_or(0, step);
                assert_eq!(i32::from(OfWidth::<WIDTH>::unit(a, b)), expected, "{from} {to}");
            }
        }
    }

    #[test]
    fn tables_of_all_widths() {
        check::<16, 12, 36>();
        check::<16, 16, 0x44>();
        check::<15, 12, 34>();
        check::<15, 15, 49>();
    }

    /// From every square, every step of a king or a knight ends on the square that it should, or on a sentinel.
    #[test]
    fn steps_off_the_board_meet_sentinels() {
        fn check<const WIDTH: usize, const HEIGHT: usize, const ORIGIN: usize>() {
            let cells = Bytes::<WIDTH, HEIGHT, ORIGIN>::empty();
            macro_rules! step {
                ($($files:literal $ranks:literal,)*) => {
                    for from in Square::ALL {
                        $(
                            let at = Untested::<WIDTH, HEIGHT, ORIGIN>::of(from).step::<$files, $ranks>().unwrap();
                            let expected = from.offset($files, $ranks);
                            assert_eq!(cells.code(at) != Colored::SENTINEL, expected.is_some(), "{from}");
                            assert!(expected.is_none_or(|to| at.square() == to), "{from}");
                        )*
                    }
                };
            }
            step!(0 1, 1 1, 1 0, 1 -1, 0 -1, -1 -1, -1 0, -1 1,);
            step!(1 2, 2 1, 2 -1, 1 -2, -1 -2, -2 -1, -2 1, -1 2,);
        }
        check::<16, 12, 36>();
        check::<16, 16, 0x44>();
        check::<15, 12, 34>();
        check::<15, 15, 49>();
        check::<10, 12, 21>();
    }
}
