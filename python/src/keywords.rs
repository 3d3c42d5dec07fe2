//! The keyword arguments of a call with many options, read by name.

use std::ops::RangeInclusive;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadbit_movegen::Validity;
use quadbit_nibble::simd::Level;

use crate::choices::{self, SKIPS, choose};
use crate::{numbers, work};

/// The arguments that a call has besides those of its signature, `**options`. Each is taken once; one that is left at
/// the end is an argument that the function does not have.
pub(crate) struct Keywords<'py>(Option<Bound<'py, PyDict>>);

impl<'py> Keywords<'py> {
    pub(crate) fn new(options: Option<Bound<'py, PyDict>>) -> Self {
        Self(options)
    }

    /// Takes an argument; `None` if it is not given.
    pub(crate) fn raw(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(options) = &self.0 else { return Ok(None) };
        let value = options.get_item(name)?;
        if value.is_some() {
            options.del_item(name)?;
        }
        Ok(value)
    }

    /// Takes an argument; `None` if it is not given, or is `None`.
    pub(crate) fn take(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.raw(name)?.filter(|value| !value.is_none()))
    }

    /// Takes an argument that Rust has a type for, such as `bool`.
    ///
    /// # Errors
    /// `TypeError`, which names the argument.
    pub(crate) fn get<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<Option<T>> {
        let extract = |value: Bound<'py, PyAny>| {
            let kind = numbers::kind(&value);
            let expected = std::any::type_name::<T>().trim_start_matches("alloc::string::").to_lowercase();
            value
                .extract()
                .map_err(|_| PyTypeError::new_err(format!("{name}: expected {expected}, got {kind}")))
        };
        self.take(name)?.map(extract).transpose()
    }

    /// Takes a truth value, which is false by default.
    pub(crate) fn flag(&self, name: &str) -> PyResult<bool> {
        Ok(self.get(name)?.unwrap_or(false))
    }

    /// Takes a number in `range`; `default` if it is not given.
    pub(crate) fn number(&self, name: &str, range: RangeInclusive<u64>, default: u64) -> PyResult<u64> {
        self.take(name)?.map_or(Ok(default), |value| numbers::number(&value, name, range))
    }

    /// Takes a number in `range`, as a size in memory; `default` if it is not given.
    pub(crate) fn size(&self, name: &str, range: RangeInclusive<u64>, default: usize) -> PyResult<usize> {
        Ok(usize::try_from(self.number(name, range, default as u64)?)?)
    }

    /// Takes the name of one of `choices`, the first of them by default.
    pub(crate) fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
        match self.get::<String>(name)? {
            Some(chosen) => choose(name, &chosen, choices),
            None => Ok(choices[0].1),
        }
    }

    /// Takes `on_error`: whether bad items are skipped instead of raising an error, which is the default.
    pub(crate) fn skips(&self) -> PyResult<bool> {
        self.choice("on_error", &SKIPS)
    }

    /// Takes `relaxed` and `standard` and returns the rules that positions must obey. It is an error if both are true.
    pub(crate) fn validity(&self) -> PyResult<Validity> {
        choices::validity(self.flag("relaxed")?, self.flag("standard")?)
    }

    /// Takes a function; `None` if it is not given.
    pub(crate) fn function(&self, name: &str) -> PyResult<Option<Py<PyAny>>> {
        match self.take(name)? {
            Some(function) if !function.is_callable() => {
                Err(PyTypeError::new_err(format!("{name}: expected a function")))
            }
            function => Ok(function.map(Bound::unbind)),
        }
    }

    /// Takes the level of vector instructions, by its name; the best one by default.
    pub(crate) fn level(&self) -> PyResult<Level> {
        let Some(name) = self.get::<String>("level")? else { return Ok(Level::auto()) };
        name.parse().map_err(|error| PyValueError::new_err(format!("level: {error}")))
    }

    /// Takes the number of threads, 1 by default.
    pub(crate) fn threads(&self) -> PyResult<u16> {
        self.take("threads")?.map_or(Ok(1), |threads| work::threads(&threads))
    }

    /// Checks that all arguments of the function `name` have been taken.
    ///
    /// # Errors
    /// `TypeError`, which names an argument that has not been taken.
    pub(crate) fn finish(&self, name: &str) -> PyResult<()> {
        match self.0.as_ref().and_then(|options| options.keys().iter().next()) {
            None => Ok(()),
            Some(other) => {
                Err(PyTypeError::new_err(format!("{name}() got an unexpected keyword argument '{other}'")))
            }
        }
    }
}
