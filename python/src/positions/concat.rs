//! Joins batches of positions into one: `Positions.concat` and the operator `+`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::Positions;
use crate::memory::joined;
use crate::numbers::kind;

#[pymethods]
impl Positions {
    /// All positions of some batches, in order.
    #[staticmethod]
    fn concat(batches: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut parts = Vec::new();
        let list = batches.try_iter().map_err(|_| {
            PyTypeError::new_err(format!("batches: expected a list of Positions, got {}", kind(batches)))
        })?;
        for (index, batch) in list.enumerate() {
            let batch = batch?;
            let Ok(part) = batch.cast::<Self>() else {
                return Err(PyTypeError::new_err(format!(
                    "batches: item {index}: expected Positions, got {}",
                    kind(&batch)
                )));
            };
            let part = part.get();
            parts.push(part.part(0..part.range.len()));
        }
        Ok(joined(&parts, Self::as_slice)?.into())
    }

    fn __add__(&self, other: &Self) -> PyResult<Self> {
        Ok(joined(&[self, other], |part| part.as_slice())?.into())
    }
}
