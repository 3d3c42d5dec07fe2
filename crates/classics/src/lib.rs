#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "steps and numbers of cells are bytes and wrap on purpose; bits are taken out of words after a shift and a mask"
)]

pub mod bitboards;
pub mod ccr;
mod choice;
mod compiled;
pub mod delta;
pub mod fill;
pub mod flip;
mod keys;
pub mod kittinger;
pub mod mailbox;
pub mod nibble;
mod search_board;
pub mod sentinel;
pub mod sets;
pub mod square_board;
pub mod x88;

pub use choice::{Classic, Task};
pub use search_board::SearchBoard;
