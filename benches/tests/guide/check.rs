//! How to check the port of an engine: equal ties and equal keys give equal nodes.

use std::collections::HashMap;

// ANCHOR: recipe
use quadbit_movegen::{EpMode, Move, Position};

fn sort(ours: &mut [Move], theirs: &mut [cozy_chess::Move]) {
    let code = |mv: &cozy_chess::Move| mv.promotion.map_or(0, |piece| piece as u16 + 1);
    ours.sort_by_key(|mv| mv.to_bits());
    theirs.sort_by_key(|mv| code(mv) << 12 | (mv.to as u16) << 6 | mv.from as u16);
}

fn key(position: &Position) -> u64 {
    let idle = position.ep_square(EpMode::Always).filter(|_| position.ep().is_none());
    position.key() ^ idle.map_or(0, |square| 1_u64 << square.index())
}
// ANCHOR_END: recipe

#[test]
fn moves_come_in_one_order() {
    for position in crate::positions().step_by(3) {
        let board = cozy_chess::Board::from_fen(&crate::fen(&position), false).unwrap();
        let mut theirs = Vec::new();
        board.generate_moves(|moves| {
            theirs.extend(moves);
            false
        });
        let mut ours = position.legal_moves().to_vec();
        sort(&mut ours, &mut theirs);
        let theirs: Vec<String> = theirs.iter().map(ToString::to_string).collect();
        let ours: Vec<String> = ours.iter().map(ToString::to_string).collect();
        assert_eq!(ours, theirs, "{position}");
    }
}

/// Two positions have one key here exactly if they have one key there.
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
