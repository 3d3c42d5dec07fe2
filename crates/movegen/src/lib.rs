// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[measure it first]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/benchmarks/yourself.md")]
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_lossless,
    reason = "moves and rights are packed into words all over this crate, always after a shift and a mask"
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "alloc")]
mod game;
mod internal;
mod moves;
mod outcome;
mod polyglot;
mod position;
#[cfg(feature = "serde")]
mod serde;
mod text;

#[cfg(feature = "alloc")]
pub use game::Game;
pub use moves::candidate::Candidate;
pub use moves::effect::Effect;
pub use moves::exchange::PieceValues;
pub use moves::make::IllegalMoveError;
pub use moves::move_list::MoveList;
pub use moves::mv::Move;
pub use moves::piece_moves::{OnePieceMoves, PieceMoves};
pub use moves::stage::{Selection, Stage};
pub use moves::undo::Undo;
pub use outcome::game_result::{GameResult, GameResultError};
pub use outcome::{DrawClaim, Outcome};
pub use polyglot::book::{Book, BookEntry, BookError};
pub use position::builder::PositionBuilder;
pub use position::castling::{CastlingRights, CastlingSide};
pub use position::en_passant::EpMode;
pub use position::validity::{PositionError, Validity};
pub use position::{KeylessPosition, Position};
pub use quadbit_quad::{Bitboard, QuadBitboard, attacks, bitboard};
pub use quadbit_x88::{Color, Direction, File, Piece, Rank, Role, Square};
#[cfg(feature = "alloc")]
pub use text::epd::error::{EpdError, EpdErrorKind, OperationError};
#[cfg(feature = "alloc")]
pub use text::epd::{Epd, Operand, Operation};
pub use text::fen::castling::CastlingLetters;
pub use text::fen::error::{FenError, FenField};
pub use text::fen::{Fen, FenStyle};
pub use text::san::San;
pub use text::san::error::SanError;
pub use text::uci::{CastlingStyle, Uci, UciError};
pub use text::uci_protocol as uci;
#[cfg(feature = "alloc")]
pub use text::why::Why;
