//! Rules and the loader against slow twins, at every level.

mod loader;
mod matching;
mod sieve;
