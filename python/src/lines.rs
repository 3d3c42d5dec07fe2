//! Columns of texts, as lines that can be read in blocks.
//!
//! 1. [`Lines::new`] tells what kind of column it has: a list of `str` (joined by Python, which is fastest),
//!    `bytes`, numpy's arrays, Arrow's arrays and chunks; objects that offer a conversion are converted.
//! 2. Each text becomes a line; a text that is missing or has a line break in it is an error that names the
//!    item.
//! 3. [`Lines::blocks`] cuts the lines into blocks for threads, at line breaks.
//!
//! Line `i` is always item `i`: errors and results are found by it.

use std::iter;

use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use quadbit_nibble::simd::Level;
use quadbit_pack::fens::count_lines;

use crate::numbers::kind;

/// Texts that come from Python, such as a list of `str` or an array, as lines that can be read in blocks.
#[derive(Debug, Default)]
pub(crate) struct Lines<'py> {
    /// The lines of a list of `str`, joined by Python, which is fastest.
    joined: Option<Bound<'py, PyString>>,
    /// The lines of everything else, each followed by a line feed.
    text: Vec<u8>,
    count: usize,
}

/// Some lines in a row, for one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    /// The number of lines before the block.
    pub(crate) first: usize,
    pub(crate) count: usize,
    pub(crate) text: &'a [u8],
}

/// The number of bytes that a thread takes at a time: a thousand FENs.
const SHARE: usize = 1 << 16;

/// How often an object that holds texts may be converted: a Series into an array of objects, and that into a list.
const CONVERSIONS: u32 = 4;

/// The number of items that are taken from Python between two checks for signals.
const ITEMS: usize = 1 << 16;

impl<'py> Lines<'py> {
    /// Takes the texts of a list, an iterable, an array of numpy, or an array of Arrow.
    ///
    /// # Errors
    /// `TypeError` for other objects, `ValueError` for a text with a line break in it and for a
    /// missing text; they name the item. An object that offers a conversion is converted at most
    /// [`CONVERSIONS`] times.
    pub(crate) fn new(texts: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        if let Some(joined) = joined(texts)? {
            return Ok(Self { joined: Some(joined), count: texts.len()?, ..Self::default() });
        }
        let mut lines = Self::default();
        lines.add(texts, name, CONVERSIONS)?;
        Ok(lines)
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// # Errors
    /// `ValueError` if the number of texts differs.
    pub(crate) fn expect_length(&self, length: usize, name: &str) -> PyResult<()> {
        if self.count == length {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("{name}: expected {length} texts, got {}", self.count)))
    }

    /// Cuts the lines into blocks.
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

    /// Adds all of `texts`; this object may be converted to another that holds the texts at most `conversions` times.
    /// `name` is that of the argument, for errors.
    fn add(&mut self, texts: &Bound<'_, PyAny>, name: &str, conversions: u32) -> PyResult<()> {
        let convert = |method: &str| {
            let converted = texts.call_method0(method)?;
            if conversions > 0 {
                return Ok((converted, conversions - 1));
            }
            let kind = kind(texts);
            Err(PyTypeError::new_err(format!("{name}: {kind}.{method}() never returns a list or an array")))
        };
        if texts.is_instance_of::<PyString>() || texts.is_instance_of::<PyBytes>() {
            let kind = kind(texts);
            return Err(PyTypeError::new_err(format!(
                "{name}: expected a list or an array of texts, got one {kind}"
            )));
        }
        if let Ok(list) = texts.cast::<PyList>() {
            return list.iter().try_for_each(|text| self.push_object(&text, name));
        }
        if let Ok(tuple) = texts.cast::<PyTuple>() {
            return tuple.iter().try_for_each(|text| self.push_object(&text, name));
        }
        if let Ok(array) = texts.cast::<PyUntypedArray>() {
            if matches!(array.dtype().kind(), b'O' | b'T') {
                expect_one_dimension(array, name)?;
                let (list, left) = convert("tolist")?;
                return self.add(&list, name, left);
            }
            return self.add_array(array, name);
        }
        if texts.hasattr("to_arrow")? {
            let (array, left) = convert("to_arrow")?;
            return self.add(&array, name, left);
        }
        // Columns that only pyarrow can read, such as a Series of pandas.
        if !texts.hasattr("null_count")?
            && texts.hasattr("__arrow_c_stream__")?
            && let Ok(pyarrow) = texts.py().import("pyarrow")
        {
            return self.add_chunks(&pyarrow.call_method1("chunked_array", (texts,))?, name);
        }
        if texts.hasattr("chunks")? && texts.hasattr("null_count")? {
            return self.add_chunks(texts, name);
        }
        if texts.hasattr("buffers")? && texts.hasattr("null_count")? {
            return self.add_arrow(texts, name);
        }
        let Ok(iterator) = texts.try_iter() else {
            let kind = kind(texts);
            return Err(PyTypeError::new_err(format!(
                "{name}: expected a list or an array of texts, got {kind}"
            )));
        };
        for text in iterator {
            self.push_object(&text?, name)?;
        }
        Ok(())
    }

