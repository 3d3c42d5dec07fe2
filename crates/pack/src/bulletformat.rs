//! bulletformat: the training positions of the trainer bullet.
//!
//! ```text
//!   byte   0 ..  7   occupied squares, a1 the lowest bit of the first byte
//!          8 .. 23   a nibble for each piece in order of squares, even ones in the low halves:
//!                      bits 0 .. 2   P 0, N 1, B 2, R 3, Q 4, K 5
//!                      bit  3        a piece of the side that is not to move
//!         24 .. 25   score, little-endian, from the view of the side to move
//!              26    result from the same view: 0 lost, 1 drawn, 2 won
//!              27    square of the king of the side to move
//!              28    square of the other king, as the other side sees it (ranks in reverse order)
//!         29 .. 31   unused
//! ```
//!
//! **The side to move is always white.** A position with black to move is flipped before it is
//! written: colours exchanged, ranks in reverse order, score and result from black's view. A record
//! does not say whether it was flipped, so a reader gets the flipped position, with the same score for
//! the same side to move.
//!
//! The format has no castling rights, no en passant and no clocks. marlinformat looks similar but has all three; there,
//! bit 3 means black, and the score is white's.
//!
//! A score of -32,768 with black to move is refused, because 32,768 does not fit into a record.
//!
//! Source: the crate [`bulletformat`](https://docs.rs/bulletformat/1.8.0), `src/chess.rs`.
//!
//! ```
//! use quadbit_movegen::Validity;
//! use quadbit_pack::{Field, Fields, Labels, Record, Sample, bulletformat, text};
//! let sample = text::read("4k3/8/8/8/8/8/4p3/4K3 b - - 0 1 | -250 | 0.0", Validity::Strict)?;
//! let record = bulletformat::BulletRecord::write(&sample, Fields::EMPTY)?;
//! let bytes = record.as_bytes();
//! assert_eq!((&bytes[24..26], bytes[26]), (&250_i16.to_le_bytes()[..], 2)); // black leads, and has won
//! let back = record.read(Validity::Strict)?;
//! assert_eq!(back.position.to_string(), "4k3/4P3/8/8/8/8/8/4K3 w - - 0 1");
//! assert_eq!(back.labels.score, Some(250));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use quadbit_movegen::{Color, GameResult, PositionBuilder};
use quadbit_quad::packed_pieces::{PackSimd, PackedPieces};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Square;

use crate::codec::Codec;
use crate::codes::{expand, from_zero_based, refuse, to_zero_based, unpack};
use crate::field::{Field, Fields, WriteError};
use crate::read_error::ReadErrorKind;
use crate::record::{Record, part};
use crate::sample::{Labels, Parts, Sample};

/// What [`Format`](crate::Format) knows of this format: its name, fields, reader and writer.
pub(crate) const CODEC: Codec = Codec::of_records::<BulletRecord>(
    "bulletformat",
    "32 bytes: pieces, score and result, from the view of the side to move",
    Fields::LABELS.with(Field::Extra),
);

/// A position in 32 bytes, in which the side to move is always White. The [module](self) describes the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "simd", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(transparent)]
pub struct BulletRecord([u8; 32]);

static_assertions::assert_eq_size!(BulletRecord, [u8; 32]);

/// For each nibble of the format, our code of the piece; 0 if the nibble is invalid.
const CODES: [u8; 16] = [2, 4, 6, 8, 10, 12, 0, 0, 3, 5, 7, 9, 11, 13, 0, 0];

impl BulletRecord {
    /// The score from the view of the side to move.
    const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// The result from the view of the side to move: 0 lost, 1 drawn, 2 won; other numbers are invalid.
    const fn result(&self) -> u8 {
        self.0[26]
    }
}

