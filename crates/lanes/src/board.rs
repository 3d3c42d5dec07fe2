//! Positions in lanes: boards, attacks, limits of moves, and targets of moves.

pub(crate) mod attacks;
pub(crate) mod castling;
pub(crate) mod en_passant;
pub(crate) mod limits;
pub(crate) mod pawns;
pub(crate) mod pieces;
pub(crate) mod positions;
pub(crate) mod promotions;
pub(crate) mod scene;
pub(crate) mod select;
pub(crate) mod sides;
pub(crate) mod targets;
pub(crate) mod validity;
pub(crate) mod white_to_move;
