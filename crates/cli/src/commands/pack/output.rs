//! The output, which always ends after a whole record.
//!
//! 1. [`Output::join`] joins samples to chains, and [`Output::write`] writes records, or gives them to an
//!    [`Arrangement`].
//! 2. [`Output::finish`] writes the last chain, what has been arranged, and gives new files their names.
//!
//! Arranged records are written only after the whole input has been read, and only if all were good or with
//! `--keep-going`.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use quadbit_data::files::Compression;
use quadbit_pack::{Fields, Format, binpack};

use super::job::Done;
use super::order::Arrangement;
use crate::failure::Failure;
use crate::file::{self, is_stream};

/// The destination of the records.
pub(super) struct Output {
    format: Format,
    /// Joins samples to chains, which go on from one piece to the next; unused by other formats.
    chains: binpack::Writer,
    arrangement: Option<Arrangement>,
    files: Files,
}

impl Output {
    /// An output of `format`, whose records are put into order if there is an `arrangement`.
    pub(super) fn new(format: Format, files: Files, arrangement: Option<Arrangement>) -> Self {
        Self { format, chains: writer(arrangement.is_some()), arrangement, files }
    }

    /// The name of the output if nothing is written when a record is refused; `None` for a stream that has got records
    /// already, because they are not arranged.
    pub(super) fn file(&self) -> Option<String> {
        let is_kept = self.arrangement.is_some() || matches!(self.files.target, Some(file::Output::File(_)));
        is_kept.then(|| self.files.name())
    }

    /// Ends the last chain of the previous input, and begins the records of the next one.
    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        self.end_chain()?;
        self.arrangement.iter_mut().for_each(Arrangement::begin);
        Ok(())
    }

    /// Joins the samples of `done` that may continue a chain to the chains so far, and appends the chunks that are
    /// complete to `done.bytes`.
    pub(super) fn join(&mut self, done: &mut Done, may_drop: Fields) {
        done.write_chains(&mut self.chains, may_drop);
    }

    /// Writes whole records, or gives them to the arrangement if there is one.
    pub(super) fn write(&mut self, records: &[u8]) -> Result<(), Failure> {
        let Some(arrangement) = &mut self.arrangement else {
            return self.files.write(records, self.format);
        };
        let mut rest = records;
        for length in self.format.lengths(records, true) {
            let record;
            (record, rest) = rest.split_at(length);
            let pushed = arrangement.push(record);
            pushed.map_err(|error| Failure::Input(format!("temporary file: {error}")))?;
        }
        Ok(())
    }

    /// Writes the last chain and what has been arranged, and gives new files their names.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.end_chain()?;
        let Self { format, arrangement, mut files, .. } = self;
        if let Some(arrangement) = arrangement {
            let mut waiting = Waiting { format, bytes: Vec::new() };
            arrangement.finish(|record| {
                if files.is_full() {
                    waiting.write(&mut files)?;
                    files.open_next()?;
                }
                files.count += 1;
                waiting.bytes.extend(waiting.content(record));
                if waiting.bytes.len() < WAITING { Ok(()) } else { waiting.write(&mut files) }
            })?;
            waiting.write(&mut files)?;
        }
        files.finish()
    }

    fn end_chain(&mut self) -> Result<(), Failure> {
        let mut last = Vec::new();
        std::mem::replace(&mut self.chains, writer(self.arrangement.is_some())).finish(&mut last);
        self.write(&last)
    }
}

/// A writer of chunks of the usual size. If chains are to be arranged, each chain becomes a chunk of its own.
fn writer(is_arranged: bool) -> binpack::Writer {
    if is_arranged { binpack::Writer::with_chunks_of(1) } else { binpack::Writer::new() }
}

/// The number of bytes that are collected before they are written; for binpack, that is the size of a chunk.
const WAITING: usize = 1 << 20;

/// Records that wait to be written together, [`WAITING`] bytes or more.
struct Waiting {
    format: Format,
    bytes: Vec<u8>,
}

