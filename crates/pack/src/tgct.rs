//! The position format of The Grand Chess Tree, a project in which volunteers compute parts of large perfts.
//!
//! ```text
//!   byte   0 .. 15   a nibble for each piece in order of squares, even ones in the low halves:
//!                      P 1, N 2, B 3, R 4, Q 5, K 6, p 7, n 8, b 9, r 10, q 11, k 12
//!         16 .. 23   occupied squares, little-endian, a1 the lowest bit
//!              24    bits 0 .. 3 the rights K 1, Q 2, k 4, q 8;
//!                    bits 4 .. 7 the file of a pawn that has just made a double push, 8 if there is none
//!              25    0 white to move, 1 black
//! ```
//!
//! The rights are those of standard chess: kings on the e-file, rooks on the a- and h-file. There are no
//! clocks, no score and no result, since a perft needs none.
//!
//! Source: [`BoardStateSerialization.cs`](https://github.com/Timmoth/grandchesstree) and `CastleRights`
//! of the same project.

use quadbit_movegen::{CastlingRights, Color, EpMode, GameResult, PositionBuilder};
use quadbit_quad::packed_pieces::{PackSimd, PackedPieces};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{File, Square};

use crate::codec::Codec;
use crate::codes::{expand, refuse, unpack};
use crate::field::{Field, Fields, WriteError};
use crate::read_error::ReadErrorKind;
use crate::record::{Record, part};
use crate::sample::{Parts, Sample};

/// What [`Format`](crate::Format) knows of this format: its name, fields, reader and writer.
pub(crate) const CODEC: Codec =
    Codec::of_records::<TgctRecord>("tgct", "26 bytes: The Grand Chess Tree's position", Fields::RIGHTS);

/// A position in 26 bytes, without clocks, score and result. The [module](self) describes the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "simd", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(transparent)]
pub struct TgctRecord([u8; 26]);

static_assertions::assert_eq_size!(TgctRecord, [u8; 26]);

/// For each nibble of the format, our code of the piece; 0 if the nibble is invalid.
const CODES: [u8; 16] = [0, 2, 4, 6, 8, 10, 12, 3, 5, 7, 9, 11, 13, 0, 0, 0];

/// The squares of the castling rooks, in the order of the rights: `K`, `Q`, `k`, `q`.
const ROOKS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

/// The file number that stands for no double push.
const NO_FILE: u8 = 8;

