// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod compare;
mod count;
#[cfg(feature = "std")]
mod counter;
mod divide;
#[cfg(feature = "std")]
mod keys;
mod lanes;
#[cfg(feature = "std")]
mod progress;
#[cfg(feature = "std")]
mod recent;
mod statistics;
pub mod suite;
#[cfg(feature = "std")]
mod table;
#[cfg(feature = "rayon")]
mod threads;

pub use compare::compare;
pub use count::{perft, perft_without_bulk};
#[cfg(feature = "std")]
pub use counter::Counter;
pub use divide::divide;
pub use lanes::perft_in_lanes;
#[cfg(feature = "std")]
pub use progress::Progress;
pub use quadbit_lanes::Statistics;
pub use statistics::statistics;
#[cfg(feature = "std")]
pub use statistics::{StatisticsCounter, StatisticsTable};
#[cfg(feature = "std")]
pub use table::{Table, TableError};
#[cfg(feature = "rayon")]
pub use threads::ThreadsError;
