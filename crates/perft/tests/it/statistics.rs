//! Statistics in lanes against each leaf made and examined, and against published tables.

use quadbit_lanes::LeafCounter;
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::{Progress, Statistics, StatisticsCounter, StatisticsTable, statistics};
use testing::scattered;
use testing::suites::{self, CORPORA};

fn corpora() -> impl Iterator<Item = Position> {
    CORPORA.into_iter().flat_map(suites::positions)
}

/// Compares the statistics of the leaves `plies` plies below each position, in lanes at all levels, with those of
/// leaves that are made and examined. Returns the sum for all positions.
fn check(positions: impl Iterator<Item = Position>, plies: u8) -> Statistics {
    let mut counters: Vec<_> = levels().into_iter().map(|level| (level, LeafCounter::new(level))).collect();
    let mut all = Statistics::default();
    for position in positions {
        let expected = statistics(&position, plies);
        for (level, counter) in &mut counters {
            let found = counter.count(&position, plies);
            assert_eq!(found, expected, "{position} at {level}, {plies} plies");
        }
        all += expected;
    }
    all
}

/// Fails if any kind of leaf is rare, because it would hardly be tested.
fn assert_all_kinds(all: Statistics, at_least: u128) {
    for (name, number) in Statistics::COLUMNS.into_iter().zip(all.to_array()) {
        assert!(number >= at_least, "{name}: {number}");
    }
}

#[test]
fn lanes_equal_the_slow_form_on_the_corpora_and_mirrored() {
    let turned = || corpora().flat_map(|position| [position, position.flip_colors()]);
    assert_all_kinds(check(turned(), 1), 30);
    assert_all_kinds(check(turned().step_by(3), 2), 100);
    assert_all_kinds(check(corpora().step_by(8), 3), 200);
    assert_all_kinds(check(corpora().skip(4).step_by(100), 4), 200);
}

#[test]
fn lanes_equal_the_slow_form_on_scattered_pieces() {
    for (seed, pieces, positions, plies) in
        [(1, 8, 20_000, 1), (2, 16, 10_000, 2), (3, 6, 500, 3), (4, 5, 40, 4)]
    {
        let all = check(scattered(seed, pieces).take(positions), plies);
        assert!(all.checks > 1_000 && all.discovered_checks > 100 && all.checkmates > 0, "{all:?}");
    }
}

/// When the knight leaves e6, the bishop behind it is pinned and cannot take it on c7.
///
/// ```text
///   . . . r k . . .
///   . . N p . p . .
///   . . . . . . . .
///   . . . . b . . .
///   . . . . . . . .
///   B . . . . . . .
///   . . . . . . . .
///   . . . . R . . K
/// ```
#[test]
fn mates_by_a_pin_that_the_check_makes() {
    let before = "3rk3/3p1p2/4N3/4b3/8/B7/8/4R2K w - - 0 1".parse::<Position>().unwrap();
    let all = check([before, before.flip_colors()].into_iter(), 1);
    assert_eq!((all.checks, all.checkmates), (4, 4));
}

/// Whether a check is mate may depend on a piece that the check moves away: before the move it shielded a
/// square beside the king, or a piece that could have ended the check, from a slider.
#[test]
fn pieces_that_leave_uncover_more_than_the_king() {
    let fens =
        ["3kr3/8/4n3/8/2P2N2/1p2p3/P3n1Q1/1q1K1R2 w Kk - 0 1", "k7/1n6/8/r2R4/8/5Q2/8/2n1K3 b - - 0 1"];
    let before = fens.map(|fen| fen.parse::<Position>().unwrap());
    let all = check(before.into_iter().flat_map(|position| [position, position.flip_colors()]), 2);
    assert_eq!((all.checks, all.checkmates), (184, 4));
}

/// After e2-e4 the pawn on d4 mates by a capture en passant.
#[test]
fn mate_by_a_capture_en_passant() {
    let before = "k5r1/1b6/7b/8/3p4/2n5/4PK2/4BR2 w - - 0 1".parse::<Position>().unwrap();
    let all = check([before, before.flip_colors()].into_iter(), 2);
    assert_eq!((all.en_passant, all.checkmates), (2, 8));
}

/// Compares the statistics with the tables of the Chess Programming Wiki,
/// <https://www.chessprogramming.org/Perft_Results>, to the depths that a test can afford. For the start position, the
/// wiki lists discovered and double checks only from depth 6 on.
#[test]
fn columns_equal_published_tables() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let cpw3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    for (fen, depth, columns) in [
        (start, 5, [4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347]),
        (start, 6, [119_060_324, 2_812_008, 5_248, 0, 0, 809_099, 329, 46, 10_828]),
        (kiwipete, 3, [97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1]),
        (kiwipete, 4, [4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 42, 6, 43]),
        (cpw3, 5, [674_624, 52_051, 1_165, 0, 0, 52_950, 1_292, 3, 0]),
        (cpw3, 6, [11_030_083, 940_350, 33_325, 0, 7_552, 452_473, 26_067, 0, 2_733]),
    ] {
        let counter = StatisticsCounter::new(Level::auto());
        let found = counter.statistics(&fen.parse().unwrap(), depth);
        assert_eq!(found, Statistics::from_array(columns), "{fen}, depth {depth}");
    }
}

#[test]
fn threads_and_tables_change_nothing() {
    let threads = if cfg!(target_family = "wasm") { 1 } else { 2 };
    let counters = [
        StatisticsCounter::new(Level::auto()),
        StatisticsCounter::new(Level::auto()).with_table(StatisticsTable::new(1).unwrap()),
        StatisticsCounter::new(Level::auto()).with_threads(threads).unwrap(),
        StatisticsCounter::new(Level::auto())
            .with_threads(threads)
            .unwrap()
            .with_table(StatisticsTable::new(8).unwrap()),
    ];
    for position in corpora().step_by(300) {
        for depth in 0..=4 {
            let below = |mv| match depth {
                1 => (mv, Statistics::of_move(&position, mv)),
                _ => (mv, statistics(&position.after(mv), depth - 1)),
            };
            let moves = if depth == 0 { Vec::new() } else { position.legal_moves().to_vec() };
            let expected: Vec<_> = moves.into_iter().map(below).collect();
            let all = statistics(&position, depth);
            for counter in &counters {
                let progress = Progress::new();
                assert_eq!(counter.divide(&position, depth, &progress), expected, "{position} {depth}");
                let nodes = expected.iter().map(|(_, below)| below.nodes).sum::<u128>();
                assert_eq!(progress.nodes(), nodes, "{position}, depth {depth}");
                assert_eq!(counter.statistics(&position, depth), all);
            }
        }
    }
    let start = Position::start();
    let [alone, others @ ..] = &counters;
    let expected = alone.divide(&start, 6, &Progress::new());
    for counter in others {
        assert_eq!(counter.divide(&start, 6, &Progress::new()), expected);
    }
}