impl Record for BulletRecord {
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
        let pieces = unpack(s, &self.0, 0, 8)?;
        let [k0, k1, k2, theirs] = pieces.bits;
        refuse(pieces, k1 & k2)?;
        Ok(PackedPieces { bits: from_zero_based([k0, k1, k2], theirs, pieces.all()), ..pieces }.board(s))
    }

    #[inline(always)]
    fn parts_at<S: PackSimd>(&self, s: S) -> Result<Parts, ReadErrorKind> {
        let board = self.board_at(s)?;
        if self.kings() != [Color::White, Color::Black].map(|color| board.color(color) & board.kings()) {
            return Err(ReadErrorKind::Kings);
        }
        Ok(Sample {
            position: PositionBuilder { board, ..PositionBuilder::new() },
            labels: Labels {
                score: Some(self.score()),
                result: result(self.result())?,
                extra: part(&self.0, 29),
                ..Labels::NONE
            },
        })
    }

    #[inline(always)]
    fn pack_at<S: PackSimd>(s: S, sample: &Sample, may_drop: Fields) -> Result<Self, WriteError> {
        sample.labels.drop_move(may_drop)?;
        let position = &sample.position;
        may_drop.drop_if(!position.castling_rights().is_empty(), Field::Castling)?;
        may_drop.drop_if(position.ep().is_some(), Field::EnPassant)?;
        may_drop.drop_if((position.halfmoves(), position.fullmoves()) != (0, 1), Field::Clocks)?;
        let score = sample.labels.score.ok_or(WriteError::Missing(Field::Score))?;
        let result = number(sample.labels.result).ok_or(WriteError::Missing(Field::Result))?;

        let us = position.side_to_move();
        let (board, score, result) = match us {
            Color::White => (position.board(), Some(score), result),
            Color::Black => (position.board().flip_colors(), score.checked_neg(), 2 - result),
        };
        let pieces = PackedPieces::of(s, board);
        let ([k0, k1, k2], theirs) = to_zero_based(pieces.bits, pieces.all());
        let mut record = [0; 32];
        record[..8].copy_from_slice(&pieces.occupied.0.to_le_bytes());
        record[8..24].copy_from_slice(&PackedPieces { bits: [k0, k1, k2, theirs], ..pieces }.pack(s));
        record[24..26].copy_from_slice(&score.ok_or(WriteError::Lost(Field::Score))?.to_le_bytes());
        record[26..29].copy_from_slice(&[
            result,
            relative(position.king(us), us),
            relative(position.king(!us), !us),
        ]);
        record[29..].copy_from_slice(&sample.labels.extra);
        Ok(Self(record))
    }
}

impl BulletRecord {
    /// The squares of the kings, first that of the side to move, which is white in this format. The set is empty if the
    /// record has a number above 63 in place of a square.
    fn kings(&self) -> [Bitboard; 2] {
        let set = |square: u8| 1_u64.checked_shl(square.into()).map_or(Bitboard::EMPTY, Bitboard);
        [set(self.0[27]), set(self.0[28] ^ FLIP)]
    }
}

/// An xor with this reverses the rank of a square.
const FLIP: u8 = 0b111_000;

/// The number of `square` as `side` sees it: for black, ranks are reversed.
const fn relative(square: Square, side: Color) -> u8 {
    square.index() as u8 ^ (FLIP * side as u8)
}

/// The result that `number` stands for: 0 black has won, 1 draw, 2 white has won; any other number is an error.
pub(crate) const fn result(number: u8) -> Result<GameResult, ReadErrorKind> {
    match number {
        0 => Ok(GameResult::Win(Color::Black)),
        1 => Ok(GameResult::Draw),
        2 => Ok(GameResult::Win(Color::White)),
        _ => Err(ReadErrorKind::Result(number)),
    }
}

/// The number that stands for `result`: 0 black has won, 1 draw, 2 white has won; `None` if it is unknown.
pub(crate) const fn number(result: GameResult) -> Option<u8> {
    match result {
        GameResult::Win(Color::Black) => Some(0),
        GameResult::Draw => Some(1),
        GameResult::Win(Color::White) => Some(2),
        GameResult::Unknown => None,
    }
}
