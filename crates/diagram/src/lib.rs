// Links out of the crate, as docs.rs can follow them; those of the README follow, and do not count.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]

mod diagram;
mod shape;
mod svg;
mod text;

pub use diagram::{Diagram, Line, View};
pub use shape::Shape;
