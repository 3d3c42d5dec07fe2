//! Encoders and patterns against slow twins, at every level.

mod encoders;
mod patterns;
#[path = "../../../movegen/tests/it/support/positions.rs"]
mod positions;

mod support {
    pub(crate) use super::positions;
}
