//! How to check the port of an engine: equal order of moves and equal keys give equal nodes.

use std::collections::HashMap;

// ANCHOR: recipe
use quadbit_movegen::{EpMode, Position};

fn key(position: &Position) -> u64 {
    let idle = position.ep_square(EpMode::Always).filter(|_| position.ep().is_none());
    position.key() ^ idle.map_or(0, |square| 1_u64 << square.index())
}
// ANCHOR_END: recipe

#[test]
fn moves_come_in_one_order() {
    let pinned =
        ["4k3/8/4r3/7b/4B3/1q2R3/8/B2Q1RK1 w - - 0 1", "k3r3/2P1P3/8/b7/1Q6/2Q1Q3/8/r2QK3 w - - 0 1"];
    let pinned = pinned.map(|fen| fen.parse::<Position>().unwrap());
    for position in pinned.into_iter().chain(crate::positions()) {
        let board = cozy_chess::Board::from_fen(&crate::fen(&position), false).unwrap();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        position.generate_moves(|moves| {
            ours.extend(moves.into_iter().map(|mv| mv.to_string()));
            false
        });
        board.generate_moves(|moves| {
            theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
            false
        });
        assert_eq!(ours, theirs, "{position}");
    }
}

/// Two positions have the same key in this library exactly if they have the same hash in cozy-chess.
#[test]
fn keys_tell_apart_what_theirs_tell_apart() {
    let (mut to_theirs, mut to_ours) = (HashMap::new(), HashMap::new());
    for position in crate::positions() {
        let ours = key(&position);
        let theirs = cozy_chess::Board::from_fen(&crate::fen(&position), false).unwrap().hash();
        assert_eq!(*to_theirs.entry(ours).or_insert(theirs), theirs, "{position}");
        assert_eq!(*to_ours.entry(theirs).or_insert(ours), ours, "{position}");
    }
}
