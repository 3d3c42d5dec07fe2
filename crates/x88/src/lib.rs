// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod attack;
mod attackers;
mod color;
mod delta;
mod diff;
mod direction;
mod file;
mod generated;
mod parse_error;
mod piece;
mod pin;
mod rank;
mod ray;
mod role;
#[cfg(feature = "serde")]
pub mod serde_text;
#[cfg(feature = "simd")]
pub mod simd;
mod square;
mod square88;
pub mod tables;
#[cfg(test)]
mod testing;

pub use attack::{attackers, attacks, attacks_from_target};
pub use attackers::Attackers;
pub use color::Color;
pub use delta::Delta;
pub use diff::Diff;
pub use direction::Direction;
pub use file::File;
pub use parse_error::ParseError;
pub use piece::Piece;
pub use pin::{pinner, slider_behind, uncovers};
pub use rank::Rank;
pub use ray::between;
pub use role::Role;
pub use square::Square;
pub use square88::Square88;
