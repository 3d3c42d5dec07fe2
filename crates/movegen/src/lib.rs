#![doc = include_str!("../README.md")]
#![no_std]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_lossless,
    reason = "moves and rights are packed into words all over this crate, always after a shift and a mask"
)]

mod board;
mod castling;
mod count;
mod fen;
mod generate;
mod move_list;
mod mv;
mod position;
mod san;
mod uci;
mod zobrist;

pub use board::Board;
pub use castling::{CastlingRights, Wing};
pub use count::count_replies;
pub use fen::{CastlingLetters, Fen, FenError, FenField, FenStyle};
pub use move_list::MoveList;
pub use mv::Move;
pub use position::{EpMode, IllegalMove, Position, PositionBuilder, PositionError, Validity};
pub use san::San;
pub use uci::{CastlingStyle, ParseUciError, Uci};
