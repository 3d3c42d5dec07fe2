//! The bytes of the input, decompressed if necessary.

use std::cell::Cell;
use std::fs::{File, Metadata};
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use quadbit_pack::Decompressed;

use crate::commands::pack::kind::Kind;
use crate::file::is_stream;

/// The decompressed bytes.
pub(super) type Source = Box<dyn Read>;

/// An input that has been opened.
pub(super) struct Opened {
    pub(super) source: Source,
    /// The length in bytes, if it is known.
    pub(super) len: Option<u64>,
    pub(super) position: Position,
}

/// The number of bytes that have been read.
#[derive(Clone, Default)]
pub(super) struct Position(Rc<Cell<u64>>);

impl Position {
    pub(super) fn get(&self) -> u64 {
        self.0.get()
    }
}

/// Opens a file, or standard input. It is decompressed if its name ends in `.zst`, or if it should be text
/// but begins with the bytes of a zstd frame, which no text does.
pub(super) fn open(path: &Path, kind: Kind) -> io::Result<Opened> {
    let (source, len): (Source, _) = if is_stream(path) {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(path)?;
        let len = file.metadata().ok().filter(Metadata::is_file).map(|metadata| metadata.len());
        (Box::new(file), len)
    };
    let position = Position::default();
    let counted = Counted { source, position: position.clone() };
    let source = Decompressed::new(path, kind.is_text(), BufReader::with_capacity(1 << 16, counted))?;
    Ok(Opened { source: Box::new(source), len, position })
}

/// A source that counts its bytes.
struct Counted {
    source: Source,
    position: Position,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.position.0.set(self.position.get() + read as u64);
        Ok(read)
    }
}
