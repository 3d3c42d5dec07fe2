//! The bytes of the input, decompressed if necessary.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use flate2::bufread::MultiGzDecoder;
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

/// Opens a file, or standard input. It is decompressed if its name ends in `.zst` or `.gz`, or if it should be text
/// but begins as a file of zstd or gzip, as no text does.
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
    let mut input = BufReader::with_capacity(1 << 16, counted);
    let is_named = path.extension().is_some_and(|end| end.eq_ignore_ascii_case(OsStr::new("gz")));
    let source: Source = if is_named || kind.is_text() && input.fill_buf()?.starts_with(&GZIP) {
        Box::new(Gzip(MultiGzDecoder::new(input)))
    } else {
        Box::new(Decompressed::new(path, kind.is_text(), input)?)
    };
    Ok(Opened { source, len, position })
}

/// The first bytes of a file of gzip.
const GZIP: [u8; 3] = [0x1f, 0x8b, 8];

/// Members of gzip, whose errors say so.
struct Gzip<R>(MultiGzDecoder<R>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "gzip: the file is cut off"),
            _ => io::Error::new(error.kind(), format!("gzip: {error}")),
        })
    }
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
