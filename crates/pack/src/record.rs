//! A position in a fixed number of bytes.

use bytemuck::Pod;
use quadbit_movegen::{Level, Validity};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::QuadBitboard;

use crate::field::{Fields, WriteError};
use crate::packed_pieces::PackSimd;
use crate::record_error::RecordError;
use crate::sample::{Parts, Sample};

/// A record of a fixed size, without alignment: [`bulletformat::Board`](crate::bulletformat::Board),
/// [`marlinformat::Board`](crate::marlinformat::Board) and [`tgct::Board`](crate::tgct::Board).
///
/// The bytes of a file can be viewed as a slice of records without a copy:
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
/// times as much, because it uses only instructions that every machine has.
pub trait Record: Packed {
    /// The name of the format, as in the command.
    const NAME: &'static str;

    /// The complete records at the beginning of some bytes, and the remaining bytes: the start of a record that is cut off. This
    /// does not copy.
    fn view(bytes: &[u8]) -> (&[Self], &[u8]) {
        let (whole, rest) = bytes.split_at(bytes.len() - bytes.len() % size_of::<Self>());
        (bytemuck::cast_slice(whole), rest)
    }

    /// The contents of the record. It is not checked that they are a possible position.
    ///
    /// # Errors
    /// A nibble, a flag or a square in the record is invalid.
    fn parts(&self) -> Result<Parts, RecordError> {
        dispatch!(Level::baseline(), s => self.parts_at(s))
    }

    /// The position of the record, with its score and result.
    ///
    /// # Errors
    /// The record is invalid, or its position is.
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

/// The operations of a format with the instructions of a level. This trait seals [`Record`] and keeps tokens out of the public
/// interface.
pub trait Packed: Pod {
    /// The board alone.
    #[doc(hidden)]
    fn board_at<S: PackSimd>(&self, s: S) -> Result<QuadBitboard, RecordError>;

    #[doc(hidden)]
    fn parts_at<S: PackSimd>(&self, s: S) -> Result<Parts, RecordError>;

    #[doc(hidden)]
    fn pack_at<S: PackSimd>(s: S, sample: &Sample, may_drop: Fields) -> Result<Self, WriteError>;
}
