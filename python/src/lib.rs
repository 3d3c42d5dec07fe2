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
mod _quadbit {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::{
        env::Env,
        errors::{FenError, IllegalMoveError, PgnError, RecordError},
        faults::{compare, diagnose},
        games::{GameBatch, Games, read_pgn},
        loader::{Batch, Batches, Loader, Progress},
        position::Position,
        positions::{Positions, Records},
        tree::{Game, GameNode, GameReader, read_games},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
