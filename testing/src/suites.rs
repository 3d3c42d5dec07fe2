//! Suites of positions with known counts: `FEN ;D1 n ;D2 n`.

use quadbit_movegen::Position;

/// The six positions of the Chess Programming Wiki's "Perft Results", with known counts.
pub const WIKI: &str = include_str!("../../crates/perft/tests/data/wiki.epd");
/// Positions from random games of standard chess, with known counts.
pub const RANDOM: &str = include_str!("../../crates/perft/tests/data/random.epd");
/// Targeted positions of Chess960, with known counts.
pub const TARGETED_CHESS960: &str = include_str!("../../crates/perft/tests/data/targeted_chess960.epd");
/// Four suites: positions from random games and targeted ones, each of standard chess and of Chess960.
pub const CORPORA: [&str; 4] = [
    RANDOM,
    include_str!("../../crates/perft/tests/data/random_chess960.epd"),
    include_str!("../../crates/perft/tests/data/targeted.epd"),
    TARGETED_CHESS960,
];

/// Returns the positions of the suite whose text is `suite`.
///
/// # Panics
/// If a FEN is not valid.
pub fn positions(suite: &str) -> impl Iterator<Item = Position> {
    suite
        .lines()
        .map(|line| line.split(';').next().unwrap().trim())
        .filter(|fen| !fen.is_empty() && !fen.starts_with('#'))
        .map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}
