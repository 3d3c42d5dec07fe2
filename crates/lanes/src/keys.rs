//! Keys for tables: Zobrist keys of boards, and 128-bit keys of positions.

pub(crate) mod board_keys;
#[cfg(feature = "count")]
pub(crate) mod position_keys;
