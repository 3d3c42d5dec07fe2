//! A position in a number of bytes that is always the same.

use core::fmt;

use bytemuck::Pod;
use quadbit_movegen::{Level, PositionError, Validity};
use quadbit_nibble::simd::dispatch;
use quadbit_x88::Square;

use crate::field::{Fields, WriteError};
use crate::men::MenSimd;
use crate::sample::{Parts, Sample};

/// A record of a fixed size, without alignment: [`bulletformat::Board`](crate::bulletformat::Board),
/// [`marlinformat::Board`](crate::marlinformat::Board) and [`tgct::Board`](crate::tgct::Board).
///
/// Records are plain bytes without alignment, so the bytes of a file are a slice of records, without a copy:
///
/// ```
/// use quadbit_movegen::{Position, Validity};
/// use quadbit_pack::{Fields, Record, Sample, tgct};
/// let record = tgct::Board::write(&Sample::from(Position::start()), Fields::NONE)?;
/// let file: [u8; 52] = [record; 2].map(|record| bytemuck::cast::<_, [u8; 26]>(record)).concat().try_into().unwrap();
/// let (records, rest) = tgct::Board::view(&file);
/// assert!(rest.is_empty());
/// assert_eq!(records[1].read(Validity::Strict).unwrap().position, Position::start());
/// # Ok::<(), quadbit_pack::WriteError>(())
/// ```
///
/// [`batch`](crate::batch) reads and writes many with the best instructions of the machine. A single record costs two to five
/// times as much, because it uses only what every machine has.
pub trait Record: Packed {
    /// The name of the format, as the command writes it.
    const NAME: &'static str;

    /// The whole records at the beginning of some bytes, and what is left over: the start of a record that is cut off. Nothing is
    /// copied.
    fn view(bytes: &[u8]) -> (&[Self], &[u8]) {
        let (whole, rest) = bytes.split_at(bytes.len() - bytes.len() % size_of::<Self>());
        (bytemuck::cast_slice(whole), rest)
    }

    /// What the record says, without asking whether a position can be like that.
    ///
    /// # Errors
    /// A nibble, a flag or a square in the record means nothing.
    fn parts(&self) -> Result<Parts, RecordError> {
        dispatch!(Level::baseline(), s => self.parts_at(s))
    }

    /// The position of the record, with what goes with it.
    ///
    /// # Errors
    /// The record means nothing, or no valid position.
    fn read(&self, validity: Validity) -> Result<Sample, RecordError> {
        Ok(self.parts()?.build(validity)?)
    }

    /// The record of a position.
    ///
    /// # Errors
    /// The format has no room for something that is not in `may_drop`, or needs something that the sample does not have.
    fn write(sample: &Sample, may_drop: Fields) -> Result<Self, WriteError> {
        dispatch!(Level::baseline(), s => Self::pack_at(s, sample, may_drop))
    }
}

/// What a format does with the instructions of a level. It seals [`Record`]: tokens stay out of the public interface.
pub trait Packed: Pod {
    #[doc(hidden)]
    fn parts_at<S: MenSimd>(&self, s: S) -> Result<Parts, RecordError>;

    #[doc(hidden)]
    fn pack_at<S: MenSimd>(s: S, sample: &Sample, may_drop: Fields) -> Result<Self, WriteError>;
}

/// Why a record is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// There are more than 32 men.
    ManyMen,
    /// The nibble of the man on this square means nothing in the format.
    Code(Square, u8),
    /// The rook on this square is said to castle, but does not stand on its side's first rank.
    Castling(Square),
    /// The squares of the kings beside the board are not those on it.
    Kings,
    /// No capture en passant can be meant by this number.
    EnPassant(u8),
    /// This number says neither that white nor that black is to move.
    Side(u8),
    /// This number is not a result: 0, 1 or 2.
    Result(u8),
    /// A variant of chess that is not read, by its number.
    Variant(u8),
    /// A clock is above the highest that a position holds.
    Clock,
    /// The bytes end within the record.
    Truncated,
    /// There are more bytes than the record has.
    Surplus,
    /// The record is sound, but no valid position.
    Position(PositionError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ManyMen => f.write_str("there are more than 32 men"),
            Self::Code(square, code) => write!(f, "the nibble {code:x} on {square} means nothing"),
            Self::Castling(square) => write!(f, "a rook on {square} cannot castle"),
            Self::Kings => f.write_str("the squares of the kings do not fit the board"),
            Self::EnPassant(number) => write!(f, "{number} is no en passant square of this side"),
            Self::Side(number) => write!(f, "{number} is no side to move"),
            Self::Result(number) => write!(f, "{number} is no result"),
            Self::Variant(number) => write!(f, "variant {number} is not supported"),
            Self::Clock => f.write_str("a clock is out of range"),
            Self::Truncated => f.write_str("the record is cut off"),
            Self::Surplus => f.write_str("there are bytes behind the record"),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RecordError {}

impl From<PositionError> for RecordError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}
