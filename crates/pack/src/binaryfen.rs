//! Lichess's `BinaryFen`: a position in 9 to 33 bytes; the start position takes 24.
//!
//! ```text
//!   8 bytes          occupied squares, big-endian, a1 the lowest bit of the last byte
//!   a byte for       the nibbles of the pieces in order of squares, even ones in the low halves:
//!   every two pieces      P 0, p 1, N 2, n 3, B 4, b 5, R 6, r 7, Q 8, q 9, K 10, k 11,
//!                      12 a pawn that can be captured en passant, 13 R and 14 r that may castle,
//!                      15 k, and black is to move
//!   LEB128           half moves since the last capture or pawn move
//!   LEB128           plies since white's first move; an odd number means that black is to move
//!   1 byte           variant: 0 standard, 2 Chess960, 3 from a position; others are refused
//! ```
//!
//! Zeros at the end, after the pieces, may be left out, so a position can be written in several ways. The writer leaves
//! out as much as it can, as Lichess does: it writes a ply count only if it is above 1 or a variant follows, because
//! nibble 15 gives the side to move. The reader accepts every way. There is no score and no result.
//!
//! A record does not say where it ends, so a file needs lengths. Here, and in `quadbit pack`, a byte with the
//! length precedes each record, in files of [`Format::Binaryfen`](crate::Format::Binaryfen).
//!
//! Source:
//! [`BinaryFen.scala`](https://github.com/lichess-org/scalachess/blob/master/core/src/main/scala/format/BinaryFen.scala)
//! of scalachess.
//!
//! ```
//! use quadbit_movegen::{Position, Validity};
//! use quadbit_pack::{Fields, Sample, binaryfen};
//! let record = binaryfen::BinaryFen::write(&Sample::from(Position::start()), Fields::EMPTY)?;
//! assert_eq!(record.as_bytes().len(), 24);
//! assert_eq!(binaryfen::read(record.as_bytes(), Validity::Strict).unwrap().position, Position::start());
//! # Ok::<(), quadbit_pack::WriteError>(())
//! ```

use quadbit_movegen::{Color, GameResult, Position, PositionBuilder, Validity};
use quadbit_quad::packed_pieces::{PackSimd, PackedPieces, Scalar};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Rank;

use crate::codec::{Codec, Cut, Read, Write, write_each};
use crate::codes::{from_zero_based, to_zero_based};
use crate::field::{Field, Fields, WriteError};
use crate::level::dispatch;
use crate::marlinformat::castling;
use crate::read_error::{ReadError, ReadErrorKind};
use crate::sample::{Parts, Sample};
use crate::steps;

/// What [`Format`](crate::Format) knows of this format: its name, fields, reader and writer.
pub(crate) const CODEC: Codec = Codec {
    name: "binaryfen",
    description: "Lichess's records, a byte with the length before each",
    is_text: false,
    fields: Fields::POSITION,
    has_moves: false,
    no_score: None,
    cut: Cut::Lengths(|bytes, _| {
        steps::count(bytes.len());
        framed(bytes).map(|record| 1 + record.len()).collect()
    }),
    read: Read::One(|record, validity| read(record.get(1..).ok_or(ReadErrorKind::Truncated)?, validity)),
    write: Write::Block(|level, may_drop, samples, bytes, refused| {
        dispatch!(level, s => write_each(
            samples,
            refused,
            #[inline(always)]
            |sample| {
                bytes.extend(BinaryFen::pack_at(s, sample, may_drop)?.framed());
                Ok(())
            }
        ));
    }),
};

/// The room for a record that is written: 8 bytes of squares, 16 of pieces, 3 of the half-move clock, 5 of the ply
/// count (at most 3 are used) and 1 of the variant.
const LONGEST: usize = 8 + 16 + 3 + 5 + 1;

const STANDARD: u8 = 0;
const CHESS960: u8 = 2;
const FROM_POSITION: u8 = 3;

/// The highest number that is read in LEB128. Lichess keeps the number of plies in a signed number of 32 bits.
const MOST_PLIES: u64 = 0x7fff_ffff;

/// A position in `BinaryFen`, written in as few bytes as the format allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BinaryFen {
    bytes: [u8; LONGEST],
    len: u8,
}

impl BinaryFen {
    /// Writes the record of a position.
    ///
    /// # Errors
    /// The sample has something that the format cannot hold and that is not in `may_drop`: a score, a result,
    /// extra bytes, a move or a ply.
    pub fn write(sample: &Sample, may_drop: Fields) -> Result<Self, WriteError> {
        Self::pack_at(Scalar, sample, may_drop)
    }

