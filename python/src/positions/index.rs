//! Indexing as in numpy.

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PySlice, PyString, PyTuple};
use quadbit_movegen as movegen;

use super::Positions;
use crate::memory::with_capacity;
use crate::numbers::{self, as_array, kind};
use crate::position::Position;

#[pymethods]
impl Positions {
    /// `batch[3]` is a position; `batch[2:5]`, `batch[mask]` and `batch[[4, 0, -1]]` are batches.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            return Ok(self.sliced(slice)?.into_pyobject(py)?.into_any());
        }
        if !index.is_instance_of::<PyBool>()
            && let Ok(place) = index.call_method0("__index__")
        {
            return Ok(Position::from(self.at(&place)?).into_pyobject(py)?.into_any());
        }
        Ok(self.selected(index)?.into_pyobject(py)?.into_any())
    }
}

impl Positions {
    fn at(&self, place: &Bound<'_, PyAny>) -> PyResult<movegen::Position> {
        let length = self.range.len();
        let place: Option<usize> = place.extract::<i64>().ok().and_then(|number| place_of(number, length));
        match place {
            Some(place) => Ok(self.as_slice()[place]),
            None => {
                Err(PyIndexError::new_err(format!("index out of range: the batch has {length} positions")))
            }
        }
    }

    /// A slice, without copying if its step is 1.
    fn sliced(&self, slice: &Bound<'_, PySlice>) -> PyResult<Self> {
        let indices = slice.indices(isize::try_from(self.range.len())?)?;
        if indices.step == 1 {
            let start = indices.start.unsigned_abs();
            return Ok(self.part(start..start + indices.slicelength));
        }
        let mut chosen = with_capacity(indices.slicelength)?;
        let mut place = indices.start;
        for _ in 0..indices.slicelength {
            chosen.push(self.as_slice()[place.unsigned_abs()]);
            place = place.saturating_add(indices.step);
        }
        Ok(chosen.into())
    }

    /// The positions that an array of truth values or of indices selects.
    fn selected(&self, index: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_other = index.is_none()
            || index.is_instance_of::<PyTuple>()
            || index.is_instance_of::<PyString>()
            || index.is_instance_of::<PyBool>()
            || index.is_instance_of::<PyFloat>();
        if is_other {
            return Err(PyTypeError::new_err(format!(
                "index: expected an integer, a slice, or a one-dimensional array of integers or truth values, got {}",
                kind(index)
            )));
        }
        let array = as_array(index)?;
        let positions = self.as_slice();
        if let Some(mask) = numbers::truths(&array)? {
            if mask.len() != positions.len() {
                return Err(PyIndexError::new_err(format!(
                    "index: {} truth values for {} positions",
                    mask.len(),
                    positions.len()
                )));
            }
            let mut chosen = with_capacity(mask.iter().filter(|&&is_chosen| is_chosen).count())?;
            chosen.extend(
                positions.iter().zip(mask).filter_map(|(position, is_chosen)| is_chosen.then_some(*position)),
            );
            return Ok(chosen.into());
        }
        let places = numbers::integers(array.as_any(), "index")?;
        let mut chosen = with_capacity(places.len())?;
        for (item, place) in places.into_iter().enumerate() {
            let Some(position) = place_of(place, positions.len()).map(|place| positions[place]) else {
                return Err(PyIndexError::new_err(format!(
                    "index: item {item} is {place}, but there are {} positions",
                    positions.len()
                )));
            };
            chosen.push(position);
        }
        Ok(chosen.into())
    }
}

/// Turns an index of Python into one from the beginning; negative numbers count from the end.
fn place_of(number: i64, length: usize) -> Option<usize> {
    let place = if number < 0 { number.checked_add(i64::try_from(length).ok()?)? } else { number };
    usize::try_from(place).ok().filter(|&place| place < length)
}
