//! marlinformat: a complete position with a score and a result, and the head of every game in
//! [viriformat](crate::viriformat).
//!
//! ```text
//!   byte   0 ..  7   occupied squares, a1 the lowest bit of the first byte
//!          8 .. 23   a nibble for each piece in order of squares, even ones in the low halves:
//!                      bits 0 .. 2   P 0, N 1, B 2, R 3, Q 4, K 5, a rook that may castle 6
//!                      bit  3        black
//!              24    bits 0 .. 6 the square behind a pawn that has just made a double push, 64 if there is none;
//!                    bit 7 black to move
//!              25    half moves since the last capture or pawn move
//!         26 .. 27   move number; 0 if the writer did not count, which is read as 1
//!         28 .. 29   score, white's view
//!              30    result: 0 black has won, 1 draw, 2 white has won
//!              31    unused
//! ```
//!
//! Numbers are little-endian. The spare kind 6 holds the castling rights of standard chess and of Chess960. A half-move
//! clock above 255 does not fit: if the writer may drop the clocks, it writes 0 and move 1.
//!
//! Source: the README of the crate [`viriformat`](https://docs.rs/viriformat/3.0.0) ("Specification").
//!
//! ```
//! use quadbit_movegen::{Position, Validity};
//! use quadbit_pack::{Fields, Record, marlinformat, text};
//! let sample = text::read("r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 3 40 | 12 | 0.5", Validity::Strict)?;
//! let record = marlinformat::MarlinRecord::write(&sample, Fields::EMPTY)?;
//! let back = record.read(Validity::Strict)?;
//! assert_eq!(back.position.to_string(), "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 3 40");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use quadbit_movegen::{CastlingRights, Color, EpMode, PositionBuilder};
use quadbit_quad::packed_pieces::{PackSimd, PackedPieces};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{File, Rank, Square};

use crate::bulletformat::{number, result};
use crate::codec::Codec;
use crate::codes::{expand, from_zero_based, refuse, to_zero_based, unpack};
use crate::field::{Field, Fields, WriteError};
use crate::read_error::ReadErrorKind;
use crate::record::{Record, part};
use crate::sample::{Labels, Parts, Sample};

/// What [`Format`](crate::Format) knows of this format: its name, fields, reader and writer.
pub(crate) const CODEC: Codec = Codec::of_records::<MarlinRecord>(
    "marlinformat",
    "32 bytes: the whole position, score and result from white's view",
    Fields::POSITION.union(Fields::LABELS).with(Field::Extra),
);

/// A position in 32 bytes, with castling rights, en passant and clocks. The [module](self) describes the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "simd", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(transparent)]
pub struct MarlinRecord([u8; 32]);

static_assertions::assert_eq_size!(MarlinRecord, [u8; 32]);

/// For each nibble of the format, our code of the piece; 0 if the nibble is invalid. A rook that may castle has the
/// code of a rook.
const CODES: [u8; 16] = [2, 4, 6, 8, 10, 12, 8, 0, 3, 5, 7, 9, 11, 13, 9, 0];

/// The bit of byte 24 that says that black is to move.
const BLACK_TO_MOVE: u8 = 0x80;
/// The number that stands for no en passant square.
const NO_SQUARE: u8 = 64;

impl MarlinRecord {
    /// The score from white's view.
    const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[28], self.0[29]])
    }

    /// The result: 0 black has won, 1 draw, 2 white has won; other numbers are invalid.
    const fn result(&self) -> u8 {
        self.0[30]
    }
}

