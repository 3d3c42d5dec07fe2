//! The tags of games as columns.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;
use std::str;

use numpy::IntoPyArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyString, PyType};
use quadbit_pgn::{Record, decimal, unescape};

use super::lists::{Lists, Texts};
use crate::memory::{joined, with_capacity};
use crate::numbers::kind;

/// The tags that become columns.
#[derive(Clone, Debug)]
pub(super) enum TagChoice {
    /// Those with these names, as texts or as numbers.
    Named(Vec<Tag>),
    All,
}

/// A tag that becomes a column.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    /// Whether its values are read as numbers.
    pub(super) is_number: bool,
}

/// The values of the tags, a row for each game.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// Columns of numbers and of texts, one of each for each tag with a name. The one that is not asked for is empty.
    named: Vec<(Vec<f64>, Texts)>,
    /// The names and the values of all tags, each followed by [`END`].
    all: Lists<u8>,
}

/// A byte that no text has.
const END: u8 = 0xff;

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

    /// The tags with names.
    fn named(&self) -> &[Tag] {
        match self {
            Self::Named(tags) => tags,
            Self::All => &[],
        }
    }
}

impl Tags {
    /// Adds the tags of a game.
    pub(super) fn push(&mut self, record: Record<'_>, choice: &TagChoice) {
        if let TagChoice::All = choice {
            let (mut seen, mut row) = (Vec::new(), Vec::new());
            for (name, value) in record.tags() {
                if !seen.contains(&name) {
                    seen.push(name);
                    row.extend_from_slice(name.as_bytes());
                    row.push(END);
                    row.extend_from_slice(unescape(value).as_bytes());
                    row.push(END);
                }
            }
            self.all.push(row);
            return;
        }
        let tags = choice.named();
        self.named.resize_with(tags.len(), Default::default);
        let (mut values, mut missing, mut found) = (vec![None; tags.len()], tags.len(), record.tags());
        while missing > 0
            && let Some((name, value)) = found.next()
        {
            if let Some(place) = tags.iter().position(|tag| tag.name == name)
                && values[place].is_none()
            {
                values[place] = Some(value);
                missing -= 1;
            }
        }
        for ((tag, value), (numbers, texts)) in tags.iter().zip(values).zip(&mut self.named) {
            match value {
                _ if tag.is_number => numbers.push(value.and_then(decimal).unwrap_or(f64::NAN)),
                Some(text) if text.contains('\\') => texts.push(Some(&unescape(text))),
                _ => texts.push(value),
            }
        }
    }

    /// Removes the games and keeps the memory.
    pub(super) fn clear(&mut self) {
        for (numbers, texts) in &mut self.named {
            numbers.clear();
            texts.clear();
        }
        self.all.clear();
    }

    /// Joins the tags of some games of each piece.
    ///
    /// # Errors
    /// `MemoryError`.
    pub(super) fn joined<'a, P>(
        pieces: &'a [P],
        choice: &TagChoice,
        games: impl Fn(&'a P) -> (&'a Self, Range<usize>),
    ) -> PyResult<Self> {
        let column = |index: usize| {
            let named = |piece| {
                let (tags, games) = games(piece);
                (&tags.named[index], games)
            };
            let numbers = joined(pieces, |piece| {
                let ((numbers, _), games) = named(piece);
                numbers.get(games).unwrap_or_default()
            });
            let texts = Texts::joined(pieces, |piece| {
                let ((_, texts), games) = named(piece);
                (texts, games)
            });
            Ok((numbers?, texts?))
        };
        let all = |piece| {
            let (tags, games) = games(piece);
            (&tags.all, games)
        };
        Ok(Self {
            named: (0..choice.named().len()).map(column).collect::<PyResult<_>>()?,
            all: Lists::joined(pieces, all)?,
        })
    }

    /// The columns of numbers by name. The value of a game is repeated as often as `lengths` says.
    pub(super) fn numbers<'py>(
        &self,
        py: Python<'py>,
        choice: &TagChoice,
        lengths: &[usize],
    ) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for (tag, (numbers, _)) in choice.named().iter().zip(&self.named).filter(|(tag, _)| tag.is_number) {
            let mut column = with_capacity(lengths.iter().sum())?;
            let values = numbers.iter().zip(lengths);
            column.extend(values.flat_map(|(&value, &length)| iter::repeat_n(value, length)));
            arrays.set_item(&tag.name, column.into_pyarray(py))?;
        }
        Ok(arrays)
    }

    /// All columns by name, those of `numbers` among them. The text of a game is repeated as often as `lengths` says.
    pub(super) fn arrays<'py>(
        &self,
        py: Python<'py>,
        choice: &TagChoice,
        lengths: &[usize],
        numbers: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for (tag, (_, texts)) in choice.named().iter().zip(&self.named) {
            let column = match numbers.get_item(&tag.name)? {
                Some(numbers) => numbers,
                None => texts.objects(py, lengths)?,
            };
            arrays.set_item(&tag.name, column)?;
        }
        let (mut columns, mut places) = (Vec::<(&str, Vec<Option<&str>>)>::new(), HashMap::new());
        for (game, row) in self.all.rows().enumerate() {
            for (name, value) in pairs(row) {
                let place = *places.entry(name).or_insert(columns.len());
                if place == columns.len() {
                    columns.push((name, vec![None; lengths.len()]));
                }
                columns[place].1[game] = Some(value);
            }
        }
        for (name, values) in columns {
            let mut texts = Texts::default();
            for value in values {
                texts.push(value);
            }
            arrays.set_item(name, texts.objects(py, lengths)?)?;
        }
        Ok(arrays)
    }

    /// The tags for Arrow: a dict from the names that are asked for to those of `numbers`, or to the texts of the games;
    /// for `all` a tuple of where the tags of each game begin, all names, and all values.
    pub(super) fn arrow<'py>(
        &self,
        py: Python<'py>,
        choice: &TagChoice,
        numbers: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let TagChoice::All = choice {
            let (mut names, mut values, mut games) = (Texts::default(), Texts::default(), Lists::default());
            for row in self.all.rows() {
                games.push(pairs(row).map(|(name, value)| {
                    names.push(Some(name));
                    values.push(Some(value));
                    0_u8
                }));
            }
            let (_, begins) = games.arrays(py)?;
            return Ok((begins, names.arrow(py)?, values.arrow(py)?).into_pyobject(py)?.into_any());
        }
        let columns = PyDict::new(py);
        for (tag, (_, texts)) in choice.named().iter().zip(&self.named) {
            match numbers.get_item(&tag.name)? {
                Some(numbers) => columns.set_item(&tag.name, numbers)?,
                None => columns.set_item(&tag.name, texts.arrow(py)?)?,
            }
        }
        Ok(columns.into_any())
    }
}

/// The names and values of the tags of a game.
fn pairs(row: &[u8]) -> impl Iterator<Item = (&str, &str)> {
    let mut texts = row.split(|&byte| byte == END).map(|text| str::from_utf8(text).unwrap_or_default());
    iter::from_fn(move || Some((texts.next()?, texts.next()?)))
}
