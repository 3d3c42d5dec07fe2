//! Arithmetic on all nibbles of a word at once (SWAR: SIMD within a register).
//!
//! A word is a row of *lanes* of four bits. Lane `i` is bits `4i` to `4i + 3`, which is the order of the
//! elements of a [`NibbleArray`](crate::NibbleArray) read as little-endian words:
//!
//! ```text
//! lane      7    6    5    4    3    2    1    0
//! u32    0b0000_0000_0000_0000_0000_0000_0000_0000
//!   H      1000 1000 1000 1000 1000 1000 1000 1000     the highest bit of each lane
//!   L      0001 0001 0001 0001 0001 0001 0001 0001     the lowest
//!   K      0111 0111 0111 0111 0111 0111 0111 0111     all but the highest
//! ```
//!
//! Every function takes whole words, `u32`, `u64` or `u128` ([`NibbleWord`]: 8, 16 or 32 lanes), and returns one; only
//! [`sum`] returns a number. None of them has a branch or a table, and no lane affects its neighbour: sums and
//! differences leave out the highest bits, so that no carry leaves a lane, and correct them afterwards.
//!
//! [`add_in`], [`sub_in`] and [`avg_floor_in`] do the same for lanes of other widths, and of different widths in one
//! word: they take `H` as an argument.
//!
//! Comparisons return *flags*: the highest bit of each lane for which the comparison is true, and
//! zeros elsewhere.
//!
//! ```
//! use quadbit_nibble::swar;
//!
//! assert_eq!(swar::add(0x0123_4567_u32, 0x1111_FFFF), 0x1234_3456);
//! assert_eq!(swar::lt_unsigned(0x0123_4567_u32, 0x5555_5555), 0x8888_8000);
//! assert_eq!(swar::max_unsigned(0x0123_4567_u32, 0x4444_4444), 0x4444_4567);
//! ```

mod arithmetic;
mod compare;
mod count;
mod word;

pub use arithmetic::{
    abs, add, add_in, avg_ceil, avg_floor, avg_floor_in, neg, sat_add_signed, sat_add_unsigned,
    sat_sub_signed, sat_sub_unsigned, sub, sub_in,
};
pub use compare::{eq, lt_signed, lt_unsigned, max_unsigned, min_unsigned, zero};
pub use count::{popcount, reverse, sum};
pub use word::NibbleWord;
