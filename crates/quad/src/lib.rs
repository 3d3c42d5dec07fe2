// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    reason = "bits are taken out of words all over this crate, always after a shift and a mask"
)]

mod aspect_move;
pub mod attacks;
#[cfg(feature = "simd")]
pub mod batch;
mod bitboard;
mod generated;
mod operators;
pub mod packed_pieces;
mod quad_bitboard;
#[cfg(feature = "serde")]
mod serde;
pub mod sets;
#[cfg(feature = "simd")]
pub mod simd;
mod slider_attacks;
pub mod text;
mod wide_key;
pub mod zobrist;

pub use aspect_move::{AspectMove, Special};
pub use bitboard::{Bitboard, Squares};
pub use quad_bitboard::QuadBitboard;
pub use slider_attacks::SliderAttacks;
pub use wide_key::WideKeys;
