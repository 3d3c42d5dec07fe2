//! Exceptions of Python, and the errors of items of a batch that become exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use quadbit_data::loader::BadRecord;
use quadbit_movegen::{Move, Position};

create_exception!(quadbit, FenError, PyValueError, "A text is not a FEN of a valid position.");
create_exception!(quadbit, RecordError, PyValueError, "A packed record cannot be read or written.");
create_exception!(quadbit, PgnError, PyValueError, "A game of a PGN file cannot be played.");
create_exception!(quadbit, IllegalMoveError, PyValueError, "A move is not legal in its position.");

/// The kind of exception that a [`Fault`] becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Fen,
    Record,
    Pgn,
    IllegalMove,
    /// The result of the call cannot hold a number.
    Overflow,
    /// There was a panic: an error in quadbit itself.
    Internal,
}

/// The error of one item of a batch.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The index of the item in the batch, from 0.
    pub(crate) index: usize,
    kind: Kind,
    text: String,
}

impl Fault {
    /// An error whose text names the item: `FEN 17: ..`.
    pub(crate) fn new(kind: Kind, noun: &str, index: usize, fault: impl std::fmt::Display) -> Self {
        Self { index, kind, text: format!("{noun} {index}: {fault}") }
    }

    pub(crate) fn illegal_move(index: usize, fault: impl std::fmt::Display) -> Self {
        Self::new(Kind::IllegalMove, "move", index, fault)
    }

    /// The error of the move `bits`, which is not legal in its position.
    pub(crate) fn not_legal(index: usize, bits: u16, position: &Position) -> Self {
        let mv = Move::from_bits(bits);
        Self::illegal_move(index, format!("{mv:?} (number {bits}) is not legal in {position}"))
    }

    /// The error of a record of a file; its index counts from 0.
    pub(crate) fn record(record: &BadRecord) -> Self {
        let index = usize::try_from(record.number - 1).unwrap_or(usize::MAX);
        Self { index, kind: Kind::Record, text: record.to_string() }
    }

    pub(crate) fn internal() -> Self {
        let text = "an error inside quadbit; please report it".into();
        Self { index: usize::MAX, kind: Kind::Internal, text }
    }

    /// The exception, with the index of the item as its attribute `index`.
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyErr {
        let error = match self.kind {
            Kind::Fen => FenError::new_err(self.text),
            Kind::Record => RecordError::new_err(self.text),
            Kind::Pgn => PgnError::new_err(self.text),
            Kind::IllegalMove => IllegalMoveError::new_err(self.text),
            Kind::Overflow => PyOverflowError::new_err(self.text),
            Kind::Internal => return PyRuntimeError::new_err(self.text),
        };
        match error.value(py).setattr("index", self.index) {
            Ok(()) => error,
            Err(other) => other,
        }
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("FenError", py.get_type::<FenError>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("PgnError", py.get_type::<PgnError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())
}
