//! Tables written by `cargo xtask codegen`.

pub(crate) mod policy;
