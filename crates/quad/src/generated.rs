//! Tables that `cargo xtask codegen` writes. Data, no logic.

pub(crate) mod bishops;
