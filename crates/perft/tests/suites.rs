//! The suites in `tests/data`, as deep as a test may go. `cargo xtask conformance` goes deeper.

use quadbit_movegen::Position;
use quadbit_perft::suite::{Count, Entry, Format};
use quadbit_perft::{divide, perft, perft_without_bulk};

const WIKI: &str = include_str!("data/wiki.epd");

/// Every count of a suite up to `most` nodes, by `count`. Fails if there were none.
fn verify(suite: &str, most: u128, count: fn(&Position, u8) -> u128) {
    let mut verified = 0;
    for Entry { line, fen, counts } in Format::Epd.read(suite).unwrap() {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("line {line}: {fen}: {error}"));
        for Count { depth, nodes } in counts {
            if nodes <= most {
                assert_eq!(count(&position, depth), nodes, "line {line}: {fen}: depth {depth}");
                verified += 1;
            }
        }
    }
    assert_ne!(verified, 0);
}

#[test]
fn the_six_positions_of_the_wiki() {
    verify(WIKI, 20_000_000, perft);
}

#[test]
fn the_six_positions_with_every_leaf_made() {
    verify(WIKI, 1_000_000, perft_without_bulk);
}

#[test]
fn the_six_positions_divided() {
    verify(WIKI, 1_000_000, |position, depth| divide(position, depth).iter().map(|&(_, nodes)| nodes).sum());
}

#[test]
fn positions_of_random_play() {
    verify(include_str!("data/random.epd"), 200_000, perft);
    verify(include_str!("data/random_chess960.epd"), 200_000, perft);
}

#[test]
fn positions_picked_for_what_goes_wrong() {
    verify(include_str!("data/targeted.epd"), 200_000, perft);
    verify(include_str!("data/targeted_chess960.epd"), 200_000, perft);
}
