#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod comparison;
#[cfg(feature = "std")]
pub mod files;
pub mod filter;
#[cfg(feature = "std")]
pub mod loader;
pub mod pattern;
pub mod sieve;
#[cfg(feature = "std")]
pub mod work;