    /// The bytes of the record, without the byte with its length that precedes it in a file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len.into()]
    }

    /// A byte with the length of the record, then the bytes of the record.
    fn framed(&self) -> impl Iterator<Item = u8> {
        core::iter::once(self.len).chain(self.as_bytes().iter().copied())
    }

    #[inline(always)]
    fn pack_at<S: PackSimd>(s: S, sample: &Sample, may_drop: Fields) -> Result<Self, WriteError> {
        let position = &sample.position;
        may_drop.drop_if(sample.labels.score.is_some(), Field::Score)?;
        may_drop.drop_if(sample.labels.result != GameResult::Unknown, Field::Result)?;
        may_drop.drop_if(sample.labels.extra != [0; 3], Field::Extra)?;
        sample.labels.drop_move(may_drop)?;
        let black_to_move = position.side_to_move() == Color::Black;
        let plies = 2 * u64::from(position.fullmoves() - 1) + u64::from(black_to_move);

        let Pieces { occupied, nibbles, .. } = Pieces::of(s, position);
        let mut record = Self { bytes: [0; LONGEST], len: 0 };
        record.push(&occupied.0.to_be_bytes());
        record.push(&nibbles[..occupied.len().div_ceil(2) as usize]);
        let variant = if position.has_standard_castling() { STANDARD } else { CHESS960 };
        let (has_variant, has_plies) = (variant != STANDARD, plies > 1);
        if has_variant || has_plies || position.halfmoves() > 0 {
            record.push_leb128(position.halfmoves().into());
        }
        if has_variant || has_plies {
            record.push_leb128(plies);
        }
        if has_variant {
            record.push(&[variant]);
        }
        Ok(record)
    }

    fn push(&mut self, bytes: &[u8]) {
        let len = usize::from(self.len);
        self.bytes[len..len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len() as u8;
    }

    /// Appends `number` in LEB128: seven bits a byte, lowest first; the highest bit says that more follow.
    fn push_leb128(&mut self, mut number: u64) {
        while number > 0x7f {
            self.push(&[number as u8 | 0x80]);
            number >>= 7;
        }
        self.push(&[number as u8]);
    }
}

/// Reads a record that fills `bytes`, without the byte with its length that precedes it in a file.
///
/// # Errors
/// The bytes are not a record, a clock is too high, the variant is not supported, or the position breaks a rule of
/// `validity`.
pub fn read(bytes: &[u8], validity: Validity) -> Result<Sample, ReadError> {
    Ok(parts_at(Scalar, bytes)?.build(validity).map_err(ReadErrorKind::Position)?)
}

#[inline(always)]
fn parts_at<S: PackSimd>(s: S, bytes: &[u8]) -> Result<Parts, ReadErrorKind> {
    let (occupied, bytes) = bytes.split_first_chunk().ok_or(ReadErrorKind::Truncated)?;
    let occupied = Bitboard(u64::from_be_bytes(*occupied));
    let len = occupied.len().div_ceil(2) as usize;
    let mut padded = [0; 16];
    let places = padded.get_mut(..len).ok_or(ReadErrorKind::ManyPieces)?;
    let (nibbles, rest) = bytes.split_at_checked(len).ok_or(ReadErrorKind::Truncated)?;
    places.copy_from_slice(nibbles);
    let pieces = Pieces::read(s, occupied, padded)?;

    let mut rest = rest.iter().copied();
    let halfmoves = leb128(&mut rest)?;
    let plies = leb128(&mut rest)?;
    let variant = rest.next().unwrap_or(STANDARD);
    if !matches!(variant, STANDARD | CHESS960 | FROM_POSITION) {
        return Err(ReadErrorKind::Variant(variant));
    }
    if rest.next().is_some() {
        return Err(ReadErrorKind::Surplus);
    }
    let is_black = pieces.is_black_to_move || plies % 2 == 1;
    let side_to_move = if is_black { Color::Black } else { Color::White };
    let halfmoves = halfmoves.try_into().map_err(|_| ReadErrorKind::Clock)?;
    let fullmoves = (plies / 2 + 1).try_into().map_err(|_| ReadErrorKind::Clock)?;
    Ok(Sample::from(pieces.builder(side_to_move, halfmoves, fullmoves)?))
}

/// The pieces of a position as `BinaryFen` and [binpack](crate::binpack) write them. Special codes mark the rooks that
/// may castle, the pawn that can be captured en passant, and the black king if black is to move.
pub(crate) struct Pieces {
    pub(crate) occupied: Bitboard,
    pub(crate) nibbles: [u8; 16],
    board: QuadBitboard,
    rooks: Bitboard,
    pushed: Bitboard,
    /// Whether the black king has the code 15, which says that black is to move.
    pub(crate) is_black_to_move: bool,
}

