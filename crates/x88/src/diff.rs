//! The difference of two squares, an index of tables.
//!
//! 1. [`Diff::new`] subtracts two 0x88 numbers and adds 0x77, so that the index is never negative.
//! 2. Every question that depends on nothing but the relative position of two squares is one look-up by this index in
//!    the [`tables`](crate::tables): distances, the direction of the line through both squares, the step along it,
//!    the pieces that attack from one to the other.
//!
//! Two pairs of squares have equal differences only if the same step leads from the first square to the second: the
//! tables rely on it.

use core::fmt;
use core::ops::Neg;

use crate::attackers::Attackers;
use crate::delta::Delta;
use crate::direction::Direction;
use crate::square::Square;
use crate::square88::Square88;
use crate::tables::{ATTACKERS, CHEBYSHEV, DIRECTION, MANHATTAN, UNIT};

/// The position of one square relative to another, as an index of 0 to 238 into tables of 240
/// entries: `0x77 + to - from`.
///
/// 0x88 numbers have this advantage over numbers of 0 to 63: their difference is enough to tell how many files and
/// ranks apart two squares are, and in which direction. A table that depends on nothing else needs 240
/// entries instead of 64 x 64.
///
/// The two nibbles of the index are `ranks + 7` and `files + 7`, so a table of 16 columns is a map. The first
/// square is in its middle, and the sixteenth column is never used:
///
/// ```text
///   e0 e1 .. e6 e7 e8 .. ee ef    7 ranks up
///   :  :     :  :  :     :  :
///   80 81 .. 86 87 88 .. 8e 8f    1 rank up
///   70 71 .. 76 77 78 .. 7e 7f    77: from here
///   60 61 .. 66 67 68 .. 6e 6f    1 rank down
///   :  :     :  :  :     :  :
///   00 01 .. 06 07 08 .. 0e 0f    7 ranks down
/// ```
///
/// ```
/// use quadbit_x88::{Diff, Direction, Square};
///
/// let diff = Diff::of_squares(Square::D5, Square::F5);
/// assert_eq!(diff.index(), 0x79);
/// assert_eq!((diff.files(), diff.ranks()), (2, 0));
/// assert_eq!(diff.chebyshev(), 2);
/// assert_eq!(diff.direction(), Some(Direction::East));
/// assert_eq!((-diff).direction(), Some(Direction::West));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Diff(u8);

impl Diff {
    /// The number added to a difference to make it an index, 0x77.
    const ORIGIN: u8 = 0x77;

    /// The length of a table that is indexed by [`index`](Self::index), 240.
    pub const TABLE_LEN: usize = 240;

    /// The position of `to` relative to `from`: the index `0x77 + to - from`.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "0x77 + 0x77 - 0 = 238 fits")]
    pub const fn new(from: Square88, to: Square88) -> Self {
        Self((Self::ORIGIN as usize + to.index() - from.index()) as u8)
    }

    /// The position of `to` relative to `from`, by their numbers of 0 to 63, without converting them first:
    /// `to - from + (to | 7) - (from | 7) + 119`.
    ///
    /// The formula is from the Chess Programming Wiki's page on
    /// [distance](https://www.chessprogramming.org/Distance), which adds 120.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "63 + 63 + 119 - 0 - 7 = 238 fits")]
    pub const fn of_squares(from: Square, to: Square) -> Self {
        let (from, to) = (from.index(), to.index());
        Self((Self::ORIGIN as usize + to + (to | 7) - from - (from | 7)) as u8)
    }

    /// The difference of two squares that are the step `delta` apart.
    #[inline]
    #[cfg(feature = "simd")]
    pub(crate) const fn of_delta(delta: Delta) -> Self {
        Self(Self::ORIGIN.wrapping_add_signed(delta.get()))
    }

    /// The difference with a given index; `None` for numbers that are not the index of two squares: those
    /// with a low nibble of 15, and those from 239 on.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the index is at most 238")]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::TABLE_LEN && index & 15 != 15 { Some(Self(index as u8)) } else { None }
    }

    /// The index into a table of 240 entries: `0x77 + to - from`, 0 to 238.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `to - from` modulo 256, without the 0x77: the index of a table of 256 entries, such as
    /// [`COLLINEAR`](crate::tables::COLLINEAR). It saves an addition.
    #[inline]
    pub const fn raw(self) -> u8 {
        self.0.wrapping_sub(Self::ORIGIN)
    }

    /// The files from the first square to the second, -7 to 7, positive to the right: the low nibble of the index, less
    /// 7.
    #[inline]
    pub const fn files(self) -> i32 {
        (self.0 & 15) as i32 - 7
    }

    /// The ranks from the first square to the second, -7 to 7, positive upwards: the high nibble of the index, less 7.
    #[inline]
    pub const fn ranks(self) -> i32 {
        (self.0 >> 4) as i32 - 7
    }

    /// How many moves a king needs between the two squares on an empty board: the larger of the distances by file and
    /// by rank, 0 to 7.
    #[inline]
    pub const fn chebyshev(self) -> u8 {
        CHEBYSHEV[self.index()]
    }

    /// How many squares a rook travels between the two squares on an empty board: the sum of the distances by file and
    /// by rank, 0 to 14.
    #[inline]
    pub const fn manhattan(self) -> u8 {
        MANHATTAN[self.index()]
    }

    /// The direction that leads straight from the first square to the second; `None` if they are not on one rank, file
    /// or diagonal, or are the same square.
    #[inline]
    pub const fn direction(self) -> Option<Direction> {
        DIRECTION[self.index()]
    }

    /// The step from the first square towards the second, to the next square of their rank, file or diagonal; `None` if
    /// they share none, or are the same square.
    #[inline]
    pub const fn unit(self) -> Option<Delta> {
        match UNIT[self.index()] {
            0 => None,
            step => Some(Delta(step)),
        }
    }

    /// The kinds of pieces that, standing on the first square, attack the second on an empty board.
    #[inline]
    pub const fn attackers(self) -> Attackers {
        ATTACKERS[self.index()]
    }
}

impl Neg for Diff {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(2 * Self::ORIGIN - self.0)
    }
}

impl fmt::Debug for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Diff({:02x}: {:+} files, {:+} ranks)", self.0, self.files(), self.ranks())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn both_forms_agree_for_all_pairs_of_squares() {
        let mut seen = std::collections::HashMap::new();
        for from in Square::ALL {
            for to in Square::ALL {
                let (a, b) = (Square88::from(from), Square88::from(to));
                let diff = Diff::new(a, b);
                assert_eq!(diff, Diff::of_squares(from, to), "{from} {to}");
                assert!(diff.index() <= 238);
                assert_eq!(diff.index(), 0x77 + usize::from(b.get()) - usize::from(a.get()));
                assert_eq!(diff.raw(), b.get().wrapping_sub(a.get()));
                assert_eq!(-diff, Diff::new(b, a));
                let delta = Delta::new(diff.files(), diff.ranks()).unwrap();
                assert_eq!(a.step(delta), Some(b));
                assert_eq!(from.offset(diff.files(), diff.ranks()), Some(to));
                // No two pairs of files and ranks share an index.
                let step = (diff.files(), diff.ranks());
                assert_eq!(*seen.entry(diff).or_insert(step), step);
            }
        }
        assert_eq!(seen.len(), 225);
        for index in 0..256 {
            let diff = Diff::from_index(index);
            assert_eq!(diff.is_some(), seen.keys().any(|seen| seen.index() == index), "{index}");
            if let Some(diff) = diff {
                assert_eq!(diff.index(), index);
            }
        }
    }
}
