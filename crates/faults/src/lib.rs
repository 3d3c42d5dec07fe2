// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[the book]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/guide/debugging.md")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "keys are folded, and numbers of squares, faults and lanes are at most 128"
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod attack;
mod board;
mod cause;
mod count;
#[cfg(feature = "std")]
mod diagnosis;
mod fault;
mod feature;
mod generator;
mod make;
mod mv;
#[cfg(feature = "std")]
mod next;
mod rules;

pub use board::Board;
pub use cause::Cause;
pub use count::Counter;
#[cfg(feature = "std")]
pub use diagnosis::{Diagnosis, Wrong, diagnose};
pub use fault::{Fault, FaultError};
pub use mv::Move;
#[cfg(feature = "std")]
pub use next::{Next, next_count};
pub use rules::Faults;
