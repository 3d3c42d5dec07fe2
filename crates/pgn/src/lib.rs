// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[`quadbit-rule`]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/crates/rule/README.md")]
#![doc = concat!("[Other people's files]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/guide/files.md")]
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bytes;
mod error;
mod finder;
mod game_tokens;
mod line;
mod marks;
#[cfg(feature = "alloc")]
mod note;
#[cfg(test)]
mod random;
#[cfg(feature = "std")]
mod reader;
mod record;
mod skip;
mod tag_lines;
mod tokens;
#[cfg(feature = "alloc")]
mod tree;
mod words;

pub use error::{PgnError, PgnErrorKind};
pub use finder::records;
pub use line::{Moves, NULL_MOVE};
#[cfg(feature = "alloc")]
pub use note::{Eval, Note};
#[cfg(feature = "alloc")]
pub use quadbit_rule::unescape;
#[cfg(feature = "std")]
pub use reader::{Reader, StreamedGame, StreamedTree};
pub use record::GameText;
pub use tokens::{Token, Tokens, Unclosed};
#[cfg(feature = "alloc")]
pub use tree::{NodeId, Shape, ShapeColor, Step, Tree, TreeError};
