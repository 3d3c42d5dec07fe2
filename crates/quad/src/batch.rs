//! Many boards at once, with the instructions of a level.
//!
//! Each function takes two slices of equal length, and chooses the code for the level once, for all boards.
//!
//! Memory is the limit for arrays larger than the caches: from SSE4.2 on the conversions take 0.8 to 1.2
//! times as long as a loop that only loads and stores the same bytes as vectors (32 MiB of boards on a Zen
//! 4 server core, `cargo run --release -p benches --example conversions`). Inside the caches, AVX2 converts
//! two boards at a time and AVX-512 has instructions for whole boards.
//!
//! ```
//! use quadbit_nibble::simd::Level;
//! use quadbit_quad::{QuadBitboard, batch};
//! use quadbit_x88::{Color, Role, Square};
//! let mut boards = [QuadBitboard::EMPTY; 100];
//! boards[99].put(Square::H8, Role::King.of(Color::Black));
//! let mut mailboxes = [[0; 64]; 100];
//! batch::to_mailboxes(Level::auto(), &boards, &mut mailboxes);
//! assert_eq!(mailboxes[99][63], 13);
//! ```

use quadbit_nibble::planes;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use quadbit_nibble::simd::vectorize;
use quadbit_nibble::simd::{Level, dispatch};

use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;
use crate::simd::{BoardSimd, Boards};
use crate::wide_key::WideKeys;

/// Calls a conversion of the AVX2 module, which takes two boards at a time, if the level is AVX2. Returns the number of
/// boards converted: at AVX2 all, or all but the last; at other levels 0.
macro_rules! in_pairs {
    ($level:ident, $name:ident($($argument:expr),*)) => {
        match $level.token() {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            fearless_simd::Level::Avx2(s) => vectorize!(s, crate::simd::avx2::$name(s, $($argument),*)),
            _ => 0,
        }
    };
}

/// Converts `boards[i]` to `mailboxes[i]`, 64 piece codes each, a1 first, for every `i`, like
/// [`QuadBitboard::to_mailbox`].
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn to_mailboxes(level: Level, boards: &[QuadBitboard], mailboxes: &mut [[u8; 64]]) {
    assert_eq!(boards.len(), mailboxes.len(), "as many mailboxes as boards");
    let done = in_pairs!(level, planes_to_codes(bytemuck::cast_slice(boards), mailboxes));
    planes::planes_to_codes(level, bytemuck::cast_slice(&boards[done..]), &mut mailboxes[done..]);
}

/// Converts `mailboxes[i]`, 64 piece codes each, a1 first, to `boards[i]` for every `i`, like
/// [`QuadBitboard::from_mailbox`].
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn from_mailboxes(level: Level, mailboxes: &[[u8; 64]], boards: &mut [QuadBitboard]) {
    assert_eq!(boards.len(), mailboxes.len(), "as many boards as mailboxes");
    let done = in_pairs!(level, codes_to_planes(mailboxes, bytemuck::cast_slice_mut(boards)));
    planes::codes_to_planes(level, &mailboxes[done..], bytemuck::cast_slice_mut(&mut boards[done..]));
}

/// Converts `boards[i]` to the array of 64 nibbles `nibbles[i]`, a1 in the low half of its first byte, for every `i`,
/// like [`QuadBitboard::to_nibbles`].
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn to_nibbles(level: Level, boards: &[QuadBitboard], nibbles: &mut [[u8; 32]]) {
    assert_eq!(boards.len(), nibbles.len(), "as many arrays as boards");
    let done = in_pairs!(level, planes_to_nibbles(bytemuck::cast_slice(boards), nibbles));
    planes::planes_to_nibbles(level, bytemuck::cast_slice(&boards[done..]), &mut nibbles[done..]);
}

/// Converts the array of 64 nibbles `nibbles[i]`, a1 in the low half of its first byte, to `boards[i]` for every `i`,
/// like [`QuadBitboard::from_nibbles`].
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn from_nibbles(level: Level, nibbles: &[[u8; 32]], boards: &mut [QuadBitboard]) {
    assert_eq!(boards.len(), nibbles.len(), "as many boards as arrays");
    let done = in_pairs!(level, nibbles_to_planes(nibbles, bytemuck::cast_slice_mut(boards)));
    planes::nibbles_to_planes(level, &nibbles[done..], bytemuck::cast_slice_mut(&mut boards[done..]));
}

/// Splits `boards[i]` into the sixteen sets `sets[i]`, one for each code, for every `i`, like
/// [`QuadBitboard::to_bitboards`].
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn to_bitboards(level: Level, boards: &[QuadBitboard], sets: &mut [[Bitboard; 16]]) {
    assert_eq!(boards.len(), sets.len(), "as many arrays of sets as boards");
    dispatch!(level, s => to_bitboards_at(s, boards, sets));
}

#[inline(always)]
fn to_bitboards_at<S: BoardSimd>(s: S, boards: &[QuadBitboard], sets: &mut [[Bitboard; 16]]) {
    for (&board, sets) in boards.iter().zip(sets) {
        *sets = s.to_bitboards(board);
    }
}

/// Writes the 128-bit key of `boards[i]` under the hash `function` to `keys[i]` for every `i`, like [`WideKeys::of`].
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn wide_keys(level: Level, function: &WideKeys, boards: &[QuadBitboard], keys: &mut [u128]) {
    assert_eq!(boards.len(), keys.len(), "as many keys as boards");
    dispatch!(level, s => wide_keys_at(s, function, boards, keys));
}

#[inline(always)]
fn wide_keys_at<S: BoardSimd>(s: S, function: &WideKeys, boards: &[QuadBitboard], keys: &mut [u128]) {
    if Boards::<S>::LEN < 4 {
        // With two lanes, emulating 64-bit products costs more than the second lane gains, so boards are hashed one by
        // one.
        for (board, key) in boards.iter().zip(keys) {
            *key = function.of(*board);
        }
        return;
    }
    for (boards, keys) in boards.chunks(Boards::<S>::LEN).zip(keys.chunks_mut(Boards::<S>::LEN)) {
        let [high, low] = function.of_lanes(s, &Boards::load(s, boards));
        for (lane, key) in keys.iter_mut().enumerate() {
            *key = u128::from(high[lane]) << 64 | u128::from(low[lane]);
        }
    }
}
