//! How to check the port of an engine: equal order of moves and equal keys give equal nodes.

// ANCHOR: recipe
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use quadbit_movegen::{EpMode, FenStyle, Position, Stage};

fn key(fen: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    for field in fen.split(' ').take(4) {
        field.hash(&mut hasher);
    }
    hasher.finish()
}

fn fen(position: &Position) -> String {
    let ep = EpMode::Always;
    let style = FenStyle { ep, ..Default::default() };
    position.to_fen(style).to_string()
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
        _ = position.visit_pieces(Stage::All, |moves| {
            ours.extend(moves.into_iter().map(|mv| mv.to_string()));
            ControlFlow::Continue(())
        });
        board.generate_moves(|moves| {
            theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
            false
        });
        assert_eq!(ours, theirs, "{position}");
    }
}

/// The key that the recipe makes of our FEN equals the key of the FEN of cozy-chess. It depends on the first four
/// fields only, not on the clocks.
#[test]
fn keys_are_those_of_the_other_text() {
    for position in crate::positions() {
        let board = cozy_chess::Board::from_fen(&crate::fen(&position), false).unwrap();
        assert_eq!(key(&fen(&position)), key(&board.to_string()), "{position}");
    }
    assert_eq!(key("8/8 w - - 0 1"), key("8/8 w - - 7 9"));
    assert_ne!(key("8/8 w - - 0 1"), key("8/8 w - e6 0 1"));
}
