//! The input of `pack` and `find`, a file or standard input, in blocks of whole records or games.

use std::io;
use std::path::Path;

use quadbit_data::files::{self, ByteCounter};
use quadbit_pack::{Block as Records, RecordReader};
use quadbit_pgn as pgn;

use super::kind::Kind;
use crate::bar::{Bar, estimate};
use crate::failure::Failure;
use crate::file::is_stream;

/// A file or standard input, of which a part has been read.
pub(crate) struct Input {
    name: String,
    len: Option<u64>,
    counter: ByteCounter,
    parts: Parts,
}

/// How the input is divided into blocks: as records, or as games.
enum Parts {
    Records(RecordReader<files::Input>),
    /// The number of blocks that have been read, and the reader.
    Games(u64, Box<Games>),
}

/// A reader of the games of an input.
pub(crate) type Games = pgn::Reader<files::Input>;

/// A part of the input for one thread.
pub(crate) enum Block {
    Records(Box<Records>),
    /// The number of blocks before, and the games, which are numbered from 0 in each block.
    Games(u64, Box<pgn::Reader<io::Empty>>),
}

impl Input {
    /// Opens the file `path`, or standard input, as input of the kind `kind`. If that is games, `with` sets their
    /// reader up.
    pub(crate) fn open(path: &Path, kind: Kind, with: impl FnOnce(Games) -> Games) -> Result<Self, Failure> {
        let counter = ByteCounter::default();
        let (name, len, opened) = if is_stream(path) {
            let input = files::decompress(path, kind.is_text(), counter.count(io::stdin()));
            ("standard input".to_owned(), None, input)
        } else {
            let input = files::open(path, kind.is_text(), &counter);
            (path.display().to_string(), files::length(path), input)
        };
        let input = opened.map_err(|error| Failure::Input(format!("{name}: {error}")))?;
        let parts = match kind {
            Kind::Pgn => Parts::Games(0, Box::new(with(pgn::Reader::new(input)))),
            Kind::Records(format) => Parts::Records(RecordReader::new(input, format)),
        };
        Ok(Self { name, len, counter, parts })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Draws the progress: a bar and an estimate if the length is known, otherwise the megabytes so far.
    #[expect(clippy::cast_precision_loss, reason = "a share needs few digits")]
    pub(crate) fn draw(&self, bar: &mut Bar) {
        let (done, elapsed) = (self.counter.get() as f64, bar.elapsed());
        let speed = done / 1e6 / elapsed.as_secs_f64();
        match self.len {
            Some(len) => {
                let fraction = done / len.max(1) as f64;
                bar.draw(Some(fraction), || format!("{speed:.0} MB/s, {}", estimate(elapsed, fraction)));
            }
            None => bar.draw(None, || format!("{:.0} MB  {speed:.0} MB/s", done / 1e6)),
        }
    }
}

/// The blocks of the input.
impl Iterator for Input {
    type Item = Result<Block, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = match &mut self.parts {
            Parts::Records(records) => {
                records.next_block().map(|block| block.map(|block| Block::Records(Box::new(block))))
            }
            Parts::Games(number, games) => {
                *number += 1;
                games.next_block().map(|block| block.map(|block| Block::Games(*number - 1, Box::new(block))))
            }
        };
        block.map_err(|error| Failure::Input(format!("{}: {error}", self.name))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use quadbit_pack::Format;

    use super::{Block, Input, Kind};

    /// The most bytes that a block of short records has.
    const BLOCK: usize = 1 << 16;

    #[test]
    fn blocks_are_whole_records_and_not_too_long() {
        let line = "8/8/8/8/8/8/8/K6k w - - 0 1\n";
        let text = line.repeat(5 * BLOCK / line.len());
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let mut input = Input::open(file.path(), Kind::Records(Format::Fen), |games| games).unwrap();
        let length = text.len() as u64;
        assert_eq!(input.len, Some(length));
        let mut records = 0;
        for block in input.by_ref() {
            let Ok(Block::Records(block)) = block else { panic!("records are expected") };
            assert!(block.iter().map(<[u8]>::len).sum::<usize>() <= BLOCK && !block.is_cut());
            records += block.iter().count();
        }
        assert_eq!(records, text.lines().count());
        assert_eq!(input.counter.get(), length);
    }
}
