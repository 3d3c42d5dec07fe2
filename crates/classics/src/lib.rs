#![doc = include_str!("../README.md")]
#![no_std]
#![allow(
    clippy::cast_possible_truncation,
    reason = "bits are taken out of words all over this crate, always after a shift and a mask"
)]

pub mod bitboards;
mod choice;
pub mod delta;
pub mod flip;
pub mod sets;

pub use choice::{Classic, Task};
