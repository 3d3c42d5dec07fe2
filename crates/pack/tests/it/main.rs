//! Records against slow twins and the crates of the formats.

mod binpack;
mod records;
mod samples;
mod twins;
