#![doc = include_str!("../README.md")]
#![no_std]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_lossless,
    reason = "moves and rights are packed into words all over this crate, always after a shift and a mask"
)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod board;
mod castling;
mod check;
#[cfg(feature = "alloc")]
mod epd;
mod exchange;
mod fen;
#[cfg(feature = "alloc")]
mod game;
mod game_result;
mod generate;
mod generated;
mod lan;
mod move_list;
mod mv;
mod outcome;
pub mod pgn;
mod piece_moves;
mod polyglot;
mod position;
mod san;
#[cfg(feature = "serde")]
mod serde;
mod spelling;
mod uci;
mod zobrist;

pub use board::{Board, BoardMove, Feature};
pub use castling::{CastlingRights, Wing};
#[cfg(feature = "alloc")]
pub use epd::{Epd, Operand, Operation, ParseEpdError, WriteEpdError};
pub use exchange::PieceValues;
pub use fen::{CastlingLetters, Fen, FenError, FenField, FenStyle};
#[cfg(feature = "alloc")]
pub use game::Game;
pub use game_result::{GameResult, ParseGameResultError};
pub use lan::{Lan, ParseLanError};
pub use move_list::{IntoMoves, List, MoveList};
pub use mv::Move;
pub use outcome::{DrawClaim, Outcome};
pub use piece_moves::{MovesByPiece, OnePieceMoves, PieceMoves};
pub use position::{EpMode, IllegalMove, Position, PositionBuilder, PositionError, Undo, Validity};
pub use quadbit_nibble::simd::{Level, LevelError};
pub use quadbit_quad::{Bitboard, QuadBitboard};
pub use quadbit_x88::{Color, Direction, File, Piece, Rank, Role, Square};
pub use san::{ParseSanError, San};
pub use uci::{CastlingStyle, ParseUciError, Uci};
