//! What a loader reads.
//!
//! A [`Source`] is opened only when the loader gets to it. If reading or decompressing a stream fails, [`Guarded`]
//! reports its end in place of the error, so that the records before the fault are decoded as usual. The loader then
//! asks the [`Fault`] for the error.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::fmt;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use quadbit_pack::Format;

use crate::chain_index::{self, Lengths};
use crate::files::{self, ByteCounter, Input};

/// A file or stream of records, with its format and a name. It is opened when the loader gets to it.
pub struct Source {
    pub(super) name: String,
    pub(super) format: Format,
    /// The length of the source in bytes, as it is stored, if it is known.
    pub(super) len: Option<u64>,
    /// The path of a file; next to it there may be an index of its chains.
    path: Option<PathBuf>,
    /// Opens the source at a byte of its decompressed stream.
    open: Box<dyn FnOnce(ByteCounter, u64) -> io::Result<Input> + Send>,
}

impl Source {
    /// A stream of any kind, of records in `format`, which `open` opens when the loader gets to it. `name` is for
    /// messages.
    pub fn new<R: Read + Send + 'static>(
        name: &str,
        format: Format,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> Self {
        let open = move |counter: ByteCounter, offset| {
            let mut input = counter.count(open()?);
            files::pass(&mut input, offset)?;
            Ok(Box::new(input) as Input)
        };
        Self { name: name.to_owned(), format, len: None, path: None, open: Box::new(open) }
    }

    /// The file at `path`, of records in `format`. It may be compressed: see [`files`].
    pub fn file(path: impl Into<PathBuf>, format: Format) -> Self {
        let path = path.into();
        let (name, len) = (path.display().to_string(), files::length(&path));
        let indexed = Some(path.clone());
        let open =
            move |counter: ByteCounter, offset| files::open_at(&path, format.is_text(), &counter, offset);
        Self { name, format, len, path: indexed, open: Box::new(open) }
    }

    /// The lengths of the chains of a binpack file by its index; none without an index. An error for any other format,
    /// and for an index that does not fit the file.
    pub(super) fn chains(&self) -> io::Result<Lengths> {
        if self.format != Format::Binpack {
            let text = format!("only binpack has games to pass over, not {}", self.format);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        self.path.as_ref().map_or(Ok(Lengths::default()), |path| chain_index::read(path))
    }

    /// Opens the source at the byte `offset` of its decompressed stream. `counter` counts the bytes as they are stored.
    /// An error of reading ends the stream, and is left in `fault`, so that what was read before is not lost.
    pub(super) fn open(self, counter: ByteCounter, fault: Fault, offset: u64) -> io::Result<Input> {
        Ok(Box::new(Guarded { input: (self.open)(counter, offset)?, fault }))
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

/// The error that has ended a stream, if one has. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Fault(Arc<Mutex<Option<io::Error>>>);

impl Fault {
    pub(super) fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A stream that ends at its first error.
struct Guarded {
    input: Input,
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
