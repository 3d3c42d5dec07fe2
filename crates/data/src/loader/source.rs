//! What a loader reads.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use quadbit_pack::{Decompressed, Format};

pub(super) type Stream = Box<dyn Read + Send>;

/// The number of bytes read from a file at a time.
const BUFFER: usize = 1 << 16;

/// A file or stream of records, opened when the loader gets to it.
pub struct Source {
    pub(super) name: String,
    pub(super) format: Format,
    /// The length in bytes, if it is known.
    pub(super) len: Option<u64>,
    open: Box<dyn FnOnce(Counter) -> io::Result<Stream> + Send>,
}

impl Source {
    /// A stream of any kind. The name is for messages.
    pub fn new<R: Read + Send + 'static>(
        name: &str,
        format: Format,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> Self {
        let open = move |counter| Ok(Box::new(Counted { input: open()?, counter }) as Stream);
        Self { name: name.to_owned(), format, len: None, open: Box::new(open) }
    }

    /// A file. One that is compressed with Zstandard is decompressed, as by [`Decompressed::new`].
    pub fn file(path: impl Into<PathBuf>, format: Format) -> Self {
        let path = path.into();
        let (name, len) = (path.display().to_string(), fs::metadata(&path).ok().map(|data| data.len()));
        let open = move |counter| {
            // The bytes of the file are counted, not those that they are decompressed to.
            let input = BufReader::with_capacity(BUFFER, Counted { input: File::open(&path)?, counter });
            Ok(Box::new(Decompressed::new(&path, format.is_text(), input)?) as Stream)
        };
        Self { name, format, len, open: Box::new(open) }
    }

    /// Opens it. An error of reading ends the stream, and is left in `fault`, so that what was read before is
    /// not lost.
    pub(super) fn open(self, counter: Counter, fault: Fault) -> io::Result<Stream> {
        Ok(Box::new(Guarded { input: (self.open)(counter)?, fault }))
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("format", &self.format)
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

/// The number of bytes that all sources have given.
#[derive(Clone, Debug, Default)]
pub(super) struct Counter(Arc<AtomicU64>);

impl Counter {
    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The error that has ended a stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Fault(Arc<Mutex<Option<io::Error>>>);

impl Fault {
    pub(super) fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A stream that ends at its first error.
struct Guarded {
    input: Stream,
    fault: Fault,
}

impl Read for Guarded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.input.read(buffer) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                *self.fault.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Ok(0)
            }
            read => read,
        }
    }
}

/// A stream whose bytes are counted.
struct Counted<R> {
    input: R,
    counter: Counter,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.counter.0.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
