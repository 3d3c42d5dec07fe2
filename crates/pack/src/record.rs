//! A position in a fixed number of bytes.

use quadbit_movegen::Validity;
use quadbit_quad::QuadBitboard;
use quadbit_quad::packed_pieces::{PackSimd, Scalar};

use crate::field::{Fields, WriteError};
use crate::read_error::{ReadError, ReadErrorKind};
use crate::sample::{Parts, Sample};

/// What every record must be: plain bytes in a build with vectors, which views bytes as records without a copy; in
/// other builds only `Copy`.
#[cfg(feature = "simd")]
use bytemuck::Pod as Bytes;
#[cfg(not(feature = "simd"))]
use core::marker::Copy as Bytes;

/// A record of a fixed size, without alignment: [`bulletformat::BulletRecord`](crate::bulletformat::BulletRecord),
/// [`marlinformat::MarlinRecord`](crate::marlinformat::MarlinRecord) and [`tgct::TgctRecord`](crate::tgct::TgctRecord).
///
/// ```
/// use quadbit_movegen::{Position, Validity};
/// use quadbit_pack::{Fields, Record, Sample, tgct};
/// let record = tgct::TgctRecord::write(&Sample::from(Position::start()), Fields::EMPTY)?;
/// let file = record.as_bytes().repeat(2);
/// for record in tgct::TgctRecord::records(&file) {
///     assert_eq!(record.read(Validity::Strict).unwrap().position, Position::start());
/// }
/// # Ok::<(), quadbit_pack::WriteError>(())
/// ```
///
/// The module [`batch`](crate::batch) reads and writes many records with the best instructions of the machine.
/// Reading single records takes two to five times as long, because it uses only instructions that every
/// machine has.
pub trait Record: Bytes {
    /// The number of bytes of a record.
    const SIZE: usize = size_of::<Self>();

    /// The record at the beginning of `bytes`; `None` if there are fewer than [`SIZE`](Self::SIZE) bytes. The contents
    /// are not checked.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;

    /// The bytes of the record.
    fn as_bytes(&self) -> &[u8];

    /// The records of a file, one after the other. A record that is cut off at the end is left out.
    fn records(bytes: &[u8]) -> impl Iterator<Item = Self> {
        bytes.chunks_exact(Self::SIZE).filter_map(Self::from_bytes)
    }

    /// The complete records at the beginning of `bytes`, and the remaining bytes: the start of a record that is
    /// cut off. This does not copy.
    #[cfg(feature = "simd")]
    fn view(bytes: &[u8]) -> (&[Self], &[u8]) {
        let (whole, rest) = bytes.split_at(bytes.len() - bytes.len() % size_of::<Self>());
        (bytemuck::cast_slice(whole), rest)
    }

    /// Takes the record apart: position, score and result. Whether the position is possible is not checked.
    ///
    /// # Errors
    /// The record has more than 32 pieces, or a nibble, a flag or a square in it is invalid.
    fn parts(&self) -> Result<Parts, ReadError> {
        Ok(self.parts_at(Scalar)?)
    }

    /// Reads the position of the record, with its score and result.
    ///
    /// # Errors
    /// The record is invalid, or its position breaks a rule of `validity`.
    fn read(&self, validity: Validity) -> Result<Sample, ReadError> {
        Ok(self.parts()?.build(validity).map_err(ReadErrorKind::Position)?)
    }

    /// Writes the record of a position.
    ///
    /// # Errors
    /// The sample has something that the format cannot hold and that is not in `may_drop`, or lacks something
    /// that the format needs.
    fn write(sample: &Sample, may_drop: Fields) -> Result<Self, WriteError> {
        Self::pack_at(Scalar, sample, may_drop)
    }

    /// The pieces of the record on their squares, and nothing else, with the instructions of the token `s`.
    #[doc(hidden)]
    fn board_at<S: PackSimd>(&self, s: S) -> Result<QuadBitboard, ReadErrorKind>;

    /// [`parts`](Self::parts) with the instructions of the token `s`.
    #[doc(hidden)]
    fn parts_at<S: PackSimd>(&self, s: S) -> Result<Parts, ReadErrorKind>;

    /// [`write`](Self::write) with the instructions of the token `s`.
    #[doc(hidden)]
    fn pack_at<S: PackSimd>(s: S, sample: &Sample, may_drop: Fields) -> Result<Self, WriteError>;
}

/// Reads the boards of records. Calls `refuse` with the index of each record whose pieces are invalid, and gives such a
/// record an empty board.
#[inline(always)]
pub(crate) fn boards_at<S: PackSimd, R: Record>(
    s: S,
    records: impl Iterator<Item = R>,
    boards: &mut [QuadBitboard],
    mut refuse: impl FnMut(usize),
) {
    for (n, (record, board)) in records.zip(boards).enumerate() {
        *board = record.board_at(s).unwrap_or_else(|_| {
            refuse(n);
            QuadBitboard::EMPTY
        });
    }
}

/// `N` bytes of a record from offset `at` on. Offsets are constants of a format, so the checks compile to
/// nothing.
#[inline(always)]
pub(crate) fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    // Not `array::from_fn`, for which compilers emit a call.
    let mut part = [0; N];
    part.copy_from_slice(&bytes[at..at + N]);
    part
}
