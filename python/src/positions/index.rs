//! Indexing a batch as in numpy: by a number, a slice, or an array of numbers or truth values.

use std::iter;

use numpy::{PyArrayDescrMethods, PyUntypedArrayMethods};
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
        let place = place.extract::<i64>().ok().and_then(|number| place_of(number, length));
        place.map(|place| self.as_slice()[place]).ok_or_else(|| {
            PyIndexError::new_err(format!("index out of range: the batch has {length} positions"))
        })
    }

    /// Returns the positions of a slice, without copying them if its step is 1.
    fn sliced(&self, slice: &Bound<'_, PySlice>) -> PyResult<Self> {
        let indices = slice.indices(isize::try_from(self.range.len())?)?;
        if indices.step == 1 {
            let start = indices.start.unsigned_abs();
            return Ok(self.part(start..start + indices.slicelength));
        }
        let places = iter::successors(Some(indices.start), |place| Some(place.saturating_add(indices.step)));
        let mut chosen = with_capacity(indices.slicelength)?;
        chosen.extend(places.take(indices.slicelength).map(|place| self.as_slice()[place.unsigned_abs()]));
        Ok(chosen.into())
    }

    /// Returns the positions that an array of truth values or of indices selects.
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
        let (mut array, length) = (as_array(index)?, self.range.len());
        if array.dtype().kind() == b'b' && array.ndim() == 1 {
            if array.len() != length {
                let text = format!("index: {} truth values for {length} positions", array.len());
                return Err(PyIndexError::new_err(text));
            }
            array = array.call_method0("nonzero")?.get_item(0)?.cast_into()?;
        }
        let places = numbers::integers(&array, "index")?;
        let mut chosen = with_capacity(places.len())?;
        for (item, place) in places.into_iter().enumerate() {
            chosen.push(place_of(place, length).map(|place| self.as_slice()[place]).ok_or_else(|| {
                let text = format!("index: item {item} is {place}, but there are {length} positions");
                PyIndexError::new_err(text)
            })?);
        }
        Ok(chosen.into())
    }
}

/// Turns an index of Python into one from the beginning; negative numbers count from the end. `None` if it is out of
/// range.
fn place_of(number: i64, length: usize) -> Option<usize> {
    let place = if number < 0 { number.checked_add(i64::try_from(length).ok()?)? } else { number };
    usize::try_from(place).ok().filter(|&place| place < length)
}
