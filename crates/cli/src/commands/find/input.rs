//! The files that are searched, in blocks of whole games or records.

use std::io;
use std::path::Path;
use std::str::FromStr;

use quadbit_data::files::{self, Compression, Counter};
use quadbit_pack::{Block as Records, Field, Format, RecordReader};
use quadbit_pgn::Reader;
use quadbit_rule::Need;

use super::games::Job;
use crate::bar::{Bar, estimate};
use crate::failure::Failure;
use crate::file::is_stream;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pgn,
    Records(Format),
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let format = || name.parse().map(Self::Records).map_err(|error| format!("{error}, or pgn"));
        if name == "pgn" { Ok(Self::Pgn) } else { format() }
    }
}

impl Kind {
    /// The kind that a file's name ends in, before `.zst` or `.gz`; games if it tells none.
    pub(super) fn of_name(path: &Path) -> Self {
        let name = match Compression::of_name(path) {
            Compression::None => path,
            _ => Path::new(path.file_stem().unwrap_or_default()),
        };
        let ending = name.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        ending.parse().unwrap_or(Self::Pgn)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Records(format) => format.name(),
        }
    }

    /// Whether records of this kind follow each other as the positions of games do.
    pub(super) fn has_games(self) -> bool {
        match self {
            Self::Pgn => true,
            Self::Records(format) => format.has_games(),
        }
    }

    /// Whether this is known about the positions of a file.
    pub(super) fn knows(self, need: Need) -> bool {
        let Self::Records(format) = self else { return true };
        match need {
            Need::Castling => format.gives(Field::Castling),
            Need::Clocks => format.gives(Field::Clocks),
            Need::Move => format.gives(Field::Move),
            Need::Ply => format.gives(Field::Ply),
            Need::Score => format.gives(Field::Score),
            Need::Result => format.gives(Field::Result),
            Need::Game => self.has_games(),
            _ => false,
        }
    }
}

/// A file or standard input, of which a part has been read.
pub(super) struct Input {
    name: String,
    len: Option<u64>,
    counter: Counter,
    parts: Parts,
}

/// How the input is divided into blocks.
enum Parts {
    Games(Box<Reader<files::Input>>),
    Records(RecordReader<files::Input>),
}

/// A part of the input for one thread.
pub(super) enum Block {
    Games(Box<Reader<io::Empty>>),
    Records(Box<Records>),
}

impl Input {
    pub(super) fn open(path: &Path, kind: Kind, job: &Job<'_>) -> Result<Self, Failure> {
        let is_text = match kind {
            Kind::Pgn => true,
            Kind::Records(format) => format.is_text(),
        };
        let counter = Counter::default();
        let (name, len, opened) = if is_stream(path) {
            let input = files::decompress(path, is_text, counter.count(io::stdin()));
            ("standard input".to_owned(), None, input)
        } else {
            (path.display().to_string(), files::length(path), files::open(path, is_text, &counter))
        };
        let input = opened.map_err(|error| Failure::Input(format!("{name}: {error}")))?;
        let parts = match kind {
            Kind::Pgn => {
                let games = Reader::new(input).with_rule(job.rule.clone());
                Parts::Games(Box::new(if job.has_notes { games.with_match_notes() } else { games }))
            }
            Kind::Records(format) => Parts::Records(RecordReader::new(input, format)),
        };
        Ok(Self { name, len, counter, parts })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The next blocks, at most `most`; `None` after the last one.
    pub(super) fn blocks(&mut self, most: usize) -> Result<Option<Vec<Block>>, Failure> {
        let mut blocks = Vec::new();
        while blocks.len() < most {
            let block = match &mut self.parts {
                Parts::Games(games) => games.next_block().map(|block| block.map(Box::new).map(Block::Games)),
                Parts::Records(records) => {
                    records.next_block().map(|block| block.map(Box::new).map(Block::Records))
                }
            };
            match block.map_err(|error| Failure::Input(format!("{}: {error}", self.name)))? {
                Some(block) => blocks.push(block),
                None => break,
            }
        }
        Ok(if blocks.is_empty() { None } else { Some(blocks) })
    }

    /// Draws how much has been read.
    #[expect(clippy::cast_precision_loss, reason = "a share needs few digits")]
    pub(super) fn draw(&self, bar: &mut Bar) {
        let (done, elapsed) = (self.counter.get() as f64, bar.elapsed());
        let fraction = self.len.map(|len| done / len.max(1) as f64);
        bar.draw(fraction, || match fraction {
            Some(fraction) => format!("{}, {}", self.name, estimate(elapsed, fraction)),
            None => format!("{:.0} MB", done / 1e6),
        });
    }
}
