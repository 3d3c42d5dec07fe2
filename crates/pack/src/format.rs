//! The list of formats: their names, what they hold, and a reader and writer for a format chosen at run time.
//!
//! 1. [`Format::lengths`] finds the ends of the records in some bytes.
//! 2. `read` makes samples of them, a block of records at a time.
//! 3. `write` makes records of samples.
//!
//! What differs from format to format is in the `Codec` of each, and in no `match` on [`Format`]: so a new format is a
//! module, a variant and a row of `CODECS`.

mod read;
mod write;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use quadbit_nibble::const_array;

use crate::codec::{Codec, Cut, Read};
use crate::field::Field;
use crate::{binaryfen, binpack, bulletformat, marlinformat, packed_sfen, plain, text, tgct, viriformat};

/// A format of files of positions.
///
/// ```
/// use quadbit_movegen::Validity;
/// use quadbit_pack::{Field, Fields, Format};
/// let format: Format = "marlinformat".parse()?;
/// assert_eq!(format.record_size(), Some(32));
/// assert!(format.holds(Field::Castling) && !Format::Bulletformat.holds(Field::Castling));
///
/// // From one format to another: lines of text, records.
/// let text = b"4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 5 | 1.0\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 0 | 0.5\n";
/// let (mut samples, mut records) = (Vec::new(), Vec::new());
/// let lengths = Format::Text.lengths(text, true);
/// Format::Text.read(Validity::Strict, text, &lengths, |_, sample| samples.extend(sample));
/// format.write(Fields::EMPTY, &samples, &mut records, |index, error| panic!("line {index}: {error}"));
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

/// The formats with their codecs, each at the index that is the format's discriminant.
static CODECS: [(Format, &Codec); 10] = [
    (Format::Fen, &text::FEN),
    (Format::Text, &text::TEXT),
    (Format::Bulletformat, &bulletformat::CODEC),
    (Format::Marlinformat, &marlinformat::CODEC),
    (Format::Viriformat, &viriformat::CODEC),
    (Format::Binaryfen, &binaryfen::CODEC),
    (Format::Tgct, &tgct::CODEC),
    (Format::Binpack, &binpack::CODEC),
    (Format::Plain, &plain::CODEC),
    (Format::Bin, &packed_sfen::CODEC),
];

impl Format {
    /// All formats.
    pub const ALL: [Self; CODECS.len()] = const_array!(CODECS.len(), |n| {
        assert!(CODECS[n].0 as usize == n, "a format out of its place");
        CODECS[n].0
    });

    /// The codec of the format: its name, fields, reader and writer.
    const fn codec(self) -> &'static Codec {
        CODECS[self as usize].1
    }

    /// The name: `fen`, `text`, `bulletformat`, `marlinformat`, `viriformat`, `binaryfen`, `tgct`, `binpack`,
    /// `plain` or `bin`.
    pub const fn name(self) -> &'static str {
        self.codec().name
    }

    /// A description of the format's files, half a line long, for a help text.
    pub const fn description(self) -> &'static str {
        self.codec().description
    }

    /// Whether the format's files are text. Text never begins with the bytes of a compressed file.
    pub const fn is_text(self) -> bool {
        self.codec().is_text
    }

    /// Whether a record is a game, or a chunk of games, which has any number of samples.
    pub const fn has_games(self) -> bool {
        matches!(self.codec().read, Read::Games(_))
    }

    /// Whether a record has room for a field.
    pub const fn holds(self, field: Field) -> bool {
        self.codec().fields.has(field)
    }

    /// Whether samples that are read can be asked about a field. The moves of viriformat are read, but not written; a
    /// ply is computed from the clocks if a record has none.
    pub const fn gives(self, field: Field) -> bool {
        match field {
            Field::Move => self.codec().has_moves,
            Field::Ply => self.holds(Field::Clocks),
            field => self.holds(field),
        }
    }

    /// The score, from the view of the side to move, that stands for "no score" in records of this format; `None` if
    /// the format has no such number.
    pub const fn no_score(self) -> Option<i16> {
        self.codec().no_score
    }

    /// The number of bytes of every record; `None` if the records of the format differ in length.
    pub const fn record_size(self) -> Option<usize> {
        match self.codec().cut {
            Cut::Every(size) => Some(size),
            Cut::Lengths(_) => None,
        }
    }

    /// The lengths in bytes of the complete records at the beginning of `bytes`, in their order. If `is_end`, no more
    /// bytes follow, and the last line of a text needs no line break.
    pub fn lengths(self, bytes: &[u8], is_end: bool) -> Vec<usize> {
        match self.codec().cut {
            Cut::Every(size) => vec![size; bytes.len() / size],
            Cut::Lengths(lengths) => lengths(bytes, is_end),
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

    #[test]
    fn whole_records_and_no_halves() {
        for (format, bytes, is_end, expected) in [
            (Format::Fen, &b"one\ntwo\nthr"[..], false, &[4, 4][..]),
            (Format::Fen, b"one\ntwo\nthr", true, &[4, 4, 3]),
            (Format::Tgct, &[0; 60], true, &[26, 26]),
            (Format::Marlinformat, &[0; 31], true, &[]),
            (Format::Viriformat, &[0; 75], true, &[36, 36]),
            (Format::Binaryfen, &[2, 9, 9, 0, 3, 9], true, &[3, 1]),
        ] {
            assert_eq!(format.lengths(bytes, is_end), expected, "{format}");
        }
    }
}