impl Pieces {
    #[inline(always)]
    pub(crate) fn of<S: PackSimd>(s: S, position: &Position) -> Self {
        let board = position.board();
        let pieces = PackedPieces::of(s, board);
        let ([k0, k1, k2], black) = to_zero_based(pieces.bits, pieces.all());
        let rooks = position.castling_rights().rooks();
        let pushed = position.ep().map_or(Bitboard::EMPTY, |ep| Bitboard(1 << (ep.index() ^ 8)));
        let is_black_to_move = position.side_to_move() == Color::Black;
        // The special codes, in binary: a white rook that may castle 1101, a black one 1110, the pawn that can be
        // captured en passant 1100, the black king with black to move 1111. Ordinary pieces have `[black, k0, k1, k2]`
        // as bits 0 to 3.
        let unmoved = pieces.on(s, rooks);
        let king = if is_black_to_move { pieces.on(s, board.kings() & board.black()) } else { 0 };
        let special = unmoved | pieces.on(s, pushed) | king;
        let bits = [
            black & !special | unmoved & !black | king,
            k0 & !special | unmoved & black | king,
            k1 | special,
            k2 | special,
        ];
        let nibbles = PackedPieces { bits, ..pieces }.pack(s);
        Self { occupied: pieces.occupied, nibbles, board, rooks, pushed, is_black_to_move }
    }

    #[inline(always)]
    pub(crate) fn read<S: PackSimd>(
        s: S,
        occupied: Bitboard,
        nibbles: [u8; 16],
    ) -> Result<Self, ReadErrorKind> {
        let pieces = PackedPieces::unpack(s, occupied, nibbles).ok_or(ReadErrorKind::ManyPieces)?;
        let [b0, b1, b2, b3] = pieces.bits;
        let special = b2 & b3;
        let [plain0, plain1] = [b0 & !special, b1 & !special];
        let (pushed, king) = (special & !b1 & !b0, special & b1 & b0);
        let rooks = special & (b1 ^ b0);
        let on_black_half = pieces.on(s, Bitboard(!0 << 32));
        let black = plain0 | rooks & b1 | king | pushed & on_black_half;
        let kinds = [plain1 | rooks | king, b2 & !special | rooks, b3 & !special | king];
        let bits = from_zero_based(kinds, black, pieces.all());
        Ok(Self {
            occupied,
            nibbles,
            board: PackedPieces { bits, ..pieces }.board(s),
            rooks: pieces.squares(s, rooks),
            pushed: pieces.squares(s, pushed),
            is_black_to_move: king != 0,
        })
    }

    /// Puts together the parts of the position: board, castling rights and en passant come from the pieces, side to
    /// move and clocks from the arguments. An error if a rook that may castle is not on its side's first rank, or if a
    /// pawn that can be captured en passant is not on the fifth rank of `side_to_move` or there are several.
    pub(crate) fn builder(
        &self,
        side_to_move: Color,
        halfmoves: u16,
        fullmoves: u16,
    ) -> Result<PositionBuilder, ReadErrorKind> {
        Ok(PositionBuilder {
            board: self.board,
            side_to_move,
            castling: castling(self.rooks, self.board.black())?,
            en_passant: match self.pushed.first() {
                Some(pawn)
                    if pawn.rank() != Rank::Fifth.relative_to(side_to_move) || self.pushed.has_many() =>
                {
                    return Err(ReadErrorKind::EnPassant(pawn.index() as u8));
                }
                pawn => pawn.map(quadbit_x88::Square::file),
            },
            halfmoves,
            fullmoves,
        })
    }
}

/// Reads a number in LEB128; after the end of the record, `bytes` counts as zeros. A number above [`MOST_PLIES`] or of
/// more than five bytes is an error.
fn leb128(bytes: &mut impl Iterator<Item = u8>) -> Result<u32, ReadErrorKind> {
    let mut number = 0_u64;
    for place in 0..5 {
        let byte = bytes.next().unwrap_or(0);
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return if number > MOST_PLIES { Err(ReadErrorKind::Clock) } else { Ok(number as u32) };
        }
    }
    Err(ReadErrorKind::Clock)
}

/// The records of a file, each without the length byte before it. A record that is cut off at the end is left out.
fn framed(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    core::iter::from_fn(move || {
        let (&len, bytes) = rest.split_first()?;
        let (record, behind) = bytes.split_at_checked(len.into())?;
        rest = behind;
        Some(record)
    })
}
