//! Both counters against a plain recursion over the moves of one position at a time, at every level.

use quadbit_lanes::{LeafCounter, ReplyCounter, Statistics};
use quadbit_movegen::{MoveList, Position};
use quadbit_nibble::simd::testing::levels;
use testing::suites::{self, CORPORA};
use testing::{positions, scattered};

/// The leaves some plies away, each made and looked at.
fn leaves(position: &Position, plies: u32) -> Statistics {
    let each = |&mv| match plies {
        1 => Statistics::of_move(position, mv),
        _ => leaves(&position.after(mv), plies - 1),
    };
    position.legal_moves().iter().map(each).sum()
}

/// Compares all counts of all positions at all levels, and gives the leaves of all together. One counter serves all positions, as it does
/// in a perft.
fn check(all: impl Iterator<Item = Position>, plies: u32) -> Statistics {
    let expected: Vec<(Position, Statistics)> =
        all.map(|position| (position, leaves(&position, plies))).collect();
    for level in levels() {
        let (mut replies, mut counter) = (ReplyCounter::new(level), LeafCounter::new(level));
        for (position, expected) in &expected {
            let nodes = match plies {
                1 => expected.nodes,
                2 => replies.two_plies(position).into(),
                3 => replies.three_plies(position).into(),
                _ => replies.four_plies(position).into(),
            };
            assert_eq!(nodes, expected.nodes, "{position} at {level}, {plies} plies");
            let found = match plies {
                1 => counter.one_ply(position),
                2 => counter.two_plies(position),
                3 => counter.three_plies(position),
                _ => counter.four_plies(position),
            };
            assert_eq!(found, *expected, "{position} at {level}, {plies} plies");
        }
    }
    expected.into_iter().map(|(_, statistics)| statistics).sum()
}

/// Fails if a kind of leaf is rare, as then nothing was compared.
fn assert_all_kinds(all: Statistics, at_least: u128) {
    for (name, number) in Statistics::COLUMNS.into_iter().zip(all.to_array()) {
        assert!(number >= at_least, "{name}: {number}");
    }
}

#[test]
fn positions_and_their_mirror_images() {
    let turned = || positions().flat_map(|position| [position, position.flip_colors()]);
    assert_all_kinds(check(turned(), 1), 30);
    assert_all_kinds(check(turned().step_by(5), 2), 30);
    assert_all_kinds(check(positions().step_by(37), 3), 30);
    let all = check(positions().skip(4).step_by(400), 4);
    assert!(all.checks > 10_000 && all.discovered_checks > 100 && all.checkmates > 10, "{all:?}");
}

#[test]
fn scattered_pieces() {
    for (seed, pieces, positions, plies) in [(1, 8, 8000, 1), (2, 16, 3000, 2), (3, 6, 300, 3), (4, 5, 30, 4)]
    {
        let all = check(scattered(seed, pieces).take(positions), plies);
        assert!(all.checks > 1000 && all.discovered_checks > 100 && all.checkmates > 0, "{all:?}");
    }
}

/// The pawn that captures on e3 uncovers the bishop, and the pawn that it takes away uncovers the rook: a double check in which neither
/// checker has moved.
#[test]
fn a_capture_en_passant_uncovers_two_checkers() {
    let before: Position = "3r4/7b/8/8/3p4/3K4/4P3/7k w - - 0 1".parse().unwrap();
    let all = check([before].into_iter(), 2);
    assert_eq!((all.nodes, all.en_passant, all.double_checks, all.discovered_checks), (60, 1, 1, 0));
}

/// Two plies after each of some moves: all of a position, some, or none, many positions at a time.
#[test]
fn counts_move_by_move() {
    let mut families: Vec<(Position, MoveList)> = Vec::new();
    let (mut expected, mut after_en_passant) = (Vec::new(), 0);
    let boards = CORPORA.into_iter().flat_map(suites::positions).chain(scattered(5, 10).take(500));
    for (i, position) in boards.enumerate() {
        let mut moves = position.legal_moves();
        moves.truncate([usize::MAX, 3, 11, 0][i % 4]);
        for &mv in &moves {
            let after = position.after(mv);
            expected.push(after.legal_moves().iter().map(|&mv| after.after(mv).legal_count() as u64).sum());
            after_en_passant += usize::from(after.ep().is_some());
        }
        families.push((position, moves));
    }
    assert!(expected.len() > 10_000 && after_en_passant > 20, "{}, {after_en_passant}", expected.len());
    for level in levels() {
        let mut counter = ReplyCounter::new(level);
        let mut rest = &*expected;
        for families in families.chunks(37) {
            let (of_these, others) = rest.split_at(families.iter().map(|(_, moves)| moves.len()).sum());
            rest = others;
            let mut counts = vec![u64::MAX; of_these.len()];
            counter.two_plies_after(families, &mut counts);
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
