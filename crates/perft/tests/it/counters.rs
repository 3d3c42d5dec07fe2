//! Every level, every number of threads, every size of a table, every leaf made: the same counts.

use std::thread;

use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::suite::{KnownCount, SuiteEntry, SuiteFormat};
use quadbit_perft::{
    Counter, Progress, StatisticsCounter, StatisticsTable, Table, divide, perft, perft_in_lanes,
};
use testing::suites::{CORPORA, WIKI};

/// Checks every count of the suites up to `most` nodes with each of `counters`. Fails if there were no counts.
fn verify(suites: &[&str], most: u128, counters: &[(String, Counter)]) {
    let mut verified = 0;
    for suite in suites {
        for SuiteEntry { line, fen, counts } in SuiteFormat::Epd.entries(suite).map(Result::unwrap) {
            let position: Position = fen.parse().unwrap();
            for KnownCount { depth, nodes } in counts.into_iter().filter(|count| count.nodes <= most) {
                for (name, counter) in counters {
                    assert_eq!(
                        counter.perft(&position, depth),
                        nodes,
                        "{name}: line {line}: {fen}: depth {depth}"
                    );
                    verified += 1;
                }
            }
        }
    }
    assert_ne!(verified, 0);
}

fn table(megabytes: usize) -> Table {
    Table::new(megabytes).unwrap()
}

/// Returns a counter on as many threads as asked for, or on one where the system has no threads.
fn on_threads(asked: u16) -> Counter {
    let threads = if cfg!(target_family = "wasm") { 1 } else { asked };
    Counter::new(Level::auto()).with_threads(threads).unwrap()
}

#[test]
fn counter_equals_perft_on_the_corpora_at_every_level() {
    let levels = levels().into_iter().flat_map(|level| {
        [
            (format!("{level}"), Counter::new(level)),
            (format!("{level} with a table"), Counter::new(level).with_table(table(1))),
        ]
    });
    verify(&CORPORA, 10_000, &levels.collect::<Vec<_>>());
}

#[test]
fn threads_and_tables_change_no_count() {
    let mut counters = Vec::new();
    for threads in [1, 2, 3, 0] {
        counters.push((format!("{threads} threads"), on_threads(threads)));
        // The smallest table has room for about a tenth of the positions.
        for megabytes in [1, 7, 64] {
            let name = format!("{threads} threads, {megabytes} MB");
            counters.push((name, on_threads(threads).with_table(table(megabytes))));
        }
    }
    verify(&[WIKI], 1_000_000, &counters);
}

#[test]
fn making_every_leaf_changes_no_count() {
    let counter = || Counter::new(Level::auto()).with_leaves_made();
    let counters = [
        ("one thread".to_owned(), counter()),
        ("two threads".to_owned(), on_threads(2).with_leaves_made()),
        ("a table that is not used".to_owned(), counter().with_table(table(1))),
    ];
    verify(&[WIKI], 100_000, &counters);
}

/// Tables change no count and no progress six to nine plies deep, where the upper plies and the branches below them
/// (the last four plies, counted by one thread) both use the table. The positions have few moves, so that these depths
/// take little time.
#[test]
fn tables_keep_deep_counts_exact() {
    for (fen, depths) in [
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", 6..=9),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6..=7),
        ("4k2r/8/8/8/8/8/p7/R3K3 b Qk - 0 1", 6..=7),
    ] {
        let position: Position = fen.parse().unwrap();
        for depth in depths {
            let below = |mv| (mv, perft_in_lanes(&position.after(mv), depth - 1, Level::auto()));
            let expected: Vec<_> = position.legal_moves().into_iter().map(below).collect();
            for (threads, megabytes) in [(1, 1), (1, 64), (3, 1), (3, 16)] {
                let mut counter = on_threads(threads).with_table(table(megabytes));
                let name = format!("{fen}, depth {depth}, {threads} threads, {megabytes} MB");
                for again in ["at first", "again"] {
                    let progress = Progress::new();
                    let counts = counter.divide(&position, depth, &progress);
                    assert_eq!(counts, expected, "{name}, {again}");
                    assert_eq!(
                        progress.nodes(),
                        expected.iter().map(|&(_, nodes)| nodes).sum(),
                        "{name}, {again}"
                    );
                    assert!((0.99..=1.0).contains(&progress.fraction()), "{name}: {}", progress.fraction());
                    assert_eq!(progress.moves().len(), expected.len(), "{name}");
                }
                counter.rekey();
                assert_eq!(counter.divide(&position, depth, &Progress::new()), expected, "{name}");
            }
        }
    }
}

