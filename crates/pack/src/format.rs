//! The list of formats: their names, what they hold, and a reader and writer for a format chosen at run time.

#[cfg(feature = "alloc")]
pub(crate) mod blocks;
#[cfg(feature = "alloc")]
mod error;
#[cfg(feature = "alloc")]
mod lines;
#[cfg(feature = "alloc")]
mod records;

use core::fmt;
use core::str::FromStr;

use crate::field::Field;
use crate::record::Record;
use crate::{bulletformat, marlinformat, packed_sfen, tgct};

#[cfg(feature = "alloc")]
pub use error::ReadError;

/// A format of files of positions.
///
/// ```
/// use quadbit_movegen::Validity;
/// use quadbit_pack::{Field, Fields, Format};
/// let format: Format = "marlinformat".parse()?;
/// assert_eq!(format.record_size(), Some(32));
/// assert!(format.holds(Field::Castling) && !Format::Bulletformat.holds(Field::Castling));
///
/// // From one format to another: a line of text, a record.
/// let line = b"4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 5 | 1.0\n";
/// let mut bytes = Vec::new();
/// Format::Text.read(line, Validity::Strict, |sample| format.write(&sample, Fields::NONE, &mut bytes).unwrap())?;
/// assert_eq!(bytes.len(), 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A FEN a line.
    Fen,
    /// Lines `FEN | score | result`: [`text`](crate::text).
    Text,
    /// 32 bytes, white to move: [`bulletformat`].
    Bulletformat,
    /// 32 bytes, a whole position: [`marlinformat`].
    Marlinformat,
    /// Games: [`viriformat`](crate::viriformat).
    Viriformat,
    /// Lichess's records, a byte with the length before each: [`binaryfen`](crate::binaryfen).
    Binaryfen,
    /// 26 bytes: [`tgct`].
    Tgct,
    /// Stockfish's games: [`binpack`](crate::binpack).
    Binpack,
    /// Stockfish's games as text: [`plain`](crate::plain).
    Plain,
    /// 40 bytes, an entry of Stockfish: [`packed_sfen`].
    Bin,
}

impl Format {
    /// All of them.
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
            Self::Bulletformat => bulletformat::Board::NAME,
            Self::Marlinformat => marlinformat::Board::NAME,
            Self::Viriformat => "viriformat",
            Self::Binaryfen => "binaryfen",
            Self::Tgct => tgct::Board::NAME,
            Self::Binpack => "binpack",
            Self::Plain => "plain",
            Self::Bin => "bin",
        }
    }

    /// A description of its files, half a line long.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Fen => "A FEN a line",
            Self::Text => "Lines `FEN | cp | result`, both from white's view; results 1.0, 0.5, 0.0",
            Self::Bulletformat => "32 bytes: pieces, score and result, from the mover's view",
            Self::Marlinformat => "32 bytes: the whole position, score and result from white's view",
            Self::Viriformat => "Games from a position of marlinformat, with a score for each move",
            Self::Binaryfen => "Lichess's records, a byte with the length before each",
            Self::Tgct => "26 bytes: The Grand Chess Tree's position",
            Self::Binpack => "Stockfish's games, in chunks: moves, scores, plies and results",
            Self::Plain => "Stockfish's text of the same: lines fen, move, score, ply, result, e",
            Self::Bin => "40 bytes: Stockfish's packed sfen, with score, move, ply and result",
        }
    }

    /// Whether its files are text. Text never begins with the bytes of a compressed file.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Fen | Self::Text | Self::Plain)
    }

    /// Whether a record has room for a field.
    pub const fn holds(self, field: Field) -> bool {
        match field {
            Field::Castling | Field::EnPassant => !matches!(self, Self::Bulletformat),
            Field::Clocks => !matches!(self, Self::Bulletformat | Self::Tgct),
            Field::Score | Field::Result => !matches!(self, Self::Fen | Self::Binaryfen | Self::Tgct),
            Field::Move | Field::Ply => matches!(self, Self::Binpack | Self::Plain | Self::Bin),
            Field::Extra => matches!(self, Self::Bulletformat | Self::Marlinformat | Self::Viriformat),
        }
    }

    /// The number of bytes of every record; `None` if records differ.
    pub const fn record_size(self) -> Option<usize> {
        match self {
            Self::Bulletformat => Some(bulletformat::Board::SIZE),
            Self::Marlinformat => Some(marlinformat::Board::SIZE),
            Self::Tgct => Some(tgct::Board::SIZE),
            Self::Bin => Some(packed_sfen::SIZE),
            _ => None,
        }
    }
}

/// Prints the name.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that is not the name of a [`Format`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFormatError;

impl fmt::Display for ParseFormatError {
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

impl core::error::Error for ParseFormatError {}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.name() == s).ok_or(ParseFormatError)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::{Format, ParseFormatError};

    #[test]
    fn names_come_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert!(ParseFormatError.to_string().contains(format.name()));
        }
        assert_eq!("FEN".parse::<Format>(), Err(ParseFormatError));
    }
}
