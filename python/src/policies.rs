//! The names of numberings of moves, which the policy heads of networks use.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use quadbit_inputs::policy::Policy;

use crate::choices::choose;
use crate::numbers::kind;

/// The names of all numberings of moves; a numbering may have two.
pub(crate) const POLICIES: [(&str, Policy); 8] = [
    ("4096", Policy::FromTo),
    ("4672", Policy::AlphaZero),
    ("1858", Policy::Lc0),
    ("pgx", Policy::Pgx),
    ("open_spiel", Policy::OpenSpiel),
    ("from_to", Policy::FromTo),
    ("alphazero", Policy::AlphaZero),
    ("lc0", Policy::Lc0),
];

/// Reads a numbering of moves, given by its name, or by its size as a text or a number.
pub(crate) fn policy(name: &Bound<'_, PyAny>) -> PyResult<Policy> {
    let is_name = name.is_instance_of::<PyString>() || name.is_instance_of::<PyInt>();
    if !is_name || name.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!(
            "policy: expected a name such as 'lc0' or a size such as 1858, got {}",
            kind(name)
        )));
    }
    choose("policy", &name.str()?.to_string_lossy(), &POLICIES)
}
