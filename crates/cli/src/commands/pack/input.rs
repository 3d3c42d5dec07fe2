//! The input, in blocks of whole records.

mod source;
#[cfg(feature = "zstd")]
mod zstd;

use std::io::{self, Read};
use std::path::Path;

use quadbit_movegen::pgn;
use quadbit_pack::Format;

use super::kind::Kind;
use crate::failure::Failure;
use crate::file::is_stream;
use source::Source;

/// The bytes that one thread takes at a time: about two thousand positions.
const BLOCK: usize = 1 << 16;

/// The longest record in bytes: an input without record ends is read no further.
const LONGEST: usize = 1 << 24;

/// A file or standard input that is being read.
pub(super) struct Input {
    name: String,
    len: Option<u64>,
    position: source::Position,
    parts: Parts,
}

/// The method of finding blocks.
enum Parts {
    Records(RecordReader),
    Games(pgn::Reader<Source>),
}

/// A part of the input for one thread.
pub(super) enum Block {
    Records(Records),
    Games(pgn::Reader<io::Empty>),
}

/// Whole records, and at the end of the input perhaps one that is cut off.
pub(super) struct Records {
    pub(super) bytes: Vec<u8>,
    pub(super) lengths: Vec<usize>,
    /// The last bytes belong to no record.
    pub(super) is_cut: bool,
}

impl Input {
    pub(super) fn open(path: &Path, kind: Kind) -> Result<Self, Failure> {
        let name = if is_stream(path) { "standard input".to_owned() } else { path.display().to_string() };
        let opened = source::open(path, kind).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
        let parts = match kind {
            Kind::Pgn => Parts::Games(pgn::Reader::new(opened.source)),
            Kind::Records(format) => Parts::Records(RecordReader {
                source: opened.source,
                format,
                buffer: Vec::new(),
                is_end: false,
            }),
        };
        Ok(Self { name, len: opened.len, position: opened.position, parts })
    }

    /// The length in bytes, if it is known.
    pub(super) const fn len(&self) -> Option<u64> {
        self.len
    }

    /// The number of bytes of the file that have been read.
    pub(super) fn position(&self) -> u64 {
        self.position.get()
    }

    /// The next blocks, at most `most`; `None` after the last one.
    pub(super) fn blocks(&mut self, most: usize) -> Result<Option<Vec<Block>>, Failure> {
        let mut blocks = Vec::new();
        while blocks.len() < most {
            let Some(block) = self.block()? else { break };
            blocks.push(block);
        }
        Ok(if blocks.is_empty() { None } else { Some(blocks) })
    }

    fn block(&mut self) -> Result<Option<Block>, Failure> {
        let block = match &mut self.parts {
            Parts::Records(records) => records.block().map(|block| block.map(Block::Records)),
            Parts::Games(games) => games.next_block().map(|block| block.map(Block::Games)),
        };
        block.map_err(|error| Failure::Input(format!("{}: {error}", self.name)))
    }
}

/// Records whose lengths follow from their own bytes.
struct RecordReader {
    source: Source,
    format: Format,
    /// The bytes that have been read and not yet returned.
    buffer: Vec<u8>,
    is_end: bool,
}

impl RecordReader {
    fn block(&mut self) -> io::Result<Option<Records>> {
        let mut wanted = BLOCK;
        loop {
            self.fill(wanted)?;
            if self.buffer.is_empty() {
                return Ok(None);
            }
            let lengths = self.format.lengths(&self.buffer, self.is_end);
            let whole = lengths.iter().sum();
            if self.is_end || whole > 0 {
                let end = if self.is_end { self.buffer.len() } else { whole };
                let rest = self.buffer.split_off(end);
                let bytes = std::mem::replace(&mut self.buffer, rest);
                return Ok(Some(Records { is_cut: whole < bytes.len(), bytes, lengths }));
            }
            if self.buffer.len() >= LONGEST {
                return Err(io::Error::other(format!("a record is longer than {} MiB", LONGEST >> 20)));
            }
            wanted = 2 * self.buffer.len();
        }
    }

    /// Reads until the buffer has the wanted length, or to the end.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        let missing = wanted.saturating_sub(self.buffer.len()) as u64;
        let read = self.source.by_ref().take(missing).read_to_end(&mut self.buffer)? as u64;
        self.is_end |= read < missing;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{BLOCK, Block, Format, Input, Kind};

    #[test]
    fn blocks_are_whole_records_and_not_too_many() {
        let line = "8/8/8/8/8/8/8/K6k w - - 0 1\n";
        let text = line.repeat(5 * BLOCK / line.len());
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let mut input = Input::open(file.path(), Kind::Records(Format::Fen)).unwrap();
        let length = text.len() as u64;
        assert_eq!(input.len(), Some(length));
        let mut records = 0;
        while let Some(blocks) = input.blocks(2).unwrap() {
            assert!(blocks.len() <= 2, "{}", blocks.len());
            for block in blocks {
                let Block::Records(block) = block else { panic!("no games are expected") };
                assert!(block.bytes.len() <= BLOCK && !block.is_cut);
                assert_eq!(block.bytes.len(), block.lengths.iter().sum::<usize>());
                records += block.lengths.len();
            }
        }
        assert_eq!(records, text.lines().count());
        assert_eq!(input.position(), length);
    }
}
