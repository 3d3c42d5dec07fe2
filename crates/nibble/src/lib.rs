#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "std")]
extern crate std;

mod nibble;
pub mod simd;

pub use nibble::Nibble;
