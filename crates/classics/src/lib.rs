// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "steps and numbers of cells are bytes and wrap on purpose; bits are taken out of words after a shift and a mask"
)]

extern crate alloc;

pub mod bitboards;
mod board;
pub mod ccr;
mod choice;
pub mod delta;
pub mod fill;
pub mod flip;
mod keys;
pub mod kittinger;
pub mod mailbox;
pub mod nibble;
mod perft;
mod search_board;
pub mod sentinel;
pub mod sets;
pub mod square_board;
pub mod x88;

pub use board::Board;
pub use choice::{Classic, Task};
pub use perft::{divide, perft, perft_without_bulk};
pub use search_board::SearchBoard;
