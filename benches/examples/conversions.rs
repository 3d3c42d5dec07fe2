//! Conversions of arrays far larger than the caches, compared with loops that only move the same bytes.
//!
//! `cargo run --release -p benches --example conversions` prints, for each level and conversion, the time as a
//! multiple of that of a loop of vector loads and stores of the same level, and of `memcpy`. All forms take turns;
//! the lowest time of each counts. An argument sets the number of turns (default 40).

use std::hint::black_box;
use std::time::{Duration, Instant};

use fearless_simd::prelude::*;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::{Bitboard, QuadBitboard, batch, zobrist};

/// 32 MiB of boards.
const BOARDS: usize = 1 << 20;

/// A function to time: it converts or moves all boards once.
type Pass = fn(Level, &mut Arrays);

/// The same boards three times over.
struct Arrays {
    boards: Vec<QuadBitboard>,
    nibbles: Vec<[u8; 32]>,
    mailboxes: Vec<[u8; 64]>,
}

/// A conversion; the loop that loads and stores as many bytes; and copies of as many bytes in total.
const ROWS: [(&str, Pass, Pass, Pass); 4] = [
    (
        "planes to nibbles",
        |level, a| batch::to_nibbles(level, &a.boards, &mut a.nibbles),
        |level, a| move_words::<1, 1>(level, words(&a.boards), words_mut(&mut a.nibbles)),
        |_, a| words_mut(&mut a.nibbles).copy_from_slice(words(&a.boards)),
    ),
    (
        "nibbles to planes",
        |level, a| batch::from_nibbles(level, &a.nibbles, &mut a.boards),
        |level, a| move_words::<1, 1>(level, words(&a.nibbles), words_mut(&mut a.boards)),
        |_, a| words_mut(&mut a.boards).copy_from_slice(words(&a.nibbles)),
    ),
    (
        "planes to mailboxes",
        |level, a| batch::to_mailboxes(level, &a.boards, &mut a.mailboxes),
        |level, a| move_words::<1, 2>(level, words(&a.boards), words_mut(&mut a.mailboxes)),
        |_, a| {
            let (low, high) = words_mut(&mut a.mailboxes).split_at_mut(4 * BOARDS);
            low.copy_from_slice(words(&a.boards));
            high[..2 * BOARDS].copy_from_slice(words(&a.boards[..BOARDS / 2]));
        },
    ),
    (
        "mailboxes to planes",
        |level, a| batch::from_mailboxes(level, &a.mailboxes, &mut a.boards),
        |level, a| move_words::<2, 1>(level, words(&a.mailboxes), words_mut(&mut a.boards)),
        |_, a| {
            let (low, high) = words(&a.mailboxes).split_at(4 * BOARDS);
            words_mut(&mut a.boards).copy_from_slice(low);
            words_mut(&mut a.boards[..BOARDS / 2]).copy_from_slice(&high[..2 * BOARDS]);
        },
    ),
];

fn main() {
    let turns: usize = std::env::args().nth(1).map_or(40, |text| text.parse().expect("a number of turns"));
    let boards: Vec<QuadBitboard> = (0..BOARDS as u64)
        .map(|n| QuadBitboard::from_planes([0, 1, 2, 3].map(|p| Bitboard(zobrist::split_mix(4 * n + p)))))
        .collect();
    let mut arrays = Arrays {
        nibbles: boards.iter().map(|board| board.to_nibbles().to_bytes()).collect(),
        mailboxes: boards.iter().map(|board| board.to_mailbox()).collect(),
        boards,
    };
    let levels: Vec<Level> = Level::available().collect();
    println!("{:<30} times {:<9} lowest time of", "", "of");
    println!("{:<30}  loop  copy  convert   loop   copy", "");
    for (name, convert, load_and_store, copy) in ROWS {
        for &level in &levels {
            arrays.restore();
            convert(level, &mut arrays);
            arrays.check();
        }
        let mut best = vec![[Duration::MAX; 3]; levels.len()];
        for _ in 0..turns {
            for (level, best) in levels.iter().zip(&mut best) {
                for (pass, best) in [convert, load_and_store, copy].into_iter().zip(best) {
                    let start = Instant::now();
                    pass(*level, black_box(&mut arrays));
                    *best = start.elapsed().min(*best);
                }
            }
        }
        for (level, [convert, load_and_store, copy]) in levels.iter().zip(best) {
            let [convert, load_and_store, copy] =
                [convert, load_and_store, copy].map(|time| time.as_secs_f64() * 1e3);
            println!(
                "{name:<20} {level:<9} {:5.2} {:5.2}    {convert:6.2} {load_and_store:6.2} {copy:6.2} ms",
                convert / load_and_store,
                convert / copy,
            );
        }
    }
}

impl Arrays {
    /// Makes the three arrays agree again, because the copies between them do not keep the boards.
    fn restore(&mut self) {
        for (n, board) in (0..).zip(&mut self.boards) {
            *board = QuadBitboard::from_planes([0, 1, 2, 3].map(|p| Bitboard(zobrist::split_mix(4 * n + p))));
        }
        let level = Level::baseline();
        batch::to_nibbles(level, &self.boards, &mut self.nibbles);
        batch::to_mailboxes(level, &self.boards, &mut self.mailboxes);
    }

    /// A thousand boards, one by one.
    fn check(&self) {
        for n in (0..BOARDS).step_by(BOARDS / 1000) {
            assert_eq!(self.nibbles[n], self.boards[n].to_nibbles().to_bytes());
            assert_eq!(self.mailboxes[n], self.boards[n].to_mailbox());
        }
    }
}

fn words<T: bytemuck::Pod>(array: &[T]) -> &[u64] {
    bytemuck::cast_slice(array)
}

fn words_mut<T: bytemuck::Pod>(array: &mut [T]) -> &mut [u64] {
    bytemuck::cast_slice_mut(array)
}

/// Loads `FROM` vectors and stores `TO` in a loop: each as it is, one twice, or two combined.
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
