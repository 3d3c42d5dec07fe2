#![doc = include_str!("../README.md")]
#![no_std]
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices are made of squares and codes, taken out of words after a shift and a mask"
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod features;
pub mod filter;
mod generated;
pub mod history;
#[cfg(feature = "std")]
pub mod loader;
pub mod pattern;
pub mod policy;
pub mod sets;
mod spread;
