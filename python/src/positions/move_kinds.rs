//! Properties of one legal move for each position.

use numpy::{Element, PyArrayDyn};
use pyo3::prelude::*;
use quadbit_movegen::{Move, Position};

use super::Positions;
use super::columns::columns;
use crate::errors::Fault;
use crate::numbers::Words;
use crate::work;

columns! {
    /// Whether one move for each position captures, also en passant: (n,) bool. Raises `IllegalMoveError`.
    fn is_capture(this, py, out, threads, moves: &Bound<'_, PyAny>) -> bool {
        this.of_moves(py, moves, out, threads, Position::is_capture)
    }

    /// Whether one move for each position gives check: (n,) bool. Raises `IllegalMoveError`.
    fn gives_check(this, py, out, threads, moves: &Bound<'_, PyAny>) -> bool {
        this.of_moves(py, moves, out, threads, Position::gives_check)
    }

    /// The piece that one move for each position captures: (n,) uint8, its code as in `mailbox`, 0 if there is
    /// none. Raises `IllegalMoveError`.
    fn captured(this, py, out, threads, moves: &Bound<'_, PyAny>) -> u8 {
        this.of_moves(py, moves, out, threads, |position, mv| {
            position.effect(mv).captured().map_or(0, |(_, piece)| piece.code())
        })
    }
}

impl Positions {
    /// Computes `value` for each position and one legal move in it.
    ///
    /// # Errors
    /// Errors of `out`; `IllegalMoveError`, which names the first move that is not legal.
    pub(super) fn of_moves<'py, T: Element>(
        &self,
        py: Python<'py>,
        moves: &Bound<'_, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: u16,
        value: impl Fn(&Position, Move) -> T + Sync,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let moves = Words::new(moves, "moves", Some(self.range.len()), 0..=u16::MAX)?;
        let moves = moves.as_slice()?;
        self.try_answers(py, out, threads, &[], |first, positions, values| {
            for (place, (position, found)) in (first..).zip(positions.iter().zip(values)) {
                let mv = Move::from_bits(moves[place]);
                if !position.is_legal(mv) {
                    return Err(Fault::not_legal(place, moves[place], position));
                }
                *found = value(position, mv);
            }
            Ok(())
        })
    }
}
