//! Perft for [chess_bench](https://github.com/alex65536/chess_bench): this file can be put
//! into its `src/impls`.

use quadbit_movegen::{Color, Position};

/// Perft with `quadbit_movegen`, as `chess_bench` calls it.
pub(crate) struct Perft;

fn count(position: &Position, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_count() as u64,
        _ => position.legal_moves().iter().map(|&mv| count(&position.after(mv), depth - 1)).sum(),
    }
}

/// The sum of the hashes of all leaves `depth` plies below `position`, modulo 2^64.
fn hash(position: &Position, depth: usize) -> u64 {
    if depth == 0 {
        let board = position.board();
        let [white, black] = [Color::White, Color::Black].map(|color| board.color(color).0);
        let of_white = white.wrapping_mul(crate::HPERFT_WHITE);
        return of_white.wrapping_add(black.wrapping_mul(crate::HPERFT_BLACK));
    }
    let below = |&mv| hash(&position.after(mv), depth - 1);
    position.legal_moves().iter().map(below).fold(0, u64::wrapping_add)
}

fn read(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

impl crate::Perft for Perft {
    fn name(&self) -> &'static str {
        "quadbit"
    }

    fn perft(&self, fen: &str, depth: usize) -> u64 {
        count(&read(fen), depth)
    }

    fn hperft(&self, fen: &str, depth: usize) -> u64 {
        hash(&read(fen), depth)
    }
}
