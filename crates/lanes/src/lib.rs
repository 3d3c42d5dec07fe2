// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    reason = "lanes of 64 bits hold counts and square numbers of a few bits all over this crate"
)]

pub mod batch;
#[cfg_attr(not(feature = "count"), expect(dead_code, reason = "counters need more of a board than batches"))]
mod board;
#[cfg(feature = "count")]
mod count;
#[cfg(feature = "count")]
mod forecast;
mod keys;
#[cfg(feature = "count")]
mod make;

#[cfg(feature = "count")]
pub use count::leaf_counter::LeafCounter;
#[cfg(feature = "count")]
pub use count::reply_counter::ReplyCounter;
#[cfg(feature = "count")]
pub use count::statistics::Statistics;
#[cfg(feature = "count")]
pub use keys::position_keys::PositionKeys;
