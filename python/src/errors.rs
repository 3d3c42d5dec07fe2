//! The Python exceptions of quadbit, and the errors of a batch's items, which become such exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use quadbit_data::loader::BadRecord;
use quadbit_movegen::{Move, Position};
use quadbit_pgn::NULL_MOVE;

create_exception!(quadbit, FenError, PyValueError, "A text is not a FEN of a valid position.");
create_exception!(quadbit, RecordError, PyValueError, "A packed record cannot be read or written.");
create_exception!(quadbit, PgnError, PyValueError, "A game of a PGN file cannot be played.");
create_exception!(quadbit, IllegalMoveError, PyValueError, "A move is not legal in its position.");

/// The error of one item of a batch.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The index of the item in the batch, from 0; `usize::MAX` for a panic, which belongs to no item.
    pub(crate) index: usize,
    exception: PyErr,
}

impl Fault {
    /// Makes an error whose text begins with `noun` and `index`, as in `FEN 17: ..`; `exception` makes an exception of
    /// this text.
    pub(crate) fn new(
        exception: fn(String) -> PyErr,
        noun: &str,
        index: usize,
        fault: impl std::fmt::Display,
    ) -> Self {
        Self { index, exception: exception(format!("{noun} {index}: {fault}")) }
    }

    pub(crate) fn illegal_move(index: usize, fault: impl std::fmt::Display) -> Self {
        Self::new(IllegalMoveError::new_err, "move", index, fault)
    }

    /// Makes the error of the move `bits`, item `index` of a batch, which is not legal in `position`.
    pub(crate) fn not_legal(index: usize, bits: u16, position: &Position) -> Self {
        let mv = Move::from_bits(bits);
        if mv == NULL_MOVE {
            let hint = "a null move, which only passes the turn, has no answer here; keep rows by moves != 0";
            return Self::illegal_move(index, hint);
        }
        Self::illegal_move(index, format!("{mv:?} (number {bits}) is not legal in {position}"))
    }

    /// Makes the error of a bad record of a file. Its index counts from 0, though records are numbered from 1.
    pub(crate) fn record(record: &BadRecord) -> Self {
        let index = usize::try_from(record.number - 1).unwrap_or(usize::MAX);
        Self { index, exception: RecordError::new_err(record.to_string()) }
    }

    /// Makes the error of a panic, which is a bug of quadbit.
    pub(crate) fn internal() -> Self {
        let text = "an error inside quadbit; please report it";
        Self { index: usize::MAX, exception: PyRuntimeError::new_err(text) }
    }

    /// Returns the exception. Its attribute `index` is the index of the item; after a panic it has no such attribute.
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyErr {
        if self.index == usize::MAX {
            return self.exception;
        }
        match self.exception.value(py).setattr("index", self.index) {
            Ok(()) => self.exception,
            Err(other) => other,
        }
    }
}
