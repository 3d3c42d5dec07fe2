//! The tags of games as columns.

use std::iter;
use std::str;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyString, PyType};
use quadbit_pgn::{decimal, unescape};

use super::lists::Lists;
use crate::memory::with_capacity;
use crate::numbers::kind;

/// The tags that become columns.
#[derive(Clone, Debug)]
pub(super) enum TagChoice {
    /// The tags with these names, as texts or as numbers.
    Named(Vec<Tag>),
    All,
}

/// A tag that becomes a column.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    name: String,
    /// Whether its values are read as numbers.
    is_number: bool,
}

/// A byte that no text has. It is the value of a missing tag, and ends each name and each value of `all`.
const NONE: u8 = 0xff;

impl Default for TagChoice {
    fn default() -> Self {
        Self::Named(Vec::new())
    }
}

impl TagChoice {
    /// Reads a list of names, a dict of names and `str` or `float`, or `all`.
    pub(super) fn new(tags: &Bound<'_, PyAny>) -> PyResult<Self> {
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
        let other = || {
            let found = kind(tags);
            PyTypeError::new_err(format!("tags: expected a list of names, a dict, or 'all', got {found}"))
        };
        if let Ok(types) = tags.cast::<PyDict>() {
            for (name, of) in types {
                let is = |other: Bound<'_, PyType>| of.is(&other);
                let is_number = is(tags.py().get_type::<PyFloat>());
                if !is_number && !is(tags.py().get_type::<PyString>()) {
                    return Err(PyTypeError::new_err(format!(
                        "tags: {name}: expected str or float, got {of}"
                    )));
                }
                add(&name, is_number)?;
            }
        } else if let Ok(text) = tags.cast::<PyString>() {
            return if text == "all" { Ok(Self::All) } else { Err(other()) };
        } else {
            for name in tags.try_iter().map_err(|_| other())? {
                add(&name?, false)?;
            }
        }
        Ok(Self::Named(all))
    }

    /// Adds the tags of a game to their columns: one for each tag with a name, or one for all tags.
    pub(super) fn add<'a>(
        &self,
        found: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        columns: &mut Vec<Lists<u8>>,
    ) {
        columns.resize_with(self.columns().count(), Lists::default);
        let Self::Named(tags) = self else {
            let mut kinds = 0;
            for (n, (name, value)) in found.clone().enumerate() {
                // Names that differ in kind are certainly not the same: most need no comparison.
                let is_new = kinds & kind_of(name) == 0;
                kinds |= kind_of(name);
                if is_new || found.clone().take(n).all(|(before, _)| before != name) {
                    for part in [name, &unescape(value)] {
                        columns[0].extend(part.as_bytes());
                        columns[0].extend(&[NONE]);
                    }
                }
            }
            columns[0].end_row();
            return;
        };
        let (mut values, mut missing) = (vec![None; tags.len()], tags.len());
        for (name, value) in found {
            if missing == 0 {
                break;
            }
            if let Some(place) = tags.iter().position(|tag| tag.name == name)
                && values[place].is_none()
            {
                values[place] = Some(value);
                missing -= 1;
            }
        }
        for (value, column) in values.into_iter().zip(columns) {
            match value {
                None => column.extend(&[NONE]),
                Some(text) => column.extend(unescape(text).as_bytes()),
            }
            column.end_row();
        }
    }

    /// The tag name of each column, and whether it holds numbers. The column that has all tags of a game has no name.
    pub(super) fn columns(&self) -> impl Iterator<Item = (Option<&str>, bool)> {
        let (named, all) = match self {
            Self::Named(tags) => (&tags[..], None),
            Self::All => (&[][..], Some((None, false))),
        };
        named.iter().map(|tag| (Some(&tag.name[..]), tag.is_number)).chain(all)
    }
}

/// One of 64 kinds of names, as a bit, by some of their bytes.
fn kind_of(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let byte = |place| bytes.get(place).copied().map_or(0, u32::from);
    let sum = byte(0) + 5 * byte(bytes.len() / 2) + byte(bytes.len().wrapping_sub(1));
    1 << (sum % 64)
}

/// A column of numbers, each repeated for the rows of its game; NaN if a tag is missing or not a number.
///
/// # Errors
/// `MemoryError`.
pub(super) fn numbers(texts: &Lists<u8>, lengths: &[usize]) -> PyResult<Vec<f64>> {
    let mut numbers = with_capacity(lengths.iter().sum())?;
    for (text, &length) in texts.rows().zip(lengths) {
        let number = str::from_utf8(text).ok().and_then(decimal).unwrap_or(f64::NAN);
        numbers.extend(iter::repeat_n(number, length));
    }
    Ok(numbers)
}
