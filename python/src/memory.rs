//! Allocates memory for as many items as the user asks for; too little memory is a `MemoryError`, not an abort.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Makes an empty vector with room for `length` items.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn with_capacity<T>(length: usize) -> PyResult<Vec<T>> {
    let mut room = Vec::new();
    match room.try_reserve_exact(length) {
        Ok(()) => Ok(room),
        Err(_) => Err(PyMemoryError::new_err(format!("not enough memory for {length} positions"))),
    }
}

/// Joins the lists of all parts, one after the other.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn joined<'a, P, T: Copy + 'a>(
    parts: &'a [P],
    list: impl Fn(&'a P) -> &'a [T],
) -> PyResult<Vec<T>> {
    let mut all = with_capacity(parts.iter().map(|part| list(part).len()).sum())?;
    for part in parts {
        all.extend_from_slice(list(part));
    }
    Ok(all)
}
