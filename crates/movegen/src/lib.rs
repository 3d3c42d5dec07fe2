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
mod game_result;
mod generate;
mod generated;
mod lan;
mod move_list;
mod mv;
pub mod pgn;
mod polyglot;
mod position;
mod san;
mod spelling;
mod uci;
mod zobrist;

pub use board::Board;
pub use castling::{CastlingRights, Wing};
pub use count::ReplyCounter;
pub use fen::{CastlingLetters, Fen, FenError, FenField, FenStyle};
pub use game_result::{GameResult, ParseGameResultError};
pub use lan::{Lan, ParseLanError};
pub use move_list::MoveList;
pub use mv::Move;
pub use position::{EpMode, IllegalMove, Position, PositionBuilder, PositionError, Validity};
pub use san::{ParseSanError, San};
pub use uci::{CastlingStyle, ParseUciError, Uci};
