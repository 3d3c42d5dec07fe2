//! `quadbit._quadbit`: chess positions in batches, for Python.
//!
//! The package `quadbit` beside it documents what Python users see. Here is only what leads from Python's objects to the slices of
//! the crates and back.

mod choices;
mod dice;
mod drawing;
mod ending;
mod env;
mod errors;
mod harvest;
mod lines;
mod memory;
mod numbers;
mod output;
mod policies;
mod position;
mod positions;
mod style;
mod work;

use pyo3::prelude::*;

#[pymodule]
fn _quadbit(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    module.add_class::<positions::Positions>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<env::Env>()
}
