//! Options of Python whose values are names: reads them, and lists names that several calls share.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadbit_movegen::{Color, Validity};

/// The values of options that choose a side, each with the colour that it means.
pub(crate) const SIDES: [(&str, Color); 2] = [("white", Color::White), ("black", Color::Black)];

/// The values of the options `on_error` and `on_illegal`, each with whether it skips a bad item instead of raising an
/// error.
pub(crate) const SKIPS: [(&str, bool); 2] = [("raise", false), ("skip", true)];

/// Returns the rules that positions must obey, chosen by the options `relaxed` and `standard`.
///
/// # Errors
/// `ValueError` if both are true.
pub(crate) fn validity(relaxed: bool, standard: bool) -> PyResult<Validity> {
    match (relaxed, standard) {
        (false, false) => Ok(Validity::Strict),
        (true, false) => Ok(Validity::Relaxed),
        (false, true) => Ok(Validity::Standard),
        (true, true) => Err(PyValueError::new_err("standard: expected False with relaxed=True, got True")),
    }
}

/// Returns the value that `name` stands for among `choices`, the values of the option `option`.
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

/// Returns the name that `choices` gives for `value`; empty if there is none.
pub(crate) fn name_of<T: PartialEq>(choices: &[(&'static str, T)], value: T) -> &'static str {
    choices.iter().find(|(_, choice)| *choice == value).map_or("", |(name, _)| name)
}

/// Returns the value among `choices` that `dtype` stands for; `dtype` is a name, a type of numpy, or a `numpy.dtype`.
///
/// # Errors
/// As for [`choose`].
pub(crate) fn choose_dtype<T: Copy>(
    option: &str,
    dtype: &Bound<'_, PyAny>,
    choices: &[(&str, T)],
) -> PyResult<T> {
    let name = if dtype.is_instance_of::<PyString>() {
        dtype.to_string()
    } else {
        let known = dtype.py().import("numpy")?.call_method1("dtype", (dtype,));
        known.and_then(|dtype| dtype.getattr("name")).unwrap_or_else(|_| dtype.clone()).to_string()
    };
    choose(option, &name, choices)
}
