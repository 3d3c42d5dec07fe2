//! Keys and moves of the Polyglot book format.

pub(crate) mod book;
mod numbers;

use quadbit_x88::{Color, Role, Square};

use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;
use crate::position::en_passant::EpMode;
use numbers::{CASTLING, EN_PASSANT, PIECES, WHITE_TO_MOVE};

impl Position {
    /// The key by which opening books in the Polyglot format are sorted.
    ///
    /// The key includes en passant whenever a pawn of the side to move is next to the pawn that has just made a double
    /// push, even if it may not capture, and it distinguishes castling rights only by side of the king. So equal
    /// positions may have different keys, and different ones the same; use [`key`](Self::key) for anything except
    /// books. It is computed from scratch each time.
    ///
    /// Source: the format's description, <http://hgm.nubati.net/book_format.html>.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// assert_eq!(Position::start().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for square in self.board().occupied() {
            if let Some(piece) = self.piece_at(square) {
                // Kinds are numbered like piece codes, but from 0 and with black first.
                let kind = 2 * (piece.role().code() as usize - 1) + piece.color().other().index();
                key ^= PIECES[kind][square.index()];
            }
        }
        for color in Color::ALL {
            let king = self.king(color);
            for rook in self.castling_rights().rooks_of(color) {
                key ^= CASTLING[2 * color.index() + CastlingSide::of(king, rook) as usize];
            }
        }
        if let Some(square) = self.ep_square(EpMode::Pseudo) {
            key ^= EN_PASSANT[square.file().index()];
        }
        if self.side_to_move() == Color::White {
            key ^= WHITE_TO_MOVE;
        }
        key
    }
}

impl Move {
    /// The move as the 16 bits that stand for it in a Polyglot book.
    ///
    /// ```text
    ///   bit 15  14 .. 12    11 .. 6   5 .. 0
    ///        0  promotion   from      to
    /// ```
    /// The promotion is 0 for none, 1 knight, 2 bishop, 3 rook, 4 queen. Castling is king
    /// takes rook, as in a [`Move`].
    pub const fn to_polyglot(self) -> u16 {
        let promotion = match self.promotion() {
            Some(role) => role.code() as u16 - 1,
            None => 0,
        };
        promotion << 12 | (self.from().index() as u16) << 6 | self.to().index() as u16
    }

    /// The legal move of `position` for which `bits` stand in a Polyglot book; `None` if there is none.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position = Position::start();
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!(mv.to_polyglot(), 12 << 6 | 28);
    /// assert_eq!(Move::from_polyglot(mv.to_polyglot(), &position), Some(mv));
    /// assert_eq!(Move::from_polyglot(0, &position), None);
    /// ```
    pub fn from_polyglot(bits: u16, position: &Position) -> Option<Self> {
        let (from, to) = (Square::from_low_bits(bits as u32 >> 6), Square::from_low_bits(bits as u32));
        let mv = match bits >> 12 {
            0 => Self::new(from, to),
            code => Self::promoting(from, to, Role::from_code(code as u8 + 1)?),
        };
        position.is_legal(mv).then_some(mv)
    }
}
