// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[The book]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/introduction.md")]
#![doc = concat!("[measure it]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/benchmarks/yourself.md")]
#![doc = concat!("[the guide]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/guide/from-other-libraries.md")]
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(inline)]
pub use quadbit_movegen::{
    Bitboard, Book, BookEntry, BookError, Candidate, CastlingLetters, CastlingRights, CastlingSide,
    CastlingStyle, Color, Direction, DrawClaim, Effect, EpMode, Fen, FenError, FenField, FenStyle, File,
    GameResult, GameResultError, IllegalMoveError, KeylessPosition, Move, MoveList, OnePieceMoves, Outcome,
    Piece, PieceMoves, PieceValues, Position, PositionBuilder, PositionError, QuadBitboard, Rank, Role, San,
    SanError, Selection, Square, Stage, Uci, UciError, Undo, Validity, attacks, bitboard, uci,
};
#[cfg(feature = "std")]
#[doc(inline)]
pub use quadbit_movegen::{Epd, EpdError, EpdErrorKind, Game, Operand, Operation, OperationError, Why};
#[cfg(feature = "simd")]
#[doc(inline)]
pub use quadbit_nibble::simd::{Level, LevelError};

#[cfg(feature = "data")]
pub use quadbit_data as data;
#[cfg(feature = "inputs")]
pub use quadbit_inputs as inputs;
#[cfg(feature = "batch")]
pub use quadbit_lanes as lanes;
#[cfg(feature = "pack")]
pub use quadbit_pack as pack;
#[cfg(feature = "perft")]
pub use quadbit_perft as perft;
#[cfg(feature = "pgn")]
pub use quadbit_pgn as pgn;
pub use quadbit_quad as quad;
#[cfg(any(feature = "data", feature = "pgn"))]
pub use quadbit_rule as rule;
#[cfg(feature = "threats")]
pub use quadbit_threats as threats;
pub use quadbit_x88 as x88;
