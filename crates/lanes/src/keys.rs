//! Keys of boards, and of positions for a table.

pub(crate) mod board_keys;
#[cfg(feature = "count")]
pub(crate) mod position_keys;
