// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    reason = "squares and nibbles are packed into words, always after a shift and a mask"
)]

#[cfg(feature = "std")]
extern crate std;

mod byte_board;
mod changes;
mod finder;
mod list;
#[allow(dead_code, reason = "without vectors there is no level but the scalar one")]
mod rays;
mod scene;
#[allow(dead_code, reason = "the levels of AArch64 and of WebAssembly with vectors all shuffle bytes")]
mod sets;
mod threat;
mod update;
mod whole;

pub use byte_board::ByteBoard;
pub use changes::Changes;
pub use finder::Finder;
pub use list::ThreatList;
pub use threat::Threat;
