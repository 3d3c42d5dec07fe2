//! Walking over a word of lanes with a mask, as the Compact Chessboard Representation does.
//!
//! Vučković's board (ICGA Journal 31(3), 2008; Yugoslav Journal of Operations Research 22(1), 2012, 265-284) is an
//! array of 64 nibbles seen as eight words of eight lanes, a row each
//! ([`NibbleArray::to_words`](crate::NibbleArray::to_words)). A place in a row is no number but a *mask*, all four bits
//! of its lane: `0x0000_0F00` is lane 2. A step along the row shifts the mask by one lane, the word under the mask is
//! what stands there, and **the mask becomes zero at the edge**: neither indices nor borders are needed, and the walk
//! stays in registers.
//!
//! ```text
//!  word   0x0000_6002    mask   0x0000_0F00
//!  up:    mask << 4      0x0000_F000    word & mask = 0x0000_6000: something stands here
//!  down:  mask >> 4      0x0000_00F0    word & mask = 0: nothing
//!         mask >> 4      0x0000_000F    word & mask = 0x0000_0002
//!         mask >> 4      0: the edge
//! ```
//!
//! [`lanes_above`] and [`lanes_below`] walk along one row; [`Walk`] goes through several, in all eight directions.
//!
//! ```
//! use quadbit_nibble::walk;
//!
//! // The lanes seen from lane 2 in both directions, up to the first that is not empty.
//! let (word, from) = (0x0000_6002_u32, 0x0000_0F00);
//! let mut seen = 0;
//! for (mask, there) in walk::lanes_above(word, from) {
//!     seen |= mask;
//!     if there != 0 {
//!         break;
//!     }
//! }
//! for (mask, there) in walk::lanes_below(word, from) {
//!     seen |= mask;
//!     if there != 0 {
//!         break;
//!     }
//! }
//! assert_eq!(seen, 0x0000_F0FF);
//! ```

use core::iter::FusedIterator;

use crate::swar::NibbleWord;

/// The lanes above `from`, the nearest first: for each its mask, and the word under it (in place, so that
/// zero means empty).
///
/// `from` is the mask of one lane; with several the walk shifts them all, and ends when the last has left the word.
#[inline]
pub fn lanes_above<W: NibbleWord>(word: W, from: W) -> LaneWalk<W, true> {
    LaneWalk { word, mask: from, row: !W::default() }
}

/// The lanes below `from`, the nearest first: for each its mask, and the word under it (in place, so that
/// zero means empty).
///
/// `from` is the mask of one lane; with several the walk shifts them all, and ends when the last has left the word.
#[inline]
pub fn lanes_below<W: NibbleWord>(word: W, from: W) -> LaneWalk<W, false> {
    LaneWalk { word, mask: from, row: !W::default() }
}

/// A walk along a word; made by [`lanes_above`] and [`lanes_below`]. Each step is a shift, two ands and a
/// comparison.
#[derive(Clone, Debug)]
pub struct LaneWalk<W, const UP: bool> {
    word: W,
    mask: W,
    row: W,
}

impl<W: NibbleWord, const UP: bool> LaneWalk<W, UP> {
    /// Lets the walk end at the border of `row`, a mask of lanes, for words that hold more than one row.
    ///
    /// ```
    /// use quadbit_nibble::walk;
    /// let two_rows = 0x1000_0000_2000_0000_u64;
    /// let mut above = walk::lanes_above(two_rows, 0x0F00_0000).within(0xFFFF_FFFF);
    /// assert_eq!(above.next(), Some((0xF000_0000, 0x2000_0000)));
    /// assert_eq!(above.next(), None);
    /// ```
    #[inline]
    pub fn within(self, row: W) -> Self {
        Self { row, ..self }
    }
}

impl<W: NibbleWord, const UP: bool> Iterator for LaneWalk<W, UP> {
    type Item = (W, W);

    #[inline]
    fn next(&mut self) -> Option<(W, W)> {
        let shifted = if UP { self.mask << 4 } else { self.mask >> 4 };
        self.mask = shifted & self.row;
        if self.mask == W::default() { None } else { Some((self.mask, self.word & self.mask)) }
    }
}

impl<W: NibbleWord, const UP: bool> FusedIterator for LaneWalk<W, UP> {}

/// A walk over rows of lanes, a word each: every step goes `ROWS` rows up and `LANES` lanes up, both of them
/// -1, 0 or 1.
///
/// Straight along a row only the mask moves, straight through the rows only the row, and diagonally both. The
/// walk ends where the mask becomes zero or the rows end.
///
/// ```
/// use quadbit_nibble::walk::Walk;
///
/// // Three rows of eight lanes; the walk starts in row 0, lane 6.
/// let rows = [0x0000_0000_u32, 0x5000_0000, 0x0000_0000];
/// let mut up_and_right = Walk::<_, 1, 1>::new(&rows, 0, 0x0F00_0000);
/// assert_eq!(up_and_right.next(), Some((1, 0xF000_0000, 0x5000_0000)));
/// assert_eq!(up_and_right.next(), None);
///
/// let mut up = Walk::<_, 1, 0>::new(&rows, 0, 0x0F00_0000);
/// assert_eq!(up.next(), Some((1, 0x0F00_0000, 0)));
/// assert_eq!(up.next(), Some((2, 0x0F00_0000, 0)));
/// assert_eq!(up.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a, W, const ROWS: isize, const LANES: isize> {
    rows: &'a [W],
    row: usize,
    mask: W,
}

impl<'a, W: NibbleWord, const ROWS: isize, const LANES: isize> Walk<'a, W, ROWS, LANES> {
    /// The walk over `rows` from the lane of row `row` that `from` masks; that lane itself is not visited.
    #[inline]
    pub const fn new(rows: &'a [W], row: usize, from: W) -> Self {
        const {
            assert!(-1 <= ROWS && ROWS <= 1 && -1 <= LANES && LANES <= 1, "a step goes to a neighbour");
            assert!(ROWS != 0 || LANES != 0, "a walk goes somewhere");
        }
        Self { rows, row, mask: from }
    }
}

impl<W: NibbleWord, const ROWS: isize, const LANES: isize> Iterator for Walk<'_, W, ROWS, LANES> {
    /// The row, the mask of the lane, and the row's word under it (in place, so that zero means empty).
    type Item = (usize, W, W);

    #[inline]
    fn next(&mut self) -> Option<(usize, W, W)> {
        self.mask = match LANES {
            1 => self.mask << 4,
            0 => self.mask,
            _ => self.mask >> 4,
        };
        // One below the first row is the largest number, and there is no such row.
        let row = self.row.wrapping_add_signed(ROWS);
        let word = *self.rows.get(row)?;
        self.row = row;
        if self.mask == W::default() { None } else { Some((row, self.mask, word & self.mask)) }
    }
}

impl<W: NibbleWord, const ROWS: isize, const LANES: isize> FusedIterator for Walk<'_, W, ROWS, LANES> {}
