//! Two, three and four plies in lanes against the same plies one move at a time, at every level.
//!
//! Most replies are forecast, not counted, so these boards have moves that affect each other's
//! replies as much as possible: sliders of both sides on the lines of both kings, pawns about to
//! promote, and few other pieces.

use crate::scattered::scattered;
use quadbit_lanes::ReplyCounter;
use quadbit_movegen::{MoveList, Position};
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::{perft, perft_in_lanes};

/// Compares all positions at all levels, and returns their number.
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

/// The positions of the corpora.
fn corpora() -> Vec<Position> {
    let suites = [
        include_str!("../data/random.epd"),
        include_str!("../data/random_chess960.epd"),
        include_str!("../data/targeted.epd"),
        include_str!("../data/targeted_chess960.epd"),
    ];
    suites
        .into_iter()
        .flat_map(str::lines)
        .map(|line| line.split(';').next().unwrap().trim())
        .filter(|fen| !fen.is_empty() && !fen.starts_with('#'))
        .map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
        .collect()
}

#[test]
fn corpora_and_their_mirror_images() {
    let all = corpora();
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

/// Two plies after each of some moves: all of a position's, some, or none, many positions at a time.
#[test]
fn counts_move_by_move() {
    let mut parents: Vec<(Position, MoveList)> = Vec::new();
    let (mut expected, mut after_en_passant) = (Vec::new(), 0);
    for (i, position) in corpora().into_iter().chain(scattered(4, 10).take(500)).enumerate() {
        let mut moves = position.legal_moves();
        moves.truncate([usize::MAX, 3, 11, 0][i % 4]);
        for &mv in &moves {
            let after = position.after(mv);
            expected.push(u64::try_from(perft(&after, 2)).unwrap());
            after_en_passant += usize::from(after.ep().is_some());
        }
        parents.push((position, moves));
    }
    assert!(expected.len() > 10_000 && after_en_passant > 20, "{}, {after_en_passant}", expected.len());
    for level in levels() {
        let mut counter = ReplyCounter::new(level);
        let mut rest = &*expected;
        for parents in parents.chunks(37) {
            let (of_these, others) = rest.split_at(parents.iter().map(|(_, moves)| moves.len()).sum());
            rest = others;
            let mut counts = vec![u64::MAX; of_these.len()];
            counter.two_plies_after(parents, &mut counts);
            assert_eq!(counts, of_these, "{level}");
        }
        // Nothing remains from one call to the next.
        assert_eq!(counter.three_plies(&Position::start()), 8902);
    }
}

#[test]
#[should_panic(expected = "20 moves, but room for 19 counts")]
fn a_count_for_each_move() {
    let start = Position::start();
    ReplyCounter::new(levels()[0]).two_plies_after(&[(start, start.legal_moves())], &mut [0; 19]);
}
