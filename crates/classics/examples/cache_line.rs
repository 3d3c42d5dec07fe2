//! Making and unmaking a move on a board of one cache line, and in one register of 512 bits, each in a function of its
//! own, so that `cargo xtask asm` can show and count its instructions.
//!
//! Runs both at every level and prints a checksum of the board after the move.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x8};
use quadbit_classics::delta::{CacheLine, CacheLineDelta};
use quadbit_nibble::simd::{Level, dispatch, vectorize};
use quadbit_quad::{Bitboard, QuadBitboard, zobrist};

/// Makes a move on a board of one cache line.
#[inline(never)]
fn kernel_cache_line_make<S: Simd>(s: S, line: &mut CacheLine, delta: &CacheLineDelta) {
    vectorize!(s, line.make(delta));
}

/// Takes back a move that was made by the same delta.
#[inline(never)]
fn kernel_cache_line_unmake<S: Simd>(s: S, line: &mut CacheLine, delta: &CacheLineDelta) {
    vectorize!(s, line.unmake(delta));
}

/// Makes a move on eight words in one register by one xor and one addition of all words; the four planes have 0 in
/// `add`.
#[inline(never)]
fn kernel_one_register_make<S: Simd>(s: S, words: &mut [u64; 8], xor: &[u64; 8], add: &[u64; 8]) {
    vectorize!(s, {
        let made = u64x8::simd_from(s, *words) ^ u64x8::simd_from(s, *xor);
        *words = (made + u64x8::simd_from(s, *add)).into();
    });
}

/// Takes back a move on eight words in one register: subtracts, then xors.
#[inline(never)]
fn kernel_one_register_unmake<S: Simd>(s: S, words: &mut [u64; 8], xor: &[u64; 8], add: &[u64; 8]) {
    vectorize!(s, {
        let before = u64x8::simd_from(s, *words) - u64x8::simd_from(s, *add);
        *words = (before ^ u64x8::simd_from(s, *xor)).into();
    });
}

/// Makes and unmakes a move with the CPU instructions of `level`, on the board of one cache line and in one register,
/// checks that both agree, and prints a checksum.
fn run(level: Level) {
    let [board, others, xored, xor, add]: [[u64; 4]; 5] =
        core::array::from_fn(|n| core::array::from_fn(|i| zobrist::split_mix((4 * n + i) as u64)));
    let [board, xored] = [board, xored].map(|planes| QuadBitboard::from_planes(planes.map(Bitboard)));
    let before = CacheLine::new(board, others);
    let delta = CacheLineDelta { board: xored, xor, add };
    let mut line = before;
    dispatch!(level, s => kernel_cache_line_make(s, &mut line, &delta));
    println!(
        "{level} kernel_cache_line_make {:016x}",
        line.others().iter().fold(0, |a: u64, b| a.rotate_left(1) ^ b)
    );
    let made = line;
    dispatch!(level, s => kernel_cache_line_unmake(s, &mut line, &delta));
    assert_eq!(line, before);

    let joined = |planes: [Bitboard; 4], others: [u64; 4]| -> [u64; 8] {
        let planes = planes.map(|plane| plane.0);
        core::array::from_fn(|i| if i < 4 { planes[i] } else { others[i - 4] })
    };
    let [xor, add] = [joined(xored.planes(), delta.xor), joined([Bitboard::EMPTY; 4], delta.add)];
    let start = joined(before.board().planes(), before.others());
    let mut words = start;
    dispatch!(level, s => kernel_one_register_make(s, &mut words, &xor, &add));
    assert_eq!(words, joined(made.board().planes(), made.others()));
    dispatch!(level, s => kernel_one_register_unmake(s, &mut words, &xor, &add));
    assert_eq!(words, start);
}

fn main() {
    for level in Level::available() {
        run(level);
    }
}
