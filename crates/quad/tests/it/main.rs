//! Sets and planes, against one square at a time.

mod batch;
mod bitboard;
mod boards;
mod square_list;
mod wide_key;
mod zobrist;
