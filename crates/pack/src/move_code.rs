//! Moves of 16 bits, as Stockfish's formats and viriformat have them: two squares, a promotion, and the kind of move.

use quadbit_movegen::{Move, Position};
use quadbit_x88::{Role, Square};

/// The roles to which a pawn promotes, in the order of their numbers in Stockfish's formats and viriformat.
pub(crate) const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// How a format codes moves. Bits 14 and 15 are the kind of the move: a promotion, castling, a capture en passant, or 0
/// for any other move.
pub(crate) struct MoveCode {
    /// The index of the lowest bit of the origin, which is the king's square in castling.
    pub(crate) from: u32,
    /// The index of the lowest bit of the destination, which is the rook's square in castling.
    pub(crate) to: u32,
    /// The index of the lowest bit of the promotion: two bits with an index in [`PROMOTIONS`].
    pub(crate) role: u32,
    /// The numbers of three kinds of move: a promotion, castling, and a capture en passant.
    pub(crate) kinds: [u16; 3],
}

impl MoveCode {
    /// The bits that stand for the legal move `mv` in `position`.
    pub(crate) fn write(&self, position: &Position, mv: Move) -> u16 {
        let squares = (mv.from().index() << self.from | mv.to().index() << self.to) as u16;
        let role = mv.promotion().map_or(0, |role| u16::from(role.code() - PROMOTIONS[0].code()));
        self.kind(position, mv) << 14 | role << self.role | squares
    }

    /// Reads the move that `bits` stand for in `position`; `None` if the move is not legal, or if bits 14 and 15 are
    /// not its kind.
    pub(crate) fn read(&self, position: &Position, bits: u16) -> Option<Move> {
        let [from, to] = [self.from, self.to].map(|at| Square::from_low_bits(u32::from(bits) >> at));
        let mv = if bits >> 14 == self.kinds[0] {
            Move::promoting(from, to, PROMOTIONS[usize::from(bits >> self.role & 3)])
        } else {
            Move::new(from, to)
        };
        (position.is_legal(mv) && self.kind(position, mv) == bits >> 14).then_some(mv)
    }

    /// The number of the kind of the legal move `mv`: one of `kinds`, or 0.
    fn kind(&self, position: &Position, mv: Move) -> u16 {
        let [promotion, castling, en_passant] = self.kinds;
        match mv {
            _ if mv.is_promotion() => promotion,
            _ if position.is_castling(mv) => castling,
            _ if position.is_en_passant(mv) => en_passant,
            _ => 0,
        }
    }
}