impl Record for MarlinRecord {
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.first_chunk().copied().map(Self)
    }

    fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    #[inline(always)]
    fn board_at<S: PackSimd>(&self, s: S) -> Result<QuadBitboard, ReadErrorKind> {
        if let Some(board) = expand(s, &self.0, 0, 8, CODES) {
            return Ok(board);
        }
        let (pieces, unmoved) = self.pieces(s)?;
        Ok(board(s, pieces, unmoved))
    }

    #[inline(always)]
    fn parts_at<S: PackSimd>(&self, s: S) -> Result<Parts, ReadErrorKind> {
        let (pieces, unmoved) = self.pieces(s)?;
        let board = board(s, pieces, unmoved);
        let rooks = pieces.squares(s, unmoved);
        let [side_and_ep, halfmoves] = part(&self.0, 24);
        let side_to_move = if side_and_ep & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        let position = PositionBuilder {
            board,
            side_to_move,
            castling: castling(rooks, board.black())?,
            en_passant: en_passant(side_and_ep & !BLACK_TO_MOVE, side_to_move)?,
            halfmoves: halfmoves.into(),
            fullmoves: u16::from_le_bytes(part(&self.0, 26)),
        };
        Ok(Sample {
            position,
            labels: Labels {
                score: Some(self.score()),
                result: result(self.result())?,
                extra: [self.0[31], 0, 0],
                ..Labels::NONE
            },
        })
    }

    #[inline(always)]
    fn pack_at<S: PackSimd>(s: S, sample: &Sample, may_drop: Fields) -> Result<Self, WriteError> {
        sample.labels.drop_move(may_drop)?;
        let Sample { ref position, labels: Labels { extra: [extra, rest @ ..], .. } } = *sample;
        may_drop.drop_if(rest != [0; 2], Field::Extra)?;
        let score = sample.labels.score.ok_or(WriteError::Missing(Field::Score))?;
        let result = number(sample.labels.result).ok_or(WriteError::Missing(Field::Result))?;
        let (halfmoves, fullmoves) = if let Ok(halfmoves) = u8::try_from(position.halfmoves()) {
            (halfmoves, position.fullmoves())
        } else {
            may_drop.drop(Field::Clocks)?;
            (0, 1)
        };

        let pieces = PackedPieces::of(s, position.board());
        let ([k0, k1, k2], black) = to_zero_based(pieces.bits, pieces.all());
        let unmoved = pieces.on(s, position.castling_rights().rooks());
        let bits = [k0 & !unmoved, k1, k2 | unmoved, black];
        let ep = position.ep_square(EpMode::Always).map_or(NO_SQUARE, |square| square.index() as u8);
        let side = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
        let mut record = [0; 32];
        record[..8].copy_from_slice(&pieces.occupied.0.to_le_bytes());
        record[8..24].copy_from_slice(&PackedPieces { bits, ..pieces }.pack(s));
        record[24..26].copy_from_slice(&[side | ep, halfmoves]);
        record[26..28].copy_from_slice(&fullmoves.to_le_bytes());
        record[28..30].copy_from_slice(&score.to_le_bytes());
        record[30..].copy_from_slice(&[result, extra]);
        Ok(Self(record))
    }
}

impl MarlinRecord {
    /// The pieces with the codes of the format, and the rooks among them that may castle, a bit for each.
    #[inline(always)]
    fn pieces<S: PackSimd>(&self, s: S) -> Result<(PackedPieces, u32), ReadErrorKind> {
        let pieces = unpack(s, &self.0, 0, 8)?;
        let [k0, k1, k2, _] = pieces.bits;
        refuse(pieces, k0 & k1 & k2)?;
        Ok((pieces, k1 & k2))
    }
}

/// The board of `pieces`, in which the rooks `unmoved` become ordinary rooks: piece type 6, binary 110, becomes 3,
/// binary 011.
#[inline(always)]
fn board<S: PackSimd>(s: S, pieces: PackedPieces, unmoved: u32) -> QuadBitboard {
    let [k0, k1, k2, black] = pieces.bits;
    let kinds = [k0 | unmoved, k1, k2 ^ unmoved];
    PackedPieces { bits: from_zero_based(kinds, black, pieces.all()), ..pieces }.board(s)
}

/// The castling rights of `rooks`; `black` are the black pieces. A rook that is not on the first rank of its side is an
/// error.
#[inline(always)]
pub(crate) fn castling(rooks: Bitboard, black: Bitboard) -> Result<CastlingRights, ReadErrorKind> {
    let home = (Bitboard::rank(Rank::First) - black) | Bitboard::rank(Rank::Eighth) & black;
    match (rooks - home).first() {
        None => Ok(CastlingRights::from_rooks(rooks)),
        Some(rook) => Err(ReadErrorKind::Castling(rook)),
    }
}

/// The file of the en passant square `number`, or `None` for 64. A square that is not on the sixth rank of
/// `side_to_move`, behind a double push of the other side, is an error.
#[inline(always)]
fn en_passant(number: u8, side_to_move: Color) -> Result<Option<File>, ReadErrorKind> {
    if number == NO_SQUARE {
        return Ok(None);
    }
    let square = Square::from_index(number.into())
        .filter(|square| square.rank() == Rank::Sixth.relative_to(side_to_move));
    square.map(|square| Some(square.file())).ok_or(ReadErrorKind::EnPassant(number))
}
