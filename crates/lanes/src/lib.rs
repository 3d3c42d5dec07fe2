#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    reason = "lanes of 64 bits hold counts and square numbers of a few bits all over this crate"
)]

#[cfg(feature = "rayon")]
extern crate std;

pub mod batch;
mod castling;
pub mod children;
mod en_passant;
mod family;
pub mod fens;
mod forecast;
mod keys;
mod leaf_counter;
mod leaves;
mod limits;
mod mates;
mod men;
mod movers;
mod pawns;
mod plies;
mod position_keys;
mod positions;
mod queue;
mod reply_counter;
mod scene;
mod select;
mod statistics;
mod targets;
mod threats;
mod validity;
mod ways;

pub use leaf_counter::LeafCounter;
pub use position_keys::PositionKeys;
pub use reply_counter::ReplyCounter;
pub use statistics::Statistics;
