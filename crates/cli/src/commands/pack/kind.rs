//! The kinds of files, chosen by name.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use quadbit_pack::Format;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Records of positions.
    Records(Format),
    /// Games, which can be read only.
    Pgn,
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        const KINDS: [Kind; Format::ALL.len() + 1] = {
            let mut kinds = [Kind::Pgn; Format::ALL.len() + 1];
            let mut n = 0;
            while n < Format::ALL.len() {
                kinds[n] = Kind::Records(Format::ALL[n]);
                n += 1;
            }
            kinds
        };
        &KINDS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Records(format) => PossibleValue::new(format.name()).help(format.description()),
            Self::Pgn => PossibleValue::new("pgn")
                .help("Games (input only): the position before each move, with the result of the game"),
        })
    }
}

impl Kind {
    /// Whether this is text. Text never begins with the bytes of a compressed file.
    pub(super) const fn is_text(self) -> bool {
        match self {
            Self::Records(format) => format.is_text(),
            Self::Pgn => true,
        }
    }
}
