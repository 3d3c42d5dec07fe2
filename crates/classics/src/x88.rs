//! 0x88: a board of 16 x 8 bytes, whose right half marks what is off the board.
//!
//! ```text
//!   8 | 70 71 72 73 74 75 76 77 | 78 79 7a 7b 7c 7d 7e 7f
//!   7 | 60 61 62 63 64 65 66 67 | 68 69 6a 6b 6c 6d 6e 6f      a step: one addition;
//!   6 | 50 51 52 53 54 55 56 57 | 58 59 5a 5b 5c 5d 5e 5f      off the board, over whichever edge:
//!   5 | 40 41 42 43 44 45 46 47 | 48 49 4a 4b 4c 4d 4e 4f
//!   4 | 30 31 32 33 34 35 36 37 | 38 39 3a 3b 3c 3d 3e 3f         number & 0x88 != 0
//!   3 | 20 21 22 23 24 25 26 27 | 28 29 2a 2b 2c 2d 2e 2f
//!   2 | 10 11 12 13 14 15 16 17 | 18 19 1a 1b 1c 1d 1e 1f      two squares: to - from tells all,
//!   1 | 00 01 02 03 04 05 06 07 | 08 09 0a 0b 0c 0d 0e 0f      so a table of 256 entries does
//!     +-------------------------+
//!        a  b  c  d  e  f  g  h     off the board
//! ```
//!
//! **Devised by** an unknown author. Robert Hyatt first saw it in Coko, a program of about 1970, and used it in
//! Cray Blitz until bitboards came in 1982 and 1983. Jan Kuipers printed the test in assembly code in 1981 (Tiny
//! Chess 86). Paul Wiereyn described squares of two nibbles and a table of their differences in 1985. David
//! Kittinger was told, he believed at Travemünde, that it is Mikhail Botvinnik's and was used in a version of
//! Kaissa; he could not confirm it. Bruce Moreland heard of it from Kittinger in 1995, forgot its name, and
//! explained it so often that it acquired this one. Jonatan Pettersson's guide to Mediocre (2007) and an article
//! of 2024 teach it.
//!
//! **Claimed**: that the test for the edge becomes "cheaper and faster" (the wiki), and that a table of
//! differences needs 240 entries where numbers of 0 to 63 need 4,096.
//!
//! **Measured** at commit 6a498e6 in instructions a leaf (kiwipete, three plies deep, bulk counting): the mask
//! takes 0.93 of what comparisons take that are chosen at compile time, both boards without tables; the sign 0.99
//! of the mask; 256 entries 0.85 of 4,096. Looking along rays takes 74, looking up every enemy in tables 95. In
//! time tables and rays hardly differ: 1.05 times the speed with bulk counting, 1.03 with every leaf made.
//!
//! **Ours** has the lists of the guides, Wiereyn's table for pins, read modulo 256 as he does, and a table of
//! attackers read the same way. [`WiereynX88`] finds pins and checks from the piece that moves, as Wiereyn does.
//!
//! A step may lead off the board, so its result is tested before a code is read there. Only a walk that a table has
//! sent towards a piece goes untested: it ends at that piece at the latest.

mod wiereyn;

use quadbit_x88::{Attackers, Diff, Square, Square88};

use crate::square_board::{self, Axes, Colored, Cursor, Differences, Lists, Relation, SquareBoard};

/// The 0x88 board: 128 bytes, of which the mask 0x88 finds those off the board; piece lists; tables read at the
/// difference of two squares.
pub type X88 = SquareBoard<Bytes<MASK>, Lists<128>, Differences<Modulo256>>;

/// The board [`X88`] with the tests of [`Wiereyn`]: pins are found by looking up the difference of each own piece to
/// the own king in a table, checks by looking up the enemy's last move.
pub type WiereynX88 = SquareBoard<Bytes<MASK>, Lists<128>, Wiereyn>;

/// The argument of [`Masked`] for which only the mask 0x88 finds the edge.
pub const MASK: bool = false;
/// With this argument, [`Masked`] tests steps along a file by the sign of the byte, and all other steps by the mask
/// 0x88. The sign is enough along a file, because such a step can leave the board only over the first or the eighth
/// rank.
pub const SIGN: bool = true;

