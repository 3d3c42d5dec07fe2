//! Two, three and four plies in lanes against the same plies one move at a time, at every level.
//!
//! The replies to most moves are forecast without making the move, so the scattered boards have moves that affect the
//! replies as much as possible: sliders of both sides on the lines of both kings, pawns about to promote, and few other
//! pieces.

use quadbit_movegen::Position;
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::{perft, perft_in_lanes};
use testing::scattered;
use testing::suites::{self, CORPORA};

/// Compares the counts of `depth` plies below all positions, in lanes at all levels, with `perft`. Returns the number
/// of positions.
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
fn replies_equal_perft_on_the_corpora_and_mirrored() {
    let all: Vec<Position> = CORPORA.into_iter().flat_map(suites::positions).collect();
    let turned = || all.iter().flat_map(|position| [*position, position.flip_colors()]);
    assert!(check(turned(), 2) > 5000);
    assert!(check(turned().step_by(3), 3) > 1600);
    assert!(check(all.iter().copied().step_by(16), 4) > 100);
}

#[test]
fn replies_equal_perft_on_scattered_pieces() {
    assert_eq!(check(scattered(1, 8).take(4000), 3), 4000);
    assert_eq!(check(scattered(2, 16).take(1000), 3), 1000);
    assert_eq!(check(scattered(3, 6).take(200), 4), 200);
}
