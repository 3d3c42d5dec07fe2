//! The plain mailbox: 64 bytes, and comparisons of rank and file at the edge.
//!
//! ```text
//!   8 | 56 57 58 59 60 61 62 63       a step one file to the right:
//!   7 | 48 49 50 51 52 53 54 55
//!   6 | 40 41 42 43 44 45 46 47         number % 8 == 7 ?    off the board
//!   5 | 32 33 34 35 36 37 38 39         number + 1
//!   4 | 24 25 26 27 28 29 30 31
//!   3 | 16 17 18 19 20 21 22 23       one rank upwards too:
//!   2 |  8  9 10 11 12 13 14 15
//!   1 |  0  1  2  3  4  5  6  7         number % 8 == 7 or number / 8 == 7 ?
//!     +------------------------         number + 9
//!        a  b  c  d  e  f  g  h
//! ```
//!
//! **Devised by** no one in particular: it is the baseline of the articles on 0x88. **Claimed**: that a
//! generator should avoid comparing rows and columns with their bounds (the article of 2024: 0x88 checks a
//! position "without having to calculate and compare against row and column bounds").
//!
//! **Ours** has what makes the comparison with the other boards fair: piece lists, and directions that
//! are known at compile time, so that each step is compared only with the edges that it can cross, a
//! rook's step with one.

use quadbit_x88::Square;

use crate::square_board::{Bytes, Colored, Cursor, Lists, Rays, SquareBoard};

/// The plain mailbox: 64 bytes, one for each square. Pieces are kept in lists; attacks are found by looking along rays.
pub type Mailbox = SquareBoard<Bytes<Compared, Colored, 64>, Lists<64>, Rays>;

/// A square by its number of 0 to 63; a step compares file and rank with their bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared(u8);

impl Compared {
    /// The number as an index of 0 to 63.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize & 63
    }
}

impl Cursor for Compared {
    #[inline(always)]
    fn of(square: Square) -> Self {
        Self::from_number(square.index() as u8)
    }

    #[inline(always)]
    fn square(self) -> Square {
        Square::from_low_bits(self.0.into())
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
        self.0 >> 3
    }

    #[inline(always)]
    fn step<const FILES: isize, const RANKS: isize>(self) -> Option<Self> {
        let (file, rank) = (isize::from(self.0 & 7), isize::from(self.0 >> 3));
        let is_off = (FILES > 0 && file > 7 - FILES)
            || (FILES < 0 && file < -FILES)
            || (RANKS > 0 && rank > 7 - RANKS)
            || (RANKS < 0 && rank < -RANKS);
        if is_off { None } else { Some(Self(self.0.wrapping_add((8 * RANKS + FILES) as u8))) }
    }
}
