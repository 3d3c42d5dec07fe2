//! Columns of texts, as lines that can be read in blocks.
//!
//! 1. A list of `str` is joined by Python, which is fastest. For any other container, `quadbit/_texts.py` returns its
//!    items, or the offsets and bytes of an array of Arrow.
//! 2. Each text becomes a line; a text that is missing or has a line break in it is an error that names the item.
//! 3. [`Lines::blocks`] cuts the lines into blocks for threads, at line breaks.
//!
//! Line `i` is always item `i`: errors and results are found by it.

use std::iter;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use quadbit_nibble::simd::Level;
use quadbit_pack::fens::count_lines;

use crate::numbers::{self, kind};

/// Texts that come from Python, such as a list of `str` or an array, as lines that can be read in blocks.
#[derive(Debug, Default)]
pub(crate) struct Lines<'py> {
    /// The lines of a list of `str`, joined by Python, which is fastest; `None` for anything else.
    joined: Option<Bound<'py, PyString>>,
    /// The lines of everything else, each followed by a line feed.
    text: Vec<u8>,
    count: usize,
}

/// Successive lines, for one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    /// The number of lines before the block.
    pub(crate) first: usize,
    pub(crate) count: usize,
    pub(crate) text: &'a [u8],
}

/// The number of bytes in a block for one thread, about a thousand FENs. The block goes on to the end of its last line.
const SHARE: usize = 1 << 16;

/// The number of items that are taken from Python between two checks for signals.
const ITEMS: usize = 1 << 16;

impl<'py> Lines<'py> {
    /// Takes the texts of a list, an iterable, an array of numpy, or an array of Arrow.
    ///
    /// # Errors
    /// `TypeError` for other objects; `ValueError` for a text with a line break in it and for a missing text. They name
    /// the argument, `name`, and the item. `ValueError`, without an item, for an array of Arrow that is not valid.
    pub(crate) fn new(texts: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        if let Some(joined) = joined(texts)? {
            return Ok(Self { joined: Some(joined), count: texts.len()?, ..Self::default() });
        }
        let mut lines = Self::default();
        let parts = texts.py().import("quadbit._texts")?.call_method1("parts", (texts, name))?;
        for part in parts.try_iter()? {
            let part = part?;
            if let Ok((offsets, bytes)) = part.extract::<(PyReadonlyArray1<'_, i64>, Bound<'_, PyAny>)>() {
                lines.add_column(offsets.as_slice()?, bytes_of(&bytes)?.as_slice()?, name)?;
            } else {
                part.try_iter()?.try_for_each(|text| lines.push_object(&text?, name))?;
            }
        }
        Ok(lines)
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Checks that there are `length` texts.
    ///
    /// # Errors
    /// `ValueError` if the number of texts differs.
    pub(crate) fn expect_length(&self, length: usize, name: &str) -> PyResult<()> {
        if self.count == length {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("{name}: expected {length} texts, got {}", self.count)))
    }

    /// Cuts the lines into blocks of about [`SHARE`] bytes, each of whole lines.
    pub(crate) fn blocks(&self) -> PyResult<impl Iterator<Item = Block<'_>>> {
        let mut rest = match &self.joined {
            Some(joined) => joined.to_str()?.as_bytes(),
            None => &self.text,
        };
        let (level, mut first) = (Level::auto(), 0);
        Ok(iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let ahead = rest.get(SHARE..).and_then(|behind| behind.iter().position(|&byte| byte == b'\n'));
            let (text, behind) = rest.split_at(ahead.map_or(rest.len(), |ahead| SHARE + ahead + 1));
            rest = behind;
            let block = Block { first, count: count_lines(level, text), text };
            first += block.count;
            Some(block)
        }))
    }

    /// Adds the texts of a column of Arrow: in `bytes`, each begins at one of `offsets` and ends at the next.
    fn add_column(&mut self, offsets: &[i64], bytes: &[u8], name: &str) -> PyResult<()> {
        for pair in offsets.windows(2) {
            let text = usize::try_from(pair[0]).ok().zip(usize::try_from(pair[1]).ok());
            let text = text.and_then(|(begin, end)| bytes.get(begin..end)).ok_or_else(|| {
                let fault = "not a valid Arrow array: its offsets point past the end of its bytes";
                PyValueError::new_err(format!("{name}: {fault}"))
            })?;
            self.push(text, name)?;
        }
        Ok(())
    }

    fn push_object(&mut self, text: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
        if let Ok(text) = text.cast::<PyString>() {
            self.push(text.to_str()?.as_bytes(), name)?;
        } else if let Ok(text) = text.cast::<PyBytes>() {
            self.push(text.as_bytes(), name)?;
        } else {
            let (item, kind) = (self.count, kind(text));
            return Err(PyTypeError::new_err(format!(
                "{name}: item {item}: expected str or bytes, got {kind}"
            )));
        }
        if self.count.is_multiple_of(ITEMS) {
            text.py().check_signals()?;
        }
        Ok(())
    }

    /// Adds a text. A line break at its end, as in the lines of a file, is removed; one within it is an error.
    fn push(&mut self, text: &[u8], name: &str) -> PyResult<()> {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        if text.contains(&b'\n') {
            return Err(PyValueError::new_err(format!("{name}: item {} contains a line break", self.count)));
        }
        self.count += 1;
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
        Ok(())
    }
}

/// Joins the items of a list of `str` with line feeds between them; `None` for other objects, and if an item contains a
/// line break or unpaired surrogates.
fn joined<'py>(texts: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    let py = texts.py();
    let Ok(list) = texts.cast_exact::<PyList>() else { return Ok(None) };
    let Ok(joined) = intern!(py, "\n").call_method1(intern!(py, "join"), (list,)) else { return Ok(None) };
    let joined = joined.cast_into::<PyString>()?;
    // A text with unpaired surrogates is left to the reader of single items, which raises the error of Python.
    let Ok(text) = joined.to_str() else { return Ok(None) };
    // A line break at the end of the text begins no line, so the count could be right although an item contains a line
    // break.
    let count = count_lines(Level::auto(), text.as_bytes());
    Ok((count == list.len() && !text.ends_with('\n')).then_some(joined))
}

/// Borrows the memory of `bytes`, `bytearray`, `memoryview`, `mmap` and the like, without copying.
///
/// # Errors
/// `TypeError` for other objects, and for memory that holds numbers wider than a byte.
pub(crate) fn bytes_of<'py>(buffer: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, u8>> {
    let array =
        buffer.py().import(intern!(buffer.py(), "quadbit._texts"))?.call_method1("memory", (buffer,))?;
    numbers::readonly(&array.cast_into::<PyArray1<u8>>()?)
}
