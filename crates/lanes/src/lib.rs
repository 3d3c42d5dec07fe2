#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    reason = "lanes of 64 bits hold counts and square numbers of a few bits all over this crate"
)]

pub mod batch;
mod board;
mod count;
mod forecast;
mod keys;
mod make;

pub use count::leaf_counter::LeafCounter;
pub use count::reply_counter::ReplyCounter;
pub use count::statistics::Statistics;
pub use keys::position_keys::PositionKeys;