    /// Adds the texts of an array of fixed-width bytes or characters.
    fn add_array(&mut self, array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<()> {
        let py = array.py();
        expect_one_dimension(array, name)?;
        let (length, width) = (array.len(), array.dtype().itemsize());
        let numpy = py.import("numpy")?;
        match array.dtype().kind() {
            b'S' | b'U' if width == 0 => (0..length).try_for_each(|_| self.push(b"", name)),
            b'S' => {
                let plain = numpy.call_method1("ascontiguousarray", (array,))?;
                let bytes = plain.call_method1("view", ("uint8",))?.cast_into::<PyArrayDyn<u8>>()?;
                let bytes = bytes.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))?;
                bytes.as_slice()?.chunks_exact(width).try_for_each(|text| self.push(trimmed(text), name))
            }
            b'U' => {
                let native = array.call_method1("astype", (format!("=U{}", width / 4),))?;
                let plain = numpy.call_method1("ascontiguousarray", (native,))?;
                let characters = plain.call_method1("view", ("uint32",))?.cast_into::<PyArrayDyn<u32>>()?;
                let characters =
                    characters.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))?;
                let mut text = Vec::new();
                for characters in characters.as_slice()?.chunks_exact(width / 4) {
                    text.clear();
                    if characters.iter().fold(0, |all, &c| all | c) < 0x80 {
                        text.extend(characters.iter().map(|&c| c.to_le_bytes()[0]));
                    } else {
                        let read = |&c: &u32| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER);
                        text.extend_from_slice(characters.iter().map(read).collect::<String>().as_bytes());
                    }
                    self.push(trimmed(&text), name)?;
                }
                Ok(())
            }
            _ => Err(PyTypeError::new_err(format!("{name}: expected texts, got dtype {}", array.dtype()))),
        }
    }

    /// Adds the texts of a column of Arrow, chunk by chunk.
    fn add_chunks(&mut self, column: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
        column.getattr("chunks")?.try_iter()?.try_for_each(|chunk| self.add_arrow(&chunk?, name))
    }

    /// Adds the texts of an array of Arrow: offsets, and the bytes that they refer to.
    fn add_arrow(&mut self, array: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
        let py = array.py();
        let mut array = array.clone();
        let mut form = array.getattr("type")?.str()?.to_string();
        if !matches!(form.as_str(), "string" | "large_string" | "binary" | "large_binary") {
            array = array.call_method1("cast", ("large_string",))?;
            form = "large_string".into();
        }
        if array.getattr("null_count")?.extract::<usize>()? > 0 {
            let missing: usize = array.call_method0("is_null")?.call_method1("index", (true,))?.extract()?;
            return Err(PyValueError::new_err(format!("{name}: item {} is null", self.count + missing)));
        }
        let length = array.len()?;
        if length == 0 {
            return Ok(());
        }
        let bad = |fault: &str| PyValueError::new_err(format!("{name}: not a valid Arrow array: {fault}"));
        let buffers: Vec<Bound<'_, PyAny>> = array.call_method0("buffers")?.extract()?;
        let [_, offsets, bytes] = &buffers[..] else {
            return Err(bad(&format!("expected 3 buffers, got {}", buffers.len())));
        };
        let numpy = py.import("numpy")?;
        let word = if form.starts_with("large") { "int64" } else { "int32" };
        let offsets =
            numpy.call_method1("frombuffer", (offsets, word))?.call_method1("astype", ("int64",))?;
        let offsets: Vec<i64> = offsets.cast_into::<numpy::PyArray1<i64>>()?.to_vec()?;
        let first: usize = array.getattr("offset")?.extract()?;
        let offsets = first.checked_add(length).and_then(|last| offsets.get(first..=last));
        let offsets =
            offsets.ok_or_else(|| bad("its offset and length point past the end of its offsets"))?;
        // If all texts are empty, there may be no bytes.
        let bytes = if bytes.is_none() { None } else { Some(bytes_of(bytes)?) };
        let bytes = bytes.as_ref().map_or(Ok(&[][..]), |bytes| bytes.as_slice())?;
        for pair in offsets.windows(2) {
            let text = usize::try_from(pair[0]).ok().zip(usize::try_from(pair[1]).ok());
            let text = text.and_then(|(begin, end)| bytes.get(begin..end));
            self.push(text.ok_or_else(|| bad("its offsets point past the end of its bytes"))?, name)?;
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

    /// Adds a text. A line break at its end, as in the lines of a file, is removed.
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

/// Joins a list of `str` without line breaks to one text; `None` for anything else.
fn joined<'py>(texts: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    let py = texts.py();
    let Ok(list) = texts.cast_exact::<PyList>() else { return Ok(None) };
    let Ok(joined) = intern!(py, "\n").call_method1(intern!(py, "join"), (list,)) else { return Ok(None) };
    let joined = joined.cast_into::<PyString>()?;
    // Unpaired surrogates are left to the reader of single items, which names the item.
    let Ok(text) = joined.to_str() else { return Ok(None) };
    let count = count_lines(Level::auto(), text.as_bytes());
    Ok((count == list.len()).then_some(joined))
}

fn expect_one_dimension(array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<()> {
    if array.ndim() == 1 {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name}: expected one dimension, got {}", array.ndim())))
}

/// The text without the zeros that numpy pads it with.
fn trimmed(text: &[u8]) -> &[u8] {
    let length = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &text[..length]
}

/// The memory of `bytes`, `bytearray`, `memoryview`, `mmap` and the like, without copying.
///
/// # Errors
/// `TypeError` for other objects, and for memory that holds numbers wider than a byte.
pub(crate) fn bytes_of<'py>(buffer: &Bound<'py, PyAny>) -> PyResult<numpy::PyReadonlyArray1<'py, u8>> {
    let py = buffer.py();
    let numpy = py.import("numpy")?;
    let array = if let Ok(array) = buffer.cast::<PyUntypedArray>() {
        let dtype = array.dtype();
        // Bytes, texts of bytes, and structures, which are records.
        if dtype.itemsize() != 1 && !matches!(dtype.kind(), b'S' | b'V') {
            return Err(PyTypeError::new_err(format!("expected bytes, got an array of {dtype}")));
        }
        let plain = numpy.call_method1("ascontiguousarray", (array,))?;
        plain.call_method1("reshape", (-1,))?.call_method1("view", ("uint8",))?
    } else {
        let other = |_| PyTypeError::new_err(format!("expected bytes or a buffer, got {}", kind(buffer)));
        let view = py.import("builtins")?.call_method1("memoryview", (buffer,)).map_err(other)?;
        if view.getattr("itemsize")?.ne(1)? {
            let format = view.getattr("format")?;
            return Err(PyTypeError::new_err(format!("expected bytes, got a buffer of '{format}'")));
        }
        if view.getattr("nbytes")?.eq(0)? {
            numpy.call_method1("zeros", (0, "uint8"))?
        } else {
            let broken = |_| PyValueError::new_err("expected a contiguous buffer");
            numpy.call_method1("frombuffer", (view, "uint8")).map_err(broken)?
        }
    };
    let array = array.cast_into::<numpy::PyArray1<u8>>()?;
    array.try_readonly().map_err(|error| PyValueError::new_err(error.to_string()))
}
