//! Reading PGN: files of 10 MB that are designed to be slow, and ordinary games.
//!
//! Every shape is read three times: as tokens, as games, and as games whose moves are played. A reader in
//! linear time needs about the same for each byte of a file, however long.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_pgn as pgn;

const LENGTH: usize = 10_000_000;

/// A short game in the usual form.
const GAME: &str = "[Event \"?\"]\n[Site \"?\"]\n[White \"Morphy\"]\n[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 {A weak move} (3... exd4) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4\n\
    Nf6 7. Qb3 $1 Qe7 8. Nc3 c6 9. Bg5 1-0\n\n";

/// A pattern that is repeated to fill a file, and the expected results for a number of repetitions.
struct Shape {
    name: &'static str,
    pattern: &'static str,
    tokens: fn(usize) -> usize,
    games: fn(usize) -> usize,
    plies: fn(usize) -> usize,
}

const fn none(_: usize) -> usize {
    0
}

const fn one(_: usize) -> usize {
    1
}

const fn each(times: usize) -> usize {
    times
}

#[rustfmt::skip]
const SHAPES: [Shape; 12] = [
    Shape { name: "games", pattern: GAME, tokens: |n| 28 * n, games: each, plies: |n| 17 * n },
    Shape { name: "games on one line", pattern: "[A \"b\"] 1. e4 e5 1-0 ", tokens: |n| 4 * n, games: each, plies: |n| 2 * n },
    Shape { name: "tags on one line", pattern: "[A \"b\"] [C \"d\"] ", tokens: |n| 2 * n, games: each, plies: none },
    Shape { name: "open tags", pattern: "[A \"b\" ", tokens: none, games: one, plies: none },
    Shape { name: "deep variations", pattern: "(e4 ", tokens: |n| 2 * n, games: one, plies: none },
    Shape { name: "many variations", pattern: "(1. e4 e5 (1... c5)) ", tokens: |n| 7 * n, games: one, plies: none },
    Shape { name: "one comment without end", pattern: "{ a [b \"c\"] ", tokens: one, games: one, plies: none },
    Shape { name: "many comments", pattern: "{}", tokens: each, games: none, plies: none },
    Shape { name: "comments to the end of a line", pattern: ";\n", tokens: each, games: none, plies: none },
    Shape { name: "one long word", pattern: "e4", tokens: one, games: one, plies: none },
    Shape { name: "annotation glyphs", pattern: "$1 ", tokens: each, games: none, plies: none },
    Shape { name: "white space", pattern: " \n", tokens: none, games: none, plies: none },
];

/// Counts the games of a text, and the moves of their main lines; a line counts up to its first bad move.
fn play(text: &str) -> (usize, usize) {
    let played = |record: pgn::GameText<'_>| record.moves().map_or(0, |moves| moves.flatten().count());
    pgn::records(text).map(played).fold((0, 0), |(games, plies), more| (games + 1, plies + more))
}

fn hostile(bench: &mut Bench) {
    for shape in SHAPES {
        let times = LENGTH / shape.pattern.len();
        let text = shape.pattern.repeat(times);
        let [tokens, games, plies] = [shape.tokens, shape.games, shape.plies].map(|expected| expected(times));
        let contest = |answer| {
            let mut contest = Contest::new(format!("pgn/{}", shape.name));
            contest.slow().bytes(text.len()).expecting(answer);
            contest
        };
        let mut reading = contest((tokens, 0));
        reading.form("tokens", || (pgn::Tokens::new(black_box(&text)).count(), 0));
        reading.time(bench);
        let mut reading = contest((games, 0));
        reading.form("games", || (pgn::records(black_box(&text)).count(), 0));
        reading.time(bench);
        let mut reading = contest((games, plies));
        reading.form("moves", || play(black_box(&text)));
        reading.time(bench);
    }
}

fn main() {
    benches::run(&[hostile]);
}
