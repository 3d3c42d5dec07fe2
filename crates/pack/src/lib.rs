#![doc = include_str!("../README.md")]
#![no_std]
#![allow(
    clippy::cast_possible_truncation,
    reason = "records are made of bytes and nibbles, taken out of words after a shift and a mask"
)]

pub mod batch;
pub mod binaryfen;
pub mod bulletformat;
mod codes;
pub mod features;
mod field;
mod generated;
pub mod marlinformat;
mod packed_pieces;
pub mod pattern;
pub mod policy;
mod record;
mod record_error;
mod sample;
mod spread;
pub mod text;
pub mod tgct;
pub mod viriformat;

pub use field::{Field, Fields, ParseFieldError, WriteError};
pub use record::Record;
pub use record_error::RecordError;
pub use sample::{Parts, Sample};
