//! Rules and the loader against slow twins, at every level.

mod chain_index;
mod find;
mod loader;
mod matching;
mod sieve;
