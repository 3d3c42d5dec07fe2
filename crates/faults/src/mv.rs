//! Moves of a generator with faults.

use alloc::string::{String, ToString};

use quadbit_movegen::{CastlingSide, CastlingStyle, Role, Square};

/// A move of a [`Board`](crate::Board), which may be illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(crate) from: Square,
    /// The square where the moving piece arrives; for castling, the king's.
    pub(crate) to: Square,
    pub(crate) kind: Kind,
}

/// What a move does besides moving a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing more, unless it captures the piece on its target.
    Plain,
    /// A pawn moves two squares.
    DoublePush,
    /// A pawn captures the pawn that has passed its target.
    EnPassant,
    /// A pawn becomes another piece.
    Promotion(Role),
    /// The king castles with the rook of this square.
    Castling(CastlingSide, Square),
    /// The king goes to its castling square, but its rook, on this square, stays. A faulty generator lists this move
    /// after the castling move, as king takes rook, and does not make it as castling.
    KingTakesRook(Square),
}

impl Move {
    /// The move as UCI text, with castling as `style` says.
    pub fn to_uci(self, style: CastlingStyle) -> String {
        let (to, promotion) = match self.kind {
            Kind::Castling(_, rook) if style == CastlingStyle::Chess960 => (rook, None),
            Kind::KingTakesRook(rook) => (rook, None),
            Kind::Promotion(role) => (self.to, Some(role)),
            _ => (self.to, None),
        };
        let mut text = self.from.to_string() + &to.to_string();
        text.extend(promotion.map(|role| role.to_upper_char().to_ascii_lowercase()));
        text
    }
}
