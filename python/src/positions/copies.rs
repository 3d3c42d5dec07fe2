//! `Position.batch`: a batch of copies of one position.

use pyo3::prelude::*;

use super::Positions;
use crate::numbers;
use crate::position::Position;

#[pymethods]
impl Position {
    /// A batch of `n` copies of the position; of one if `n` is not given.
    #[pyo3(signature = (n = None))]
    fn batch(&self, py: Python<'_>, n: Option<&Bound<'_, PyAny>>) -> PyResult<Positions> {
        let n = n.map_or(Ok(1), |n| numbers::count(n, "n"))?;
        Ok(Positions::copies(py, n, &self.get())?.into())
    }
}
