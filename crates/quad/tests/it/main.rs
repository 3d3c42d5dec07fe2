//! Sets and planes, against one square at a time.

mod batch;
mod bitboard;
mod boards;
mod kings;
mod wide_key;
mod zobrist;