impl Record for TgctRecord {
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.first_chunk().copied().map(Self)
    }

    fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    #[inline(always)]
    fn board_at<S: PackSimd>(&self, s: S) -> Result<QuadBitboard, ReadErrorKind> {
        if let Some(board) = expand(s, &self.0, 16, 0, CODES) {
            return Ok(board);
        }
        let pieces = unpack(s, &self.0, 16, 0)?;
        let [b0, b1, b2, b3] = pieces.bits;
        refuse(pieces, pieces.all() & !(b0 | b1 | b2 | b3) | b3 & b2 & (b1 | b0))?;
        // 7 to 12 are the black pieces. Subtracting six keeps the lowest bit, inverts the next one, and sets
        // the third only for 10, 11 and 12.
        let black = b3 | b2 & b1 & b0;
        let bits = [black, b0, b1 ^ black, b2 & !black | b3 & (b1 | b2)];
        Ok(PackedPieces { bits, ..pieces }.board(s))
    }

    #[inline(always)]
    fn parts_at<S: PackSimd>(&self, s: S) -> Result<Parts, ReadErrorKind> {
        let board = self.board_at(s)?;
        let [rights_and_ep, side] = part(&self.0, 24);
        let rights = rights_and_ep & 15;
        let rook = |(right, rook): (usize, &Square)| Bitboard(u64::from(rights >> right & 1) << rook.index());
        let rooks = ROOKS.iter().enumerate().map(rook).fold(Bitboard::EMPTY, |a, b| a | b);
        let file = rights_and_ep >> 4;
        Ok(Sample::from(PositionBuilder {
            board,
            side_to_move: match side {
                0 => Color::White,
                1 => Color::Black,
                side => return Err(ReadErrorKind::Side(side)),
            },
            castling: CastlingRights::from_rooks(rooks),
            en_passant: match File::from_index(file.into()) {
                None if file != NO_FILE => return Err(ReadErrorKind::EnPassant(file)),
                file => file,
            },
            ..PositionBuilder::new()
        }))
    }

    #[inline(always)]
    fn pack_at<S: PackSimd>(s: S, sample: &Sample, may_drop: Fields) -> Result<Self, WriteError> {
        sample.labels.drop_move(may_drop)?;
        let position = &sample.position;
        may_drop.drop_if((position.halfmoves(), position.fullmoves()) != (0, 1), Field::Clocks)?;
        may_drop.drop_if(sample.labels.score.is_some(), Field::Score)?;
        may_drop.drop_if(sample.labels.result != GameResult::Unknown, Field::Result)?;
        may_drop.drop_if(sample.labels.extra != [0; 3], Field::Extra)?;
        let mut rooks = position.castling_rights().rooks();
        if !position.has_standard_castling() {
            may_drop.drop(Field::Castling).map_err(|_| WriteError::Chess960)?;
            rooks = Bitboard::EMPTY;
        }
        let rights: u8 = (0..).zip(ROOKS).map(|(right, rook)| u8::from(rooks.has(rook)) << right).sum();
        let ep = position.ep_square(EpMode::Always).map_or(NO_FILE, |square| square.file().index() as u8);

        let pieces = PackedPieces::of(s, position.board());
        let [black, p1, p2, p3] = pieces.bits;
        // White pieces are 1 to 6, black pieces 7 to 12. Adding six keeps the bit of value 1 and inverts the bit of
        // value 2; then only 7 and 12 have the bit of value 4, and all but 7 have the bit of value 8.
        let [b1, b2, b3] = [p2 ^ black, p3 & !black | black & !(p2 ^ p3), black & (p2 | p3)];
        let mut record = [0; 26];
        record[..16].copy_from_slice(&PackedPieces { bits: [p1, b1, b2, b3], ..pieces }.pack(s));
        record[16..24].copy_from_slice(&pieces.occupied.0.to_le_bytes());
        record[24..].copy_from_slice(&[rights | ep << 4, position.side_to_move() as u8]);
        Ok(Self(record))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use quadbit_movegen::{Position, Validity};
    use quadbit_quad::packed_pieces::Scalar;
    use std::format;

    /// The codes of the pieces in the format, written out: the reference for those that are computed.
    const CODES: [(char, u8); 12] = [
        ('P', 1),
        ('N', 2),
        ('B', 3),
        ('R', 4),
        ('Q', 5),
        ('K', 6),
        ('p', 7),
        ('n', 8),
        ('b', 9),
        ('r', 10),
        ('q', 11),
        ('k', 12),
    ];

    #[test]
    fn every_code_is_that_of_the_table() {
        for (letter, code) in CODES.into_iter().filter(|(letter, _)| !"kK".contains(*letter)) {
            let position = Position::from_fen(&format!("k7/8/8/8/3{letter}4/8/7K/8 w - - 0 1")).unwrap();
            let record = TgctRecord::write(&Sample::from(position), Fields::EMPTY).unwrap();
            assert_eq!(record.0[..2], [6 | code << 4, 12], "{letter}");
            assert_eq!(record.read(Validity::Strict).unwrap().position, position, "{letter}");
        }
    }

    #[test]
    fn what_means_nothing_is_refused() {
        let record = TgctRecord::write(&Sample::from(Position::start()), Fields::EMPTY).unwrap();
        assert_eq!(record.0[24], 0x8f);
        let with = |at: usize, byte: u8| {
            let mut bad = record;
            bad.0[at] = byte;
            bad
        };
        for code in [0, 13, 14, 15] {
            let mut bad = record;
            bad.0[1] = bad.0[1] & 0x0f | code << 4;
            assert_eq!(bad.parts_at(Scalar).err(), Some(ReadErrorKind::Code(Square::D1, code)));
        }
        assert_eq!(with(25, 2).parts_at(Scalar).err(), Some(ReadErrorKind::Side(2)));
        assert_eq!(with(24, 0x9f).parts_at(Scalar).err(), Some(ReadErrorKind::EnPassant(9)));
        let full = TgctRecord([0xff; 26]);
        assert_eq!(full.parts_at(Scalar).err(), Some(ReadErrorKind::ManyPieces));
    }
}
