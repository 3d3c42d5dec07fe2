//! Polyglot keys: those in the description of the format, and those of random games.

use std::collections::HashSet;

use quadbit_movegen::{Move, Position};
use testing::positions;

/// Checks `text`, with `positions` lines of a FEN, a tab, and the key in hexadecimal digits: each key is that of the
/// FEN.
fn check_file(text: &str, positions: usize) {
    for line in text.lines() {
        let (fen, key) = line.split_once('\t').unwrap();
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(format!("{:016x}", position.polyglot_key()), key, "{fen}");
    }
    assert_eq!(text.lines().count(), positions);
}

#[test]
fn keys_equal_the_published_ones() {
    check_file(include_str!("../data/polyglot_published9.tsv"), 9);
}

#[test]
fn keys_of_standard_positions() {
    check_file(include_str!("../data/gen_polyglot_std.tsv"), 500);
}

#[test]
fn keys_of_chess960_positions() {
    check_file(include_str!("../data/gen_polyglot_frc.tsv"), 500);
}

/// Of all 65,536 values of a Polyglot move, exactly those of the legal moves are accepted, in every fiftieth position.
#[test]
fn moves_come_back_from_their_bits() {
    for position in positions().step_by(50) {
        let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
        let read: Vec<Move> =
            (0..=u16::MAX).filter_map(|bits| Move::from_polyglot(bits, &position)).collect();
        assert_eq!(read.len(), legal.len(), "{position}");
        for mv in legal {
            assert_eq!(Move::from_polyglot(mv.to_polyglot(), &position), Some(mv), "{position}");
        }
    }
}
