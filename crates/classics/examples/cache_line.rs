//! Making and unmaking a move on a board of one cache line, each in a function of its own, so that
//! `cargo xtask asm` can show and count its instructions.
//!
//! Runs both at every level and prints a checksum of the board after the move.

use fearless_simd::Simd;
use quadbit_classics::delta::{CacheLine, CacheLineDelta};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::{Bitboard, QuadBitboard, zobrist};

/// Makes a move on a board of one cache line.
#[inline(never)]
fn kernel_cache_line_make<S: Simd>(s: S, line: &mut CacheLine, delta: &CacheLineDelta) {
    s.vectorize(
        #[inline(always)]
        || line.make(delta),
    );
}

/// Takes the same move back.
#[inline(never)]
fn kernel_cache_line_unmake<S: Simd>(s: S, line: &mut CacheLine, delta: &CacheLineDelta) {
    s.vectorize(
        #[inline(always)]
        || line.unmake(delta),
    );
}

/// Makes and unmakes a move at a level.
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
    dispatch!(level, s => kernel_cache_line_unmake(s, &mut line, &delta));
    assert_eq!(line, before);
}

fn main() {
    for level in Level::available() {
        run(level);
    }
}
