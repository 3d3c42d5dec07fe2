//! A generator that is a function, on the suite that ships with the crate.

use quadbit_movegen::{CastlingStyle, Move, Position};
use quadbit_perft::suite::Suite;
use quadbit_perft::{compare, divide};

/// The divide of the rules, with some moves left out of the list of the first moves.
fn without(lacks: impl Fn(&str) -> bool) -> impl FnMut(&str, &[String], u8) -> Vec<(String, u128)> {
    move |fen, moves, depth| {
        let start: Position = fen.parse().unwrap();
        let standard = start.has_standard_castling();
        let style = if standard { CastlingStyle::Standard } else { CastlingStyle::Chess960 };
        let mut position = start;
        for mv in moves {
            position.play_unchecked(Move::from_uci(mv, &position).unwrap());
        }
        let counts = divide(&position, depth).into_iter();
        counts
            .map(|(mv, nodes)| (mv.to_uci(&position, style).to_string(), nodes))
            .filter(|(uci, _)| !lacks(uci))
            .collect()
    }
}

#[test]
fn each_position_is_reported_once() {
    assert_eq!(compare(&Suite::builtin(), 20_000, without(|_| false)), []);
    let found = compare(&Suite::builtin(), 100, without(|uci| uci == "e1g1"));
    assert_eq!(
        found[0].to_string(),
        "differ, at depth 1: r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nmissing: e1g1"
    );
    let mut fens: Vec<&str> = found.iter().map(|difference| &*difference.fen).collect();
    let all = fens.len();
    fens.dedup();
    assert_eq!(fens.len(), all);
}

/// Counts that are too low because of a move two plies below lead to that move.
#[test]
fn a_count_leads_to_the_move() {
    let mut right = without(|_| false);
    let wrong = |fen: &str, moves: &[String], depth: u8| {
        let mut counts = right(fen, moves, depth);
        for (uci, nodes) in &mut counts {
            // The reply a7a6 to e2e4 is missing.
            let is_above = depth == 2 && moves.is_empty() && uci == "e2e4";
            *nodes -= u128::from(is_above);
        }
        counts.retain(|(uci, _)| moves != ["e2e4"] || uci != "a7a6");
        counts
    };
    let mut suite = Suite::builtin();
    suite.entries.retain(|entry| entry.fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8"));
    let found = compare(&suite, 400, wrong);
    assert_eq!((&*found[0].path, found[0].depth), (&["e2e4".to_owned()][..], 1));
    assert!(found[0].to_string().ends_with(" after e2e4\nmissing: a7a6"), "{}", found[0]);
}
