#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

mod count;
mod divide;
mod lanes;
pub mod suite;

pub use count::{perft, perft_without_bulk};
pub use divide::{divide, divide_without_bulk};
pub use lanes::{divide_in_lanes, perft_in_lanes};
