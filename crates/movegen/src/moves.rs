//! Moves of a position: generating legal moves, making them, and taking them back.

pub(crate) mod candidate;
pub(crate) mod castling;
pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod exchange;
pub(crate) mod generate;
pub(crate) mod legality;
pub(crate) mod make;
pub(crate) mod move_list;
pub(crate) mod mv;
pub(crate) mod pawn_targets;
pub(crate) mod piece_moves;
pub(crate) mod stage;
pub(crate) mod undo;
pub(crate) mod visit;
