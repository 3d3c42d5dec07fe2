//! The input, in blocks of whole records.

use std::fs::File;
use std::io::{self, Read};

use super::kind::Kind;
use crate::failure::Failure;

/// How much one thread takes at a time: about two thousand positions.
const BLOCK: usize = 1 << 16;

/// The longest record, for which an input without any end is read no further.
const LONGEST: usize = 1 << 24;

/// A file or standard input, of which a part has been read.
pub(super) struct Input {
    name: String,
    source: Box<dyn Read>,
    kind: Kind,
    len: Option<u64>,
    /// What has been read and not been handed out.
    buffer: Vec<u8>,
    position: u64,
    is_end: bool,
}

/// Whole records, and perhaps the start of one that the end of the input has cut off.
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    pub(super) lengths: Vec<usize>,
    /// The last bytes belong to no record.
    pub(super) is_cut: bool,
}

impl Input {
    pub(super) fn open(path: &str, kind: Kind) -> Result<Self, Failure> {
        let (name, source, len): (_, Box<dyn Read>, _) = if path == "-" {
            ("standard input".to_owned(), Box::new(io::stdin().lock()), None)
        } else {
            let file = File::open(path).map_err(|error| Failure::Input(format!("{path}: {error}")))?;
            let len = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len());
            (path.to_owned(), Box::new(file), len)
        };
        Ok(Self { name, source, kind, len, buffer: Vec::new(), position: 0, is_end: false })
    }

    /// The length in bytes, if it is known.
    pub(super) const fn len(&self) -> Option<u64> {
        self.len
    }

    /// The number of bytes that have been read.
    pub(super) const fn position(&self) -> u64 {
        self.position
    }

    /// The next blocks, at most as many as asked for; `None` behind the last one.
    pub(super) fn blocks(&mut self, most: usize) -> Result<Option<Vec<Block>>, Failure> {
        let mut blocks = Vec::new();
        while blocks.len() < most {
            let Some(block) = self.block()? else { break };
            blocks.push(block);
        }
        Ok(if blocks.is_empty() { None } else { Some(blocks) })
    }

    fn block(&mut self) -> Result<Option<Block>, Failure> {
        let mut wanted = BLOCK;
        loop {
            self.fill(wanted)?;
            if self.buffer.is_empty() {
                return Ok(None);
            }
            let lengths = self.kind.lengths(&self.buffer, self.is_end);
            let whole = lengths.iter().sum();
            if self.is_end || whole > 0 {
                let end = if self.is_end { self.buffer.len() } else { whole };
                let rest = self.buffer.split_off(end);
                let bytes = std::mem::replace(&mut self.buffer, rest);
                return Ok(Some(Block { is_cut: whole < bytes.len(), bytes, lengths }));
            }
            if self.buffer.len() >= LONGEST {
                let Self { name, position, .. } = self;
                return Err(Failure::Input(format!("{name}: no record ends before byte {position}")));
            }
            wanted = 2 * self.buffer.len();
        }
    }

    /// Reads until the buffer is as long as wanted, or to the end.
    fn fill(&mut self, wanted: usize) -> Result<(), Failure> {
        let missing = wanted.saturating_sub(self.buffer.len()) as u64;
        let read = self.source.by_ref().take(missing).read_to_end(&mut self.buffer);
        let read = read.map_err(|error| Failure::Input(format!("{}: {error}", self.name)))? as u64;
        self.position += read;
        self.is_end |= read < missing;
        Ok(())
    }
}
