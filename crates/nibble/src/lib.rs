// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
extern crate std;

mod array;
mod const_array;
mod delta_swap;
mod iter;
mod nibble;
#[cfg(feature = "simd")]
pub mod planes;
#[cfg(feature = "simd")]
pub mod simd;
pub mod swar;

pub use array::{NibbleArray, NibbleArrayError};
pub use iter::Nibbles;
pub use nibble::Nibble;
