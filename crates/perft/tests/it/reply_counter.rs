//! Two, three and four plies in lanes against the same plies one move at a time, at every level.
//!
//! The replies to most moves are foretold, not counted, so boards are wanted on which moves touch each other's replies in every way:
//! sliders of both sides on the lines of both kings, pawns about to promote, and few pieces besides.

#[path = "../../../lanes/tests/it/support/scattered.rs"]
mod scattered;
use quadbit_movegen::Position;
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::{perft, perft_in_lanes};
use crate::support::scattered::scattered;

/// Compares all positions at all levels; gives how many there were.
fn check(positions: impl Iterator<Item = Position>, depth: u8) -> usize {
    let levels = levels();
    let mut checked = 0;
    for position in positions {
        let expected = perft(&position, depth);
        for &level in &levels {
            let count = perft_in_lanes(&position, depth, level);
            assert_eq!(count, expected, "{position} at {level}, {depth} plies");
        }
        checked += 1;
    }
    checked
}

#[test]
fn corpora_and_their_mirror_images() {
    let suites = [
        include_str!("../data/random.epd"),
        include_str!("../data/random_chess960.epd"),
        include_str!("../data/targeted.epd"),
        include_str!("../data/targeted_chess960.epd"),
    ];
    let all: Vec<Position> = suites
        .into_iter()
        .flat_map(str::lines)
        .map(|line| line.split(';').next().unwrap().trim())
        .filter(|fen| !fen.is_empty() && !fen.starts_with('#'))
        .map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
        .collect();
    let turned = || all.iter().flat_map(|position| [*position, position.flip_colors()]);
    assert!(check(turned(), 2) > 5000);
    assert!(check(turned(), 3) > 5000);
    assert!(check(all.iter().copied().step_by(16), 4) > 100);
}

#[test]
fn scattered_pieces() {
    assert_eq!(check(scattered(1, 8).take(4000), 3), 4000);
    assert_eq!(check(scattered(2, 16).take(1000), 3), 1000);
    assert_eq!(check(scattered(3, 6).take(200), 4), 200);
}
