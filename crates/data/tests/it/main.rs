//! Filters, patterns and the loader against slow twins, at every level.

mod filters;
mod loader;
mod patterns;
