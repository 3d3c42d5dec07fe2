//! What is read of a file of games.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyString, PyType};

use crate::numbers::kind;

/// How the games of a file are read.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) wanted: Wanted,
    /// Whether games that cannot be played are left out.
    pub(super) skips: bool,
    /// Whether games are chosen by rules about their tags.
    pub(super) has_rules: bool,
    /// The least number of positions in a batch.
    pub(super) batch: usize,
}

/// Which columns are read of each game.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) plies: Plies,
    pub(super) tags: Vec<Tag>,
    pub(super) clocks: bool,
    pub(super) evals: bool,
    pub(super) nags: bool,
}

/// The positions that are read of each game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Plies {
    /// All positions, from the start to the final one.
    Every,
    /// The positions in which a move was played: all but the final one.
    #[default]
    Played,
    /// The final position alone.
    Final,
}

impl Plies {
    pub(super) const NAMES: [(&str, Self); 3] =
        [("every", Self::Every), ("played", Self::Played), ("final", Self::Final)];
}

/// A tag whose values become a column.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    /// Whether its values are read as numbers.
    pub(super) is_number: bool,
}

/// Reads a list of names, or a dict of names and `str` or `float`.
pub(super) fn tags(tags: &Bound<'_, PyAny>) -> PyResult<Vec<Tag>> {
    let mut all: Vec<Tag> = Vec::new();
    let mut add = |name: &Bound<'_, PyAny>, is_number| {
        let Ok(text) = name.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!("tags: expected names, got {}", kind(name))));
        };
        let name = text.to_str()?.to_owned();
        if all.iter().any(|tag| tag.name == name) {
            return Err(PyValueError::new_err(format!("tags: '{name}' is named twice")));
        }
        all.push(Tag { name, is_number });
        Ok(())
    };
    if let Ok(types) = tags.cast::<PyDict>() {
        for (name, of) in types {
            let is = |other: Bound<'_, PyType>| of.is(&other);
            let is_number = is(tags.py().get_type::<PyFloat>());
            if !is_number && !is(tags.py().get_type::<PyString>()) {
                return Err(PyTypeError::new_err(format!("tags: {name}: expected str or float, got {of}")));
            }
            add(&name, is_number)?;
        }
    } else if tags.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("tags: expected a list of names, or a dict, got str"));
    } else {
        for name in tags.try_iter().map_err(|_| {
            PyTypeError::new_err(format!("tags: expected a list of names, or a dict, got {}", kind(tags)))
        })? {
            add(&name?, false)?;
        }
    }
    Ok(all)
}
