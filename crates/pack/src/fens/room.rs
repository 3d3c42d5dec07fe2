//! The size of the memory into which a line with a FEN is written.

/// The number of bytes that writing a line may overwrite, at most: two registers of 64 bytes with the board, or the
/// longest board (71 bytes) and the room for the fields after it.
pub(super) const ROOM: usize = 128;
