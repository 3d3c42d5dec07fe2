//! The list of formats: their names, what they hold, and a reader and writer for a format chosen at run time.
//!
//! 1. `lengths` finds the ends of the records in some bytes.
//! 2. `read` makes samples of them, a block of records at a time: the formats with records of a fixed size by
//!    [`batch`](crate::batch), lines of FENs by [`fens`](crate::fens), the others one by one.
//! 3. `write` makes records of samples.
//!
//! A new format has an arm in each `match` on [`Format`]: none of them has a catch-all arm.

mod lengths;
pub(crate) mod read;
mod write;

use core::fmt;
use core::str::FromStr;

use crate::field::{Field, Fields};
use crate::movers_view::NO_SCORE;
use crate::record::Record;
use crate::{bulletformat, marlinformat, tgct};

/// A format of files of positions.
///
/// ```
/// use quadbit_movegen::Validity;
/// use quadbit_nibble::simd::Level;
/// use quadbit_pack::{Field, Fields, Format};
/// let format: Format = "marlinformat".parse()?;
/// assert_eq!(format.record_size(), Some(32));
/// assert!(format.holds(Field::Castling) && !Format::Bulletformat.holds(Field::Castling));
///
/// // From one format to another: lines of text, records.
/// let text = b"4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 5 | 1.0\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 0 | 0.5\n";
/// let (level, mut samples, mut records) = (Level::auto(), Vec::new(), Vec::new());
/// let lengths = Format::Text.lengths(text, true);
/// Format::Text.read(level, Validity::Strict, text, &lengths, |_, sample| samples.extend(sample));
/// format.write(level, Fields::NONE, &samples, &mut records, |index, error| panic!("line {index}: {error}"));
/// assert_eq!(records.len(), 2 * 32);
/// # Ok::<(), quadbit_pack::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One FEN on each line: [`fens`](crate::fens).
    Fen,
    /// Lines `FEN | score | result`: [`text`](crate::text).
    Text,
    /// Records of 32 bytes in which the side to move is always White: [`bulletformat`].
    Bulletformat,
    /// Records of 32 bytes that hold whole positions: [`marlinformat`].
    Marlinformat,
    /// Whole games, each a marlinformat record and its moves: [`viriformat`](crate::viriformat).
    Viriformat,
    /// Lichess's records of different lengths, each after a byte with its length: [`binaryfen`](crate::binaryfen).
    Binaryfen,
    /// Records of 26 bytes without clocks, score and result: [`tgct`].
    Tgct,
    /// Stockfish's games: [`binpack`](crate::binpack).
    Binpack,
    /// Stockfish's games as text: [`plain`](crate::plain).
    Plain,
    /// Stockfish's records of 40 bytes, in files `.bin`: [`packed_sfen`](crate::packed_sfen).
    Bin,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Fen,
        Self::Text,
        Self::Bulletformat,
        Self::Marlinformat,
        Self::Viriformat,
        Self::Binaryfen,
        Self::Tgct,
        Self::Binpack,
        Self::Plain,
        Self::Bin,
    ];

    /// The name: `fen`, `text`, `bulletformat`, `marlinformat`, `viriformat`, `binaryfen`, `tgct`, `binpack`,
    /// `plain` or `bin`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Text => "text",
            Self::Bulletformat => bulletformat::BulletRecord::NAME,
            Self::Marlinformat => marlinformat::MarlinRecord::NAME,
            Self::Viriformat => "viriformat",
            Self::Binaryfen => "binaryfen",
            Self::Tgct => tgct::TgctRecord::NAME,
            Self::Binpack => "binpack",
            Self::Plain => "plain",
            Self::Bin => "bin",
        }
    }

    /// A description of the format's files, half a line long, for a help text.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Fen => "A FEN a line",
            Self::Text => "Lines `FEN | cp | result`, both from white's view; results 1.0, 0.5, 0.0",
            Self::Bulletformat => "32 bytes: pieces, score and result, from the view of the side to move",
            Self::Marlinformat => "32 bytes: the whole position, score and result from white's view",
            Self::Viriformat => "Games from a position of marlinformat, with a score for each move",
            Self::Binaryfen => "Lichess's records, a byte with the length before each",
            Self::Tgct => "26 bytes: The Grand Chess Tree's position",
            Self::Binpack => "Stockfish's games, in chunks: moves, scores, plies and results",
            Self::Plain => "binpack's contents as text: lines fen, move, score, ply, result, e",
            Self::Bin => "40 bytes: Stockfish's packed sfen, with score, move, ply and result",
        }
    }

    /// Whether the format's files are text. Text never begins with the bytes of a compressed file.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Fen | Self::Text | Self::Plain)
    }

    /// Whether a record has room for a field.
    pub const fn holds(self, field: Field) -> bool {
        self.fields().has(field)
    }

    /// The fields for which a record has room.
    const fn fields(self) -> Fields {
        let rights = Fields::NONE.with(Field::Castling).with(Field::EnPassant);
        let position = rights.with(Field::Clocks);
        let labels = Fields::NONE.with(Field::Score).with(Field::Result);
        match self {
            Self::Fen | Self::Binaryfen => position,
            Self::Text => position.union(labels),
            Self::Bulletformat => labels.with(Field::Extra),
            Self::Marlinformat | Self::Viriformat => position.union(labels).with(Field::Extra),
            Self::Tgct => rights,
            Self::Binpack | Self::Plain | Self::Bin => {
                position.union(labels).with(Field::Move).with(Field::Ply)
            }
        }
    }

    /// The score, from the view of the side to move, that stands for "no score" in records of this format; `None` if
    /// the format has no such number.
    pub const fn no_score(self) -> Option<i16> {
        match self {
            Self::Binpack | Self::Plain | Self::Bin => Some(NO_SCORE),
            _ => None,
        }
    }
}

/// Writes the name.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that is not the name of a [`Format`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatError;

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, format) in Format::ALL.into_iter().enumerate() {
            let before = match n {
                0 => "expected ",
                _ if n + 1 == Format::ALL.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}{format}")?;
        }
        Ok(())
    }
}

impl core::error::Error for FormatError {}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.name() == s).ok_or(FormatError)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::{Format, FormatError};

    #[test]
    fn names_come_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert!(FormatError.to_string().contains(format.name()));
        }
        assert_eq!("FEN".parse::<Format>(), Err(FormatError));
    }
}
