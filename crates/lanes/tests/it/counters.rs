//! Both counters against a plain recursion over the moves of one position at a time, at every level.

use quadbit_lanes::{LeafCounter, ReplyCounter, Statistics};
use quadbit_movegen::{MoveList, Position};
use quadbit_nibble::simd::testing::levels;
use quadbit_x88::Square;
use testing::suites::{self, CORPORA};
use testing::{positions, scattered};

/// Returns the statistics of the leaves `plies` plies below `position`, each leaf made and examined on its own.
fn leaves(position: &Position, plies: u8) -> Statistics {
    let each = |&mv| match plies {
        1 => Statistics::of_move(position, mv),
        _ => leaves(&position.after(mv), plies - 1),
    };
    position.legal_moves().iter().map(each).sum()
}

/// Compares both counters with [`leaves`] on all positions at all levels, and returns the sum of the statistics. One
/// counter serves all positions, as it does in a perft.
fn check(all: impl Iterator<Item = Position>, plies: u8) -> Statistics {
    let expected: Vec<(Position, Statistics)> =
        all.map(|position| (position, leaves(&position, plies))).collect();
    for level in levels() {
        let (mut replies, mut counter) = (ReplyCounter::new(level), LeafCounter::new(level));
        for (position, expected) in &expected {
            if plies > 1 {
                let nodes = u128::from(replies.count(position, plies));
                assert_eq!(nodes, expected.nodes, "{position} at {level}, {plies} plies");
            }
            let found = counter.count(position, plies);
            assert_eq!(found, *expected, "{position} at {level}, {plies} plies");
        }
    }
    expected.into_iter().map(|(_, statistics)| statistics).sum()
}

/// Fails if any column of `all` is below `at_least`, because then too few leaves of that kind were compared.
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

/// The black pawn that captures on e3 leaves the line of the rook, and the captured white pawn that of the bishop: a
/// double check by two pieces that have not moved.
#[test]
fn a_capture_en_passant_uncovers_two_checkers() {
    let before: Position = "3r4/7b/8/8/3p4/3K4/4P3/7k w - - 0 1".parse().unwrap();
    let all = check([before].into_iter(), 2);
    assert_eq!((all.nodes, all.en_passant, all.double_checks, all.discovered_checks), (60, 1, 1, 0));
}

/// Sixteen moves go to e4, too many for four bits: the leaves are counted with five bits for each square.
#[test]
fn the_most_moves_to_one_square() {
    let position: Position = "k7/8/3N1N2/2NKRBN1/3R1Q2/2NBQQN1/3N1N2/8 w - - 0 1".parse().unwrap();
    let to_e4 = position.legal_moves().iter().filter(|mv| mv.to() == Square::E4).count();
    assert_eq!(to_e4, 16);
    check([position, position.flip_colors()].into_iter(), 1);
}

/// Mates by pawns that uncover a slider, give check, or do both, with pushes and captures to either side, and a
/// double push that can be captured en passant; a smothered mate; and mates by rooks.
#[test]
fn mates() {
    let fens = [
        "1Q6/8/k7/7R/8/8/4P3/4KB2 w - - 0 1",
        "7k/5K2/8/2p3N1/3P4/8/8/B7 w - - 0 1",
        "k7/2K5/8/1N3p2/4P3/8/8/7B w - - 0 1",
        "k7/2K5/1P6/1N6/8/8/8/8 w - - 0 1",
        "k7/1pK5/P7/1N6/8/8/8/8 w - - 0 1",
        "k7/1pK5/2P5/1N6/8/8/8/8 w - - 0 1",
        "8/8/R7/7k/8/5N1K/6P1/8 w - - 0 1",
        "8/8/R7/7k/5p2/5N1K/6P1/8 w - - 0 1",
        "4k3/2Kp4/4P3/8/8/8/8/4RR2 w - - 0 1",
        "4k3/5pK1/4P3/8/8/8/8/3RR3 w - - 0 1",
        "6rk/6pp/8/6N1/8/8/8/7K w - - 0 1",
        "7k/8/6K1/8/8/8/R7/1R6 w - - 0 1",
    ];
    let positions = fens.map(|fen| fen.parse::<Position>().unwrap());
    let all = check(positions.into_iter(), 1);
    assert!(all.discovered_checks >= 6 && all.double_checks >= 2 && all.checkmates >= 8, "{all:?}");
    assert!(check(positions.into_iter(), 3).checkmates > 64);
}

/// The counts of two plies after each listed move equal those of single positions. A list has all moves of its
/// position, a part of them, or none; one call takes many positions.
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
        // The counter keeps nothing from one call to the next.
        assert_eq!(counter.count(&Position::start(), 3), 8902);
    }
}

#[test]
#[should_panic(expected = "20 moves, but room for 19 counts")]
fn a_count_for_each_move() {
    let start = Position::start();
    ReplyCounter::new(levels()[0]).two_plies_after(&[(start, start.legal_moves())], &mut [0; 19]);
}
