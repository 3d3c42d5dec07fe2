//! Encoders, patterns, sets and the loader against slow twins, at every level.

mod encoders;
mod filters;
mod histories;
mod loader;
mod patterns;
mod sets;