#[test]
fn divide_is_in_the_order_of_the_moves() {
    let kiwipete =
        Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    let mut counter = on_threads(2).with_table(table(4));
    for depth in 0..=4 {
        let counts = counter.divide(&kiwipete, depth, &Progress::new());
        assert_eq!(counts, divide(&kiwipete, depth), "depth {depth}");
        counter.rekey();
        assert_eq!(counter.divide(&kiwipete, depth, &Progress::new()), counts, "depth {depth}");
    }
}

#[test]
fn mates_stalemates_and_depth_zero() {
    let counters = [
        Counter::new(Level::auto()),
        on_threads(2).with_table(table(1)),
        Counter::new(Level::auto()).with_leaves_made(),
    ];
    for fen in
        ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "8/8/8/8/8/8/8/K6k w - - 0 1"]
    {
        let position: Position = fen.parse().unwrap();
        for depth in 0..=6 {
            for counter in &counters {
                assert_eq!(counter.perft(&position, depth), perft(&position, depth), "{fen}, depth {depth}");
            }
        }
    }
    // Without a legal move every depth takes as little time as the first.
    let mate: Position = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1".parse().unwrap();
    for counter in &counters {
        assert_eq!(counter.perft(&mate, u8::MAX), 0);
    }
}

#[test]
fn progress_ends_at_one_with_all_nodes() {
    for counter in
        [Counter::new(Level::auto()), on_threads(2), Counter::new(Level::auto()).with_table(table(1))]
    {
        let progress = Progress::new();
        assert_eq!((progress.fraction(), progress.nodes(), progress.moves()), (0.0, 0, Vec::new()));
        let mut counts = counter.divide(&Position::start(), 5, &progress);
        assert_eq!(progress.nodes(), 4_865_609);
        assert!((0.999..=1.0).contains(&progress.fraction()), "{}", progress.fraction());
        let mut seen = progress.moves();
        counts.sort_unstable();
        seen.sort_unstable();
        assert_eq!(seen, counts);
    }
}

/// Moves that `add_one_of` reports for counts made elsewhere appear in the progress like those of a `Counter`.
#[test]
fn progress_of_another_count() {
    let counts = divide(&Position::start(), 3);
    let progress = Progress::new();
    for &(mv, nodes) in &counts {
        progress.add_one_of(counts.len(), mv, nodes);
    }
    assert_eq!((progress.nodes(), progress.moves()), (8_902, counts));
    assert!((0.999..=1.0).contains(&progress.fraction()), "{}", progress.fraction());
}

/// The table of a stopped count is used again, and must not hold partial counts.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
fn a_stopped_count_leaves_the_table_right() {
    let start = Position::start();
    for threads in [1, 4] {
        let counter = on_threads(threads).with_table(table(64));
        let progress = Progress::new();
        thread::scope(|scope| {
            let job = scope.spawn(|| counter.divide(&start, 7, &progress));
            while progress.nodes() < 1_000_000 && !job.is_finished() {
                thread::yield_now();
            }
            progress.stop();
        });
        assert!(progress.nodes() < 3_195_901_860, "{threads} threads");
        assert_eq!(counter.perft(&start, 7), 3_195_901_860, "{threads} threads");
    }
}

/// The table of stopped statistics is used again, and must not hold partial sums.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
fn stopped_statistics_leave_the_table_right() {
    let start = Position::start();
    let counter = StatisticsCounter::new(Level::auto()).with_table(StatisticsTable::new(64).unwrap());
    let progress = Progress::new();
    thread::scope(|scope| {
        let job = scope.spawn(|| counter.divide(&start, 6, &progress));
        while progress.nodes() < 200_000 && !job.is_finished() {
            thread::yield_now();
        }
        progress.stop();
    });
    assert!(progress.nodes() < 119_060_324);
    let right = StatisticsCounter::new(Level::auto()).statistics(&start, 6);
    assert_eq!((counter.statistics(&start, 6), right.nodes), (right, 119_060_324));
}
