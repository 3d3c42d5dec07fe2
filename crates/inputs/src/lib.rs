// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices are made of squares and codes, taken out of words after a shift and a mask"
)]

extern crate alloc;

pub mod features;
pub mod history;
pub mod policy;
pub mod sets;
mod spread;
