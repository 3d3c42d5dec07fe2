//! Where the bytes of the games come from.
//!
//! 1. [`open`] takes a path, an open file of Python, or a buffer, and makes a stream of it; several become a [`Chain`].
//! 2. The first bytes show the compression; then a thread of its own decompresses some blocks ahead
//!    ([`Ahead`]).
//! 3. The games' reader takes bytes from the stream. An exception of Python goes through the stream as an error, and
//!    comes out again as that exception ([`failure`]).
//!
//! A thread asks for the GIL only while it reads from an object of Python.

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIsADirectoryError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use quadbit_data::files::Compression;

use crate::lines::bytes_of;
use crate::numbers::kind;
use crate::work::{PATIENCE, check_signals};

/// A stream of bytes. A `Stream` is decompressed if it was compressed; a `File` is read as it is.
pub(crate) enum Source {
    /// A file whose bytes can be read from any position.
    File(File),
    Stream(Box<dyn Read + Send>),
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Stream(stream) => stream.read(buffer),
        }
    }
}

impl Seek for Source {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(place),
            Self::Stream(_) => Err(io::ErrorKind::NotSeekable.into()),
        }
    }
}

/// The number of bytes that are taken from Python, or decompressed, at a time.
const BLOCK: usize = 1 << 18;

/// The number of blocks that a thread reads or decompresses ahead.
const AHEAD: usize = 4;

/// Opens a path, an open file of Python, or a buffer; a list, a folder or a pattern becomes one stream with a blank
/// line between its files. Returns also whether its reader may have to wait for bytes: those of a pipe or of an open
/// file.
///
/// # Errors
/// `OSError` if a file cannot be opened or read, `TypeError` for other objects.
pub(crate) fn open(source: &Bound<'_, PyAny>) -> PyResult<(Source, bool)> {
    let py = source.py();
    let arguments = (source, "source", ["pgn"]);
    let sources = py.import("quadbit._files")?.call_method1("expanded", arguments)?;
    let sources: Vec<Bound<'_, PyAny>> = sources.extract()?;
    let opened = sources.iter().map(open_one).collect::<PyResult<Vec<_>>>()?;
    let (mut waiting, may_wait): (Vec<Opening>, Vec<bool>) = opened.into_iter().unzip();
    waiting.reverse();
    let first = waiting.pop().map_or_else(|| Ok(Box::new(io::empty()) as _), |open| py.detach(open));
    let stream = Chain { waiting, stream: first.map_err(failure)? };
    Ok((Source::Stream(Box::new(stream)), may_wait.contains(&true)))
}

/// A function that opens a source when it is called.
type Opening = Box<dyn FnOnce() -> io::Result<Box<dyn Read + Send>> + Send>;

/// Returns a function that opens `source`, and whether its reader may have to wait for bytes.
fn open_one(source: &Bound<'_, PyAny>) -> PyResult<(Opening, bool)> {
    let py = source.py();
    if is_path(source)? {
        let path: PathBuf = source.extract()?;
        // A file can be read without waiting. A pipe may keep its reader waiting for ever, even when it is opened.
        let may_wait = py.detach(|| fs::metadata(&path)).is_ok_and(|data| !data.is_file() && !data.is_dir());
        let open = move || -> io::Result<Box<dyn Read + Send>> {
            decompressed(if may_wait { ahead(|| File::open(path))? } else { Box::new(file(&path)?) })
        };
        return Ok((Box::new(open), may_wait));
    }
    let (bytes, may_wait): (Box<dyn Read + Send>, bool) = if let Ok(bytes) = source.cast::<PyBytes>() {
        // Bytes do not change, so threads can read them without the GIL.
        (Box::new(Cursor::new(PyBackedBytes::from(bytes.clone()))), false)
    } else if let Ok(bytes) = bytes_of(source) {
        (Box::new(Buffer { array: (*bytes).clone().unbind(), at: 0 }), false)
    } else if source.hasattr("read")? {
        (Box::new(Stream(source.clone().unbind())), true)
    } else {
        let expected = "a path, a file opened for reading bytes, bytes or a buffer";
        return Err(PyTypeError::new_err(format!("source: expected {expected}, got {}", kind(source))));
    };
    Ok((Box::new(move || decompressed(bytes)), may_wait))
}

/// Streams one after the other, with a blank line between. Each is opened when those before it are at their ends.
struct Chain {
    stream: Box<dyn Read + Send>,
    /// The streams that are not open yet, the last one first.
    waiting: Vec<Opening>,
}

impl Read for Chain {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.stream.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(open) = self.waiting.pop() else { return Ok(0) };
            self.stream = Box::new((&b"\n\n"[..]).chain(open()?));
        }
    }
}

