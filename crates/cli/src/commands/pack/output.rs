//! The output, which always ends after a whole record.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use quadbit_pack::{Fields, Format, binpack};

use super::job::Done;
use crate::failure::Failure;
use crate::file::{self, is_stream};

/// The destination of the records.
pub(super) struct Output {
    name: String,
    target: file::Output,
    format: Format,
    /// Joins samples to chains, which go on from one piece to the next; unused by other formats.
    chains: binpack::Writer,
}

impl Output {
    /// Opens a file, or standard output; neither may be the input.
    pub(super) fn create(path: &Path, format: Format, input: PathBuf) -> Result<Self, Failure> {
        let name = if is_stream(path) { "standard output".to_owned() } else { path.display().to_string() };
        let create = if is_stream(path) {
            file::Output::standard(&[input])
        } else {
            file::Output::create(path, &[input])
        };
        match create {
            Ok(target) => Ok(Self { name, target, format, chains: binpack::Writer::new() }),
            Err(error) => Err(Failure::Input(format!("{name}: {error}"))),
        }
    }

    /// The name of a file that is replaced as a whole; `None` for a stream, which has the records already.
    pub(super) fn file(&self) -> Option<&str> {
        matches!(self.target, file::Output::File(_)).then_some(&self.name)
    }

    /// Appends the samples of a piece that may continue a chain to its bytes.
    pub(super) fn join(&mut self, done: &mut Done, may_drop: Fields) {
        done.write_chains(&mut self.chains, may_drop);
    }

    /// Writes whole records. If only some bytes can be written to a stream that is a regular file, it is cut back to
    /// the last whole record.
    pub(super) fn write(&mut self, records: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.target {
            file @ file::Output::File(_) => file.write_all(records),
            file::Output::Stream(file) => write_counted(file, records).map_err(|(accepted, error)| {
                let lengths = self.format.lengths(&records[..accepted], false);
                cut(file, accepted - lengths.iter().sum::<usize>());
                error
            }),
        };
        written.map_err(|error| match error.kind() {
            // The reader has enough, as in `quadbit pack .. | head`.
            ErrorKind::BrokenPipe => Failure::Stream(error),
            _ => Failure::Input(format!("{}: {error}", self.name)),
        })
    }

    /// Writes the last chain, and gives a new file its name.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let mut last = Vec::new();
        std::mem::take(&mut self.chains).finish(&mut last);
        self.write(&last)?;
        self.target.finish().map_err(|error| Failure::Input(format!("{}: {error}", self.name)))
    }
}

/// Writes all bytes. An error comes with the number of bytes that were written before it.
fn write_counted(file: &mut File, bytes: &[u8]) -> Result<(), (usize, io::Error)> {
    let mut accepted = 0;
    while accepted < bytes.len() {
        match file.write(&bytes[accepted..]) {
            Ok(0) => return Err((accepted, ErrorKind::WriteZero.into())),
            Ok(count) => accepted += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err((accepted, error)),
        }
    }
    Ok(())
}

/// Cuts the last bytes off a regular file, if that is possible. Bytes written to a pipe cannot be taken back.
fn cut(file: &File, bytes: usize) {
    if let Ok(metadata) = file.metadata()
        && metadata.is_file()
        && bytes > 0
    {
        // The first error is the one to report.
        let _ = file.set_len(metadata.len().saturating_sub(bytes as u64));
    }
}
