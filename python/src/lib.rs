//! `quadbit._quadbit`: chess positions in batches, for Python.
//!
//! Python users see the package `quadbit`. This crate only converts between Python's objects and the slices
//! of the other crates.

mod arrow;
mod choices;
mod dice;
mod ending;
mod env;
mod errors;
mod faults;
mod games;
mod keywords;
mod lines;
mod loader;
mod memory;
mod numbers;
mod output;
mod policies;
mod position;
mod positions;
mod results;
mod style;
mod tree;
mod work;

use pyo3::prelude::*;

#[pymodule]
fn _quadbit(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    module.add_class::<positions::Positions>()?;
    module.add_class::<positions::Records>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<env::Env>()?;
    module.add_class::<loader::Loader>()?;
    module.add_class::<loader::Batches>()?;
    module.add_class::<loader::Batch>()?;
    module.add_class::<loader::Progress>()?;
    module.add_class::<games::Games>()?;
    module.add_class::<games::GameBatch>()?;
    module.add_class::<tree::Game>()?;
    module.add_class::<tree::GameNode>()?;
    module.add_class::<tree::GameReader>()?;
    module.add_function(wrap_pyfunction!(tree::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(faults::compare, module)?)?;
    module.add_function(wrap_pyfunction!(faults::diagnose, module)?)?;
    module.add_function(wrap_pyfunction!(games::read_pgn, module)?)
}
