//! Squares and differences.

mod differences;
mod errors;
