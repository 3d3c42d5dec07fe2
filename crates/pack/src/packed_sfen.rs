//! Packed sfen: the positions that Stockfish's tools write as `.bin`, 40 bytes each.
//!
//! ```text
//!   byte  0 .. 31  the position as a stream of bits, the lowest bit of each byte and number first:
//!                    1   side to move: 0 white, 1 black
//!                    6   square of the white king
//!                    6   square of the black king
//!                1 or 5  for each other square, a8, b8, .. h1: 0 if it is empty, or four bits for the piece
//!                        (P 1000, N 1100, B 1010, R 1110, Q 1001) and one for its color (1 is black)
//!                    4   castling rights: white short, white long, black short, black long
//!                1 or 7  0, or 1 and the en passant square in six bits
//!                    6   half moves since the last capture or pawn move, the lower bits
//!                   16   number of the move
//!                    1   half moves, the highest bit
//!        32 .. 33  score
//!        34 .. 35  move, 0 for none: bits 14 .. 15 promotion 1, en passant 2, castling 3;
//!                  bits 12 .. 13 promotion to N 0, B 1, R 2, Q 3; bits 6 .. 11 from; bits 0 .. 5 to
//!        36 .. 37  half moves since the beginning of the game
//!        38        result: 1 won, 0 drawn, -1 lost
//!        39        unused
//! ```
//!
//! 1. [`read`] takes the bits in this order, builds the position, and checks it.
//! 2. [`write()`] refuses what the record cannot hold, unless the caller allows dropping it, and writes the same bits.
//!
//! Numbers are little-endian. Scores and results are from the view of the side to move; in a [`Sample`] they are
//! from white's. The score 32,002 stands for no score. Castling is king takes rook, in standard chess only.
//!
//! Source: the branch `tools` of Stockfish, `src/tools/sfen_packer.cpp` and `src/tools/packed_sfen.h`.
//!
//! ```
//! use quadbit_movegen::{GameResult, Position, Validity};
//! use quadbit_pack::{Fields, Labels, Sample, packed_sfen};
//! let labels = Labels { score: Some(31), result: GameResult::Draw, ply: Some(0), ..Labels::NONE };
//! let sample = Sample { position: Position::start(), labels };
//! let record = packed_sfen::write(&sample, Fields::EMPTY)?;
//! assert_eq!(packed_sfen::read(&record, Validity::Strict).unwrap(), sample);
//! # Ok::<(), quadbit_pack::WriteError>(())
//! ```

use quadbit_movegen::{
    CastlingRights, Color, EpMode, GameResult, Piece, Position, PositionBuilder, Validity,
};
use quadbit_quad::Bitboard;
use quadbit_x88::{Rank, Role, Square};

use crate::codec::{Codec, Cut, Read, Write};
use crate::field::{Field, Fields, WriteError};
use crate::move_code::MoveCode;
use crate::movers_view::{NO_SCORE, read_score, write_result, write_score};
use crate::read_error::{ReadError, ReadErrorKind};
use crate::record::part;
use crate::sample::{Labels, Sample};

/// What [`Format`](crate::Format) knows of this format: its name, fields, reader and writer.
pub(crate) const CODEC: Codec = Codec {
    name: "bin",
    description: "40 bytes: Stockfish's packed sfen, with score, move, ply and result",
    is_text: false,
    fields: Fields::GAME,
    has_moves: true,
    no_score: Some(NO_SCORE),
    cut: Cut::Every(SIZE),
    read: Read::One(|record, validity| read(record.first_chunk().ok_or(ReadErrorKind::Truncated)?, validity)),
    write: Write::One(|sample, may_drop, bytes| {
        bytes.extend(write(sample, may_drop)?);
        Ok(())
    }),
};

/// The number of bytes of a record.
pub const SIZE: usize = 40;

/// The number of bits that hold the position.
const BITS: usize = 256;

