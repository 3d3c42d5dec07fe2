// Links to files outside of the crate, in a form that works on docs.rs. The README defines them again, but Markdown
// takes the first definition of a link.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]

mod diagram;
mod shape;
mod svg;
mod text;

pub use diagram::{Diagram, Line, View};
pub use shape::Shape;
