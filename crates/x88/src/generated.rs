//! Tables that `cargo xtask codegen` writes. Data, no logic.

pub(crate) mod attackers;
pub(crate) mod distances;
pub(crate) mod lines;
