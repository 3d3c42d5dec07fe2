#![doc = include_str!("../README.md")]
#![no_std]

mod choice;

pub use choice::{Classic, Task};
