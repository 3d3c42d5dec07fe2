//! Columns whose rows are lists of any length, stored as in Arrow: the items of all rows one after another, and the
//! index at which each row ends.

use std::iter;
use std::ops::Range;

use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::intern;
use pyo3::prelude::*;

use crate::memory::{joined, with_capacity};

/// A column of a table in which each row has a list of items: the items of all rows, and where those of each row end.
#[derive(Debug)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    ends: Vec<usize>,
}

/// The arrays of a column: the items of all rows, and the index at which each row begins, followed by the number of all
/// items.
type Arrays<'py, T> = (Bound<'py, PyArray1<T>>, Bound<'py, PyArray1<i64>>);

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T: Element + Copy + 'static> Lists<T> {
    pub(super) fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.end_row();
    }

    /// Adds items to the current row, which [`end_row`](Self::end_row) ends.
    pub(super) fn extend(&mut self, items: &[T]) {
        self.items.extend_from_slice(items);
    }

    pub(super) fn end_row(&mut self) {
        self.ends.push(self.items.len());
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }

    /// Keeps, of the rows from `first` on, only those whose numbers, counted from `first`, are in `rows`, in the order
    /// of `rows`. A number may be repeated.
    pub(super) fn keep(&mut self, first: usize, rows: &[usize]) {
        if self.len() <= first {
            return;
        }
        let kept: Vec<Vec<T>> =
            rows.iter().map(|row| self.items_of(first + row..first + row + 1).to_vec()).collect();
        self.items.truncate(self.begin(first));
        self.ends.truncate(first);
        for items in kept {
            self.push(items);
        }
    }

    /// Returns the items of all rows, row by row.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[T]> {
        (0..self.ends.len()).map(|row| self.items_of(row..row + 1))
    }

    /// Returns the items of the rows in `rows`, one after the other; none if the column has not been read.
    fn items_of(&self, rows: Range<usize>) -> &[T] {
        &self.items[self.begin(rows.start)..self.begin(rows.end)]
    }

    /// The index of the first item of `row`.
    fn begin(&self, row: usize) -> usize {
        row.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0)
    }

    /// Makes one column of some rows of other columns: `column` returns, for each of `pieces`, a column and the range
    /// of rows to take from it.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn joined<'a, P>(
        pieces: &'a [P],
        column: impl Fn(&'a P) -> (&'a Self, Range<usize>),
    ) -> PyResult<Self> {
        let items = joined(pieces, |piece| {
            let (lists, rows) = column(piece);
            lists.items_of(rows)
        })?;
        let mut ends = with_capacity(pieces.iter().map(|piece| column(piece).1.len()).sum())?;
        for (lists, rows) in pieces.iter().map(column) {
            let (begin, before) = (lists.begin(rows.start), ends.last().copied().unwrap_or(0));
            ends.extend(lists.ends.get(rows).unwrap_or_default().iter().map(|end| before + end - begin));
        }
        Ok(Self { items, ends })
    }

    /// Returns the items of all rows as an array, and an array of the index at which each row begins, followed by the
    /// number of all items.
    pub(super) fn into_arrays(self, py: Python<'_>) -> PyResult<Arrays<'_, T>> {
        let mut offsets = with_capacity(self.ends.len() + 1)?;
        #[expect(clippy::cast_possible_wrap, reason = "no list has so many items")]
        offsets.extend(iter::once(0).chain(self.ends.iter().map(|&end| end as i64)));
        Ok((self.items.into_pyarray(py), offsets.into_pyarray(py)))
    }
}

/// Imports the module `quadbit._columns`, whose functions make texts of tags and comments, and check the names of
/// columns.
pub(super) fn texts(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import(intern!(py, "quadbit._columns"))
}
