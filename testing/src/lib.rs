//! Positions, texts and slow reference code, shared by the tests and benches of several crates.
//!
//! The crate is not published. So a published crate leaves out the tests that use this one: its integration tests, and
//! its unit tests with the feature `_testing`. Any crate may have this one as a dev-dependency; as another dependency,
//! only the packages of benches, which are not published either.

mod attacked;
pub mod corpora;
pub mod errors;
pub mod lists;
mod random;
mod scattered;
pub mod suites;

pub use attacked::attacked;
pub use lists::positions;
pub use random::Random;
pub use scattered::{scattered, scattered_board};
