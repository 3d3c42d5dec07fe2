//! Methods of [`Positions`] that make start positions, of standard chess and of Chess960.

use pyo3::prelude::*;
use quadbit_movegen as movegen;

use super::Positions;
use crate::memory::with_capacity;
use crate::numbers::{self, Words};

#[pymethods]
impl Positions {
    /// `n` copies of the start position of chess; one if `n` is not given.
    #[staticmethod]
    #[pyo3(signature = (n = None))]
    fn start(py: Python<'_>, n: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let n = n.map_or(Ok(1), |n| numbers::count(n, "n"))?;
        Ok(Self::copies(py, n, &movegen::Position::start())?.into())
    }

    /// The start positions of Chess960 with these numbers, 0 to 959.
    #[staticmethod]
    fn chess960(numbers: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = Words::new(numbers, "numbers", None, 0..=959)?;
        let numbers = numbers.as_slice()?;
        let mut starts = with_capacity(numbers.len())?;
        starts.extend(numbers.iter().filter_map(|&number| movegen::Position::chess960(number)));
        Ok(starts.into())
    }
}
