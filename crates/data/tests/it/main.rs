//! Rules and the loader against slow twins, at every level.

mod find;
mod loader;
mod matching;
mod sieve;
