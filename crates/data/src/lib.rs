#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
pub mod files;
pub mod find;
mod kept;
mod likely;
#[cfg(feature = "std")]
pub mod loader;
pub mod matching;
pub mod sieve;
#[cfg(feature = "std")]
pub mod work;
