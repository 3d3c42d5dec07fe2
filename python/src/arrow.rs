//! Arrow's PyCapsule interface for batches, implemented by `quadbit/_arrow.py`.

use pyo3::prelude::*;
use pyo3::{PyClass, intern};

use crate::games::{GameBatch, Games};
use crate::positions::Positions;

/// Calls the method `method` of Arrow's interface in `quadbit/_arrow.py` for `thing`, with the `requested_schema` of
/// the caller, and returns its answer: one capsule, or a pair of them.
///
/// # Errors
/// `ImportError` if pyarrow is not installed.
fn capsule<'py, T: PyClass>(
    thing: &Bound<'py, T>,
    method: &str,
    requested_schema: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = thing.py();
    py.import(intern!(py, "quadbit._arrow"))?.call_method1("capsule", (thing, method, requested_schema))
}

/// Adds to each of the named classes the named methods of Arrow's interface, through which other programs take batches.
macro_rules! capsules {
    ($($class:ident: $($method:ident),+;)+) => {$(
        #[pymethods]
        impl $class {
            $(
                #[pyo3(signature = (requested_schema = None))]
                fn $method<'py>(
                    slf: &Bound<'py, Self>,
                    requested_schema: Option<&Bound<'py, PyAny>>,
                ) -> PyResult<Bound<'py, PyAny>> {
                    capsule(slf, stringify!($method), requested_schema)
                }
            )+
        }
    )+};
}

capsules! {
    GameBatch: __arrow_c_array__, __arrow_c_stream__;
    Games: __arrow_c_stream__;
    Positions: __arrow_c_array__;
}

#[pymethods]
impl GameBatch {
    fn __arrow_c_schema__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        capsule(slf, "__arrow_c_schema__", None)
    }
}
