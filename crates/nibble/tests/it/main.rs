//! Nibbles, their arithmetic and the vectors, against one nibble at a time.

mod array;
mod nibble;
mod planes;
mod simd;
mod swar;
