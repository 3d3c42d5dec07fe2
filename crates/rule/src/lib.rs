// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[rules of the book]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/rules.md")]
#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod balance;
mod chance;
mod comparison;
mod condition;
mod error;
mod parser;
mod pattern;
mod pieces;
mod rule;
mod tag;
mod truth;
mod words;

pub use balance::Balance;
pub use chance::{PieceTargets, PlyCurve};
pub use condition::{Condition, Need};
pub use error::{RuleError, RuleErrorKind};
pub use pattern::Pattern;
pub use pieces::{Material, PieceCount, PiecesOn};
pub use rule::Rule;
pub use tag::{Tag, decimal, unescape};
pub use truth::{Step, Truth};
