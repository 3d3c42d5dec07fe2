//! Inputs of many positions, in the two forms that trainers take.

use alloc::vec::Vec;
use core::fmt;

use quadbit_movegen::{Level, Position};

use super::joined::Sets;

/// In which order the inputs of a position come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Sets in their order; pieces by squares, a1 first; threats as [`Finder::threats`](quadbit_threats::Finder::threats) has them;
    /// pairs of pawns by the files of the first pawn, a first. It is the same at every level.
    #[default]
    Found,
    /// Lowest number first. It takes more time.
    Ascending,
}

/// A kind of numbers that indices are written as.
pub trait Index: Copy + Default + sealed::Sealed {
    /// What follows the last index of a padded row: -1.
    const NONE: Self;

    /// The highest index that there can be.
    const LAST: usize;

    #[doc(hidden)]
    fn of(index: u32) -> Self;
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
    fn of(index: u32) -> Self {
        index as Self
    }
}

impl Index for i32 {
    const NONE: Self = -1;
    const LAST: usize = Self::MAX as usize;

    #[inline(always)]
    fn of(index: u32) -> Self {
        index.cast_signed()
    }
}

/// The inputs of many positions, one behind the other, as one side sees them: compressed sparse rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr<I> {
    /// Where the inputs of each position begin, and the end of the last ones.
    pub offsets: Vec<i64>,
    /// The inputs.
    pub indices: Vec<I>,
}

impl<I> Csr<I> {
    /// No positions.
    pub fn new() -> Self {
        Self { offsets: Vec::from([0]), indices: Vec::new() }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The inputs of a position.
    ///
    /// # Panics
    /// If there are not so many positions.
    #[expect(clippy::cast_sign_loss, reason = "offsets are lengths")]
    pub fn row(&self, position: usize) -> &[I] {
        &self.indices[self.offsets[position] as usize..self.offsets[position + 1] as usize]
    }

    /// Rows of `width` numbers, each with the inputs of a position and then -1.
    ///
    /// # Errors
    /// A position has more inputs than `width`.
    pub fn padded(&self, width: usize) -> Result<Vec<I>, RowsError>
    where
        I: Index,
    {
        let mut rows = Vec::with_capacity(self.len() * width);
        for position in 0..self.len() {
            let row = self.row(position);
            let missing = width.checked_sub(row.len()).ok_or(RowsError { position, inputs: row.len() })?;
            rows.extend_from_slice(row);
            rows.extend(core::iter::repeat_n(I::NONE, missing));
        }
        Ok(rows)
    }

    /// Forgets all positions, and keeps the memory.
    pub fn clear(&mut self) {
        self.offsets.truncate(1);
        self.indices.clear();
    }
}

impl<I> Default for Csr<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl Sets {
    /// Appends the inputs of positions, as white and as black see them. The side to move plays no part.
    ///
    /// # Panics
    /// If the sets have more inputs than `I` has numbers: see [`fits`](Self::fits).
    #[track_caller]
    #[expect(clippy::cast_possible_wrap, reason = "offsets are lengths")]
    pub fn append<I: Index>(
        &self,
        level: Level,
        order: Order,
        positions: &[Position],
        sides: &mut [Csr<I>; 2],
    ) {
        assert!(self.fits::<I>(), "{self} has too many inputs for this kind of numbers");
        self.each(level, positions, |_, found| {
            for (found, side) in found.into_iter().zip(&mut *sides) {
                if order == Order::Ascending {
                    found.sort_unstable();
                }
                side.indices.extend(found.iter().map(|&index| I::of(index)));
                side.offsets.push(side.indices.len() as i64);
            }
        });
    }

    /// Writes rows of `width` numbers for each position: its inputs as white and as black see them, and then -1.
    ///
    /// # Errors
    /// A position has more inputs than `width`; the rows before it have been written.
    ///
    /// # Panics
    /// If the slices do not have `width` numbers for each position, or if the sets have more inputs than `I` has numbers.
    #[track_caller]
    pub fn rows<I: Index>(
        &self,
        level: Level,
        order: Order,
        positions: &[Position],
        width: usize,
        sides: [&mut [I]; 2],
    ) -> Result<(), RowsError> {
        assert!(self.fits::<I>(), "{self} has too many inputs for this kind of numbers");
        let [white, black] = sides;
        assert!(
            white.len() == width * positions.len() && black.len() == white.len(),
            "a row of {width} numbers for each position"
        );
        let mut error = None;
        self.each(level, positions, |n, found| {
            let widest = found.iter().map(|found| found.len()).max().unwrap_or(0);
            if widest > width {
                error = error.or(Some(RowsError { position: n, inputs: widest }));
            }
            if error.is_some() {
                return;
            }
            for (found, side) in found.into_iter().zip([&mut *white, &mut *black]) {
                if order == Order::Ascending {
                    found.sort_unstable();
                }
                let (row, rest) = side[n * width..][..width].split_at_mut(found.len());
                for (place, &index) in row.iter_mut().zip(&*found) {
                    *place = I::of(index);
                }
                rest.fill(I::NONE);
            }
        });
        error.map_or(Ok(()), Err)
    }

    /// Whether every index is a number of this kind.
    pub fn fits<I: Index>(&self) -> bool {
        self.size() - 1 <= I::LAST
    }
}

/// A position has more inputs than a row has places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowsError {
    /// The position's place in the slice.
    pub position: usize,
    /// The number of its inputs.
    pub inputs: usize,
}

impl fmt::Display for RowsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {} has {} inputs, more than a row", self.position, self.inputs)
    }
}

impl core::error::Error for RowsError {}
