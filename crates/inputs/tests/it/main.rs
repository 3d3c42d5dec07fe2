//! Encoders and patterns against slow twins, at every level.

mod encoders;
mod patterns;
