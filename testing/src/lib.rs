//! What the tests and benches of several crates share: positions, texts and slow twins.
//!
//! The crate is not published, so the archive of a crate leaves out the tests that use it: the integration tests, and the unit tests
//! behind its feature `_testing`. Any crate may use it as a dev-dependency, and none in another way.

mod attacked;
pub mod corpora;
pub mod lists;
mod random;
mod scattered;
pub mod suites;

pub use attacked::attacked;
pub use lists::positions;
pub use random::Random;
pub use scattered::{scattered, scattered_board};
