//! The suites in `tests/data`, to depths that take little time. `cargo xtask conformance` goes deeper.

use quadbit_movegen::Position;
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::suite::{KnownCount, SuiteEntry, SuiteFormat};
use quadbit_perft::{divide, perft, perft_in_lanes, perft_without_bulk};
use testing::suites::{CORPORA, WIKI};

/// Checks that `count` gives every count of `suite` up to `most` nodes. Fails if there were none.
fn verify(suite: &str, most: u128, count: impl Fn(&Position, u8) -> u128) {
    let mut verified = 0;
    for SuiteEntry { line, fen, counts } in SuiteFormat::Epd.entries(suite).map(Result::unwrap) {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("line {line}: {fen}: {error}"));
        for KnownCount { depth, nodes } in counts {
            if nodes <= most {
                assert_eq!(count(&position, depth), nodes, "line {line}: {fen}: depth {depth}");
                verified += 1;
            }
        }
    }
    assert_ne!(verified, 0);
}

#[test]
fn suites_one_board_at_a_time() {
    verify(WIKI, 20_000_000, perft);
    for suite in CORPORA {
        verify(suite, 100_000, perft);
    }
}

#[test]
fn suites_in_lanes_at_every_level() {
    for level in levels() {
        verify(WIKI, 20_000_000, |position, depth| perft_in_lanes(position, depth, level));
        for suite in CORPORA {
            verify(suite, 100_000, |position, depth| perft_in_lanes(position, depth, level));
        }
    }
}

#[test]
fn suites_with_every_leaf_made() {
    verify(WIKI, 1_000_000, perft_without_bulk);
}

#[test]
fn suites_as_sums_of_divide() {
    let sum = |counts: Vec<(_, u128)>| counts.iter().map(|&(_, nodes)| nodes).sum::<u128>();
    verify(WIKI, 1_000_000, |position, depth| sum(divide(position, depth)));
}
