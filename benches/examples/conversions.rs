//! Conversions of arrays far larger than the caches, compared with loops that only move the same bytes.
//!
//! `cargo run --release -p benches --example conversions` prints, for each level and conversion, the time as
//! a multiple of that of a loop of vector loads and stores of the same level, and of copies. All forms take
//! turns; the lowest time of each counts. An argument sets the number of turns (default 40).

use std::hint::black_box;

use benches::Contest;
use bytemuck::Pod;
use fearless_simd::prelude::*;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::{Bitboard, QuadBitboard, batch, zobrist};

/// The number of boards: 32 MiB of them.
const BOARDS: usize = 1 << 20;

fn main() {
    let turns: usize = std::env::args().nth(1).map_or(40, |text| text.parse().expect("a number of turns"));
    let boards: Vec<QuadBitboard> = (0..BOARDS as u64)
        .map(|n| QuadBitboard::from_planes([0, 1, 2, 3].map(|p| Bitboard(zobrist::split_mix(4 * n + p)))))
        .collect();
    let nibbles: Vec<[u8; 32]> = boards.iter().map(|board| *board.to_nibbles().as_bytes()).collect();
    let mailboxes: Vec<[u8; 64]> = boards.iter().map(|board| board.to_mailbox()).collect();
    println!("{:<30} times {:<9} lowest time of", "", "of");
    println!("{:<30}  loop  copy  convert   loop   copy", "");
    row::<_, _, 1, 1>("planes to nibbles", &boards, &nibbles, batch::to_nibbles, turns);
    row::<_, _, 1, 1>("nibbles to planes", &nibbles, &boards, batch::from_nibbles, turns);
    row::<_, _, 1, 2>("planes to mailboxes", &boards, &mailboxes, batch::to_mailboxes, turns);
    row::<_, _, 2, 1>("mailboxes to planes", &mailboxes, &boards, batch::from_mailboxes, turns);
}

/// Times the conversion `convert` at every level, and prints a row. The conversion reads `FROM` vectors for every `TO`
/// that it writes.
fn row<I: Pod, O: Pod + PartialEq, const FROM: usize, const TO: usize>(
    name: &str,
    from: &[I],
    to: &[O],
    convert: fn(Level, &[I], &mut [O]),
    turns: usize,
) {
    let levels: Vec<Level> = Level::available().collect();
    let from_words: &[u64] = bytemuck::cast_slice(from);
    let words: usize = size_of_val(to) / size_of::<u64>();
    let mut contest = Contest::new(name);
    contest.expecting(to.to_vec());
    for &level in &levels {
        contest.writer(format!("{level}, convert"), vec![O::zeroed(); to.len()], move |out| {
            convert(level, black_box(from), out);
        });
        let load_and_store =
            move |out: &mut Vec<u64>| move_words::<FROM, TO>(level, black_box(from_words), out);
        let moved = words_moved::<FROM, TO>(from_words, dispatch!(level, s => lanes(s)));
        contest.yardstick(format!("{level}, loop"), vec![0; words], load_and_store, moved);
    }
    // Copies half as many words as a conversion reads and writes together: each copied word is both read and written,
    // so that as many bytes are moved.
    let half = from_words.len().min(words) / 2;
    let copies = move |out: &mut Vec<u64>| {
        let from = black_box(from_words);
        out[..2 * half].copy_from_slice(&from[..2 * half]);
        if FROM != TO {
            let start = if TO > FROM { 2 * half } else { 0 };
            out[start..start + half].copy_from_slice(&from[from.len() - half..]);
        }
    };
    let mut copied = vec![0; words];
    copies(&mut copied);
    assert!(copied[half..2 * half] == from_words[half..2 * half], "a copy is a copy");
    contest.yardstick("copies", vec![0; words], copies, copied);

    let times = contest.times_in_turn(turns);
    let [times @ .., copy] = times.as_slice() else { return };
    for (level, times) in levels.iter().zip(times.as_chunks::<2>().0) {
        let [convert, load_and_store] = times.map(|time| time.as_secs_f64() * 1e3);
        let copy = copy.as_secs_f64() * 1e3;
        println!(
            "{name:<20} {level:<9} {:5.2} {:5.2}    {convert:6.2} {load_and_store:6.2} {copy:6.2} ms",
            convert / load_and_store,
            convert / copy,
        );
    }
}

/// Loads `FROM` vectors and stores `TO` in a loop: one for one, one twice, or two combined by `|` into one.
fn move_words<const FROM: usize, const TO: usize>(level: Level, from: &[u64], to: &mut [u64]) {
    dispatch!(level, s => move_words_at::<_, FROM, TO>(s, from, to));
}

#[inline(always)]
fn move_words_at<S: BoardSimd, const FROM: usize, const TO: usize>(s: S, from: &[u64], to: &mut [u64]) {
    let len = S::u64s::LEN;
    for (from, to) in from.chunks_exact(FROM * len).zip(to.chunks_exact_mut(TO * len)) {
        let vector = S::u64s::from_slice(s, &from[..len]);
        let vector = if FROM == 2 { vector | S::u64s::from_slice(s, &from[len..]) } else { vector };
        vector.store_slice(&mut to[..len]);
        if TO == 2 {
            vector.store_slice(&mut to[len..]);
        }
    }
}

/// Returns what [`move_words`] stores, word by word, for vectors of `len` words.
fn words_moved<const FROM: usize, const TO: usize>(from: &[u64], len: usize) -> Vec<u64> {
    let combined = |chunk: &[u64]| -> Vec<u64> {
        (0..len).map(|n| chunk[n] | if FROM == 2 { chunk[len + n] } else { 0 }).collect()
    };
    from.chunks_exact(FROM * len).flat_map(|chunk| combined(chunk).repeat(TO)).collect()
}

#[inline(always)]
fn lanes<S: BoardSimd>(_: S) -> usize {
    S::u64s::LEN
}
