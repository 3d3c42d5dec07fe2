//! The changes of networks' inputs for a batch: which inputs each move ends and which it begins.
//!
//! Blocks of positions are handled on threads. Each thread has its own lists of changes of `quadbit-inputs`, from which
//! the indices are copied to the rows of the array.

use numpy::PyArrayDyn;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use quadbit_inputs::sets::ViewChanges;
use quadbit_movegen::Move;
use quadbit_threats::{Changes, Finder};

use super::Positions;
use super::encoders::{named_sets, width_of};
use super::moves::after_any;
use crate::errors::Fault;
use crate::numbers::Words;
use crate::work;

/// The changes of inputs, and which views need a refresh.
type Answers<'py> = (Bound<'py, PyArrayDyn<i32>>, Bound<'py, PyArrayDyn<bool>>);

#[pymethods]
impl Positions {
    /// What one move for each position changes in a network's inputs, for networks that are updated move by move.
    ///
    /// The result is a tuple of two arrays. The first, (n, 2, 2, width) int32, has for the side to move, then for the
    /// other side, the indices that end and those that begin, in no particular order, with -1 after the last one. The
    /// second, (n, 2) bool, says for both sides whether the view must be computed anew, by `features` of the positions
    /// after the moves, because the own king has changed its bucket or the order of files; the indices are -1 then.
    /// `moves` are n numbers of 16 bits, and `set` is that of `features`. A move that ends or begins more than `width`
    /// inputs of one side raises `OverflowError`, an illegal move `IllegalMoveError`.
    #[pyo3(
        signature = (moves, set = "768", *, width = None, threads = 1),
        text_signature = "($self, moves, set='768', *, width=64, threads=1)"
    )]
    fn changes<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        set: &str,
        width: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Answers<'py>> {
        let sets = named_sets("set", set)?;
        let width = width.map_or(Ok(64), width_of)?;
        let moves = Words::new(moves, "moves", Some(self.range.len()), 0..=u16::MAX)?;
        let moves = moves.as_slice()?;
        let finder = Finder::new();
        let changes =
            self.try_answers(py, None, threads, &[2, 2, width], |first, positions, numbers: &mut [i32]| {
                let (mut pairs, mut views) = (Changes::new(), <[ViewChanges; 2]>::default());
                for (n, (position, rows)) in
                    positions.iter().zip(numbers.chunks_exact_mut(4 * width)).enumerate()
                {
                    let mv = Move::from_bits(moves[first + n]);
                    if after_any(position, mv).is_none() {
                        return Err(Fault::not_legal(first + n, mv.to_bits(), position));
                    }
                    finder.changes_into(position, mv, &mut pairs);
                    sets.changes_into(position, mv, &pairs, &mut views);
                    let us = position.side_to_move();
                    let [us, them] = [us, !us].map(|side| &views[side as usize]);
                    let lists = [us.removed(), us.added(), them.removed(), them.added()];
                    for (row, list) in rows.chunks_exact_mut(width).zip(lists) {
                        row.fill(-1);
                        let Some(place) = row.get_mut(..list.len()) else {
                            let text = format!("{} changes do not fit into a width of {width}", list.len());
                            return Err(Fault::new(PyOverflowError::new_err, "position", first + n, text));
                        };
                        for (number, &index) in place.iter_mut().zip(list) {
                            *number = index.cast_signed();
                        }
                    }
                }
                Ok(())
            })?;
        let refreshes =
            self.try_answers(py, None, threads, &[2], |first, positions, answers: &mut [bool]| {
                let (none, mut views) = (Changes::new(), <[ViewChanges; 2]>::default());
                for (n, (position, answer)) in
                    positions.iter().zip(answers.as_chunks_mut::<2>().0).enumerate()
                {
                    sets.changes_into(position, Move::from_bits(moves[first + n]), &none, &mut views);
                    let us = position.side_to_move();
                    *answer = [us, !us].map(|side| views[side as usize].needs_refresh());
                }
                Ok(())
            })?;
        Ok((changes, refreshes))
    }
}
