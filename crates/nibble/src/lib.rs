#![doc = include_str!("../README.md")]
#![no_std]

mod nibble;

pub use nibble::Nibble;