/// Opens a path, without decompressing it.
///
/// # Errors
/// `OSError` if the file cannot be opened, `TypeError` for other objects.
pub(super) fn open_file(source: &Bound<'_, PyAny>) -> PyResult<Source> {
    if !is_path(source)? {
        let kind = kind(source);
        return Err(PyTypeError::new_err(format!("source: expected a path with start and end, got {kind}")));
    }
    let path: PathBuf = source.extract()?;
    source.py().detach(|| file(&path)).map(Source::File).map_err(failure)
}

fn is_path(source: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(source.is_instance_of::<PyString>() || source.hasattr("__fspath__")?)
}

/// Opens the file at a path. An error is a Python exception that names the path, like those of Python's `open`.
fn file(path: &Path) -> io::Result<File> {
    let failure = |error: io::Error| {
        PyOSError::new_err((error.raw_os_error(), error.to_string(), path.display().to_string()))
    };
    let file = File::open(path).map_err(failure)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(PyIsADirectoryError::new_err(format!("{}: is a directory", path.display())).into());
    }
    Ok(file)
}

/// Converts the error of a source that cannot be read to an exception: if it came from Python, the original one, else
/// an `OSError`.
pub(crate) fn failure(error: io::Error) -> PyErr {
    if error.get_ref().and_then(|inner| inner.downcast_ref::<PyErr>()).is_some() {
        return error.into();
    }
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, error.to_string())),
        None => PyOSError::new_err(error.to_string()),
    }
}

/// Returns the bytes of `source` as they are, or decompressed by a thread of its own.
fn decompressed(mut source: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut first = Vec::new();
    source.by_ref().take(Compression::SIGNATURE).read_to_end(&mut first)?;
    let compression = Compression::of_text(&first);
    let whole = Cursor::new(first).chain(source);
    if compression == Compression::None {
        return Ok(Box::new(whole));
    }
    let decoded = compression.decode(BufReader::with_capacity(BLOCK, whole))?;
    ahead(|| Ok(decoded))
}

/// A stream that a thread reads ahead. The thread ends with its source, or when it has a block for a stream that was
/// dropped.
struct Ahead {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Cursor<Vec<u8>>,
}

/// Starts a thread that opens a source and reads ahead from it, and returns what it reads as a stream.
fn ahead<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let (sender, blocks) = sync_channel(AHEAD);
    thread::Builder::new().name("quadbit decompress".into()).spawn(move || {
        let mut source = match open() {
            Ok(source) => source,
            Err(error) => return drop(sender.send(Err(error))),
        };
        loop {
            let mut block = Vec::with_capacity(BLOCK);
            let read = source.by_ref().take(BLOCK as u64).read_to_end(&mut block);
            let is_end = block.is_empty() || read.is_err();
            // Sends what was read before the error first.
            let is_over = !block.is_empty() && sender.send(Ok(block)).is_err();
            if let Err(error) = read {
                // If sending fails, the reader is gone and the error is of no use.
                let _ = sender.send(Err(error));
            }
            if is_end || is_over {
                break;
            }
        }
    })?;
    Ok(Box::new(Ahead { blocks, block: Cursor::default() }))
}

impl Read for Ahead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.block.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.blocks.recv_timeout(PATIENCE) {
                Ok(block) => self.block = Cursor::new(block?),
                Err(RecvTimeoutError::Timeout) => check_signals()?,
                // The thread has read the whole stream and ended.
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

/// A stream that reads from an open file of Python.
struct Stream(Py<PyAny>);

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        attached(|py| {
            let read = self.0.bind(py).call_method1("read", (buffer.len().min(BLOCK),))?;
            let Ok(bytes) = read.cast::<PyBytes>() else {
                let found = kind(&read);
                return Err(PyTypeError::new_err(format!(
                    "source: expected a file that gives bytes, got {found}; open it with mode 'rb'"
                )));
            };
            let bytes = bytes.as_bytes();
            let Some(part) = buffer.get_mut(..bytes.len()) else {
                return Err(PyOSError::new_err("source: the file gives more bytes than were asked for"));
            };
            part.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// A stream that reads from a buffer of Python.
struct Buffer {
    array: Py<PyArray1<u8>>,
    at: usize,
}

impl Read for Buffer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        attached(|py| {
            let array = self.array.bind(py).try_readonly()?;
            let bytes = array.as_slice()?;
            let rest = bytes.get(self.at..).unwrap_or_default();
            let length = rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&rest[..length]);
            self.at += length;
            Ok(length)
        })
    }
}

/// Calls `work` with the GIL. It is an error if Python is about to exit, which may happen on a thread that reads ahead.
fn attached(work: impl FnOnce(Python<'_>) -> PyResult<usize>) -> io::Result<usize> {
    let worked = Python::try_attach(work).ok_or_else(|| io::Error::other("Python exits"))?;
    worked.map_err(io::Error::from)
}
