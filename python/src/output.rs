//! Arrays for results: new ones, or the caller's own.

use numpy::{
    Element, IntoPyArray, PyArray, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::numbers::kind;

/// Returns a new array of zeros, or `out` if it has the right type and shape.
///
/// # Errors
/// `TypeError` if `out` is not an array of the type, `ValueError` if it has another shape.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(out) = out else {
        return zeros(py, shape);
    };
    let found = of_type::<T>(out)?;
    if found.shape() != shape {
        return Err(PyValueError::new_err(format!(
            "out: expected shape {}, got {}",
            text(shape),
            text(found.shape())
        )));
    }
    Ok(found)
}

/// Converts a list to an array, without copying.
pub(crate) fn array_of<T: Element>(py: Python<'_>, list: Vec<T>) -> Py<PyAny> {
    list.into_pyarray(py).into_any().unbind()
}

/// Returns a new array of `shape`, or `out`, after `fill` has written its numbers in order.
///
/// # Errors
/// Errors of [`array`], [`write`] and `fill`.
pub(crate) fn filled<'py, T: Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
    fill: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = array(py, out, shape)?;
    write(&array, fill)?;
    Ok(array)
}

/// Lets `fill` write the numbers of an array, in order.
///
/// # Errors
/// `ValueError` if the array is not contiguous or not aligned, cannot be written to, or is used by another call; errors
/// of `fill`.
pub(crate) fn write<T: Element>(
    array: &Bound<'_, PyArrayDyn<T>>,
    fill: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<()> {
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err("out: expected a C-contiguous array"));
    }
    let mut memory = array.try_readwrite().map_err(|error| PyValueError::new_err(format!("out: {error}")))?;
    fill(memory.as_slice_mut().map_err(|error| PyValueError::new_err(format!("out: {error}")))?)
}

/// Returns `out`, an argument of a Python method, as an array of `T`.
///
/// # Errors
/// `TypeError` if it is not an array, or has elements of another type.
pub(crate) fn of_type<'py, T: Element>(out: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let expected = T::get_dtype(out.py());
    let Ok(found) = out.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("out: expected an array of {expected}, got {}", kind(out))));
    };
    match found.cast::<PyArrayDyn<T>>() {
        Ok(array) => Ok(array.clone()),
        Err(_) => Err(PyTypeError::new_err(format!("out: expected dtype {expected}, got {}", found.dtype()))),
    }
}

/// Makes an array by `numpy.zeros`. The system provides the memory when it is first written to.
///
/// # Errors
/// `MemoryError`.
fn zeros<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let dtype = T::get_dtype(py);
    let array = py.import("numpy")?.call_method1("zeros", (shape.to_vec(), dtype))?;
    Ok(array.cast_into::<PyArray<T, _>>()?)
}

/// Formats a shape as Python prints it.
fn text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}
