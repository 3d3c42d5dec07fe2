#![doc = include_str!("../README.md")]

mod diagram;
mod shape;
mod svg;
mod text;

pub use diagram::{Diagram, Line, View};
pub use shape::Shape;
