//! Options by name.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The value of a name.
///
/// # Errors
/// `ValueError` that lists the names.
pub(crate) fn choose<T: Copy>(option: &str, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
    if let Some(&(_, value)) = choices.iter().find(|(choice, _)| *choice == name) {
        return Ok(value);
    }
    let names: Vec<String> = choices.iter().map(|(choice, _)| format!("'{choice}'")).collect();
    Err(PyValueError::new_err(format!("{option}: expected {}, got '{name}'", names.join(" or "))))
}
