//! The size of the memory into which a line with a FEN is written.

/// The number of bytes that a line may overwrite: two registers for the board, or the longest board and its
/// state.
pub(super) const ROOM: usize = 128;
