//! Squares and differences.

mod differences;
mod errors;
mod texts;
