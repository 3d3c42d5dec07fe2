// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[`quadbit-rule`]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/crates/rule/README.md")]
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = concat!("[`examples/bullet.rs`]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/crates/data/examples/bullet.rs")]
#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
pub mod chain_index;
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
