//! Numbers and arrays of numbers that come from Python.
//!
//! Each function that reads takes any object and the name of its argument. The object is converted once; what is not a
//! number, is out of range or has another length is an error that names the argument, and the index of a 16-bit number
//! that is out of range. Arrays of the right type are used in place, if they are contiguous and aligned; anything else
//! is converted to a list of Rust first.

use std::ops::RangeInclusive;

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray, PyReadonlyArray1,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// Reads `value`, an integer in `range`.
///
/// # Errors
/// `TypeError` if it is not an integer, `ValueError` if it is out of range.
pub(crate) fn number(value: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    let py = value.py();
    let beyond = || {
        PyValueError::new_err(format!("{name}: expected {} to {}, got {value}", range.start(), range.end()))
    };
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!("{name}: expected an integer, got a bool")));
    }
    match value.extract::<u64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => Err(beyond()),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Err(beyond()),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            Err(PyTypeError::new_err(format!("{name}: expected an integer, got {}", kind(value))))
        }
        Err(error) => Err(error),
    }
}

/// The largest number of positions that may be requested of a batch.
pub(crate) const MOST_POSITIONS: u64 = 1 << 40;

/// Reads `value`, a number of positions up to [`MOST_POSITIONS`].
pub(crate) fn count(value: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    let count = number(value, name, 0..=MOST_POSITIONS)?;
    usize::try_from(count).map_err(|_| PyValueError::new_err(format!("{name}: {count} is too large")))
}

/// Returns the name of the type of `value`, for messages.
pub(crate) fn kind(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "an object".into(), |name| name.to_string())
}

/// A one-dimensional array of 16-bit numbers: the caller's own memory if it has the right form.
pub(crate) enum Words<'py> {
    Borrowed(PyReadonlyArray1<'py, u16>),
    Owned(Vec<u16>),
}

impl<'py> Words<'py> {
    /// Reads any sequence of integers in `range`, such as moves. `length`, if given, is how many there must be.
    ///
    /// # Errors
    /// `TypeError` for anything but integers; `ValueError` for another length, for several dimensions, for an array
    /// that another call writes to, and for a number out of range, with its index unless it is beyond 63 bits.
    pub(crate) fn new(
        value: &Bound<'py, PyAny>,
        name: &str,
        length: Option<usize>,
        range: RangeInclusive<u16>,
    ) -> PyResult<Self> {
        let beyond = |index, number: i64| {
            let (least, most) = (range.start(), range.end());
            PyValueError::new_err(format!("{name}: item {index} is {number}, expected {least} to {most}"))
        };
        let words = if let Ok(array) = value.cast::<PyArray1<u16>>() {
            let is_plain = array.is_c_contiguous() && array.is_aligned();
            let array = if is_plain { array.clone() } else { array.call_method0("copy")?.cast_into()? };
            Self::Borrowed(
                array.try_readonly().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?,
            )
        } else {
            let narrow =
                |(index, number): (usize, i64)| u16::try_from(number).map_err(|_| beyond(index, number));
            let numbers = integers(value, name)?.into_iter().enumerate();
            Self::Owned(numbers.map(narrow).collect::<PyResult<_>>()?)
        };
        let slice = words.as_slice()?;
        expect_length(name, slice.len(), length)?;
        if range != (0..=u16::MAX)
            && let Some(index) = slice.iter().position(|word| !range.contains(word))
        {
            return Err(beyond(index, slice[index].into()));
        }
        Ok(words)
    }

    pub(crate) fn as_slice(&self) -> PyResult<&[u16]> {
        match self {
            Self::Borrowed(array) => Ok(array.as_slice()?),
            Self::Owned(words) => Ok(words),
        }
    }
}

/// Checks that `found`, the number of items of the argument `name`, is `length`; any number is right if `length` is not
/// given.
///
/// # Errors
/// `ValueError`.
pub(crate) fn expect_length(name: &str, found: usize, length: Option<usize>) -> PyResult<()> {
    match length {
        Some(length) if found != length => {
            Err(PyValueError::new_err(format!("{name}: expected shape ({length},), got ({found},)")))
        }
        _ => Ok(()),
    }
}

/// Borrows `array` for reading.
///
/// # Errors
/// `ValueError` if it is borrowed for writing elsewhere.
pub(crate) fn readonly<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadonlyArray<'py, T, D>> {
    array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Reads a one-dimensional sequence of integers as 64-bit numbers. An empty list is accepted.
///
/// # Errors
/// `TypeError` for anything but integers, `ValueError` for other dimensions and for numbers that do not fit.
pub(crate) fn integers(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<i64>> {
    let array = as_array(value)?;
    let kind = array.dtype().kind();
    if kind != b'i' && kind != b'u' && !(array.is_empty() && array.ndim() == 1) {
        let dtype = array.dtype();
        return Err(PyTypeError::new_err(format!(
            "{name}: expected 64-bit integers or shorter, got dtype {dtype}"
        )));
    }
    if array.ndim() != 1 {
        return Err(PyValueError::new_err(format!("{name}: expected one dimension, got {}", array.ndim())));
    }
    if array.is_empty() {
        return Ok(Vec::new());
    }
    if kind == b'u' && array.dtype().itemsize() == 8 {
        let largest: u64 = array.call_method0("max")?.extract()?;
        if i64::try_from(largest).is_err() {
            return Err(PyValueError::new_err(format!("{name}: {largest} is too large")));
        }
    }
    let array = array.call_method1("astype", ("int64",))?.cast_into::<PyArray1<i64>>()?;
    Ok(readonly(&array)?.as_array().to_vec())
}

/// Converts `value` to an array by `numpy.asarray`.
pub(crate) fn as_array<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = value.py().import("numpy")?.call_method1("asarray", (value,))?;
    Ok(array.cast_into()?)
}
