//! Without a fault the generator lists the legal moves.

use quadbit_faults::{Board, Counter, Faults};
use quadbit_movegen::{CastlingStyle, Position};
use testing::suites;

use crate::perft;

/// In every position of the suites, and in the positions after each of its moves, the generator without faults lists
/// the legal moves.
#[test]
fn without_faults_the_lists_are_those_of_the_rules() {
    let mut lists = 0;
    for position in suites::CORPORA.into_iter().flat_map(suites::positions) {
        let board = Board::new(&position);
        let after = |text: &str| {
            let mv = position.legal_moves().iter().copied().find(|mv| uci(&position, *mv) == text).unwrap();
            let mut next = position;
            next.play_unchecked(mv);
            next
        };
        assert_eq!(ours(&board), theirs(&position), "{position}");
        for (text, next) in Counter::new(&[Faults::NONE]).children(&board) {
            assert_eq!(
                ours(&next),
                theirs(&after(&text.to_uci(CastlingStyle::Chess960))),
                "{position}: {text:?}"
            );
            lists += 1;
        }
    }
    assert!(lists > 10_000, "{lists}");
}

fn uci(position: &Position, mv: quadbit_movegen::Move) -> String {
    mv.to_uci(position, CastlingStyle::Chess960).to_string()
}

fn ours(board: &Board) -> Vec<String> {
    let mut moves: Vec<String> =
        board.moves(Faults::NONE).iter().map(|mv| mv.to_uci(CastlingStyle::Chess960)).collect();
    moves.sort_unstable();
    moves
}

fn theirs(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().iter().map(|&mv| uci(position, mv)).collect();
    moves.sort_unstable();
    moves
}

#[test]
fn known_counts() {
    for (fen, depth, nodes) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ] {
        let board = Board::new(&fen.parse().unwrap());
        assert_eq!(perft(&board, depth, Faults::NONE), nodes, "{fen}");
    }
}
