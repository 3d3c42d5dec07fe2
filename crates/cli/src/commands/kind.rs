//! The kinds of files, chosen by name.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use quadbit_data::files::Compression;
use quadbit_nibble::const_array;
use quadbit_pack::{Field, Format};

/// A kind of file, by the name that `--from` and `--to` have for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Records of positions.
    Records(Format),
    /// Games of PGN, which can be read only.
    Pgn,
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        const KINDS: [Kind; Format::ALL.len() + 1] = const_array!(Format::ALL.len() + 1, |n| {
            if n < Format::ALL.len() { Kind::Records(Format::ALL[n]) } else { Kind::Pgn }
        });
        &KINDS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Records(format) => PossibleValue::new(self.name()).help(format.description()),
            Self::Pgn => PossibleValue::new(self.name())
                .help("Games (input only): the position before each move, with its `[%eval]` and the result of the game"),
        })
    }
}

impl Kind {
    /// The kind that a file's name ends in, before `.zst` or `.gz`; games if it ends in no kind.
    pub(crate) fn of_name(path: &Path) -> Self {
        let name = match Compression::of_name(path) {
            Compression::None => path,
            _ => Path::new(path.file_stem().unwrap_or_default()),
        };
        let ending = name.extension().unwrap_or_default().to_string_lossy();
        Self::from_str(&ending, true).unwrap_or(Self::Pgn)
    }

    /// The format of records; `None` for games.
    fn format(self) -> Option<Format> {
        match self {
            Self::Records(format) => Some(format),
            Self::Pgn => None,
        }
    }

    /// Whether samples of this kind can be asked about `field`.
    pub(crate) fn gives(self, field: Field) -> bool {
        self.format().map_or(field != Field::Extra, |format| format.gives(field))
    }

    /// Whether a record of this kind is a game or a chunk, so that it may have more than one entry.
    pub(crate) fn has_entries(self) -> bool {
        self.format().is_none_or(Format::has_games)
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        self.format().map_or("pgn", Format::name)
    }

    /// Whether this is text, which never begins with the bytes of a compressed file.
    pub(crate) fn is_text(self) -> bool {
        self.format().is_none_or(Format::is_text)
    }
}