pub use wiereyn::Wiereyn;

/// A square by its 0x88 number. Whether a step leaves the board is found by the mask 0x88, and if `SIGN` partly by the
/// sign of the byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Masked<const SIGN: bool>(u8);

impl<const SIGN: bool> Cursor for Masked<SIGN> {
    #[inline(always)]
    fn of(square: Square) -> Self {
        Self(Square88::from_square(square).get())
    }

    #[inline(always)]
    fn square(self) -> Square {
        Square::from_low_bits(u32::from(self.0 + (self.0 & 7)) >> 1)
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
        self.0 >> 4
    }

    #[inline(always)]
    fn step<const FILES: isize, const RANKS: isize>(self) -> Option<Self> {
        let to = self.0.wrapping_add((16 * RANKS + FILES) as u8);
        let is_off =
            if SIGN && FILES == 0 { Square88::is_beyond_ranks(to) } else { !Square88::is_on_board(to) };
        if is_off { None } else { Some(Self(to)) }
    }
}

/// The cells of a 0x88 board: 128 bytes, of which the left half of each row holds piece codes.
pub(crate) type Bytes<const SIGN: bool> = square_board::Bytes<Masked<SIGN>, Colored, { Square88::BOARD_LEN }>;

/// Tables of attackers and steps for boards of `WIDTH` cells a row: 256 entries, indexed by the difference of two
/// cells' numbers modulo 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfWidth<const WIDTH: usize>;

/// The tables for 0x88 numbers, whose rows are 16 cells wide.
pub(crate) type Modulo256 = OfWidth<16>;

impl<const WIDTH: usize> OfWidth<WIDTH> {
    const ATTACKERS: &'static [Attackers; 256] = &tables::<WIDTH>().0;
    const UNITS: &'static [i8; 256] = &tables::<WIDTH>().1;
}

impl<C: Cursor, const WIDTH: usize> Relation<C> for OfWidth<WIDTH> {
    #[inline(always)]
    fn attackers(from: C, to: C) -> Attackers {
        Self::ATTACKERS[usize::from(to.number().wrapping_sub(from.number()))]
    }

    #[inline(always)]
    fn unit(from: C, to: C) -> i8 {
        Self::UNITS[usize::from(to.number().wrapping_sub(from.number()))]
    }

    #[inline(always)]
    fn axes(unit: i8) -> Axes {
        let step = unit.unsigned_abs() as usize;
        if step == 1 {
            Axes::of(1, 0)
        } else if step == WIDTH {
            Axes::of(0, 1)
        } else if step == WIDTH + 1 {
            Axes::of(1, 1)
        } else {
            Axes::of(-1, 1)
        }
    }
}

/// For each difference `to - from` of cells' numbers, modulo 256, on a board `WIDTH` cells wide: the kinds of pieces
/// that attack `to` from `from`, and the step from `from` along the line to `to`, 0 if there is no line. On a board
/// less than 15 wide two different steps could have the same difference.
const fn tables<const WIDTH: usize>() -> ([Attackers; 256], [i8; 256]) {
    const { assert!(WIDTH >= 15) }
    let (mut attackers, mut units) = ([Attackers::EMPTY; 256], [0; 256]);
    let mut index = 0;
    while index < Diff::TABLE_LEN {
        if let Some(diff) = Diff::from_index(index) {
            let place = difference::<WIDTH>(diff);
            attackers[place] = diff.attackers();
            if let Some(unit) = diff.unit() {
                units[place] = (WIDTH as i32 * unit.ranks() + unit.files()) as i8;
            }
        }
        index += 1;
    }
    (attackers, units)
}

/// The difference of the numbers of two squares on a board `WIDTH` cells wide, modulo 256, as an index.
const fn difference<const WIDTH: usize>(diff: Diff) -> usize {
    (WIDTH as i32 * diff.ranks() + diff.files()) as u8 as usize
}

#[cfg(test)]
mod tests {
    use super::OfWidth;

    #[test]
    fn steps_are_those_of_the_table_of_wiereyn() {
        assert_eq!(OfWidth::<16>::UNITS, &quadbit_x88::tables::COLLINEAR);
    }
}