impl Waiting {
    /// The bytes of a record that are kept: of a chunk, its only chain.
    fn content<'a>(&self, record: &'a [u8]) -> &'a [u8] {
        let chunk = binpack::chunk(record).filter(|_| self.format == Format::Binpack);
        chunk.map_or(record, |(chain, _)| chain)
    }

    /// Writes the records that wait; chains of binpack become one chunk.
    fn write(&mut self, files: &mut Files) -> Result<(), Failure> {
        let mut bytes = std::mem::take(&mut self.bytes);
        if self.format == Format::Binpack && !bytes.is_empty() {
            bytes = binpack::chunk_of(&bytes);
        }
        files.write(&bytes, self.format)
    }
}

/// The file, standard output, or the numbered files that records go to. None may be one of the inputs.
pub(super) struct Files {
    path: PathBuf,
    inputs: Vec<PathBuf>,
    /// The most records of a file; `None` if all records go to one file.
    split: Option<NonZero<u64>>,
    target: Option<file::Output>,
    /// The number of records of all files so far.
    count: u64,
}

impl Files {
    /// Opens the file, or standard output; with `split` the first file is opened when there is a record for it.
    pub(super) fn open(
        path: &Path,
        inputs: Vec<PathBuf>,
        split: Option<NonZero<u64>>,
    ) -> Result<Self, Failure> {
        let mut files = Self { path: path.to_owned(), inputs, split, target: None, count: 0 };
        match split {
            Some(_) if is_stream(path) => {
                Err(Failure::Input("--split: standard output is one file; name OUT".to_owned()))
            }
            Some(_) => Ok(files),
            None => files.open_next().map(|()| files),
        }
    }

    /// Whether the next record belongs to another file.
    fn is_full(&self) -> bool {
        self.split.is_some_and(|most| self.count.is_multiple_of(most.get()))
    }

    /// The path of the present file: `OUT`, or `OUT` with a number from 1 before its ending, such as `.epd` or
    /// `.epd.zst`.
    fn path(&self) -> PathBuf {
        let Some(most) = self.split else { return self.path.clone() };
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let dot = |name: &str| name.rfind('.').unwrap_or(name.len());
        let is_plain = Compression::of_name(&self.path) == Compression::None;
        let end = if is_plain { dot(&name) } else { dot(&name[..dot(&name)]) };
        let (stem, ending) = name.split_at(end);
        self.path.with_file_name(format!("{stem}-{:06}{ending}", self.count / most + 1))
    }

    fn name(&self) -> String {
        if is_stream(&self.path) { "standard output".to_owned() } else { self.path().display().to_string() }
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Input(format!("{}: {error}", self.name()))
    }

    /// Gives the previous file its final name, and opens the next file.
    fn open_next(&mut self) -> Result<(), Failure> {
        let closed = self.target.take().map_or(Ok(()), file::Output::finish);
        let path = self.path();
        let open = closed.and_then(|()| {
            if is_stream(&path) {
                file::Output::standard(&self.inputs)
            } else {
                file::Output::create(&path, &self.inputs)
            }
        });
        self.target = Some(open.map_err(|error| self.failed(&error))?);
        Ok(())
    }

    /// Writes whole records. If only some bytes can be written to a stream that is a regular file, it is cut back to
    /// the last whole record.
    fn write(&mut self, records: &[u8], format: Format) -> Result<(), Failure> {
        let written = match &mut self.target {
            None => Ok(()),
            Some(file @ file::Output::File(_)) => file.write_all(records),
            Some(file::Output::Stream(file)) => write_counted(file, records).map_err(|(accepted, error)| {
                let lengths = format.lengths(&records[..accepted], false);
                cut(file, accepted - lengths.iter().sum::<usize>());
                error
            }),
        };
        written.map_err(|error| match error.kind() {
            // The reader has enough, as in `quadbit pack .. | head`, which is not reported as an error.
            ErrorKind::BrokenPipe => Failure::Stream(error),
            _ => self.failed(&error),
        })
    }

    fn finish(mut self) -> Result<(), Failure> {
        let finished = self.target.take().map_or(Ok(()), file::Output::finish);
        finished.map_err(|error| self.failed(&error))
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
