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
    /// The kind that a file's name ends in, before `.zst` or `.gz`; games if it tells none.
    pub(crate) fn of_name(path: &Path) -> Self {
        let name = match Compression::of_name(path) {
            Compression::None => path,
            _ => Path::new(path.file_stem().unwrap_or_default()),
        };
        let ending = name.extension().unwrap_or_default().to_string_lossy();
        Self::from_str(&ending, true).unwrap_or(Self::Pgn)
    }

    /// Whether samples of this kind can be asked about `field`.
    pub(crate) const fn gives(self, field: Field) -> bool {
        match self {
            Self::Records(format) => format.gives(field),
            Self::Pgn => !matches!(field, Field::Extra),
        }
    }

    /// Whether a record may have more than one entry: a game or a chunk.
    pub(crate) const fn has_entries(self) -> bool {
        match self {
            Self::Records(format) => format.has_games(),
            Self::Pgn => true,
        }
    }

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Records(format) => format.name(),
            Self::Pgn => "pgn",
        }
    }

    /// Whether this is text, which never begins with the bytes of a compressed file.
    pub(crate) const fn is_text(self) -> bool {
        match self {
            Self::Records(format) => format.is_text(),
            Self::Pgn => true,
        }
    }
}
