#![doc = include_str!("../README.md")]
#![no_std]
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices are made of squares and codes, taken out of words after a shift and a mask"
)]

pub mod features;
mod generated;
pub mod pattern;
pub mod policy;
mod spread;
