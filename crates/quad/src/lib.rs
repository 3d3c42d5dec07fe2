#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    reason = "bits are taken out of words all over this crate, always after a shift and a mask"
)]

pub mod attacks;
#[cfg(feature = "simd")]
pub mod batch;
mod bitboard;
mod generated;
#[cfg(feature = "simd")]
pub mod kings;
mod line;
mod quad_bitboard;
#[cfg(feature = "serde")]
mod serde;
pub mod sets;
#[cfg(feature = "simd")]
pub mod simd;
mod slides_of_both;
pub mod text;
mod wide_key;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use line::{Line, LineDelta};
pub use quad_bitboard::QuadBitboard;
pub use slides_of_both::SlidesOfBoth;
pub use wide_key::WideKeys;
