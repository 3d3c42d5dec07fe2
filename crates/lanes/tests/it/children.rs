//! Moves made in lanes, against the same moves made one by one, at every level.

use quadbit_lanes::{PositionKeys, children};
use quadbit_nibble::simd::testing::levels;
use quadbit_quad::QuadBitboard;

#[test]
fn boards_after_moves() {
    for level in levels() {
        let mut compared = 0;
        for position in support::positions::positions() {
            let moves = position.legal_moves();
            let mut boards = vec![QuadBitboard::EMPTY; moves.len()];
            children::boards(level, &position, &moves, &mut boards);
            for (board, &mv) in boards.iter().zip(&moves) {
                assert_eq!(*board, position.after(mv).board(), "{position}: {mv:?} at level {level}");
                compared += 1;
            }
        }
        assert!(compared > 90_000, "{compared}");
    }
}
use crate::support;

/// Keys tell castling rights and captures en passant apart too, so equal keys mean equal children.
#[test]
fn keys_after_moves() {
    let keys = PositionKeys::new(1);
    for level in levels() {
        let (mut compared, mut en_passant, mut castling) = (0, 0, 0);
        for position in support::positions::positions() {
            let moves = position.legal_moves();
            let mut found = vec![0; moves.len()];
            keys.of_children(level, &position, &moves, 3, &mut found);
            for (&key, &mv) in found.iter().zip(&moves) {
                let child = position.after(mv);
                assert_eq!(key, keys.of(&child, 3), "{position}: {mv:?} at level {level}");
                compared += 1;
                en_passant += u32::from(child.ep().is_some());
                castling += u32::from(position.castling_rights() != child.castling_rights());
            }
        }
        assert!(
            compared > 90_000 && en_passant > 50 && castling > 1000,
            "{compared} {en_passant} {castling}"
        );
    }
}

#[test]
#[should_panic(expected = "20 moves, but room for 19 boards")]
fn lengths_that_differ_are_refused() {
    let position = quadbit_movegen::Position::start();
    let level = quadbit_movegen::Level::auto();
    children::boards(level, &position, &position.legal_moves(), &mut [QuadBitboard::EMPTY; 19]);
}
