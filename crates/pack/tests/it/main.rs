//! Records against slow twins and the crates of the formats.

mod binpack;
mod records;
mod twins;

mod support {
    #[path = "../../../../movegen/tests/it/support/positions.rs"]
    pub(crate) mod positions;
    pub(crate) mod samples;
}
