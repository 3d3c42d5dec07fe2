//! Reading and writing the first entry of a chain: a position with its move, score, ply and result, in 32 bytes.

use quadbit_movegen::{Color, Move, Position, Validity};
use quadbit_quad::Bitboard;
use quadbit_quad::packed_pieces::PackSimd;
use quadbit_quad::packed_pieces::Scalar;
use quadbit_x88::Square;

use super::bits::from_zigzag;
use super::bits::to_zigzag;
use crate::binaryfen::Pieces;
use crate::move_code::MoveCode;
use crate::read_error::ReadErrorKind;
use crate::record::part;

/// The number of bytes of an entry.
pub(super) const SIZE: usize = 32;

/// The highest ply that fits into an entry.
pub(super) const LAST_PLY: u16 = 0x3fff;

/// How an entry codes its move.
const MOVES: MoveCode = MoveCode { from: 8, to: 2, role: 0, kinds: [1, 2, 3] };

/// The first entry of a chain. Score and result are from the view of the side to move.
pub(super) struct Entry {
    pub(super) position: Position,
    pub(super) mv: u16,
    pub(super) score: i16,
    pub(super) ply: u16,
    /// The result for the side to move: 1 won, 0 drawn, -1 lost.
    pub(super) result: i16,
}

impl Entry {
    #[inline(always)]
    pub(super) fn read<S: PackSimd>(
        s: S,
        bytes: &[u8; SIZE],
        validity: Validity,
    ) -> Result<Self, ReadErrorKind> {
        let pieces = Pieces::read(s, Bitboard(u64::from_be_bytes(part(bytes, 0))), part(bytes, 8))?;
        let [mv, score, ply_and_result, halfmoves] =
            [24, 26, 28, 30].map(|at| u16::from_be_bytes(part(bytes, at)));
        let side = if pieces.is_black_to_move { Color::Black } else { Color::White };
        let ply = ply_and_result & LAST_PLY;
        let position = pieces.builder(side, halfmoves, move_number(ply))?.build(validity)?;
        if !position.has_standard_castling() {
            let rook = position.castling_rights().rooks().first();
            return Err(ReadErrorKind::Castling(rook.unwrap_or(Square::A1)));
        }
        let result = from_zigzag(ply_and_result >> 14);
        if result == -2 {
            return Err(ReadErrorKind::Result(3));
        }
        Ok(Self { position, mv, score: from_zigzag(score), ply, result })
    }

    /// The move of the entry, if it is legal and has the right kind (promotion, castling, en passant); otherwise
    /// `None`.
    pub(super) fn legal_move(&self) -> Option<Move> {
        MOVES.read(&self.position, self.mv)
    }

    /// Writes the entry with the legal move `mv` in place of `self.mv`. Castling rights must be those of standard
    /// chess.
    pub(super) fn write(&self, mv: Move) -> [u8; SIZE] {
        let coded = MOVES.write(&self.position, mv);
        let ply_and_result = self.ply | to_zigzag(self.result) << 14;
        let pieces = Pieces::of(Scalar, &self.position);
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&pieces.occupied.0.to_be_bytes());
        bytes[8..24].copy_from_slice(&pieces.nibbles);
        bytes[24..26].copy_from_slice(&coded.to_be_bytes());
        bytes[26..28].copy_from_slice(&to_zigzag(self.score).to_be_bytes());
        bytes[28..30].copy_from_slice(&ply_and_result.to_be_bytes());
        bytes[30..].copy_from_slice(&self.position.halfmoves().to_be_bytes());
        bytes
    }
}

/// The move number that follows from `ply`: an entry holds only the ply.
pub(super) const fn move_number(ply: u16) -> u16 {
    ply / 2 + 1
}
