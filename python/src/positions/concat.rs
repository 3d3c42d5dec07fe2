//! Joins batches.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::Positions;
use crate::memory::with_capacity;
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
        let mut all = with_capacity(parts.iter().map(|part| part.range.len()).sum())?;
        for part in &parts {
            all.extend_from_slice(part.as_slice());
        }
        Ok(all.into())
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let other = other.get();
        let mut all = with_capacity(self.range.len() + other.range.len())?;
        all.extend_from_slice(self.as_slice());
        all.extend_from_slice(other.as_slice());
        Ok(Self::from(all).into_pyobject(py)?.into_any().unbind())
    }
}
