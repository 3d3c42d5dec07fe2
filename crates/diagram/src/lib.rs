// Links out of the crate in a form that docs.rs can follow. The README defines these links again, but the first
// definition counts.
#![doc = concat!("[glossary]: ", env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/src/notation.md#words")]
#![doc = include_str!("../README.md")]

mod diagram;
mod shape;
mod svg;
mod text;

pub use diagram::{Diagram, Line, View};
pub use shape::Shape;
