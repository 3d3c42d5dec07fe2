//! Inputs of many positions, in the two layouts that trainers take.
//!
//! 1. [`Sets::append`] finds the inputs of a block of positions, in the order of [`Order::Found`], and sorts
//!    each row if asked.
//! 2. It appends them to a [`Csr`] for each side: all indices in one list, and where each row begins.
//! 3. [`Sets::append_padded`] instead writes a rectangle, whose rows are filled up with [`Index::NONE`].
//!
//! The order of [`Order::Found`] is documented: users may rely on it.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::iter::repeat_n;

use quadbit_nibble::simd::Level;
use quadbit_quad::QuadBitboard;

use super::found::Found;
use super::joined::Sets;

/// The order of the inputs of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The order in which the inputs are found, which is the same for all CPU instructions. Joined sets follow one
    /// another. Within a set:
    ///
    /// - pieces by square, a1 first;
    /// - threats of pawns by direction (north-east, south-east, south-west, north-west), then by the attacked
    ///   square; after them the other threats by the attacker's square, then clockwise from north (for a knight,
    ///   from two ranks up and one file to the right);
    /// - pairs of pawns by file and rank of the later pawn, then of the earlier one.
    #[default]
    Found,
    /// The lowest index first. Sorting takes longer than finding the inputs.
    Ascending,
}

/// The integer type of indices: `i16` or `i32`.
pub trait Index: Copy + Default + sealed::Sealed {
    /// The filler after the last index of a padded row: -1.
    const NONE: Self;

    /// The highest index that the type can hold.
    const LAST: usize;

    #[doc(hidden)]
    fn append(indices: &[u32], to: &mut Vec<Self>);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i16 {}
    impl Sealed for i32 {}
}

impl Index for i16 {
    const NONE: Self = -1;
    const LAST: usize = Self::MAX as usize;

    #[inline(always)]
    fn append(indices: &[u32], to: &mut Vec<Self>) {
        to.extend(indices.iter().map(|&index| index as Self));
    }
}

impl Index for i32 {
    const NONE: Self = -1;
    const LAST: usize = Self::MAX as usize;

    /// Copies `indices` as they are: `i32` has the size of `u32`, and every index fits.
    #[inline(always)]
    fn append(indices: &[u32], to: &mut Vec<Self>) {
        to.extend_from_slice(bytemuck::cast_slice(indices));
    }
}

/// The inputs of many positions as one side sees them, one row after the other (compressed sparse rows, CSR).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr<I> {
    /// Where the row of each position begins in `indices`, and at the end where the last row ends: one entry more than
    /// positions.
    pub offsets: Vec<i64>,
    /// The indices of the inputs of all positions, row after row.
    pub indices: Vec<I>,
}

impl<I> Csr<I> {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices of the inputs of the position with the index `position`.
    ///
    /// # Panics
    /// If `position` is not below [`len`](Self::len).
    #[expect(clippy::cast_sign_loss, reason = "offsets are lengths")]
    pub fn row(&self, position: usize) -> &[I] {
        &self.indices[self.offsets[position] as usize..self.offsets[position + 1] as usize]
    }
}

/// A list without positions.
impl<I> Default for Csr<I> {
    fn default() -> Self {
        Self { offsets: Vec::from([0]), indices: Vec::new() }
    }
}

impl Sets {
    /// Appends a row for each of `positions` to both lists of `sides`, with the CPU instructions of `level`: the
    /// indices of the inputs as White sees the board to the first list, as Black sees it to the second, whichever side
    /// is to move. `order` is the order of the indices in a row.
    ///
    /// # Panics
    /// If `I` cannot hold every index of these sets: see [`fits`](Self::fits).
    #[track_caller]
    #[expect(clippy::cast_possible_wrap, reason = "offsets are lengths")]
    pub fn append<I: Index>(
        &self,
        level: Level,
        order: Order,
        positions: &[impl AsRef<QuadBitboard>],
        sides: &mut [Csr<I>; 2],
    ) {
        let Ok(()) =
            self.each_list::<I, _>(level, order, positions, |side, found| -> Result<(), Infallible> {
                let Csr { offsets, indices } = &mut sides[side];
                let before = indices.len() as i64;
                I::append(found.indices(), indices);
                offsets.extend(found.ends().iter().map(|&end| before + end as i64));
                Ok(())
            });
    }

    /// Appends a row of `width` numbers for each of `positions` to both lists of `sides`, as [`append`](Self::append)
    /// does: the indices of the inputs, then [`Index::NONE`] up to the width.
    ///
    /// ```
    /// use quadbit_inputs::sets::{Order, Sets};
    /// use quadbit_movegen::Position;
    /// use quadbit_nibble::simd::Level;
    /// let (sets, mut sides): (Sets, [Vec<i16>; 2]) = ("chess768".parse()?, Default::default());
    /// let position: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// sets.append_padded(Level::auto(), Order::Found, &[position], 3, &mut sides)?;
    /// assert_eq!(sides[0], [5 * 64 + 4, 11 * 64 + 60, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a position has more inputs than `width`. Rows of some positions before it may be missing.
    ///
    /// # Panics
    /// As [`append`](Self::append).
    #[track_caller]
    pub fn append_padded<I: Index>(
        &self,
        level: Level,
        order: Order,
        positions: &[impl AsRef<QuadBitboard>],
        width: usize,
        sides: &mut [Vec<I>; 2],
    ) -> Result<(), RowsError> {
        let mut rows = [0; 2];
        self.each_list::<I, _>(level, order, positions, |side, found| {
            for row in found.rows() {
                let error = RowsError { position: rows[side], inputs: row.len() };
                let missing = width.checked_sub(row.len()).ok_or(error)?;
                I::append(row, &mut sides[side]);
                sides[side].extend(repeat_n(I::NONE, missing));
                rows[side] += 1;
            }
            Ok(())
        })
    }

    /// Calls `visit` for each block of positions twice: with 0 and the inputs as White sees them, then with 1 and the
    /// inputs as Black sees them. The inputs of a position are in the order `order`.
    #[track_caller]
    fn each_list<I: Index, E>(
        &self,
        level: Level,
        order: Order,
        positions: &[impl AsRef<QuadBitboard>],
        mut visit: impl FnMut(usize, &mut Found) -> Result<(), E>,
    ) -> Result<(), E> {
        assert!(self.fits::<I>(), "{self} has too many inputs for this integer type");
        self.each_block(level, positions, |found| {
            found.iter_mut().enumerate().try_for_each(|(side, found)| {
                if order == Order::Ascending {
                    found.rows().for_each(<[u32]>::sort_unstable);
                }
                visit(side, found)
            })
        })
    }

    /// Whether `I` can hold every index of the sets.
    pub fn fits<I: Index>(&self) -> bool {
        self.size() - 1 <= I::LAST
    }
}

/// The error of [`Sets::append_padded`]: a position has more inputs than fit into a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowsError {
    /// The index of the position in the list.
    pub position: usize,
    /// The number of inputs that this position has.
    pub inputs: usize,
}

impl fmt::Display for RowsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {} has {} inputs, more than a row", self.position, self.inputs)
    }
}

impl core::error::Error for RowsError {}
