//! Encoders and patterns against slow twins, at every level.

mod encoders;
mod patterns;

mod support {
    #[path = "../../../../movegen/tests/it/support/positions.rs"]
    pub(crate) mod positions;
}
