// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::cast_possible_truncation,
    reason = "records are made of bytes and nibbles, taken out of words after a shift and a mask"
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "simd")]
pub mod batch;
pub mod binaryfen;
pub mod binpack;
pub mod bulletformat;
mod codec;
mod codes;
#[cfg(feature = "simd")]
pub mod fens;
mod field;
mod format;
mod level;
mod lines;
pub mod marlinformat;
mod move_code;
mod movers_view;
pub mod packed_sfen;
pub mod plain;
mod read_error;
#[cfg(feature = "std")]
mod reader;
mod record;
mod sample;
mod steps;
pub mod text;
pub mod tgct;
pub mod viriformat;

pub use field::{Field, FieldError, Fields, WriteError};
pub use format::{Format, FormatError};
pub use read_error::{ReadError, ReadErrorKind};
#[cfg(feature = "std")]
pub use reader::{Block, BlockStart, RecordReader};
pub use record::Record;
#[cfg(all(feature = "simd", feature = "std"))]
pub use sample::Entry;
pub use sample::{Labels, Parts, Sample};
