//! A batch of positions, as a Python object: positions in one piece of memory, and a range of them.
//!
//! 1. `store` holds the positions; slices share it and differ in their range.
//! 2. Each method gets its results from a function over slices, in blocks on threads (`work`), and writes them to a
//!    new array or to `out`.
//!
//! A batch never changes, because slices and views of numpy share its memory.

mod changes;
mod columns;
mod concat;
mod copies;
pub(crate) mod encoders;
mod fens;
pub(crate) mod history;
mod index;
mod legal_moves;
mod move_kinds;
mod moves;
mod perft;
mod policies;
mod quads;
pub(crate) mod questions;
mod random;
mod records;
mod starts;

use std::ops::Range;
use std::sync::Arc;

use numpy::{Element, PyArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyRange};
use quadbit_movegen as movegen;

use crate::errors::Fault;
use crate::memory::with_capacity;
use crate::numbers::kind;
use crate::output;
use crate::position::{OBJECT_ALIGNMENT, Position};
use crate::work::{self, BLOCK};

pub(crate) use records::Records;

/// The number of copies of a position that are made between two checks for signals; they take 16 MiB.
const COPIES: usize = 1 << 18;

/// An immutable batch of chess positions, 64 bytes each.
///
/// Batches are made by `from_fens`, `from_pgn`, `from_bytes`, `start`, `chess960` and `random`, and by
/// indexing: `batch[3]` is a `Position`; `batch[2:9]`, `batch[mask]` and `batch[[4, 0, -1]]` are batches.
///
/// Result `i` belongs to position `i`. `out` is an array for the results, of the right type and shape,
/// C-contiguous; no other thread may read, write or resize it meanwhile (numpy calls `resize(refcheck=False)`
/// unsafe for the same reason). `threads` is the number of threads: 1 by default, 0 for one on each core. The
/// GIL is released while a function works, and Ctrl-C interrupts it.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Positions {
    /// The positions, of which a slice uses a part: slices share the memory of their batch.
    store: Arc<Vec<movegen::Position>>,
    range: Range<usize>,
}

impl Positions {
    pub(crate) fn as_slice(&self) -> &[movegen::Position] {
        &self.store[self.range.clone()]
    }

    /// Makes the batch of the positions of `store` in `range`, without copying.
    pub(crate) fn shared(store: Arc<Vec<movegen::Position>>, range: Range<usize>) -> Self {
        Self { store, range }
    }

    /// Returns the part of the batch in `range`, without copying.
    fn part(&self, range: Range<usize>) -> Self {
        let begin = self.range.start;
        Self { store: Arc::clone(&self.store), range: begin + range.start..begin + range.end }
    }

    /// Makes a list of `length` positions to be overwritten; at first each is the start position.
    ///
    /// # Errors
    /// As for [`copies`](Self::copies).
    pub(crate) fn room(py: Python<'_>, length: usize) -> PyResult<Vec<movegen::Position>> {
        Self::copies(py, length, &movegen::Position::start())
    }

    /// Makes a list of `length` copies of `position`.
    ///
    /// # Errors
    /// `MemoryError`; the exception of a signal, because filling all memory takes seconds.
    fn copies(
        py: Python<'_>,
        length: usize,
        position: &movegen::Position,
    ) -> PyResult<Vec<movegen::Position>> {
        let mut copies = with_capacity(length)?;
        while copies.len() < length {
            let filled = length.min(copies.len() + COPIES);
            py.detach(|| copies.resize(filled, *position));
            py.check_signals()?;
        }
        Ok(copies)
    }

    /// Computes a result of `shape` numbers for each position. `batch` does this for a block of positions: it gets the
    /// index of the first one, the positions, and the places of their results.
    ///
    /// # Errors
    /// Errors of `out`, and the fault of a position, whose index counts from the beginning of the batch.
    fn try_answers<'py, T: Element>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: u16,
        shape: &[usize],
        batch: impl Fn(usize, &[movegen::Position], &mut [T]) -> Result<(), Fault> + Sync,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let positions = self.as_slice();
        let whole = [&[positions.len()], shape].concat();
        let width: usize = shape.iter().product();
        output::filled(py, out, &whole, |answers| {
            let blocks = positions.chunks(BLOCK).zip(answers.chunks_mut(BLOCK * width));
            work::run(py, threads, blocks.enumerate(), |(block, (positions, answers))| {
                batch(block * BLOCK, positions, answers)
            })
        })
    }

    /// Computes a result of `shape` numbers for each position, in blocks, by `batch`, which cannot fail.
    ///
    /// # Errors
    /// Errors of `out`.
    fn answers<'py, T: Element>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: u16,
        shape: &[usize],
        batch: impl Fn(&[movegen::Position], &mut [T]) + Sync,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        self.try_answers(py, out, threads, shape, |_, positions, answers| {
            batch(positions, answers);
            Ok(())
        })
    }
}

impl From<Vec<movegen::Position>> for Positions {
    fn from(positions: Vec<movegen::Position>) -> Self {
        let range = 0..positions.len();
        Self { store: Arc::new(positions), range }
    }
}

#[pymethods]
impl Positions {
    /// A batch of single positions.
    #[new]
    fn new(positions: &Bound<'_, PyAny>) -> PyResult<Self> {
        let other = |item: &Bound<'_, PyAny>| {
            PyTypeError::new_err(format!("positions: expected a list of Position, got {}", kind(item)))
        };
        let mut batch = Vec::new();
        for position in positions.try_iter().map_err(|_| other(positions))? {
            let position = position?;
            batch.push(position.cast::<Position>().map_err(|_| other(&position))?.get().get());
        }
        Ok(batch.into())
    }

    fn __len__(&self) -> usize {
        self.range.len()
    }

    /// The number of positions and the first and last FENs.
    fn __repr__(&self) -> String {
        match self.as_slice() {
            [] => "Positions: empty".into(),
            [one] => format!("Positions: 1\n  {one}"),
            [first, second] => format!("Positions: 2\n  {first}\n  {second}"),
            [first, .., last] => format!("Positions: {}\n  {first}\n  ..\n  {last}", self.range.len()),
        }
    }

    /// Whether both batches have equal positions in the same order. Clocks do not count.
    fn __eq__(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let indices = PyRange::new(slf.py(), 0, isize::try_from(slf.get().range.len())?)?;
        slf.py().import("builtins")?.call_method1("map", (slf.getattr("__getitem__")?, indices))
    }

    /// Raises an error, because numpy would make an array of objects.
    #[pyo3(signature = (*_args, **_kwargs))]
    #[expect(clippy::unused_self, reason = "numpy calls it on the batch")]
    fn __array__(&self, _args: &Bound<'_, PyAny>, _kwargs: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err("Positions are not an array: use quads(), mailbox(), planes() or keys()"))
    }

    /// Makes numpy's arrays leave operators with batches to the batches.
    #[classattr]
    #[pyo3(name = "__array_ufunc__")]
    const ARRAY_UFUNC: Option<bool> = None;

    /// Pickles hold FENs, which every later version can read.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let lines = slf.get().lines(slf.py(), 1)?;
        Ok((slf.get_type().getattr("_unpickle")?, (PyBytes::new(slf.py(), &lines).into_any(),)))
    }
}

const _: () = assert!(align_of::<Positions>() <= OBJECT_ALIGNMENT);