/// The four bits of each piece. The lowest is 1, because 0 is an empty square.
const CODES: [(Role, u8); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 5), (Role::Rook, 7), (Role::Queen, 9)];

/// The squares of the castling rooks, in the order in which the format has the rights.
const ROOKS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

/// How a record codes its move.
const MOVES: MoveCode = MoveCode { from: 6, to: 0, role: 12, kinds: [1, 3, 2] };

/// Reads a sample from its record of 40 bytes.
///
/// # Errors
/// The bits are not a position, the position breaks a rule of `validity` or has castling rights of Chess960, the move
/// is not legal, or the result is not 1, 0 or -1.
pub fn read(record: &[u8; SIZE], validity: Validity) -> Result<Sample, ReadError> {
    let position = read_position(record)?.build(validity).map_err(ReadErrorKind::Position)?;
    if !position.has_standard_castling() {
        let rook = position.castling_rights().rooks().first();
        return Err(ReadErrorKind::Castling(rook.unwrap_or(Square::A1)).into());
    }
    let us = position.side_to_move();
    let score = i16::from_le_bytes(part(record, 32));
    let mv = match u16::from_le_bytes(part(record, 34)) {
        0 => None,
        coded => Some(MOVES.read(&position, coded).ok_or(ReadErrorKind::Move)?),
    };
    Ok(Sample {
        position,
        labels: Labels {
            score: read_score(score, us),
            result: match record[38].cast_signed() {
                1 => GameResult::Win(us),
                0 => GameResult::Draw,
                -1 => GameResult::Win(!us),
                _ => return Err(ReadErrorKind::Result(record[38]).into()),
            },
            mv,
            ply: Some(u16::from_le_bytes(part(record, 36))),
            ..Labels::NONE
        },
    })
}

fn read_position(record: &[u8; SIZE]) -> Result<PositionBuilder, ReadErrorKind> {
    let mut bits = Bits { bytes: record, at: 0 };
    let side_to_move = if bits.take(1) == 0 { Color::White } else { Color::Black };
    let kings = [(); 2].map(|()| Square::from_low_bits(bits.take(6)));
    let mut builder = PositionBuilder { side_to_move, ..PositionBuilder::new() };
    for (color, king) in Color::ALL.into_iter().zip(kings) {
        builder.board.put(king, Piece::new(color, Role::King));
    }
    for square in squares().filter(|square| !kings.contains(square)) {
        if bits.take(1) == 0 {
            continue;
        }
        let code = (1 | bits.take(3) << 1) as u8;
        let color = if bits.take(1) == 0 { Color::White } else { Color::Black };
        let (role, _) =
            CODES.into_iter().find(|&(_, known)| known == code).ok_or(ReadErrorKind::Code(square, code))?;
        builder.board.put(square, Piece::new(color, role));
    }
    let may_castle = ROOKS.into_iter().filter(|_| bits.take(1) == 1).map(Bitboard::of);
    builder.castling = CastlingRights::from_rooks(may_castle.fold(Bitboard::EMPTY, |all, rook| all | rook));
    if bits.take(1) == 1 {
        let square = Square::from_low_bits(bits.take(6));
        if square.rank() != Rank::Sixth.relative_to(side_to_move) {
            return Err(ReadErrorKind::EnPassant(square.index() as u8));
        }
        builder.en_passant = Some(square.file());
    }
    let low = bits.take(6);
    // Move number 0, from which some writers count, becomes 1.
    builder.fullmoves = (bits.take(16) as u16).max(1);
    builder.halfmoves = (low | bits.take(1) << 6) as u16;
    // The stream has room for every position of up to 32 pieces, which needs at most 229 bits. Reading beyond it means
    // that there are more pieces.
    if bits.at > BITS { Err(ReadErrorKind::ManyPieces) } else { Ok(builder) }
}

/// Writes the record of a sample. If the sample has no ply, it is computed from the move number.
///
/// # Errors
/// The sample has no result, its move is not legal, or it castles as only Chess960 does.
///
/// The format cannot hold some other values, which are errors unless `may_drop` has their field: `Extra` for extra
/// bytes, `Castling` for rights of Chess960, `Clocks` for a halfmove clock above 127 (127 is written), `Ply` for a ply
/// above 65,535 (65,535 is written), `Score` for a score of the side to move of 32,002, which stands for no score, or
/// of 32,768, which does not fit (32,002 is written for both).
pub fn write(sample: &Sample, may_drop: Fields) -> Result<[u8; SIZE], WriteError> {
    let sample = &sample.with_standard_castling(may_drop)?;
    let position = &sample.position;
    may_drop.drop_if(sample.labels.extra != [0; 3], Field::Extra)?;
    let result = write_result(sample)?;
    let score = write_score(sample, may_drop)?;
    let mv = match sample.labels.mv {
        None => 0,
        Some(mv) if position.is_legal(mv) => MOVES.write(position, mv),
        Some(_) => return Err(WriteError::Missing(Field::Move)),
    };
    let ply = sample.ply_up_to(u16::MAX, may_drop)?;
    let mut record = write_position(position, may_drop)?;
    record[32..34].copy_from_slice(&score.to_le_bytes());
    record[34..36].copy_from_slice(&mv.to_le_bytes());
    record[36..38].copy_from_slice(&ply.to_le_bytes());
    record[38] = i8::cast_unsigned(result);
    Ok(record)
}

fn write_position(position: &Position, may_drop: Fields) -> Result<[u8; SIZE], WriteError> {
    let mut halfmoves = u32::from(position.halfmoves());
    if halfmoves > 127 {
        may_drop.drop(Field::Clocks)?;
        halfmoves = 127;
    }
    let mut bits = BitWriter { bytes: [0; SIZE], at: 0 };
    bits.put(position.side_to_move() as u32, 1);
    for color in Color::ALL {
        bits.put(position.king(color).index() as u32, 6);
    }
    for square in squares() {
        match position.piece_at(square) {
            None => bits.put(0, 1),
            Some(piece) => {
                // Kings have no code: their squares have been written already.
                let Some((_, code)) = CODES.into_iter().find(|(role, _)| *role == piece.role()) else {
                    continue;
                };
                bits.put(code.into(), 4);
                bits.put(piece.color() as u32, 1);
            }
        }
    }
    let rooks = position.castling_rights().rooks();
    for rook in ROOKS {
        bits.put(rooks.has(rook).into(), 1);
    }
    match position.ep_square(EpMode::Pseudo) {
        None => bits.put(0, 1),
        Some(square) => bits.put(1 | (square.index() as u32) << 1, 7),
    }
    bits.put(halfmoves & 63, 6);
    bits.put(position.fullmoves().into(), 16);
    bits.put(halfmoves >> 6, 1);
    Ok(bits.bytes)
}

/// The squares in the order of a FEN: a8 first, h1 last.
fn squares() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().map(|square| Square::from_low_bits(square.index() as u32 ^ 0x38))
}

/// A stream of bits to read, lowest first; zeros after the end.
struct Bits<'a> {
    bytes: &'a [u8; SIZE],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: usize) -> u32 {
        let bit = |at: usize| {
            if at < BITS { u32::from(self.bytes[at / 8] >> (at % 8) & 1) } else { 0 }
        };
        let bits = (0..count).map(|n| bit(self.at + n) << n).sum();
        self.at += count;
        bits
    }
}

/// A stream of bits to write, lowest first. It has room for any position: [`Validity`] allows at most 32 pieces.
struct BitWriter {
    bytes: [u8; SIZE],
    at: usize,
}

impl BitWriter {
    fn put(&mut self, bits: u32, count: usize) {
        for n in 0..count {
            self.bytes[self.at / 8] |= ((bits >> n & 1) as u8) << (self.at % 8);
            self.at += 1;
        }
    }
}
